import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countTaps } from './count-taps.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

let product: Product;
let browser: Browser;
let admin: Session;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  admin = await product.signIn('client.admin@northgate.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

interface Parcel {
  id: number;
  service_key: string;
  delivered_on: string | null;
  order: { uuid: string; order_number: string };
}
/** Whether a carrier brings the parcel. Goods to collect have other words. */
const isCarried = ({ service_key }: Parcel): boolean => service_key !== COLLECTION;
const parcelsOf = async (session: Session) =>
  ((await product.get(session, '/api/orders/waiting')) as { parcels: { count: number; items: Parcel[] } }).parcels;

async function open(session: Session, path: string, width = 390): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, session);
  const page = await context.newPage();
  await page.goto(product.url + path);
  return page;
}

test('one tap on the home says that a parcel has arrived, and Undo takes it back', async () => {
  const { count, items } = await parcelsOf(admin);
  const parcel = items.find(isCarried);
  if (!parcel) throw new Error('The demo has no parcel on its way.');
  const { order_number, uuid } = parcel.order;
  const page = await open(admin, '/');
  const list = page.getByRole('list', { name: 'Parcels on their way' });
  const row = list.getByRole('listitem').filter({ hasText: order_number });
  await expect(row).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  const taps = await countTaps(page);
  await row.getByRole('button', { name: /^It has arrived/ }).click();
  await expect(page.getByText(`The parcel of order ${order_number} has arrived`, { exact: true })).toBeVisible();
  expect(taps()).toBe(1);
  await expect(row).toHaveCount(0);
  expect((await parcelsOf(admin)).count).toBe(count - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  expect((await parcelsOf(admin)).count).toBe(count);
  const order = (await product.get(admin, `/api/orders/${uuid}`)) as { dispatches: Parcel[] };
  expect(order.dispatches.every(({ delivered_on }) => delivered_on === null)).toBe(true);
  await page.context().close();
});

test('the page of the order says that its parcel is delivered and by whom, on the parcel, its lines and its history', async () => {
  const parcel = (await parcelsOf(admin)).items.find(isCarried);
  if (!parcel) throw new Error('The demo has no parcel on its way.');
  const page = await open(admin, `/orders/${parcel.order.uuid}`);
  const dispatch = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^It has arrived/ }) });
  await dispatch.getByRole('button', { name: /^It has arrived/ }).click();
  await expect(page.getByText(/^Said you\. It left/)).toBeVisible();
  await expect(page.getByText(/^Delivered on \d+ \w+\.$/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened' }).getByText(/^Delivered .*, said you$/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.goto(`${product.url}/orders#search=${parcel.order.order_number}`);
  await expect(page.getByRole('listitem').filter({ hasText: parcel.order.order_number })).toContainText('Delivered');
  await page.context().close();
});

test('the office marks several dispatches as delivered at once, with the day, and takes one back', async () => {
  const office = await product.signIn('super@kitroom.test');
  const path = '/api/admin/shipping/orders/dispatches?delivery=on_its_way&per_page=50';
  type List = { total: number; items: { id: number; dispatch_number: string; dispatched_at: string }[] };
  const before = (await product.get(office, path)) as List;
  expect(before.items.length).toBeGreaterThanOrEqual(2);
  const page = await open(office, '/admin/shipping/dispatches#delivery=on_its_way', 1440);
  const numbers = before.items.slice(0, 2).map(({ dispatch_number }) => dispatch_number);
  for (const number of numbers) await page.getByRole('checkbox', { name: `Choose dispatch ${number}` }).check();
  await page.getByRole('button', { name: 'Mark as Delivered' }).click();
  const dialog = page.getByRole('dialog', { name: '2 dispatches have arrived' });
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel('Arrived on').fill('01/01/2020');
  await dialog.getByRole('button', { name: 'Mark as Delivered' }).click();
  await expect(dialog.getByText(/left on .* Choose that day or a later one/)).toBeVisible();
  await dialog.getByLabel('Arrived on').fill(new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' }));
  await dialog.getByRole('button', { name: 'Mark as Delivered' }).click();
  await expect(page.getByText('2 dispatches are delivered', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(numbers[0] ?? '') })).toHaveCount(0);
  expect(((await product.get(office, path)) as List).total).toBe(before.total - 2);
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Delivered');
  const row = page.getByRole('row', { name: new RegExp(numbers[0] ?? '') });
  await expect(row).toContainText('Delivered');
  expect(await layoutFaultsOf(page)).toEqual([]);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Take back the delivery' }).click();
  await expect(page.getByText('The delivery is taken back', { exact: true })).toBeVisible();
  expect(((await product.get(office, path)) as List).total).toBe(before.total - 1);
  await page.context().close();
});

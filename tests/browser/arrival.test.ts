import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
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
  delivered_on: string | null;
  order: { uuid: string; order_number: string };
}
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
  const [parcel] = items;
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
  const [parcel] = (await parcelsOf(admin)).items;
  if (!parcel) throw new Error('The demo has no parcel on its way.');
  const page = await open(admin, `/orders/${parcel.order.uuid}`);
  const dispatch = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^It has arrived/ }) });
  await dispatch.getByRole('button', { name: /^It has arrived/ }).click();
  await expect(page.getByText(/^Said you\. It left/)).toBeVisible();
  await expect(page.getByText(/^Delivered on \d+ \w+\.$/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened' }).getByText(/^Delivered .*, said you$/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.context().close();
});

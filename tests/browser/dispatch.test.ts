import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type FakeCarrier, faults, openCarrier } from '../carriers/fake-carrier.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';
import { typeScan } from './type-scan.ts';

// One tablet at the dispatch station, with a carrier that is booked over HTTP; each test continues where the one before ended.
test.describe.configure({ mode: 'serial' });

interface Ready {
  uuid: string;
  order_number: string;
}
interface Listed {
  id: number;
  dispatch_number: string;
  state: string;
  is_consolidated: boolean;
  orders: Ready[];
  consignment: { tracking_number: string | null } | null;
}

let product: Product;
let api: FakeCarrier;
let floor: Session;
let office: Session;
let context: BrowserContext;
let page: Page;
let ready: Ready[];
/** Two orders to one address; `single` goes to another address. */
let pair: [Ready, Ready];
let single: Ready;
let close = async (): Promise<void> => {};

const dispatches = async (state: string): Promise<Listed[]> =>
  ((await product.get(floor, `/api/admin/shipping/orders/dispatches?state=${state}&per_page=100`)) as { items: Listed[] }).items;
const carrying = (items: Listed[], { uuid }: Ready): Listed | undefined => items.find(({ orders }) => orders.some((one) => one.uuid === uuid));
const answerDialog = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();
const tick = (order: Ready) => page.getByRole('checkbox', { name: `Select ${order.order_number}` });
const scan = (code: string): Promise<void> => typeScan(page, code);

/** The controls in view that a tap misses if it is 20 pixels above or below their middle. */
const missedByGloves = () =>
  page.locator('main').evaluate((main) => {
    const view = main.getBoundingClientRect();
    return [...main.querySelectorAll<HTMLElement>('button, a, input, select')].flatMap((part) => {
      const { left, width, top, height } = part.getBoundingClientRect();
      const middle = top + height / 2;
      if (width === 0 || middle - 20 < view.top || middle + 20 > view.bottom) return [];
      const label = part.closest('label');
      const isHit = [-20, 20].every((away) => {
        const hit = document.elementFromPoint(left + width / 2, middle + away);
        return hit !== null && (part.contains(hit) || label?.contains(hit) || hit.closest('.step')?.contains(part) || hit.closest('.toasts'));
      });
      return isHit ? [] : [part.getAttribute('aria-label') ?? part.textContent];
    });
  });

test.beforeAll(async () => {
  api = await openCarrier();
  // The services of the first carrier are booked over HTTP; the tracking number of the second carrier is typed or scanned.
  product = await startProduct({ CARRIER_FIRST: 'http', CARRIER_API_URL: api.url, CARRIER_API_TIMEOUT: '2' });
  floor = await product.signIn('warehouse@kitroom.test');
  office = await product.signIn('super@kitroom.test');
  ready = ((await product.get(floor, '/api/admin/shipping/orders?per_page=100')) as { items: Ready[] }).items;
  const places = new Map<string, Ready[]>();
  for (const order of ready) {
    const { delivery_address, account, delivery_site } = (await product.get(office, `/api/orders/${order.uuid}`)) as Record<string, unknown>;
    const key = JSON.stringify([account, delivery_site, delivery_address]);
    places.set(key, [...(places.get(key) ?? []), order]);
  }
  const together = [...places.values()].find(({ length }) => length > 1) ?? [];
  pair = together.slice(0, 2) as [Ready, Ready];
  single = [...places.values()].find((others) => others !== together)?.[0] as Ready;
  expect([pair.length, single?.uuid]).toEqual([2, expect.any(String)]);

  const browser = await sharedChromium();
  context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await enter(context, product, floor);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  close = () => closeContexts(browser);
  await page.goto(`${product.url}/admin/shipping`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(tick(pair[0])).toBeVisible();
});

test.afterAll(async () => {
  await close();
  await product?.stop();
  await api?.close();
});

test('nothing is dispatched without a selection; consolidated orders need equal numbers of boxes and are previewed', async () => {
  await expect(page.getByRole('button', { name: 'Dispatch', exact: true })).toBeDisabled();
  const [first, second] = pair;
  // A collection is shipped at once only if somebody marks it as handed over.
  const service = page.getByRole('combobox', { name: `Service for ${first.order_number}` });
  await service.selectOption('999');
  await expect(page.getByRole('checkbox', { name: /^Mark as shipped/ })).not.toBeChecked();
  expect(await missedByGloves()).toEqual([]);
  await service.selectOption('220');
  const more = ({ order_number }: Ready) => page.getByRole('group', { name: `Boxes of ${order_number}` }).getByRole('button', { name: 'One more' });
  await more(first).click();
  await more(second).click({ clickCount: 2 });
  await tick(first).check();
  await tick(second).check();
  const button = page.getByRole('button', { name: 'Dispatch 2 orders' });
  await expect(button).toBeEnabled();
  await page.getByText('Consolidated').click();
  await expect(button).toBeDisabled();
  await expect(page.getByRole('alert').filter({ hasText: 'but has a different' })).toContainText(/[23] boxes/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Use \d+’s$/ }).click();
  await expect(page.getByText('Same client, site and address')).toBeVisible();
  await button.click();
  const preview = page.getByRole('alertdialog', { name: 'Are you sure you want to ship the selected orders?' });
  await expect(preview.getByRole('listitem')).toHaveCount(1);
  await expect(preview.getByRole('listitem')).toContainText('Same client, site and address');
  expect(await faultsOf(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Not yet' }).click();
  expect(await dispatches('booking')).toEqual([]);
});

test('a service that is too small for the weight is warned about before booking, and the dispatch stays possible', async () => {
  const { order_number } = single;
  const service = page.getByRole('combobox', { name: `Service for ${order_number}` });
  const weight = page.getByRole('textbox', { name: `Weight of ${order_number} in kilograms` });
  const row = page.getByRole('listitem').filter({ has: service });
  const warning = '240 Bag 1kg takes 1 kg, not 4.2 kg';
  const usual = await service.inputValue();
  await service.selectOption('240');
  await weight.fill('4.2');
  await weight.press('Enter');
  await expect(row.getByText(warning)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await tick(single).check();
  for (const { order_number: other } of pair) await page.getByRole('checkbox', { name: `Select ${other}` }).uncheck();
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  const preview = page.getByRole('alertdialog');
  await expect(preview.getByText(warning)).toBeVisible();
  await preview.getByRole('button', { name: 'Not yet' }).click();
  await weight.fill('1');
  await weight.press('Enter');
  await expect(page.getByText(warning)).toHaveCount(0);
  await service.selectOption(usual);
  await tick(single).uncheck();
  for (const one of pair) await tick(one).check();
});

test('without a network a dispatch is only requested and labels wait; when the network is back, the carrier is booked once', async () => {
  const before = new Set((await dispatches('requested')).map(({ id }) => id));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Dispatch 2 orders' }).click();
  await answerDialog('Dispatch 2 orders');
  const requested = page.getByRole('region', { name: /Requested, not shipped/ });
  for (const { order_number } of pair) await expect(requested).toContainText(order_number);
  await expect(page.getByText('The list of all dispatches needs the network')).toBeVisible({ timeout: 30_000 });
  await page
    .getByRole('checkbox', { name: /^Select D-/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Print Consignments Labels' }).click();
  await expect(page.getByRole('region', { name: 'Waiting to be printed' })).toContainText('Labels of 1 dispatch');
  expect(await faultsOf(page)).toEqual([]);
  expect(api.collections).toEqual([]);

  api.next.push(faults.cutsAfterBooking);
  await context.setOffline(false);
  await expect(requested).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(async () => carrying(await dispatches('shipped'), pair[0])?.consignment?.tracking_number, { timeout: 30_000 }).toBe('JD000001');
  const dispatch = carrying(await dispatches('shipped'), pair[0]);
  expect(dispatch).toMatchObject({
    is_consolidated: true,
    orders: expect.arrayContaining(pair.map(({ uuid }) => expect.objectContaining({ uuid }))),
  });
  expect(before.has(dispatch?.id ?? 0)).toBe(false);
  expect(api.collections).toHaveLength(1);
  await expect(page.getByRole('row').filter({ hasText: dispatch?.dispatch_number ?? '' })).toContainText('JD000001');
});

test('the row of a dispatch shows why the carrier refused it; after a correction the dispatch is booked again', async () => {
  api.next.push(faults.says(422, { message: 'Postcode not served' }));
  await page.getByRole('link', { name: 'Dispatch', exact: true }).click();
  await tick(single).check();
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  await answerDialog('Dispatch 1 order');
  await expect(page.getByText('It waits for its courier.', { exact: true })).toBeVisible();
  const row = page
    .getByRole('region', { name: /Waiting for the courier/ })
    .getByRole('listitem')
    .filter({ hasText: single.order_number });
  await expect(row).toContainText('Booking failed', { timeout: 30_000 });
  await expect(row).toContainText('Postcode not served');
  expect(await faultsOf(page)).toEqual([]);
  // The next step is to print the labels: the dispatch is selected already, and one tap prints its labels.
  await expect(row.getByRole('checkbox')).toBeChecked();
  const print = page.getByRole('region', { name: /Waiting for the courier/ }).getByRole('button', { name: 'Print Consignments Labels' });
  await expect(print).toHaveClass(/primary/);
  const popupPromise = page.waitForEvent('popup');
  await print.click();
  await (await popupPromise).close();

  const desk = await context.browser()?.newContext({ viewport: { width: 1440, height: 900 } });
  if (!desk) throw new Error('No second window');
  await enter(desk, product, office);
  const orders = await desk.newPage();
  await orders.goto(`${product.url}/admin/orders#search=${single.order_number}`);
  await expect(orders.getByText('Booking: Postcode not served')).toBeVisible();
  await expect(orders.getByRole('link', { name: 'Set as allocated' })).toBeVisible();
  expect(await faultsOf(orders)).toEqual([]);
  await desk.close();

  await row.getByRole('button', { name: /^More for D-/ }).click();
  await page.getByRole('menuitem', { name: 'Edit address and service' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption('ND24');
  await dialog.getByLabel('Boxes').fill('2');

  // The office saved first: its change is loaded, the typed text stays in the field, and saving again succeeds.
  const dispatch = carrying(await dispatches('failed'), single);
  const first = await fetch(`${product.url}/api/admin/shipping/orders/dispatches/${dispatch?.id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ service_key: 'ND24', total_items: 5, contact_name: 'Gate 4' }),
  });
  expect(first.status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const banner = dialog.getByRole('status').filter({ hasText: 'Somebody else changed this meanwhile.' });
  await expect(banner).toContainText('Service is now “ND24”. Boxes is now “5”. Contact name is now “Gate 4”.');
  await expect(dialog.getByLabel('Boxes')).toHaveValue('2');
  await expect(dialog.getByLabel('Contact name')).toHaveValue('Gate 4');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText('Booking failed');
  await expect(row).toContainText('2 boxes');
  expect(carrying(await dispatches('requested'), single)).toMatchObject({ total_items: 2, contact_name: 'Gate 4', service_key: 'ND24' });
});

test('a product code or order number scanned into the tracking field ships nothing, and a message says what it is', async () => {
  const dispatch = carrying(await dispatches('requested'), single);
  const other = (await dispatches('requested')).find(({ id }) => id !== dispatch?.id);
  if (!dispatch || !other?.orders[0]) throw new Error('Two dispatches have to wait for this.');
  const { lines } = (await product.get(office, `/api/orders/${single.uuid}?include=lines,lines.product`)) as {
    lines: { product: { sku: string } }[];
  };
  const field = page.getByRole('textbox', { name: `Tracking number of ${dispatch.dispatch_number}` });
  const scanIntoField = async (code: string): Promise<void> => {
    await field.focus();
    await scan(code);
  };
  await scanIntoField(lines[0]?.product.sku ?? '');
  await expect(page.getByRole('alert').filter({ hasText: 'This is the code of a product.' })).toContainText(
    'Scan the number on the carrier’s label.',
  );
  expect(await faultsOf(page)).toEqual([]);
  // Two order numbers from picking lists are scanned: the first belongs to this dispatch, the second to another dispatch.
  await scanIntoField(single.order_number);
  await expect(page.getByRole('status').filter({ hasText: `${dispatch.dispatch_number}, order ${single.order_number}` })).toBeVisible();
  await scanIntoField(other.orders[0].order_number);
  await expect(page.getByRole('status').filter({ hasText: `${other.dispatch_number}, order ${other.orders[0].order_number}` })).toBeVisible();
  await expect(field).toHaveValue('');
  expect(carrying(await dispatches('requested'), single)?.consignment?.tracking_number ?? null).toBeNull();
});

test('after all boxes are scanned, scanning a tracking number twice ships the dispatch unless somebody undoes the scan in time', async () => {
  const dispatch = carrying(await dispatches('requested'), single);
  const other = (await dispatches('requested')).find(({ id }) => id !== dispatch?.id);
  if (!dispatch || !other) throw new Error('Two dispatches have to wait for this.');
  await page.clock.install();
  await scan(`${dispatch.dispatch_number}-1`);
  await expect(page.getByRole('status').filter({ hasText: 'Box 1 of 2 checked' })).toBeVisible();
  // Before all boxes are checked, an unknown code does not count as a tracking number.
  await scan('9999999999994');
  await expect(page.getByRole('alert').filter({ hasText: `1 of 2 boxes of ${dispatch.dispatch_number} are checked` })).toBeVisible();
  await scan(`${other.dispatch_number}-1`);
  await expect(page.getByRole('alert').filter({ hasText: `Not of ${dispatch.dispatch_number}` })).toContainText(other.dispatch_number);
  await scan(`${dispatch.dispatch_number}-2`);
  await expect(page.getByRole('status').filter({ hasText: 'Box 2 of 2 checked' })).toBeVisible();
  const once = page.getByRole('alert').filter({ hasText: 'scan it once more' });
  await scan('9999999999994');
  await expect(once).toContainText('9999999999994');
  await scan('ND555000111GB');
  await expect(once).toContainText('ND555000111GB');
  // Even if the list was scrolled away, the entry that can be undone comes into view.
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 9999));
  await page.evaluate(() => window.scrollTo(0, 9999));
  await scan('ND555000111GB');
  const undo = page.getByRole('button', { name: `Undo the number of ${dispatch.dispatch_number}` });
  await expect(undo).toBeInViewport();
  expect(await faultsOf(page)).toEqual([]);
  // After a reload, the number has not been sent and can still be undone.
  await page.reload();
  await undo.click();
  await expect(page.getByRole('status').filter({ hasText: 'The number is taken back' })).toBeVisible();
  expect(carrying(await dispatches('requested'), single)?.consignment?.tracking_number ?? null).toBeNull();
  const scanTwice = async (): Promise<void> => {
    await scan('ND555000111GB');
    await expect(once).toContainText('ND555000111GB');
    await scan('ND555000111GB');
    await expect(undo).toBeVisible();
  };
  // The tablet counts the scanned tracking number as a waiting change, which can be undone in the list of waiting changes.
  await scanTwice();
  const status = page.locator('a[href="/queue"]');
  await expect(status.filter({ hasText: '1 change waiting' })).toBeVisible();
  await status.first().click();
  const ships = page
    .getByRole('region', { name: 'Waiting' })
    .getByRole('listitem')
    .filter({ hasText: /Ships in \d+ s/ });
  await expect(ships).toContainText(dispatch.dispatch_number);
  expect(await faultsOf(page)).toEqual([]);
  await ships.getByRole('button', { name: /^Undo/ }).click();
  await expect(ships).toHaveCount(0);
  await expect(page.getByText('Nothing waiting').first()).toBeVisible();
  await page.goBack();
  for (const box of [1, 2]) await scan(`${dispatch.dispatch_number}-${box}`);
  await scanTwice();
  await page.clock.fastForward(10_000);
  await expect(undo).toHaveCount(0);
  await expect
    .poll(async () => carrying(await dispatches('shipped'), single)?.consignment?.tracking_number, { timeout: 30_000 })
    .toBe('ND555000111GB');
  await expect(page.getByRole('row').filter({ hasText: 'ND555000111GB' }).locator('time')).toHaveText(/^\d\d\/\d\d\/\d\d$/);
  expect(await missedByGloves()).toEqual([]);

  // The address of a dispatch that has left can be read but not changed.
  await page.getByRole('row').filter({ hasText: 'ND555000111GB' }).locator('.ship-to').click();
  const address = page.getByRole('dialog', { name: 'Delivery address' });
  await expect(address).toContainText('It has left and cannot be changed.');
  await expect(address.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(address).toHaveCount(0);
});

test('an offline change of a dispatch keeps fields that the office changed meanwhile; a collection can be handed over offline', async () => {
  const [other] = await dispatches('requested');
  if (!other) throw new Error('A dispatch has to wait for this.');
  const change = async (body: object): Promise<number> =>
    (
      await fetch(`${product.url}/api/admin/shipping/orders/dispatches/${other.id}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await change({ service_key: '999', total_items: 2 })).toBe(200);
  const row = page
    .getByRole('region', { name: /Waiting for the courier/ })
    .getByRole('listitem')
    .filter({ hasText: other.dispatch_number });
  const handOver = row.getByRole('button', { name: 'Mark as shipped' });
  await expect(handOver).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText('2 boxes');
  const more = () => row.getByRole('button', { name: /^More for D-/ }).click();

  await context.setOffline(true);
  // The app learns from the first failed request that the network is gone.
  await more();
  await page.getByRole('menuitem', { name: 'Print labels' }).click();
  await expect(page.getByText('The list of all dispatches needs the network')).toBeVisible({ timeout: 30_000 });
  await more();
  await page.getByRole('menuitem', { name: 'Edit address and service' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Contact phone').fill('0113 496 0000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Waiting to be sent');
  expect(await change({ total_items: 4, contact_name: 'Gate 9' })).toBe(200);
  await context.setOffline(false);
  await expect(row).toContainText('4 boxes', { timeout: 60_000 });
  await expect(row).not.toContainText('Waiting to be sent', { timeout: 30_000 });
  expect((await dispatches('requested')).find(({ id }) => id === other.id)).toMatchObject({
    total_items: 4,
    contact_name: 'Gate 9',
    contact_phone: '0113 496 0000',
  });

  await context.setOffline(true);
  await handOver.click();
  await answerDialog(`Mark ${other.dispatch_number} as shipped`);
  await expect(row).toContainText('Requested, not shipped');
  await expect(row).toContainText('Handed over');
  await expect(handOver).toHaveCount(0);
  await more();
  await expect(page.getByRole('menuitem', { name: 'Print labels' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Edit address and service' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await faultsOf(page)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(async () => (await dispatches('shipped')).some(({ id }) => id === other.id), { timeout: 60_000 }).toBe(true);
});

import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countTaps } from './count-taps.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, open } from './screens.ts';
import { typeScan, watchEdge } from './type-scan.ts';

const tablet = { width: 820, height: 1180 };
const list = '/admin/picking/orders';

let product: Product;
let browser: Browser;
let picker: Session;
let office: Session;
const contexts: BrowserContext[] = [];
const faults: string[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  picker = await product.signIn('warehouse@kitroom.test');
  office = await product.signIn('super@kitroom.test');
});

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

/** Opens a new tablet with a scanner, on which this person has signed in. With `isInstalled`, the tablet works without a network. */
async function tabletOf(who: Session, path: string, { isInstalled = false } = {}): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: tablet, reducedMotion: 'reduce', serviceWorkers: isInstalled ? 'allow' : 'block' });
  contexts.push(context);
  await watchEdge(context);
  await enter(context, product, who);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await open(page, product, path);
  if (isInstalled) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { page, context };
}

const numberOf = async (uuid: string): Promise<string> => {
  const { order_number } = (await product.get(office, `/api/orders/${uuid}`)) as { order_number: string };
  return order_number;
};
const statusOf = async (uuid: string): Promise<string> => ((await product.get(office, `/api/orders/${uuid}`)) as { status: string }).status;

/** Releases orders of two items each. Returns their uuids and numbers. */
async function releaseSmall(count: number): Promise<{ uuid: string; number: string }[]> {
  const orders: { uuid: string; number: string }[] = [];
  for (let n = 0; n < count; n++) {
    const uuid = await releaseOrder(product, { styles: 2, quantity: 1 });
    orders.push({ uuid, number: await numberOf(uuid) });
  }
  return orders;
}

/** Selects these orders in the list and starts them as one walk. */
async function pickTogether(page: Page, orders: readonly { number: string }[]): Promise<void> {
  await page.getByRole('button', { name: 'Pick several' }).click();
  for (const { number } of orders) await page.getByRole('button', { name: `Select order ${number}` }).click();
  await page.getByRole('button', { name: `Pick ${orders.length} together` }).click();
  await expect(page.getByRole('heading', { name: `${orders.length} orders on one trolley` })).toBeVisible();
}

const sku = (page: Page) => page.locator('.current .colour .code');
const turn = (page: Page) => page.locator('.turns > [aria-current="step"]');
const picked = (page: Page) => page.locator('header strong').filter({ hasText: /^\d+ of \d+ items?$/ });
const trolley = (page: Page) => page.getByRole('region', { name: 'The trolley' });

/** Walks to the end of the walk by scans alone. Returns how many items and how many totes were scanned. */
async function walkByScans(page: Page, toteOf: (position: string) => string): Promise<{ stops: number; totes: number }> {
  const counted = { stops: 0, totes: 0 };
  while (await page.getByRole('region', { name: /^Stop \d+ of \d+$/ }).isVisible()) {
    await typeScan(page, (await sku(page).textContent()) ?? '');
    counted.stops += 1;
    await expect(turn(page)).toBeVisible();
    while (await turn(page).isVisible()) {
      const before = (await picked(page).textContent()) ?? '';
      await typeScan(page, toteOf((await turn(page).locator('.tote-no').textContent()) ?? ''));
      counted.totes += 1;
      await expect(picked(page)).not.toHaveText(before);
    }
  }
  return counted;
}

test('eight orders of two items are picked in one walk without a network: each stop is scanned once, then each tote, and Done says where each goes', async () => {
  test.setTimeout(240_000);
  const orders = await releaseSmall(8);
  const { page, context } = await tabletOf(picker, list, { isInstalled: true });
  await expect(page.getByRole('button', { name: `Pick order ${orders[7]?.number}` })).toBeVisible();
  await context.setOffline(true);
  const taps = await countTaps(page);
  await pickTogether(page, orders);
  // One tap begins the selection, one selects each order, one starts the walk.
  expect(taps()).toBe(orders.length + 2);
  expect(await faultsOf(page)).toEqual([]);

  // A tablet that restarts in the middle of the walk goes on where it was.
  await page.reload();
  await expect(page.getByRole('heading', { name: '8 orders on one trolley' })).toBeVisible();
  await expect(picked(page)).toHaveText('0 of 16 items');
  const stopCount = Number(/of (\d+)/.exec((await page.getByRole('region', { name: /^Stop/ }).getAttribute('aria-label')) ?? '')?.[1]);
  expect(stopCount).toBeLessThan(16);
  const { stops, totes } = await walkByScans(page, (position) => `T-00${position}`);
  expect(stops, 'each SKU is scanned once').toBe(stopCount);
  expect(totes, 'each tote once for each of its SKUs').toBe(16);
  expect(taps(), 'a walk with a scanner needs no tap').toBe(orders.length + 2);

  await expect(page.getByRole('heading', { name: 'Every stop is done' })).toBeVisible();
  const where = page.getByRole('region', { name: 'Where each tote goes' }).getByRole('listitem');
  for (const [index, { number }] of orders.entries())
    await expect(where.nth(index)).toContainText(new RegExp(`${number} → (prep|dispatch), tote T-00${index + 1}`));
  await page.getByRole('button', { name: 'Complete 8 picks' }).click();
  await expect(page.getByRole('heading', { name: 'Done', exact: true })).toBeVisible();
  await expect(where.first()).toContainText('Complete');
  await expect(page.getByText('Scan the item once, for all totes.')).toBeHidden();
  expect(await faultsOf(page)).toEqual([]);

  // The office learns of everything once the network is back: each order is picked exactly as if it had been picked alone.
  await context.setOffline(false);
  for (const { uuid } of orders) await expect.poll(() => statusOf(uuid), { timeout: 30_000 }).toMatch(/^(picked|booked)$/);
  const { items } = (await product.get(office, '/api/admin/attention')) as { items: { order_number?: string }[] };
  expect(items.filter(({ order_number }) => orders.some(({ number }) => number === order_number))).toEqual([]);
});

test('a tote leaves the trolley early, a full tote goes on in another, and a short item goes to whom the picker chooses', async () => {
  test.setTimeout(180_000);
  const orders = await releaseSmall(3);
  const [first, second, third] = orders;
  const { page } = await tabletOf(picker, list);
  await pickTogether(page, orders);
  const dialog = page.getByRole('dialog');

  // The item is taken by hand, the first tote is scanned once and then full.
  await page.getByRole('button', { name: /^\d+ in hand$/ }).click();
  await typeScan(page, 'T-0101');
  await expect(turn(page)).toContainText('Put 1 into Black');
  await trolley(page)
    .getByRole('button')
    .filter({ hasText: first?.number ?? '' })
    .click();
  await expect(dialog).toContainText('In tote T-0101');
  await typeScan(page, 'T-0102');
  await expect(dialog).toBeHidden();
  await expect(
    trolley(page)
      .getByRole('button')
      .filter({ hasText: first?.number ?? '' })
      .locator('.tote-more'),
  ).toBeVisible();

  // One of two is found: both ways to divide it are the same, and the younger order waits.
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await expect(dialog).toContainText('1 found for 2, 1 short');
  await expect(dialog.getByRole('group', { name: 'Who gets them' })).toContainText(/3 Pink\s*waits/);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('radio', { name: /Not in the bin/ }).check();
  await dialog.getByRole('button', { name: 'Record 1 of 2' }).click();
  await expect(turn(page)).toContainText('Put 1 into Black');
  await page.getByRole('button', { name: '1 is in tote 2' }).click();
  await expect(page.getByRole('region', { name: /^Stop 2 of 2$/ })).toBeVisible();

  // The second order leaves early, and is a pick of its own from then on.
  await trolley(page)
    .getByRole('button')
    .filter({ hasText: second?.number ?? '' })
    .click();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take it off the trolley' }).click();
  await expect(page.getByRole('heading', { name: '2 orders on one trolley' })).toBeVisible();
  await expect(trolley(page).getByRole('listitem').nth(1)).toContainText('Off the walk');
  await expect(page.getByText('is not on the floor any more')).toBeHidden();
  await typeScan(page, (await sku(page).textContent()) ?? '');
  await typeScan(page, 'T-0102');
  await expect(turn(page)).toContainText('Put 1 into Pink');
  await typeScan(page, 'T-0102');
  await expect(page.getByText('This is tote 1 White. The items go into tote 3 Pink.')).toBeVisible();
  await typeScan(page, 'T-0103');
  const where = page.getByRole('region', { name: 'Where each tote goes' });
  await expect(where).toContainText(`${first?.number} → prep, tote T-0101 and T-0102`);
  await expect(where.getByRole('listitem').filter({ hasText: third?.number ?? '' })).toContainText('Short');
  await page.getByRole('button', { name: 'Complete 2 picks' }).click();
  await page.getByRole('link', { name: 'Back to the picking list' }).click();
  await page.getByRole('button', { name: `Resume order ${second?.number}` }).click();
  await expect(page.getByText('1 of 2 items')).toBeVisible();
  await expect.poll(() => statusOf(third?.uuid ?? '')).toMatch(/^(picked|booked)$/);
});

test('a paused trolley is handed over, and a second tablet takes over each order in its tote', async () => {
  test.setTimeout(180_000);
  const orders = await releaseSmall(2);
  const { page, context } = await tabletOf(picker, list, { isInstalled: true });
  await context.setOffline(true);
  await pickTogether(page, orders);
  await typeScan(page, (await sku(page).textContent()) ?? '');
  await typeScan(page, 'T-0201');
  await expect(picked(page)).toHaveText('1 of 4 items');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('You paused this walk.')).toBeVisible();
  await expect(page.getByRole('button', { name: /in hand$|in tote/ })).toBeDisabled();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Hand over the trolley' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByRole('button', { name: 'Take over 2 orders on one trolley' })).toBeVisible();
  await context.setOffline(false);

  const other = await tabletOf(office, list);
  await other.page.getByRole('button', { name: 'Take over 2 orders on one trolley' }).click({ timeout: 30_000 });
  await expect(picked(other.page)).toHaveText('1 of 4 items');
  await expect(
    trolley(other.page)
      .getByRole('button')
      .filter({ hasText: orders[1]?.number ?? '' }),
  ).toContainText('2');
  expect(await walkByScans(other.page, (position) => `T-020${position}`)).toEqual({ stops: 2, totes: 3 });
  // Items that the first tablet recorded are named before the picks are completed.
  await other.page.getByRole('button', { name: 'Complete 2 picks' }).click();
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'I have them all' }).click();
  for (const { uuid } of orders) await expect.poll(() => statusOf(uuid), { timeout: 30_000 }).toMatch(/^(picked|booked)$/);
});

test('an order that the office cancels or holds leaves the walk, and the others go on', async () => {
  test.setTimeout(180_000);
  const orders = await releaseSmall(3);
  const [first, second, third] = orders;
  const { page } = await tabletOf(picker, list);
  await pickTogether(page, orders);
  await expect(page.getByText('Nothing waiting')).toBeVisible({ timeout: 30_000 });
  const send = (method: string, path: string, body?: object) =>
    fetch(product.url + path, {
      method,
      headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await send('POST', `/api/orders/${first?.uuid}/cancel`);
  await send('PUT', `/api/admin/orders/${second?.uuid}`, { is_frozen: true, frozen_reason: 'Credit stop' });
  await expect(page.getByText(`Order ${first?.number} is not on the floor any more. Take tote 1 White off the trolley.`)).toBeVisible({
    timeout: 30_000,
  });
  await expect(
    trolley(page)
      .getByRole('button')
      .filter({ hasText: second?.number ?? '' }),
  ).toContainText('On hold', { timeout: 30_000 });
  await expect(picked(page)).toHaveText('0 of 2 items');
  expect(await walkByScans(page, (position) => `T-030${position}`)).toEqual({ stops: 2, totes: 2 });
  await page.getByRole('button', { name: 'Complete 1 pick' }).click();
  await expect.poll(() => statusOf(third?.uuid ?? ''), { timeout: 30_000 }).toMatch(/^(picked|booked)$/);
});

test('the list of orders to pick is filtered by size and aisle, keeps the filter during a pick, and finds any order by its number', async () => {
  const [small] = await releaseSmall(1);
  const large = await numberOf(await releaseOrder(product, { styles: 2, quantity: 2 }));
  const { page, context } = await tabletOf(picker, list);
  const row = (number: string) => page.getByRole('link', { name: number, exact: true });
  await expect(row(large)).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter orders' });
  await sheet.getByRole('button', { name: '1 or 2 items' }).click();
  for (const button of await sheet.getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0, await button.innerText()).toBeGreaterThanOrEqual(48);
  expect(await faultsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: /^Show \d+ order/ }).click();
  await expect(row(small?.number ?? '')).toBeVisible();
  await expect(row(large)).toHaveCount(0);
  await expect(page.getByText('1 or 2 items', { exact: true })).toBeVisible();
  // The filter stays while another screen is open.
  await page.getByRole('link', { name: 'Prep', exact: true }).click();
  await page.getByRole('link', { name: 'Picking', exact: true }).click();
  await expect(row(small?.number ?? '')).toBeVisible();
  await expect(row(large)).toHaveCount(0);
  // A search is for one order, so the filter does not apply to it.
  const search = page.getByRole('searchbox', { name: 'Search or scan an order' });
  await search.fill(large);
  await expect(row(large)).toBeVisible();
  await search.fill('');
  await expect(row(large)).toHaveCount(0);
  // Without a network too, a filter without a match says so, and one tap shows all orders again.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await sheet.getByRole('button', { name: 'Today or late' }).click();
  for (const aisle of await sheet.getByRole('button', { name: /^Aisle / }).all()) await aisle.click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All orders' }).click();
  await expect(row(large)).toBeVisible();
});

test('the first orders of the list are selected with one tap or one by one with a scan, and stay selected while one of them is looked at, and after a reload', async () => {
  const orders = await releaseSmall(2);
  const { page } = await tabletOf(picker, list);
  const selected = page.getByRole('button', { name: /^Select order/, pressed: true });
  const start = page.getByRole('button', { name: /^Pick \d+ together$/ });
  await expect(page.getByRole('button', { name: `Pick order ${orders[1]?.number}` })).toBeVisible();
  const taps = await countTaps(page);
  await page.getByRole('button', { name: 'Pick several' }).click();
  await page.getByRole('button', { name: /^Select (the first|all) \d+$/ }).click();
  expect(taps()).toBe(2);
  expect(await selected.count()).toBeGreaterThan(2);
  await expect(start).toHaveText(`Pick ${await selected.count()} together`);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('button', { name: 'Pick several' }).click();
  await expect(selected).toHaveCount(0);
  for (const { number } of orders) await typeScan(page, number);
  await expect(start).toHaveText('Pick 2 together');
  await typeScan(page, orders[0]?.number ?? '');
  await expect(selected).toHaveCount(2);
  await page.getByRole('link', { name: orders[0]?.number ?? '', exact: true }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(start).toHaveText('Pick 2 together');
  await page.reload();
  await expect(start).toHaveText('Pick 2 together');
  await start.click();
  await expect(page.getByRole('heading', { name: '2 orders on one trolley' })).toBeVisible();
});

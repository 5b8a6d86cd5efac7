import { randomBytes, randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signals } from '../../pwa/scan/signal.ts';
import type { Session } from '../../pwa/session/store.ts';
import { skuName } from '../../pwa/stock/stock-words.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countKeys } from './count-keys.ts';
import { countTaps } from './count-taps.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, open } from './screens.ts';
import { typeScan } from './type-scan.ts';

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`stock is adjusted with a reason, which the ledger of the SKU shows, at ${viewport.width} px`, async () => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const office = await product.signIn('super@kitroom.test');
    const { items } = (await product.get(office, '/api/admin/stock/skus?per_page=1')) as { items: { id: number }[] };
    await enter(context, product, office);
    const page = await context.newPage();
    await page.goto(`${product.url}/admin/stock/${items[0]?.id}`);
    await page.getByRole('button', { name: 'Adjust', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Items').fill('3');
    await dialog.getByLabel('Reason').fill(`Found behind the rack at ${viewport.width}`);
    await dialog.getByRole('button', { name: 'Add 3 items' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Found behind the rack at ${viewport.width}`).first()).toBeVisible();
    await expect(page.getByText('+3', { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const read = (who: Session, path: string): Promise<any> => product.get(who, path);

async function send(who: Session, method: string, path: string, body?: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

/** Opens a page on which this person is signed in. A service worker would send requests while the page has no network, so it is blocked. */
async function pageOf(who: Session, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, who);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

test('the ledger of a SKU fits the width of every screen, and is a table if the screen is wide enough', async () => {
  const office = await product.signIn('super@kitroom.test');
  const { items } = await read(office, '/api/admin/stock/skus?per_page=1');
  const page = await pageOf(office, { width: 1440, height: 900 });
  await page.goto(`${product.url}/admin/stock/${items[0]?.id}`);
  const ledger = page.getByLabel('Ledger');
  await expect(ledger.getByRole('columnheader', { name: 'On hand' })).toBeVisible();
  for (const width of [1440, 1240, 1024, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(ledger.getByRole('columnheader')).toHaveCount(width < 1240 ? 0 : 7);
    expect(await ledger.evaluate((part) => part.scrollWidth - part.clientWidth), String(width)).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test('the office fixes the reorder point on the page of a SKU, and opens the orders and purchase orders that concern it', async () => {
  const office = await product.signIn('super@kitroom.test');
  const { last_page } = await read(office, '/api/admin/stock/skus?per_page=100');
  const pages = await Promise.all(Array.from({ length: last_page }, (_, n) => read(office, `/api/admin/stock/skus?per_page=100&page=${n + 1}`)));
  const coming = pages.flatMap(({ items }) => items).filter(({ on_order, qty_allocated }) => on_order > 0 && qty_allocated > 0);
  const details = await Promise.all(coming.map(async ({ id }) => ({ id, ...(await read(office, `/api/admin/skus/${id}/stock-details`)) })));
  const awaited = details.find(({ orders }) => orders.length > 0);
  const page = await pageOf(office, { width: 1440, height: 900 });
  await page.goto(`${product.url}/admin/stock/${awaited.id}`);
  await page.getByRole('button', { name: 'Change the reorder point' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Items wanted').fill('987');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const figures = page.getByLabel('What there is');
  await expect(figures.getByText('987', { exact: true })).toBeVisible();
  await expect(figures.getByText('Below the reorder point of 987')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Labels', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const waits = page.getByLabel('Who waits and what comes');
  await waits.getByRole('link', { name: awaited.purchase_orders[0].our_reference, exact: true }).first().click();
  await page.waitForURL(`**${awaited.purchase_orders[0].url}`);
  await page.goBack();
  await waits.getByRole('link', { name: awaited.orders[0].order_number, exact: true }).click();
  await page.waitForURL(`**${awaited.orders[0].url}*`);
  await page.goBack();
  // The picture, the figures and the tables fit every width.
  for (const width of [1440, 1240, 1024, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(figures).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), String(width)).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test('a blind count with a large difference changes the stock when a super accepts it, and changes nothing when a super refuses it', async () => {
  const office = await product.signIn('super@kitroom.test');
  const floor = await product.signIn('warehouse@kitroom.test');
  const { items } = await read(office, '/api/admin/stock/skus?per_page=100');
  // All items of these SKUs are free, so none is on a trolley or at a decorator.
  const expectedItems = items
    .filter(({ qty_available, qty_free }: { qty_available: number; qty_free: number }) => qty_available > 5 && qty_free === qty_available)
    .slice(0, 2);
  for (const { id } of expectedItems) await send(office, 'POST', `/api/admin/stock/skus/${id}/count-requests`);
  const tablet = await pageOf(floor, { width: 820, height: 1180 });
  const desk = await pageOf(office, { width: 1440, height: 900 });
  const stockOnHand = async (id: number) => (await read(office, `/api/admin/stock/skus/${id}`)).qty_available;

  for (const [at, decision] of ['Accept the count', 'Refuse the count'].entries()) {
    const { id, sku, qty_available } = expectedItems[at];
    const count = qty_available + 100;
    await tablet.goto(`${product.url}/admin/stock/count`);
    await tablet
      .getByRole('row')
      .filter({ hasText: sku })
      .getByRole('button', { name: /^Count/ })
      .click();
    const dialog = tablet.getByRole('region', { name: `Count of ${sku}` });
    // The expected quantity is hidden from the person who counts.
    expect(await dialog.innerText()).not.toMatch(new RegExp(`\\b${qty_available}\\b(?! *cm)`));
    await dialog.getByRole('spinbutton', { name: `Counted, ${sku}` }).fill(String(count));
    await dialog.getByRole('button', { name: `Record ${count}` }).click();
    await expect(tablet.getByText('The office checks a count that is far from the stock.').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await faultsOf(tablet)).toEqual([]);
    await expect
      .poll(async () => (await read(office, `/api/admin/attention?kind=count_request`)).items.some((item: { sku: string }) => item.sku === sku))
      .toBe(true);
    expect(await stockOnHand(id)).toBe(qty_available);

    await desk.goto(`${product.url}/admin/attention#kind=count_request`);
    // The second visit has the same address as the first, so `goto` alone loads nothing.
    await desk.reload();
    await desk.getByText(`Counted ${count} where the stock said ${qty_available}`).first().click();
    const question = desk.getByRole('dialog');
    await expect(question).toContainText('100 more than the stock said');
    expect(await faultsOf(desk)).toEqual([]);
    await question.getByRole('button', { name: decision }).click();
    await expect(question).toHaveCount(0);
    expect(await stockOnHand(id)).toBe(at === 0 ? count : qty_available);
    await expect(desk.getByText(`Counted ${count} where`)).toHaveCount(0);
  }
  await tablet.context().close();
  await desk.context().close();
});

test('a count below the allocated quantity takes the missing items from the allocation of the newest order, and names the order', async () => {
  const office = await product.signIn('super@kitroom.test');
  const uuid = await releaseOrder(product, { styles: 1, quantity: 2 });
  await send(office, 'PUT', `/api/admin/orders/${uuid}`, { unallocate: true });
  await send(office, 'POST', `/api/admin/orders/${uuid}/allocate-all`);
  const { order_number, lines } = await read(office, `/api/orders/${uuid}`);
  const { product_id } = lines[0];
  const { sku, qty_allocated, qty_off_shelf } = await read(office, `/api/admin/stock/skus/${product_id}`);

  const onShelf = qty_allocated - qty_off_shelf - 1;
  const page = await pageOf(office, { width: 1440, height: 900 });
  await page.goto(`${product.url}/admin/stock/${product_id}`);
  await page.getByRole('button', { name: 'Count stock' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: `Counted, ${sku}` }).fill(String(onShelf));
  await dialog.getByRole('button', { name: `Record ${onShelf}` }).click();
  await expect(dialog).toContainText('1 line lost allocation because the stock is not there:');
  await expect(dialog.getByRole('listitem')).toHaveText(`1 of order ${order_number}`);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('link', { name: order_number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order_number);
  expect((await read(office, `/api/orders/${uuid}`)).lines[0].qty_allocated).toBe(1);
  await page.context().close();
});

test('a scan of a SKU, a barcode or a bin opens a count on a tablet; the scanned code does not get into the field of the count', async () => {
  const floor = await product.signIn('warehouse@kitroom.test');
  const { items } = await read(floor, '/api/admin/stock/skus?per_page=100');
  const [first, other] = items.filter(({ bin }: { bin: string | null }) => bin);
  const { items: inBin } = await read(floor, `/api/admin/stock/skus?per_page=100&code=${encodeURIComponent(first.bin)}`);
  for (const viewport of [
    { width: 820, height: 1180 },
    { width: 1180, height: 820 },
  ]) {
    const page = await pageOf(floor, viewport);
    const { qty_available, qty_off_shelf } = await read(floor, `/api/admin/stock/skus/${first.id}`);
    const counted = String(qty_available - qty_off_shelf - 1);
    await open(page, product, '/admin/stock/count');
    await expect(page.locator('.status')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(await overflowsOf(page)).toEqual([]);
    await typeScan(page, first.sku.toLowerCase());
    const screen = page.getByRole('region', { name: `Count of ${first.sku}` });
    const count = screen.getByRole('spinbutton', { name: `Counted, ${first.sku}` });
    await expect(count).toBeVisible();
    for (const button of await page.locator('main, header, .status').getByRole('button').all())
      expect((await button.boundingBox())?.height ?? 48, await button.innerText()).toBeGreaterThanOrEqual(48);
    expect(await faultsOf(page)).toEqual([]);
    // The buttons are high, because people with gloves press them.
    for (const button of ['One less', 'One more', 'None there', 'Record count'])
      expect((await screen.getByRole('button', { name: button }).boundingBox())?.height, button).toBeGreaterThanOrEqual(64);
    // Each scan of an item counts one more; a scan of the bin's label counts nothing.
    // The signal for a scan that opens a screen differs from the signal for a scan that counts an item.
    const felt = () => page.evaluate(() => (window as unknown as { felt: number[][] }).felt.map((one) => one.join()));
    await page.evaluate(() => {
      const all: number[][] = [];
      Object.assign(window, { felt: all });
      navigator.vibrate = (pattern) => all.push([pattern].flat() as number[]) > 0;
    });
    await typeScan(page, first.sku);
    await expect(count).toHaveValue('1');
    await typeScan(page, first.bin);
    await expect.poll(felt).toEqual([signals.right, signals.jump].map(({ vibration }) => vibration.join()));
    await typeScan(page, first.sku);
    await expect(count).toHaveValue('2');
    await count.fill(counted);
    await expect(screen.getByRole('button', { name: `Record ${counted}`, exact: true })).toBeEnabled();
    await expect(count).toHaveAttribute('aria-valuenow', counted);
    // Escape and the button that closes the count ask before the counted number is lost.
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const leave of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Close' }).click()]) {
      await leave();
      await question.getByRole('button', { name: 'Stay here' }).click();
      await expect(count).toHaveValue(counted);
    }
    await expect(count).toHaveAttribute('aria-valuenow', counted);
    await typeScan(page, other.sku);
    // The message names the scanned item and the step that has to come first.
    await expect(page.getByText(`Not counted: ${skuName(other)}`).first()).toBeVisible();
    await expect(page.getByText(`Record or close the count of ${first.sku} first.`).first()).toBeVisible();
    await expect(count).toHaveValue(counted);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/count-${viewport.width}.png` });
    // Without a network the count is recorded on the tablet, and sent when the network is back.
    await page.context().setOffline(true);
    await screen.getByRole('button', { name: `Record ${counted}`, exact: true }).click();
    await expect(screen).toHaveCount(0);
    await expect(page.locator('.status')).toContainText('1');
    await page.context().setOffline(false);
    await expect(page.locator('.status')).toContainText('Nothing waiting');
    await expect.poll(async () => (await read(floor, `/api/admin/stock/skus/${first.id}`)).qty_available).toBe(qty_available - 1);
    await typeScan(page, first.bin);
    await expect(page.getByRole('region', { name: `Count of bin ${first.bin}` }).getByRole('listitem')).toHaveCount(inBin.length);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bin-${viewport.width}.png` });
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  }
});

/** Takes a screenshot in both colour schemes, if `PICTURES` names a folder for them. */
async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env.PICTURES}/${name}-${colorScheme}.png` });
  }
}

/** Sends one action, as a tablet does. */
async function act(who: Session, n: string, nv: number, a: Record<string, unknown>): Promise<void> {
  const c = randomUUID();
  const author = { actor_id: who.who.user.id, asserted: false, at: new Date().toISOString() };
  const device = { device: randomUUID(), secret: randomBytes(32).toString('hex') };
  const push = [{ c, s: 1, m: randomUUID(), n, nv, a, base: {}, ...author }];
  await send(who, 'POST', '/api/sync', { pv: 1, ...device, pending: 1, push, pull: { cursor: null, lm: { [c]: 0 } } });
}

/** Moves items of a SKU from its pick bin to another bin. */
const moveToBin = (who: Session, product_id: number, bin: string, qty: number): Promise<void> =>
  act(who, 'bin.put_away', 1, { product_id, bin, qty, from: null });

/** Returns a SKU whose whole stock is free and in its pick bin. */
async function skuInOneBin(office: Session) {
  const { items } = await read(office, '/api/admin/stock/skus?per_page=100');
  const inOneBin = items.filter((one: { bin: string | null; bins: unknown[]; qty_available: number; qty_free: number }) => {
    return one.bin && one.bins.length === 0 && one.qty_available > 9 && one.qty_free === one.qty_available;
  });
  const sku = inOneBin.at(-1) as { id: number; sku: string; bin: string; qty_available: number };
  const stands = async (): Promise<{ on_hand: number; bins: unknown }> => {
    const { items: found } = await read(office, `/api/admin/stock/skus?code=${encodeURIComponent(sku.sku)}`);
    return { on_hand: found[0].qty_available, bins: found[0].bins };
  };
  return { ...sku, stands };
}

for (const viewport of [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`each bin of a SKU is counted separately, also without a network, at ${viewport.width} px`, async () => {
    const office = await product.signIn('super@kitroom.test');
    const floor = await product.signIn('warehouse@kitroom.test');
    const { id, sku, bin, qty_available, stands } = await skuInOneBin(office);
    const [first, second, other] = ['71', '72', '79'].map((aisle) => `Q-${aisle}-${viewport.width}`) as [string, string, string];
    await moveToBin(floor, id, first, 5);
    await moveToBin(floor, id, second, 3);
    await send(office, 'POST', `/api/admin/stock/skus/${id}/count-requests`);

    const page = await pageOf(floor, viewport);
    await open(page, product, '/admin/stock/count');
    await expect(page.getByText(sku, { exact: true }).first()).toBeVisible();
    const screen = page.getByRole('region', { name: `Count of ${sku}` });
    const bins = screen.getByRole('group', { name: 'Bins' });
    const rowOf = (code: string) => bins.locator('label').filter({ hasText: code });
    // If an item is scanned before its bin, the bin is unknown.
    await typeScan(page, sku);
    await expect(bins.getByRole('radio')).toHaveCount(3);
    await takePictures(page, `count-bins-begun-${viewport.width}`);
    await typeScan(page, sku);
    await expect(page.getByText('In which bin?').first()).toBeVisible();
    await expect(bins.getByText('Not counted')).toHaveCount(3);

    // The debugger session that types a scan would end `setOffline`, so requests are aborted instead.
    const answers = '**/api/**';
    await page.context().route(answers, (route) => route.abort());
    await typeScan(page, first);
    await expect(rowOf(first).getByRole('radio')).toBeChecked();
    await typeScan(page, sku);
    await typeScan(page, sku);
    await expect(rowOf(first)).toContainText('2');
    await rowOf(bin).click();
    const picked = String(qty_available - 8);
    await screen.getByRole('spinbutton', { name: `Counted, ${sku} in ${bin}` }).fill(picked);
    // A bin in which the SKU has no stock has to be confirmed, by a second scan of its label.
    await expect(rowOf(bin)).toContainText(picked);
    await typeScan(page, other);
    const sheet = page.getByRole('dialog', { name: 'Another bin' });
    await expect(sheet.getByText(`New bin ${other}?`)).toBeVisible();
    await typeScan(page, other);
    await expect(sheet).toHaveCount(0);
    await typeScan(page, sku);
    await expect(rowOf(other)).toContainText('1');
    await expect(screen.getByText(`Not counted yet: ${second}.`)).toBeVisible();
    // A reload loses nothing that was counted and not recorded yet.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(rowOf(first)).toContainText('2');
    await expect(rowOf(bin)).toContainText(picked);
    await expect(rowOf(other)).toContainText('1');
    for (const button of await page.locator('main, header, .status').getByRole('button').all())
      expect((await button.boundingBox())?.height ?? 48, await button.innerText()).toBeGreaterThanOrEqual(48);
    for (const row of await bins.locator('label').all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    expect(await overflowsOf(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await takePictures(page, `count-bins-${viewport.width}`);
    await screen.getByRole('button', { name: `Record ${qty_available - 5}`, exact: true }).click();
    await expect(page.getByText(`Still to be counted: ${second}.`).first()).toBeVisible();

    // The tablet shows each bin as it was counted, and the SKU stays on the list until all its bins are counted.
    await typeScan(page, sku);
    await expect(bins.getByRole('radio')).toHaveCount(4);
    for (const [code, qty] of [
      [bin, picked],
      [first, '2'],
      [second, '3'],
      [other, '1'],
    ] as const) {
      await rowOf(code).click();
      await screen.getByRole('spinbutton', { name: `Counted, ${sku} in ${code}` }).fill(qty);
      await expect(rowOf(code)).toContainText(qty);
    }
    await expect(screen.getByText('Not counted yet')).toHaveCount(0);
    await screen.getByRole('button', { name: `Record ${qty_available - 2}`, exact: true }).click();
    await expect(screen).toHaveCount(0);
    await expect(page.getByText(sku, { exact: true })).toHaveCount(0);
    expect((await stands()).on_hand).toBe(qty_available);

    await page.context().unroute(answers);
    await expect(page.locator('.status')).toContainText('Nothing waiting');
    await expect.poll(stands).toEqual({
      on_hand: qty_available - 2,
      bins: [
        { bin: first, qty: 2 },
        { bin: second, qty: 3 },
        { bin: other, qty: 1 },
      ],
    });
    await page.context().close();
  });

test('the office sees the counted quantity of each bin, and accepts the count', async () => {
  const office = await product.signIn('super@kitroom.test');
  const floor = await product.signIn('warehouse@kitroom.test');
  const { id, sku, bin, qty_available, stands } = await skuInOneBin(office);
  await moveToBin(floor, id, 'R-11-1', 4);
  const bins = [
    { bin, qty: qty_available - 4 },
    { bin: 'R-11-1', qty: 44 },
    { bin: 'R-12-1', qty: 1 },
  ];
  await act(floor, 'stock.count', 2, { product_id: id, qty: qty_available + 41, counted_at: new Date().toISOString(), pick_bin: bin, bins });
  expect(await stands()).toEqual({ on_hand: qty_available, bins: [{ bin: 'R-11-1', qty: 4 }] });
  const desk = await pageOf(office, { width: 1440, height: 900 });
  await desk.goto(`${product.url}/admin/attention#kind=count_request`);
  await desk
    .getByRole('row')
    .filter({ hasText: sku })
    .getByText(`Counted ${qty_available + 41} where`)
    .click();
  const question = desk.getByRole('dialog');
  const each = `${bin}: ${qty_available - 4}, R-11-1: 44 (the stock said 4), R-12-1: 1 (the stock said 0)`;
  for (const width of [390, 820, 1440]) {
    await desk.setViewportSize({ width, height: 900 });
    await expect(question.getByText(each)).toBeVisible();
    expect(await overflowsOf(desk)).toEqual([]);
    await takePictures(desk, `count-bins-office-${width}`);
  }
  expect(await faultsOf(desk)).toEqual([]);
  const counted = question.getByRole('textbox', { name: 'Counted' });
  await counted.fill('7');
  await expect(question.getByText('Another number is for all bins together')).toBeVisible();
  await counted.fill(String(qty_available + 41));
  await question.getByRole('button', { name: 'Accept the count' }).click();
  await expect(question).toHaveCount(0);
  const otherBins = bins.filter((one) => one.bin !== bin);
  expect(await stands()).toEqual({ on_hand: qty_available + 41, bins: otherBins });
  await desk.context().close();
});

test('a shelf is counted with one tap and scans: the tab, a bin, its items, and the next bin records it', async () => {
  const office = await product.signIn('super@kitroom.test');
  const floor = await product.signIn('warehouse@kitroom.test');
  const { items } = await read(office, '/api/admin/stock/skus?per_page=100');
  type Listed = { id: number; sku: string; bin: string | null; bins: unknown[]; qty_available: number; qty_free: number };
  // All items of these SKUs are free and in one bin, and few enough to be scanned.
  const [first, second] = items.filter(
    ({ bin, bins, qty_available, qty_free }: Listed) => bin && bins.length === 0 && qty_free === qty_available && qty_available > 1,
  ) as [Listed, Listed];
  // Without a network, a tablet knows the bins of the floor's SKUs only: a SKU to count is one of them.
  await send(office, 'POST', `/api/admin/stock/skus/${second.id}/count-requests`);
  const page = await pageOf(floor, { width: 820, height: 1180 });
  await open(page, product, '/admin/picking/orders');
  const taps = await countTaps(page);
  await page
    .getByRole('navigation', { name: 'Floor' })
    .getByRole('link', { name: /^Count/ })
    .click();
  // A scan may arrive before the screen has loaded: it waits.
  await expect(page.getByRole('heading', { level: 1, name: 'Count stock' })).toBeVisible();
  await typeScan(page, first.bin ?? '');
  const screen = page.getByRole('region', { name: `Count of bin ${first.bin}` });
  const counted = (sku: string) => screen.getByRole('spinbutton', { name: `Counted, ${sku}` });
  await expect(counted(first.sku)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await typeScan(page, first.sku);
  await typeScan(page, first.sku);
  await expect(counted(first.sku)).toHaveValue('2');
  // A reload loses nothing that was counted.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(counted(first.sku)).toHaveValue('2');
  // An item of another bin is counted here after a second scan.
  await typeScan(page, second.sku);
  await expect(page.getByText('If it lies here too, scan it once more.')).toBeVisible();
  await expect(counted(second.sku)).toHaveCount(first.bin === second.bin ? 1 : 0);
  // A number that is typed counts as well, and the code that is scanned after it does not get into it.
  await counted(first.sku).fill(String(first.qty_available - 1));
  await expect(page.getByText(`${first.qty_available - 1} item`).first()).toBeVisible();
  await takePictures(page, 'count-bin');
  await page.context().setOffline(true);
  await typeScan(page, second.bin ?? '');
  await expect(page.getByRole('region', { name: `Count of bin ${second.bin}` })).toBeVisible();
  await expect(page.getByText(`${first.bin} is recorded`)).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await read(floor, `/api/admin/stock/skus/${first.id}`)).qty_available).toBe(first.qty_available - 1);
  expect(taps()).toBe(1);
  // A bin that was left without a scan changes nothing.
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Count stock' })).toBeVisible();
  expect((await read(floor, `/api/admin/stock/skus/${second.id}`)).qty_available).toBe(second.qty_available);
  await page.context().close();
});

test('the sizes of a style are counted at a desk in one row: three counts in 15 keys, and an empty size is not counted', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const office = await product.signIn('super@kitroom.test');
  await enter(context, product, office);
  const page = await context.newPage();
  await page.goto(`${product.url}/admin/stock`);
  const open = page.getByRole('button', { name: 'Count sizes' });
  await open.focus();
  const pressed = await countKeys(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Count sizes' });
  await expect(dialog.getByRole('combobox', { name: 'Style and colour' })).toBeFocused();
  await page.keyboard.type('sweat');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const sizes = dialog.locator('.size-run input');
  await expect(sizes.first()).toBeFocused();
  // The person counts without seeing the stock.
  await expect(dialog.locator('.size-run')).not.toContainText('free');
  await page.keyboard.type('41 0  7');
  await expect(dialog).toContainText('48 items in 3 sizes');
  expect(await faultsOf(page)).toEqual([]);
  const counting = page.waitForRequest((request) => request.url().endsWith('/api/admin/stock/counts'));
  await page.keyboard.press('Enter');
  const { counts } = (await counting).postDataJSON() as { counts: { product_id: number; on_shelf: number }[] };
  expect(counts.map(({ on_shelf }) => on_shelf)).toEqual([41, 0, 7]);
  await expect(page.getByText('3 sizes counted', { exact: true })).toBeVisible();
  expect(await pressed()).toBe(15);
  const stock = (await product.get(office, `/api/admin/stock/skus/${counts[0]?.product_id}`)) as { qty_available: number };
  expect(stock.qty_available).toBeGreaterThanOrEqual(41);

  // Escape asks before it discards counts that are typed.
  const changes = page.getByRole('dialog', { name: 'What the counts changed' });
  if (await changes.isVisible()) await changes.getByRole('button', { name: 'Close' }).click();
  await open.click();
  await dialog.getByRole('combobox', { name: 'Style and colour' }).pressSequentially('sweat');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(sizes.first()).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
});

import { type Browser, expect, type Page, test } from '@playwright/test';
import { signals } from '../../pwa/scan/signal.ts';
import type { Session } from '../../pwa/session/store.ts';
import { skuName } from '../../pwa/stock/stock-words.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
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
  test(`stock is adjusted with a reason, which its ledger shows, at ${viewport.width} px`, async () => {
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

/** A page of somebody's own. A service worker would send requests while the page has no network. */
async function pageOf(who: Session, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, who);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

test('the ledger of a SKU stands in the width of every screen, as a table where that has room', async () => {
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

test('a blind count with a large difference waits until a super applies it, and another is refused', async () => {
  const office = await product.signIn('super@kitroom.test');
  const floor = await product.signIn('warehouse@kitroom.test');
  const { items } = await read(office, '/api/admin/stock/skus?per_page=100');
  // Nothing of these is on a trolley or at a decorator: all of it is on the shelf.
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
    // The second visit has the address of the first, which loads nothing.
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

test('a count below what is allocated takes the newest order’s allocation back, and lists it', async () => {
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

test('a scan of a SKU, its barcode or a bin opens its count on a tablet, and is never typed into a count', async () => {
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
    const dialog = page.getByRole('dialog');
    const screen = page.getByRole('region', { name: `Count of ${first.sku}` });
    const count = screen.getByRole('spinbutton', { name: `Counted, ${first.sku}` });
    await expect(count).toBeVisible();
    for (const button of await page.locator('main, header, .status').getByRole('button').all())
      expect((await button.boundingBox())?.height ?? 48, await button.innerText()).toBeGreaterThanOrEqual(48);
    expect(await faultsOf(page)).toEqual([]);
    // Gloves press these.
    for (const button of ['One less', 'One more', 'None there', 'Record count'])
      expect((await screen.getByRole('button', { name: button }).boundingBox())?.height, button).toBeGreaterThanOrEqual(64);
    // Each scan of an item counts one more; its bin's label counts nothing.
    // A screen that opens feels and sounds other than an item that counts.
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
    // The counted number is lost neither by Escape nor by the button that closes the count.
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const leave of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Close' }).click()]) {
      await leave();
      await question.getByRole('button', { name: 'Stay here' }).click();
      await expect(count).toHaveValue(counted);
    }
    await expect(count).toHaveAttribute('aria-valuenow', counted);
    await typeScan(page, other.sku);
    // It says what was scanned, and what comes first.
    await expect(page.getByText(`Not counted: ${skuName(other)}`).first()).toBeVisible();
    await expect(page.getByText(`Record or close the count of ${first.sku} first.`).first()).toBeVisible();
    await expect(count).toHaveValue(counted);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/count-${viewport.width}.png` });
    // Without a network it is recorded on the tablet, and arrives when the network is back.
    await page.context().setOffline(true);
    await screen.getByRole('button', { name: `Record ${counted}`, exact: true }).click();
    await expect(screen).toHaveCount(0);
    await expect(page.locator('.status')).toContainText('1');
    await page.context().setOffline(false);
    await expect(page.locator('.status')).toContainText('Nothing waiting');
    await expect.poll(async () => (await read(floor, `/api/admin/stock/skus/${first.id}`)).qty_available).toBe(qty_available - 1);
    await typeScan(page, first.bin);
    await expect(dialog.getByRole('button', { name: /^Count/ })).toHaveCount(inBin.length > 1 ? inBin.length : 0);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bin-${viewport.width}.png` });
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  }
});

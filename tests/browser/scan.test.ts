import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { writeFilm } from './camera-film.ts';
import { closeContexts, launchChromium, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, open } from './screens.ts';
import { typeScan, watchEdge } from './type-scan.ts';

const tablet = { width: 820, height: 1180 };

interface Line {
  product: { id: number; sku: string; barcode: string | null; bin: string | null };
  qty_allocated: number;
  qty_picked: number;
}
interface Sku {
  sku: string;
  size: string | null;
  bin: string | null;
}
interface Listed {
  uuid: string;
  order_number: string;
  state: string;
  qty_items: number;
}

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

const session = () => product.signIn('warehouse@kitroom.test');
const linesOf = async (uuid: string): Promise<Line[]> =>
  ((await product.get(await session(), `/api/admin/picking/orders/${uuid}`)) as { lines: Line[] }).lines;

const scan = (code: string, how?: Parameters<typeof typeScan>[2]): Promise<void> => typeScan(page, code, how);

/** The element whose `data-scan` is the result of the last scan: the colour of the edge around the screen. */
const edge = () => page.locator('html');
const countLabel = () => page.locator('.head .page-sub strong');
const dialogs = () => page.locator('[role="dialog"], [role="alertdialog"]');

async function tabletPage(of: Browser, permissions: string[] = []): Promise<{ context: BrowserContext; page: Page }> {
  const tabletContext = await of.newContext({ viewport: tablet, reducedMotion: 'reduce', permissions });
  await watchEdge(tabletContext);
  await enter(tabletContext, product, await session());
  const newPage = await tabletContext.newPage();
  newPage.setDefaultTimeout(15_000);
  newPage.on('pageerror', (error) => faults.push(`${newPage.url()}: ${error.message}`));
  newPage.on('console', (text) => {
    if (text.text().includes('Content Security Policy')) faults.push(text.text());
  });
  return { context: tabletContext, page: newPage };
}

/** Returns the released orders whose picking nobody has begun, those with most items first. */
async function waiting(): Promise<Listed[]> {
  const { items } = (await product.get(await session(), '/api/admin/picking/orders?per_page=100')) as { items: Listed[] };
  return items.filter(({ state }) => state === 'released').sort((a, b) => b.qty_items - a.qty_items);
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  ({ context, page } = await tabletPage(browser));
});

test.afterAll(async () => {
  await context?.close();
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test.describe.configure({ mode: 'serial' });

test('a scan of an order’s label opens the order from the list, and the scanner’s end key presses no button', async () => {
  const uuid = await releaseOrder(product, { styles: 5, quantity: 3 });
  const order = (await waiting()).find((one) => one.uuid === uuid);
  if (!order) throw new Error('The order is not in the list.');
  await open(page, product, '/admin/picking/orders');
  await page.getByRole('button', { name: 'Pick order' }).first().focus();
  await scan(order.order_number);
  await expect(page).toHaveURL(new RegExp(order.uuid));
  await expect(page.getByText('Nobody is picking this order yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Start picking' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('ten scans in quick succession count ten items, even while a button has the focus', async () => {
  const uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  const lines = await linesOf(uuid);
  // The items of each line are scanned alternately by SKU, by barcode, and by SKU in lower case.
  const codes = lines
    .flatMap(({ product: { sku, barcode }, qty_allocated }) =>
      Array.from({ length: qty_allocated }, (_, index) => [sku, barcode ?? sku, sku.toLowerCase()][index % 3] ?? sku),
    )
    .slice(0, 10);
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'Short', exact: true }).focus();
  // Sends the codes as fast as possible, which is faster than any person scans.
  for (const code of codes) await scan(code, { gap: 2 });
  await expect(countLabel()).toHaveText(/^10 of/);
  await expect(dialogs()).toHaveCount(0);
  await expect.poll(async () => (await linesOf(uuid)).reduce((sum, { qty_picked }) => sum + qty_picked, 0)).toBe(10);
});

test('a wrong item is not counted, and a message names the wrong and the expected item; the next right scan clears the message', async () => {
  const uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  const own = await linesOf(uuid);
  const others = await Promise.all((await waiting()).slice(0, 6).map((order) => linesOf(order.uuid)));
  const stranger = others.flat().find((line) => !own.some(({ product: { id } }) => id === line.product.id));
  if (!stranger) throw new Error('Every garment on the floor is in this order.');
  const before = await countLabel().textContent();
  await scan(stranger.product.sku);
  await expect(edge()).toHaveAttribute('data-last-scan', 'wrong');
  const card = page.getByRole('alert').filter({ hasText: 'Not counted' });
  await expect(card).toContainText('Wrong');
  await expect(card).toContainText(stranger.product.sku);
  await expect(card).toContainText('Expected');
  expect(await faultsOf(page)).toEqual([]);
  expect(await countLabel().textContent()).toBe(before);

  // A wrong size of the expected product: no order on the floor needs this size.
  const expectedSku = (await page.locator('.compared').last().locator('.code').textContent()) ?? '';
  const style = expectedSku.slice(0, expectedSku.lastIndexOf('-') + 1);
  const { items } = (await product.get(await session(), `/api/admin/stock/skus?search=${style}&per_page=100`)) as { items: Sku[] };
  const onFloor = new Set(
    [...own, ...(await Promise.all((await waiting()).map((order) => linesOf(order.uuid)))).flat()].map((line) => line.product.sku),
  );
  const sibling = items.find(({ sku, bin }) => sku.startsWith(style) && bin && !onFloor.has(sku));
  if (!sibling) throw new Error(`Every size of ${style} is on the floor.`);
  await scan(sibling.sku);
  await expect(card.getByRole('heading')).toHaveText(`Wrong size: ${sibling.size}, not ${items.find(({ sku }) => sku === expectedSku)?.size}`);
  await expect(card).toContainText(sibling.sku);
  await expect(card).toContainText(`Put the ${sibling.size} back in`);
  await expect(card.locator('.bin').last()).toContainText(sibling.bin ?? '');
  await scan(sibling.bin ?? '');
  await expect(card.getByRole('heading')).toContainText(`Wrong bin: ${sibling.bin}`);
  expect(await countLabel().textContent()).toBe(before);

  const open = own.find(({ qty_picked, qty_allocated }) => qty_picked < qty_allocated);
  if (!open) throw new Error('This order is too small.');
  await scan(open.product.sku);
  await expect(edge()).toHaveAttribute('data-last-scan', 'right');
  await expect(card).toHaveCount(0);
  await expect(countLabel()).toHaveText(/^11 of/);
});

test('scanning a bin shows its line, an unknown code is reported as unknown, and an item above the allocated quantity is refused', async () => {
  const uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await expect.poll(async () => (await linesOf(uuid)).reduce((sum, { qty_picked }) => sum + qty_picked, 0)).toBe(11);
  const lines = await linesOf(uuid);
  const last = lines.at(-1);
  const full = lines.find(({ qty_picked, qty_allocated }) => qty_picked === qty_allocated);
  if (!last?.product.bin || !full) throw new Error('The order has no such lines.');
  await scan(last.product.bin);
  await expect(page.locator('.current')).toContainText(last.product.bin);
  await scan('ZZ-NOBODY-KNOWS');
  await expect(edge()).toHaveAttribute('data-last-scan', 'unknown');
  await expect(page.getByText('ZZ-NOBODY-KNOWS is no product, bin or order on this tablet.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await scan(full.product.sku);
  await expect(edge()).toHaveAttribute('data-last-scan', 'wrong');
  await expect(page.getByText(/Only \d+ (is|are) allocated to this line/)).toBeVisible();
  await expect(countLabel()).toHaveText(/^11 of/);
});

test('fast keys in a field are a scan and slow keys are typing; while a dialog is open, scans do not reach the screen behind it', async () => {
  const uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  const open = (await linesOf(uuid)).find(({ qty_picked, qty_allocated }) => qty_picked < qty_allocated);
  if (!open) throw new Error('This order is too small.');
  await scan(open.product.bin ?? '');
  await page.getByRole('spinbutton', { name: /Picked of/ }).click();
  await scan(open.product.sku, { gap: 2 });
  await expect(countLabel()).toHaveText(/^12 of/);

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Hand over' }).click();
  await scan(open.product.sku);
  await expect(page.getByText(`Not taken: ${open.product.sku}`, { exact: true })).toBeVisible();
  await expect(dialogs()).toHaveCount(1);
  await dialogs().getByRole('button', { name: 'Keep picking' }).click();
  await expect(countLabel()).toHaveText(/^12 of/);

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Assign a tote' }).click();
  await page.getByRole('heading', { name: /Tote of order/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await scan('BLUE-7');
  await expect(dialogs()).toHaveCount(0);
  await expect(page.locator('.head .page-sub')).toContainText('tote BLUE-7');

  await page.goto(`${product.url}/admin/picking/orders`);
  const search = page.getByLabel('Search or scan an order');
  await search.click();
  await scan('BLUE-7', { gap: 120 });
  await expect(search).toHaveValue('BLUE-7');
  await expect(page.getByRole('link', { name: /^\d{5}$/ })).toHaveCount(1);
  await search.fill('');
  await scan('BLUE-7');
  await expect(page).toHaveURL(new RegExp(uuid));
});

test('the test page of the scanner shows the keys of a scan, their meaning and the setting to change; a scan on it opens nothing', async () => {
  const [order] = await waiting();
  await page.goto(`${product.url}/admin/scanner`);
  await page.getByRole('heading', { name: 'Scan anything' }).waitFor();
  await page.getByRole('button', { name: 'Try the signal “Right”' }).focus();
  await scan(order?.order_number ?? '');
  await expect(page.getByText('An order')).toBeVisible();
  await expect(page.locator('.scanner-keys kbd')).toHaveCount((order?.order_number.length ?? 0) + 1);
  await expect(page.getByText('The scanner is set well.')).toBeVisible();
  await expect(page).toHaveURL(/scanner/);

  await scan('D-00001', { gap: 150 });
  await expect(page.getByText('These keys are too far apart for one code.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Slow scanner/ }).check();
  await scan('D-00001', { gap: 150, end: null });
  await expect(page.getByText('sends no end key')).toBeVisible();
  await expect(page.getByText('A dispatch', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Coloured edge' }).uncheck();
  await scan('ZZZZ');
  await expect(page.getByText('Not known on this tablet')).toBeVisible();
  await expect(edge()).not.toHaveAttribute('data-scan');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Coloured edge' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Coloured edge' }).check();

  // In landscape, no parts of the screen overlap.
  await page.setViewportSize({ width: 1180, height: 820 });
  await scan('ZZZZ');
  await expect(page.getByText('Not known on this tablet')).toBeVisible();
  const parts = await page.locator('.scanner > .current > *').evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));
  expect(parts.length).toBeGreaterThan(2);
  for (const [place, part] of parts.entries()) expect(part.top).toBeGreaterThanOrEqual(parts[place - 1]?.bottom ?? 0);
  await page.setViewportSize(tablet);
});

test('the camera reads a label in front of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-film-'));
  const film = join(folder, 'film.y4m');
  await writeFilm(film, ['B-00001-24-1', 'D-00001-2']);
  const seeing = await launchChromium([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  try {
    const eyes = await tabletPage(seeing, ['camera']);
    await open(eyes.page, product, '/admin/scanner');
    await eyes.page.getByRole('button', { name: 'Try the camera' }).click();
    await expect(eyes.page.getByText('Bag 1 of order 00001')).toBeVisible();
    await expect(eyes.page.getByText('Box 2 of D-00001')).toBeVisible();
    await eyes.page.getByRole('button', { name: 'Close the camera' }).first().click();
    await expect(eyes.page.getByRole('region', { name: 'Camera' })).toHaveCount(0);
    await eyes.context.close();
  } finally {
    await seeing.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';
import { typeScan } from './type-scan.ts';

/** A purchase order of the demo: an order waits for its first SKU (`waited`), no order for its second (`free`). */
const coming = { reference: 'PO-00014', waited: 'TU01-AQU-16', free: 'TU01-HOS-22', bin: 'G-03-4' };

let product: Product;
/** Stands between the tablet and the server. A network that the proxy has cut stays cut after a reload. */
let proxy: FaultProxy;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let office: Session;
/** The order that waits for the first SKU. */
let waitingOrder = '';
const faults: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  product = await startProduct();
  proxy = await openFaultProxy(product.port);
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
  context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await enter(context, { ...product, url: proxy.url }, await product.signIn('warehouse@kitroom.test'));
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
});

test.afterAll(async () => {
  await closeContexts(browser);
  await proxy?.close();
  await product?.stop();
  expect(faults).toEqual([]);
});

interface Lines {
  lines: { product: { sku: string } | null; qty_received: number }[];
}
const address = `/api/admin/purchase-orders/${Number(coming.reference.slice(3))}`;
const received = async (sku: string): Promise<number | undefined> => {
  const { lines } = (await product.get(office, address)) as Lines;
  return lines.find((line) => line.product?.sku === sku)?.qty_received;
};
const goes = () => page.locator('.goes');
const counted = (sku: string) => page.getByRole('spinbutton', { name: new RegExp(`Counted of .*${sku}`) });

test('goods are received by scan without a network, also after a reload; then the office sees them, and a waiting order gets them', async () => {
  await open(page, { ...product, url: proxy.url }, '/admin/receiving');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const row = page.getByRole('listitem').filter({ hasText: coming.reference });
  await expect(row).toContainText('Due');
  await expect(page.getByRole('listitem').filter({ hasText: 'PO-00009' })).toContainText('Late');
  expect(await faultsOf(page)).toEqual([]);

  proxy.cut();
  await typeScan(page, coming.reference);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(coming.reference);
  await typeScan(page, coming.waited);
  await expect(counted(coming.waited)).toHaveValue('1');
  await expect(goes()).toContainText(/For order \d{5}/);
  const [, order = ''] = /For order (\d{5})/.exec(await goes().innerText()) ?? [];
  await typeScan(page, 'T-7');
  await expect(goes()).toContainText('T-7');
  // The scan of another tote has to be confirmed, because the counted items lie in T-7.
  const asked = page.getByRole('status').filter({ hasText: `Order ${order} has tote T-7. Scan T-8 once more to move everything of it there.` });
  await typeScan(page, 'T-8');
  await expect(asked).toBeVisible();
  await expect(goes()).toContainText('T-7');
  await typeScan(page, coming.waited);
  await expect(counted(coming.waited)).toHaveValue('2');
  // The order waits for two items; the third goes to the bin.
  await typeScan(page, coming.waited);
  await expect(goes()).toContainText('Nobody waits for it.');
  await typeScan(page, 'T-8');
  await expect(asked).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await overflowsOf(page)).toEqual([]);

  await page.reload();
  await expect(page.getByText('3 of 324 items')).toBeVisible();
  await typeScan(page, coming.free);
  await expect(counted(coming.free)).toHaveValue('1');
  await page.getByRole('button', { name: 'ALL 48' }).click();
  await expect(page.getByText('51 of 324 items')).toBeVisible();
  await expect(goes()).toContainText(coming.bin);
  expect(await received(coming.free)).toBe(0);

  proxy.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => received(coming.free)).toBe(48);
  expect(await received(coming.waited)).toBe(3);
  const { items } = (await product.get(office, `${address}/receipts`)) as {
    items: { lines: { qty: number }[] }[];
  };
  expect(items.map(({ lines }) => lines.reduce((sum, { qty }) => sum + qty, 0))).toContain(51);
  const { items: orders } = (await product.get(office, `/api/admin/orders?search=${order}`)) as { items: { uuid: string }[] };
  waitingOrder = orders[0]?.uuid ?? '';
  const waiting = (await product.get(office, `/api/orders/${waitingOrder}`)) as { lines: { product: { sku: string }; qty_allocated: number }[] };
  expect(waiting.lines.find((line) => line.product.sku === coming.waited)?.qty_allocated).toBeGreaterThan(0);
  await expect(page.locator('a[href="/queue"]').filter({ hasText: 'Nothing waiting' })).toBeVisible();
});

test('a surplus is received and shown; unknown goods are set aside with a reason; the delivery is finished and put away', async () => {
  await typeScan(page, coming.free);
  await expect(page.getByText(/1 more than ordered of .*They are taken in/)).toBeVisible();
  await expect(counted(coming.free)).toHaveValue('49');

  await typeScan(page, 'NOT-A-SKU-1');
  const aside = page.getByRole('dialog', { name: 'Set aside' });
  await expect(aside.getByRole('button', { name: 'Set 1 aside' })).toBeDisabled();
  await aside.getByLabel('What the office has to know').fill('Two gloves in a bag');
  expect(await faultsOf(page)).toEqual([]);
  await aside.getByRole('button', { name: 'Set 1 aside' }).click();
  await expect(page.getByRole('heading', { name: 'Set aside' })).toBeVisible();

  await page.getByRole('button', { name: 'Finish' }).click();
  const finish = page.getByRole('dialog', { name: 'Finish this delivery?' });
  await expect(finish).toContainText('More than ordered1 item');
  // A garment is not the number of the delivery note; the barcode of the note is.
  await typeScan(page, coming.free);
  await typeScan(page, 'DN-778');
  await expect(finish.getByLabel('Delivery note number')).toHaveValue('DN-778');
  await finish.getByRole('button', { name: 'Finish' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Put away' })).toBeVisible();
  await expect(goes()).toContainText(`${coming.bin}Put 49 here`);
  await expect(page.getByText('To picking')).toBeVisible();
  // A second scan of the tote that has the order's items is not an error.
  await typeScan(page, 'T-7');
  await expect(page.getByRole('status').filter({ hasText: /^All 2 items for order \d{5} are in tote T-7 already\.$/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  // Nine items go into another bin, the rest into the SKU's own bin. Each bin is scanned, and scanned again to confirm.
  await page.getByRole('spinbutton', { name: /Put away of 49/ }).fill('9');
  await page.keyboard.press('Enter');
  // An unknown bin has to be confirmed first.
  await typeScan(page, 'Z-99-1');
  await expect(page.getByText('New bin Z-99-1? Scan it once more')).toBeVisible();
  await expect(goes()).toContainText(`${coming.bin}Put 9 here`);
  expect(await faultsOf(page)).toEqual([]);
  await typeScan(page, 'Z-99-1');
  await expect(goes()).toContainText('Z-99-1Put 9 here');
  await typeScan(page, 'Z-99-1');
  await expect(goes()).toContainText(`${coming.bin}Put 40 here`);
  await expect(goes()).toContainText('Also in Z-99-1 (9)');
  await typeScan(page, coming.bin);
  await expect(goes()).toContainText('Scan it once more');
  await typeScan(page, coming.bin);
  await expect(page.getByText('51 of 52 items')).toBeVisible();
  await expect(page.locator('a[href="/queue"]').filter({ hasText: 'Nothing waiting' })).toBeVisible();

  // The office un-allocates the order's two items. They are still in the tote, and count as not put away until somebody has moved them.
  const order = `/api/admin/orders/${waitingOrder}`;
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  expect((await fetch(product.url + order, { method: 'PUT', headers, body: JSON.stringify({ unallocate: true }) })).status).toBe(200);
  const moved = page.getByRole('status').filter({ hasText: 'does not wait any more.' });
  await expect(moved).toContainText(/Take 2 × .* out of tote T-7 to/);
  await expect(page.getByText('49 of 52 items')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await moved.getByRole('button', { name: 'Done' }).click();
  await expect(moved).toBeHidden();
  await expect(page.getByText('51 of 52 items')).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('region', { name: 'On this tablet' })).toContainText('note DN-778');
});

test('the office sees the scanned code of an unknown item, says which SKU it is, and takes the item into stock', async () => {
  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await enter(desk, product, office);
  const page = await desk.newPage();
  const stock = async () =>
    ((await product.get(office, `/api/admin/stock?sku=${coming.free}`)) as { items: { qty_available: number }[] }).items[0]?.qty_available ?? 0;
  const before = await stock();
  await open(page, product, '/admin/attention#kind=set_aside');
  await expect(page.getByRole('row').last()).toContainText('NOT-A-SKU-1');
  await page.getByRole('row').last().getByText('set aside').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('NOT-A-SKU-1 not one of our SKUs');
  await expect(dialog.getByRole('button', { name: 'Take into stock' })).toBeDisabled();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel('Which of our SKUs it is').fill(coming.free);
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Take into stock' }).click();
  await expect(dialog).toBeHidden();
  expect(await stock()).toBe(before + 1);
  await desk.close();
});

test('a bin scanned while receiving gets the counted items and those that the office took into stock; a new bin is confirmed first', async () => {
  await open(page, { ...product, url: proxy.url }, '/admin/receiving');
  await typeScan(page, coming.reference);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(coming.reference);
  await typeScan(page, coming.bin);
  await expect(page.getByText('Scan the item first, then its bin.')).toBeVisible();
  await typeScan(page, coming.free);
  await expect(counted(coming.free)).toHaveValue('50');
  // Two items go into the bin: one of this delivery, and the one that the office took into stock.
  await typeScan(page, 'ZZ-99-9');
  await expect(page.getByText('New bin ZZ-99-9? Scan it once more, or confirm.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use ZZ-99-9' }).click();
  await expect(page.getByText(/^2 × .* in bin ZZ-99-9\.$/)).toBeVisible();
  await typeScan(page, coming.free);
  await expect(counted(coming.free)).toHaveValue('51');
  await typeScan(page, coming.bin);
  await expect(page.getByText(new RegExp(`^1 × .* in bin ${coming.bin}\\.$`))).toBeVisible();
  // An unknown code without the format of a bin stands for unknown goods.
  await typeScan(page, 'NOT-A-SKU-2');
  const aside = page.getByRole('dialog', { name: 'Set aside' });
  await aside.getByLabel('What the office has to know').fill('Gloves');
  await aside.getByRole('button', { name: 'Set 1 aside' }).click();
  const { items: skus } = (await product.get(office, '/api/admin/stock/skus?search=AC01&per_page=1')) as {
    items: { id: number; sku: string; bin: string }[];
  };
  const listed = async () =>
    ((await product.get(office, '/api/admin/attention?kind=set_aside')) as { items: { m: string; server: { scanned: string } }[] }).items.find(
      ({ server }) => server.scanned === 'NOT-A-SKU-2',
    );
  await expect.poll(listed).toBeDefined();
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ choice: 'receive', product_id: skus[0]?.id });
  const answer = await fetch(`${product.url}/api/admin/attention/${(await listed())?.m}/resolve`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Put away' }).click();
  await expect(page.getByText('54 of 56 items')).toBeVisible();
  await typeScan(page, skus[0]?.sku ?? '');
  await expect(goes()).toContainText(`${skus[0]?.bin}Put 1 here`);
  await expect(page.getByRole('region', { name: 'The item in view' })).toContainText(skus[0]?.sku ?? '');
  expect(await faultsOf(page)).toEqual([]);
});

import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';
import { ledgerOf, outcomesIn } from './tablet-ledger.ts';
import { typeScan, watchEdge } from './type-scan.ts';

interface PrepOrder {
  order_id: number;
  order_number: string;
  state: string;
  lines: {
    id: number;
    qty_picked: number;
    decoration: string | null;
    prep_ticked_at: string | null;
    product: { id: number; sku: string };
    employee: { id: number; name: string };
  }[];
}

// One order is prepped and bagged without a network; each test continues from the previous one.
test.describe.configure({ mode: 'serial' });

let product: Product;
let proxy: FaultProxy;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let picker: Session;
let uuid: string;
let order: PrepOrder;
let logo: string;
const faults: string[] = [];

/** Whether an order has several wearers, exactly one decoration, and a line without a decoration. */
function isFit({ lines }: PrepOrder): boolean {
  const decorations = new Set(lines.map(({ decoration }) => decoration));
  return new Set(lines.map(({ employee }) => employee.id)).size > 1 && decorations.has(null) && decorations.size === 2;
}

const read = async (): Promise<PrepOrder> => (await product.get(picker, `/api/admin/prep/orders/${uuid}`)) as PrepOrder;
const statusBar = () => page.locator('a[href="/queue"]').filter({ hasText: /Online|Offline/ });
/** Whether the tablet has stored the client’s logo, so that it can show the logo without a network. */
const isLogoStored = () => page.evaluate(async (url) => Boolean(await (await caches.open('pictures')).match(url, { ignoreVary: true })), logo);
const bagOf = (name: string) => page.getByRole('article', { name: `Bag of ${name}` });
const scanMessage = () => page.locator('.scan-message');
const edge = () => page.locator('html');

test.beforeAll(async () => {
  product = await startProduct();
  proxy = await openFaultProxy(product.port);
  browser = await sharedChromium();
  picker = await product.signIn('warehouse@kitroom.test');
  const { items } = (await product.get(picker, '/api/admin/prep/orders?per_page=100')) as { items: { uuid: string; account: { id: number } }[] };
  let client = 0;
  for (const item of items) {
    uuid = item.uuid;
    client = item.account.id;
    order = await read();
    if (isFit(order)) break;
  }
  if (!isFit(order)) throw new Error('The demo has no order to prep for several people with one decoration, and something plain.');
  ({ logo } = (await product.get(await product.signIn('super@kitroom.test'), `/api/admin/accounts/${client}`)) as { logo: string });
  context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await watchEdge(context);
  await enter(context, { ...product, url: proxy.url }, picker);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
});

test.afterAll(async () => {
  await closeContexts(browser);
  await proxy?.close();
  await product?.stop();
});

test('an order is found by its wearer, and its decoration is ticked off without a network and stays ticked after a reload', async () => {
  await page.goto(`${proxy.url}/admin/prep`);
  const prep = page.getByRole('link', { name: `Prep order ${order.order_number}` });
  await expect(prep).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
  // The tablet loads the client's logo before anybody opens the order on it.
  await page.reload();
  await expect.poll(isLogoStored).toBe(true);
  await page.getByRole('searchbox').fill(order.lines[0]?.employee.name ?? '');
  await expect(prep).toBeVisible();
  proxy.cut();
  await expect(statusBar()).toContainText('Offline');

  await prep.click();
  const ready = page.getByRole('button', { name: 'Ready for Dispatch' });
  await expect(ready).toBeDisabled();
  const logo = page.locator('.deco-mark img').first();
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0);
  await page
    .getByRole('button', { name: /^Tick all/ })
    .first()
    .click();
  await expect(ready).toBeEnabled();
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await expect(ready).toBeEnabled();
  await expect(page.getByRole('checkbox').first()).toBeChecked();
});

test('a scanned garment is counted in the bag of its wearer, and refused in the bag of another wearer', async () => {
  const [line] = order.lines.filter(
    ({ product: { id }, employee }) => !order.lines.some((other) => other.product.id === id && other.employee.id !== employee.id),
  );
  const other = order.lines.find(({ employee }) => employee.id !== line?.employee.id);
  if (!line || !other) throw new Error('The order has no garment that only one of its wearers gets.');
  await page.getByRole('link', { name: /^Bagging/ }).click();
  await page.getByRole('button', { name: `Scan into the bag of ${other.employee.name}` }).click();
  const places = () => page.locator('.bag button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().y));
  const before = await places();
  await typeScan(page, line.product.sku);
  await expect(edge()).toHaveAttribute('data-last-scan', 'wrong');
  await expect(scanMessage()).toContainText(`Not for ${other.employee.name}`);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/prep-wrong.png` });
  // The message moves no button.
  expect(await places()).toEqual(before);
  await expect(scanMessage()).toContainText(line.employee.name);

  // A scan of a bag's label selects the bag.
  await typeScan(page, `B-${order.order_number}-${line.employee.id}-1`);
  await expect(scanMessage()).toContainText(line.employee.name);
  const waitingBefore = (await ledgerOf(page)).waiting.length;
  for (let n = 1; n <= line.qty_picked; n++) {
    await typeScan(page, line.product.sku);
    await expect(scanMessage()).toContainText(`${n} of ${line.qty_picked}`);
  }
  await typeScan(page, line.product.sku);
  await expect(scanMessage()).toContainText('One too many');
  await typeScan(page, 'KR-UNKNOWN-1');
  await expect(edge()).toHaveAttribute('data-last-scan', 'unknown');
  // The message about the earlier garment disappears.
  await expect(scanMessage()).toHaveCount(0);
  // The items in the bag are in the ledger, like every other action, so a flat battery does not lose them.
  expect((await ledgerOf(page)).waiting.length - waitingBefore).toBe(line.qty_picked);
  await page.reload();
  await expect(bagOf(line.employee.name).getByText('In', { exact: true })).toBeVisible();

  // A scan of a bag's label opens that bag from any screen of the floor.
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/prep$/);
  // Waits until the list is on the screen and the prep screen no longer handles scans.
  await expect(page.getByRole('searchbox', { name: 'Search or scan an order' })).toBeVisible();
  await typeScan(page, `B-${order.order_number}-${other.employee.id}-1`);
  await expect(page.getByRole('button', { name: `Scan into the bag of ${other.employee.name}` })).toHaveAttribute('aria-pressed', 'true');
});

test('a label requested offline waits to be printed, and the order can be made ready for dispatch meanwhile', async () => {
  const [first, second] = [...new Set(order.lines.map(({ employee }) => employee.name))].sort();
  // A tick box shows what the tablet has stored, so it changes a moment after the tap.
  const allIn = (name: string | undefined) => bagOf(name ?? '').getByRole('checkbox');
  await allIn(first).click();
  await expect(allIn(first)).toBeChecked();
  await bagOf(first ?? '')
    .getByRole('button', { name: 'Print bag label' })
    .click();
  await expect(page.getByRole('region', { name: 'Waiting to be printed' })).toContainText(`1 bag label of ${order.order_number}`);
  await expect(bagOf(first ?? '')).toContainText('Label waits');

  // The label of a bag whose items are not ticked is printed only after a confirmation.
  if (!(await allIn(second).isChecked())) {
    await allIn(second).click();
    await expect(allIn(second)).toBeChecked();
  }
  await allIn(second).click();
  await expect(allIn(second)).not.toBeChecked();
  await bagOf(second ?? '')
    .getByRole('button', { name: 'Print bag label' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check the bag first' }).click();

  await page.getByRole('button', { name: 'Ready for Dispatch' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure this order is ready for dispatch?' });
  await expect(question).toContainText(second ?? '');
  await question.getByRole('button', { name: 'Ready for Dispatch' }).click();
  await expect(page).toHaveURL(/\/admin\/prep$/);
  await expect(page.getByRole('link', { name: `Prep order ${order.order_number}` })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Waiting to be printed' }).getByRole('button', { name: 'Print', exact: true })).toBeDisabled();
});

test('when the network is back, each offline action arrives once, and the waiting label is printed', async () => {
  const { waiting } = await ledgerOf(page);
  expect(waiting.length).toBeGreaterThanOrEqual(3);
  proxy.mend();
  await expect(statusBar()).toContainText('Nothing waiting', { timeout: 90_000 });
  const outcomes = outcomesIn(product.data);
  for (const m of waiting) expect(outcomes.filter((row) => row.m === m)).toEqual([{ m, outcome: 'applied' }]);
  expect(await read()).toMatchObject({ state: 'booked' });

  const printJobs = page.getByRole('region', { name: 'Waiting to be printed' });
  const [document] = await Promise.all([
    context.waitForEvent('request', (request) => request.url().includes('/admin/labels')),
    printJobs.getByRole('button', { name: 'Print', exact: true }).click(),
  ]);
  const [first] = [...order.lines].sort((a, b) => a.employee.name.localeCompare(b.employee.name));
  expect([...new URL(document.url()).searchParams]).toEqual([
    ['order', String(order.order_id)],
    [`q[${first?.employee.id}]`, '1'],
  ]);
  const answer = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return [response.status, response.headers.get('Content-Type')];
  }, document.url());
  expect(answer).toEqual([200, 'application/pdf']);
  // Only a person can confirm that the label has come out of the printer.
  await expect(printJobs).toContainText('Check that each came out of the printer.');
  await page.reload();
  const [again] = await Promise.all([
    context.waitForEvent('request', (request) => request.url().includes('/admin/labels')),
    printJobs.getByRole('button', { name: 'Print again' }).click(),
  ]);
  expect(again.url()).toBe(document.url());
  await printJobs.getByRole('button', { name: 'Printed', exact: true }).click();
  await expect(printJobs).toHaveCount(0);
  expect(faults).toEqual([]);
});

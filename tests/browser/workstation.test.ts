import { expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countKeys } from './count-keys.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';
import { typeScan } from './type-scan.ts';

// The workstation by the printer: a desktop with a keyboard and a scanner, no pointer. Each test continues where the one before ended.
test.describe.configure({ mode: 'serial' });

interface Ready {
  uuid: string;
  order_number: string;
}

let product: Product;
let page: Page;
let ready: Ready[];
let close = async (): Promise<void> => {};

const printButton = () => page.getByRole('region', { name: /Waiting for the courier/ }).getByRole('button', { name: 'Print Consignments Labels' });
const rowOf = ({ order_number }: Ready) =>
  page
    .getByRole('region', { name: /Waiting for the courier/ })
    .getByRole('listitem')
    .filter({ hasText: order_number });
/** Presses Enter. Returns the ids of the dispatches whose labels are in the document that opens. */
async function printed(): Promise<string[]> {
  const before = await openedDocuments();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await openedDocuments()).length).toBe(before.length + 1);
  return new URL((await openedDocuments()).at(-1) ?? '', product.url).searchParams.getAll('dispatch_ids[]');
}
/** The addresses of the documents that the screen has opened for printing. */
const openedDocuments = () => page.evaluate(() => (window as unknown as { openedDocuments: string[] }).openedDocuments);
async function dispatchByKeys(): Promise<void> {
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Not yet' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dispatches' })).toBeVisible();
}

test.beforeAll(async () => {
  product = await startProduct();
  const floor = await product.signIn('warehouse@kitroom.test');
  ready = ((await product.get(floor, '/api/admin/shipping/orders?per_page=100')) as { items: Ready[] }).items;
  expect(ready.length).toBeGreaterThanOrEqual(2);
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await enter(context, product, floor);
  // A browser without a window shows no document, so the addresses are recorded instead of opened.
  await context.addInitScript(() => {
    const here = window as unknown as { openedDocuments: string[] };
    here.openedDocuments = [];
    window.open = (url) => {
      here.openedDocuments.push(String(url));
      return null;
    };
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  close = () => closeContexts(browser);
  await page.goto(`${product.url}/admin/shipping`);
  await expect(page.getByRole('checkbox', { name: `Select ${ready[0]?.order_number}` })).toBeVisible();
});

test.afterAll(async () => {
  await close();
  await product?.stop();
});

test('after a dispatch the focus is on the print button, and one key prints the labels of what was dispatched', async () => {
  const [first] = ready as [Ready];
  await typeScan(page, first.order_number);
  await expect(page.getByRole('checkbox', { name: `Select ${first.order_number}` })).toBeChecked();
  await dispatchByKeys();
  await expect(printButton()).toBeFocused();
  const keys = await countKeys(page);
  expect(await printed()).toHaveLength(1);
  expect(await keys()).toBe(1);
  await expect(rowOf(first)).toContainText('labels printed');
  await expect(printButton()).toBeFocused();
});

test('the next scan opens the next order, which is then selected for dispatch', async () => {
  const [, second] = ready as [Ready, Ready];
  await typeScan(page, second.order_number);
  await expect(page.getByRole('checkbox', { name: `Select ${second.order_number}` })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Dispatch 1 order' })).toBeEnabled();
  await expect(page).toHaveURL(/\/admin\/shipping$/);
});

test('print is reached in two keys from the dispatch list, and prints only what has changed since the last print', async () => {
  const [first, second] = ready as [Ready, Ready];
  await dispatchByKeys();
  await expect(rowOf(second).getByRole('checkbox')).toBeChecked();
  // The labels of the second dispatch are not printed yet; everything else that waits is printed once.
  await page.keyboard.press('p');
  await expect(printButton()).toBeFocused();
  expect(await printed()).toHaveLength(1);
  await expect(rowOf(second)).toContainText('labels printed');
  await page.keyboard.press('p');
  const others = await printed();
  expect(others.length).toBeGreaterThan(0);
  await expect(page.getByText('labels printed')).toHaveCount(others.length + 2);

  const row = rowOf(first);
  await row.getByRole('button', { name: /^More for D-/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit address and service' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Boxes').fill('2');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText('labels printed');

  await page.goto(`${product.url}/admin/shipping`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dispatch' })).toBeVisible();
  const keys = await countKeys(page);
  await page.keyboard.press('p');
  await expect(printButton()).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  expect(await printed()).toHaveLength(1);
  expect(await keys()).toBe(2);
});

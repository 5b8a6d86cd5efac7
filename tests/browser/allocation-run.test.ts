import { type Browser, expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

let product: Product;
let browser: Browser;
let page: Page;
const faults: string[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await enter(context, product, await product.signIn('super@kitroom.test'));
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
});
test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(faults).toEqual([]);
});

test('waiting orders are allocated by a rule: previewed, carried out, and reported', async () => {
  await page.goto(`${product.url}/admin/allocation`);
  await page.getByRole('button', { name: 'Allocate waiting orders' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Whole orders first/ }).check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/would be allocated/).first()).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Allocate .* pieces?$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Allocation run');
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByText(/(is|are) allocated/).first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: /^preview \d+$/ }).click();
  await expect(page.getByRole('link', { name: /^Carried out by run/ })).toBeVisible();
});

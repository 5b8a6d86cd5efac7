import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

let product: Product;
let browser: Browser;
const contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function office(path: string): Promise<Page> {
  const session = await product.signIn('super@kitroom.test');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', acceptDownloads: true });
  contexts.push(context);
  await enter(context, product, session);
  const page = await context.newPage();
  await open(page, product, path);
  return page;
}

test('short orders are found, chosen on all pages and allocated, each with what came of it; another screen follows', async () => {
  const page = await office('/admin/orders#short=1');
  const other = await office('/admin/orders#short=1');
  const rows = page.locator('tbody').getByRole('link');
  await expect(rows.first()).toBeVisible();
  await expect(other.locator('tbody').getByRole('link').first()).toBeVisible();
  const before = await other.locator('tbody').getByRole('checkbox').count();
  await page.locator('tbody').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Choose all that match' }).click();
  await expect(page.getByText(`${before} chosen`)).toBeVisible();
  await page.getByRole('button', { name: 'Allocate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(before);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => other.locator('tbody').getByRole('checkbox').count(), { timeout: 15_000 }).toBeLessThan(before);
});

test('a report says what it needs, tells how it went and is saved with its rows', async () => {
  const page = await office('/admin/reports');
  const report = page.getByRole('form', { name: 'Order report' });
  await report.getByRole('button', { name: 'Generate CSV' }).click();
  await expect(report.getByText('Choose a start or an end date.')).toBeVisible();
  await report.getByLabel('Start Date').fill('2020-01-01');
  const download = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Generate CSV' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved).toMatch(/^\uFEFForder_number,submitted_at,/);
  const rows = saved.trimEnd().split('\r\n').length - 1;
  await expect(page.getByText(`${rows} rows,`)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

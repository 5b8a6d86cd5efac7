import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { addDays } from '../../shared/add-days.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const phone = { width: 390, height: 844 };

let product: Product;
let browser: Browser;
/** Errors that a page's scripts threw. */
const faults: string[] = [];

async function pageOf(session: Session): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', acceptDownloads: true });
  await enter(context, product, session);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  return page;
}

interface Holding {
  quantity: number;
  qty_returnable: number;
  is_non_returnable: boolean;
  product: { sku: string };
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

/** A person of the client who holds at least three items that may come back. */
async function holder(admin: Session): Promise<{ id: number; name: string; held: Holding[] }> {
  const { items } = (await product.get(admin, '/api/employees?per_page=100')) as { items: { id: number; name: string }[] };
  for (const { id, name } of items) {
    const { employee, items: held } = (await product.get(admin, `/api/employees/${id}/holdings`)) as {
      employee: { leaves_on: string | null };
      items: Holding[];
    };
    if (employee.leaves_on) continue;
    const returnable = held.filter(({ is_non_returnable, qty_returnable }) => !is_non_returnable && qty_returnable > 0);
    if (id !== admin.who.user.id && returnable.reduce((sum, { qty_returnable }) => sum + qty_returnable, 0) > 2) return { id, name, held };
  }
  throw new Error('Nobody of the demo holds three items.');
}

test('on a phone, a leaver is settled from the last day to the deduction report', async () => {
  test.setTimeout(60_000);
  const admin = await product.signIn('client.admin@northgate.test');
  const warehouse = await product.signIn('warehouse@kitroom.test');
  const { id, name, held } = await holder(admin);
  const page = await pageOf(admin);
  const leftOn = addDays(ukDate(new Date().toISOString()), -30);

  // The last day and the agreement to deductions.
  await open(page, product, `/employees/${id}/edit`);
  await page.getByLabel('Last day').fill(formatDate(leftOn));
  await page.getByLabel('Agreed to deductions on').fill(formatDate(leftOn));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User has been saved', { exact: true })).toBeVisible();

  await open(page, product, `/employees/${id}`);
  await expect(page.getByText(`${name} left on ${formatDate(leftOn)}. Nothing new is ordered for them`)).toBeVisible();
  const back = page.getByRole('region', { name: 'To be returned' });
  await expect(back.getByRole('listitem')).toHaveCount(held.length);
  await expect(back).toContainText('each');

  await expect(page.getByRole('button', { name: 'Order the usual' })).toHaveCount(0);

  // The collection and its slip.
  await page.getByRole('button', { name: 'Open a collection' }).click();
  const collections = page.getByRole('region', { name: 'Collections' });
  await expect(collections.getByText(/^C-\d{5}$/)).toBeVisible();
  await expect(collections).toContainText('Open');
  expect(await faultsOf(page)).toEqual([]);
  const slip = await page.request.get(product.url + (await collections.getByRole('link', { name: /^Slip/ }).getAttribute('href')));
  expect(slip.headers()['content-type']).toBe('application/pdf');

  // The warehouse opens what is expected and counts one item.
  const number = await collections.getByText(/^C-\d{5}$/).innerText();
  const floor = await pageOf(warehouse);
  await open(floor, product, '/admin/receiving');
  await floor.getByRole('link', { name: `Receive ${number}` }).click();
  await expect(floor.getByRole('heading', { level: 1, name: number })).toBeVisible();
  const shelf = floor.getByRole('group', { name: /^Back on the shelf/ }).first();
  await shelf.getByRole('button').last().click();
  await expect(floor.getByRole('status').filter({ hasText: /^1 of/ })).toBeVisible();
  expect(await faultsOf(floor)).toEqual([]);
  await expect(async () => {
    const { items } = (await product.get(admin, `/api/employees/${id}/collections`)) as { items: { state: string }[] };
    expect(items[0]?.state).toBe('part');
  }).toPass();
  await page.reload();
  await expect(collections).toContainText('Received in part');

  // What is still held is on the deduction report.
  await open(page, product, '/reports');
  const card = page.getByRole('form', { name: 'Leavers' });
  const [report] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Generate CSV' }).click()]);
  const rows = (await readFile(await report.path(), 'utf8'))
    .trim()
    .split(/\r?\n/)
    .filter((row) => row.includes(name));
  const items = rows.reduce((sum, row) => sum + Number(/,(\d+),\d\d\/\d\d\/\d{4},[\d.]+,[\d.]+,/.exec(row)?.[1] ?? 0), 0);
  expect(items).toBe(held.reduce((sum, { quantity }) => sum + quantity, 0) - 1);
  for (const row of rows) expect(row.endsWith(formatDate(leftOn))).toBe(true);
});

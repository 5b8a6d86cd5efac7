import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { faultsOf } from './axe.ts';
import { countKeys } from './count-keys.ts';
import { officePage } from './office-page.ts';
import { goBack } from './screens.ts';

const office = officePage();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const next = (page: Page) => page.getByRole('button', { name: 'Next order', exact: true });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous order', exact: true });

/** Opens the list of orders and returns the numbers of its first page. */
async function openList(hash: string): Promise<string[]> {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/orders${hash}`);
  const links = page.locator('tbody tr[data-row] a.code');
  await expect(links.first()).toBeVisible();
  // The rows out of view are rendered after those in view.
  const last = Math.min(100, Number.parseInt((await page.locator('main .sr[role=status]').innerText()).replace(',', ''), 10));
  await expect(links).toHaveCount(last);
  return links.allTextContents();
}

test('inside an order ] and [ open the next and previous order of the list, which is then shown at the order seen last', async () => {
  const { page } = office;
  const numbers = await openList('#stage=requires_allocation&sortedBy=asc&orderBy=order_number');
  expect(numbers.length).toBeGreaterThan(4);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(`Order ${numbers[1]}`);
  await expect(page.getByText(`2 of ${numbers.length}`, { exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press(']');
  await expect(heading(page)).toHaveText(`Order ${numbers[2]}`);
  await next(page).click();
  await expect(heading(page)).toHaveText(`Order ${numbers[3]}`);
  await page.keyboard.press('[');
  await expect(heading(page)).toHaveText(`Order ${numbers[2]}`);
  // The page may be loaded again.
  await page.reload();
  await previous(page).click();
  await expect(heading(page)).toHaveText(`Order ${numbers[1]}`);
  await previous(page).click();
  await expect(heading(page)).toHaveText(`Order ${numbers[0]}`);
  await expect(previous(page)).toBeDisabled();
  await page.keyboard.press('[');
  await expect(heading(page)).toHaveText(`Order ${numbers[0]}`);
  await page.keyboard.press(']');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next order of the list');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/stage=requires_allocation/);
  await expect(page.locator('tbody tr[data-row]').nth(1)).toBeFocused();
});

test('after the last order of a page the next page goes on, and Back of the browser leads to the list', async () => {
  const { page } = office;
  const numbers = await openList('');
  expect(numbers).toHaveLength(100);
  await page.getByRole('link', { name: numbers[99], exact: true }).click();
  await expect(page.getByText('100 of 150', { exact: true })).toBeVisible();
  await page.keyboard.press(']');
  await expect(page.getByText('101 of 150', { exact: true })).toBeVisible();
  expect(numbers).not.toContain((await heading(page).textContent())?.replace('Order ', ''));
  await page.keyboard.press('[');
  await expect(heading(page)).toHaveText(`Order ${numbers[99]}`);
  await goBack(page);
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('an order that was opened from elsewhere has no next order, and letters in its fields are typed', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/accounts`);
  await expect(page.getByRole('link', { name: 'Northgate Facilities', exact: true })).toBeVisible();
  await page.goto(`${product.url}/admin/orders#search=no-such-order`);
  await expect(page.getByText('No orders to show')).toBeVisible();
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const uuid = connection.prepare(`select uuid from orders where status = 'submitted' order by id desc limit 1`).pluck().get() as string;
  connection.close();
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  await expect(heading(page)).toHaveText(/^Order \d+/);
  await expect(next(page)).toHaveCount(0);
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.type('[n]?');
  await expect(page.getByRole('searchbox').first()).toHaveValue('[n]?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('where an order is and when it comes is seen from any page after six keys, without scrolling', async () => {
  const { page, product } = office;
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const expected = connection
    .prepare(`select id from orders where status in ('submitted', 'part_shipped') and id between 100 and 999 order by id`)
    .pluck()
    .all() as number[];
  connection.close();
  const digits = String(expected[0]);
  for (const path of ['/admin/stock', '/admin/accounts', '/']) {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('button', { name: /^Find or do/ })).toBeVisible();
    const pressed = await countKeys(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(digits);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(`Order ${digits.padStart(5, '0')}`);
    const standing = page.getByRole('region', { name: 'Where the items are' });
    await expect(standing).toBeInViewport({ ratio: 1 });
    await expect(standing).toContainText(/In stock|in stock|xpected|aiting for stock|eing packed|n its way|ent/);
    expect(await page.evaluate(() => document.querySelector('#main .scroll')?.scrollTop)).toBe(0);
    expect(await pressed()).toBeLessThanOrEqual(6);
  }
  expect(await faultsOf(page)).toEqual([]);
});

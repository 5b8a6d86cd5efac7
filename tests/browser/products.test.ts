import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Lifecycle } from '../../shared/catalogue/lifecycle.ts';
import type { SetStylePrices } from '../../shared/clothing-sets/style-prices.ts';
import { messages } from '../../shared/messages.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

interface Listed {
  id: number;
  sku: string;
  name: string;
  price: number;
  cost: number;
  version: number;
  children_count: number;
  sku_prices: { from: number; to: number } | null;
}
const isOnePrice = ({ price, sku_prices }: Listed): boolean => sku_prices === null || (sku_prices.from === price && sku_prices.to === price);
const readAll = async (): Promise<Listed[]> => {
  const { product } = office;
  const session = await product.signIn('super@kitroom.test');
  return ((await product.get(session, '/api/admin/products?per_page=50')) as { items: Listed[] }).items;
};
const pricesOf = async (count: number): Promise<number[]> => (await readAll()).slice(0, count).map(({ price }) => price);
const cell = (page: Page, field: string, sku: string) => page.getByRole('button', { name: new RegExp(`^${field} of ${sku}:`) });
const input = (page: Page, field: string, sku: string) => page.getByRole('textbox', { name: `${field} of ${sku}`, exact: true });

test('the office changes prices in their cells with the keyboard alone: an invalid price stays in its cell, and changes can be undone', async () => {
  const { page, product } = office;
  const [first, second, third] = await readAll();
  if (!first || !second || !third) throw new Error('no products');
  await page.goto(`${product.url}/admin/products`);
  await expect(cell(page, 'Price', first.sku)).toBeVisible();
  const headings = [
    'Prices of the SKUs',
    'Picture',
    'SKU',
    'Name',
    'Children',
    'Category',
    'Supplier',
    'Cost £',
    'Price £',
    'Margin',
    'Free',
    'Created',
  ];
  await expect(page.getByRole('columnheader')).toHaveText(['', ...headings]);
  await expect(page.locator('tr[data-row="0"] time')).toHaveText(/^\d\d\/\d\d\/\d\d$/);
  await expect(page.getByLabel('Rows on a page').locator('option')).toHaveText(['15 a page', '25 a page', '50 a page', '100 a page']);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr[data-row="0"]')).toBeFocused();
  // The seventh press of Tab reaches the price: the tick box, the prices of the SKUs, SKU, name, children and cost come before it.
  for (let step = 0; step < 7; step++) await page.keyboard.press('Tab');
  await expect(cell(page, 'Price', first.sku)).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [typed, message] of [
    ['1e3', messages.price_not_number],
    ['-1', messages.price_below_zero],
    ['12,345.678', messages.price_too_precise],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: message })).toContainText(`Price “${typed}” is not saved.`);
    await expect(input(page, 'Price', first.sku)).toBeFocused();
  }
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(cell(page, 'Price', first.sku)).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.type('7.25');
  await page.keyboard.press('Enter');
  await expect(input(page, 'Price', second.sku)).toBeFocused();
  await page.keyboard.type('8');
  await page.keyboard.press('Tab');
  await expect(input(page, 'Name', third.sku)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Product Updated', { exact: true })).toBeVisible();
  await expect.poll(() => pricesOf(3)).toEqual([725, 800, third.price]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => pricesOf(3)).toEqual([725, second.price, third.price]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => pricesOf(3)).toEqual([first.price, second.price, third.price]);
});

test('a pasted column of 20 prices fills the cells downwards; an invalid price stays in its cell, one press undoes the others', async () => {
  const { page, product } = office;
  const before = await readAll();
  const skus = before.map(({ sku }) => sku);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.url}/admin/products#per_page=50`);
  const lines = Array.from({ length: 20 }, (_, n) => (n === 4 ? '12,345.678' : `£${20 + n}.50`));
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${lines.join('\r\n')}\r\n`);
  // Only the hash of the address changes, so the earlier rows, and the focus in them, stay until the new rows have loaded.
  await expect(cell(page, 'Price', skus.at(-1) ?? '')).toBeVisible();
  await cell(page, 'Price', skus[0] ?? '').press('ControlOrMeta+v');
  // For a style whose SKUs differ in price, the page asks which SKUs get the new price. The other styles are saved.
  const asking = before.slice(0, 20).filter((row, n) => n !== 4 && !isOnePrice(row));
  const saved = 19 - asking.length;
  expect(asking.length).toBeGreaterThan(0);
  await expect(page.getByText(`${saved} changes saved`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep the difference of larger sizes' })).toHaveCount(asking.length);
  await expect(page.getByRole('alert').filter({ hasText: messages.price_too_precise })).toBeVisible();
  const filled = lines.map((_, n) => (n === 4 || asking.includes(before[n] as Listed) ? before[n]?.price : 2050 + n * 100));
  expect(await pricesOf(20)).toEqual(filled);
  await page.getByRole('button', { name: `Undo ${saved} changes` }).click();
  await expect.poll(() => pricesOf(20)).toEqual(before.slice(0, 20).map(({ price }) => price));
  await expect(cell(page, 'Price', skus[4] ?? '')).toHaveText('12,345.678');
  await page.getByRole('alert').filter({ hasText: messages.price_too_precise }).getByRole('button', { name: 'Take back' }).click();
  await expect(cell(page, 'Price', skus[4] ?? '')).not.toHaveText('12,345.678');
  for (let left = asking.length; left > 0; left--) await page.getByRole('button', { name: 'Take back' }).first().click();
});

test('while a search is being read, a cell of the earlier rows opens at once and stays open', async () => {
  const { page, product } = office;
  const [first] = await readAll();
  if (!first) throw new Error('no products');
  await page.goto(`${product.url}/admin/products#per_page=25`);
  await expect(cell(page, 'Price', first.sku)).toBeVisible();
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/admin\/products\?.*search=/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.getByRole('searchbox').fill(first.sku);
  await page.waitForRequest(/\/api\/admin\/products\?.*search=/);
  await cell(page, 'Price', first.sku).click();
  await expect(input(page, 'Price', first.sku)).toBeFocused();
  await input(page, 'Price', first.sku).fill('9');
  answer();
  await expect(page.getByText('1 product', { exact: true }).first()).toBeVisible();
  await expect(input(page, 'Price', first.sku)).toHaveValue('9');
  await page.keyboard.press('Escape');
  await page.unroute(/\/api\/admin\/products\?.*search=/);
});

test('a style whose SKUs differ in price shows the range of prices; a change of its price asks which SKUs get the new price', async () => {
  const { page, product } = office;
  const style = (await readAll()).find((row) => !isOnePrice(row));
  if (!style?.sku_prices) throw new Error('no style with dearer sizes');
  const { from, to } = style.sku_prices;
  const rangeText = (more: number) => `${((from + more) / 100).toFixed(2)}–${((to + more) / 100).toFixed(2)}`;
  const change = async (pence: number) => {
    await cell(page, 'Price', style.sku).click();
    await input(page, 'Price', style.sku).fill((pence / 100).toFixed(2));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
  };
  await page.goto(`${product.url}/admin/products#search=${style.sku}`);
  await expect(cell(page, 'Price', style.sku)).toHaveText(rangeText(0));
  await change(from + 100);
  await expect(page.getByRole('alert')).toContainText(`${style.children_count} SKUs are £`);
  expect(await faultsOf(page)).toEqual([]);
  const head = page.getByRole('heading', { level: 1 });
  const headTop = (await head.boundingBox())?.y;
  const tableTop = (await page.getByRole('region', { name: 'products' }).boundingBox())?.y;
  // The question disappears once it is answered, and the focus goes to the cell, so that the next arrow moves on from there.
  await page.getByRole('button', { name: 'Keep the difference of larger sizes' }).click();
  await expect(cell(page, 'Price', style.sku)).toHaveText(rangeText(100));
  await expect(cell(page, 'Price', style.sku)).toBeFocused();
  // The button that undoes the change moves neither the head nor the table.
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeVisible();
  expect((await head.boundingBox())?.y).toBe(headTop);
  expect((await page.getByRole('region', { name: 'products' }).boundingBox())?.y).toBe(tableTop);
  await change(from);
  await page.getByRole('button', { name: 'Only the style’s default' }).click();
  await expect(page.getByText('Only the style’s default has changed', { exact: true })).toBeVisible();
  await expect(cell(page, 'Price', style.sku)).toHaveText(rangeText(100));

  // Each undo also restores the SKU prices that the undone change had replaced.
  const stored = async () => (await readAll()).find(({ id }) => id === style.id);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(stored).toMatchObject({ price: from + 100, sku_prices: { from: from + 100, to: to + 100 } });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(stored).toMatchObject({ price: style.price, sku_prices: { from, to } });
  await expect(cell(page, 'Price', style.sku)).toHaveText(rangeText(0));

  await page.goto(`${product.url}/admin/products/${style.id}/edit`);
  await page.getByLabel('Price (£)', { exact: true }).fill('99.00');
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: /^What changes with/ });
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Change nothing' }).click();
  await expect(page.getByLabel('Price (£)', { exact: true })).toHaveValue('99.00');
  await page.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: `${style.children_count} SKUs too` }).click();
  await expect(page.getByText('Product Saved', { exact: true })).toBeVisible();
  expect((await readAll()).find(({ id }) => id === style.id)).toMatchObject({ price: 9900, sku_prices: { from: 9900, to: 9900 } });
});

test('a style unfolds into its colours and sizes: Enter goes down their prices, a pasted column fills them, and the style shows their range', async () => {
  const { page, product } = office;
  const style = (await readAll()).find(({ children_count, sku_prices }) => children_count >= 4 && sku_prices);
  if (!style) throw new Error('no style with SKUs');
  await page.goto(`${product.url}/admin/products#per_page=50`);
  await page.getByRole('button', { name: `Prices of the SKUs of ${style.sku}`, exact: true }).click();
  const skus = page.getByRole('region', { name: `SKUs of ${style.sku}`, exact: true });
  const prices = skus.getByRole('button', { name: /^Price of/ });
  await expect(prices).toHaveCount(style.children_count);
  expect(await faultsOf(page)).toEqual([]);
  const before = await prices.allTextContents();
  await prices.first().focus();
  await page.keyboard.type('31.05');
  await page.keyboard.press('Enter');
  await page.keyboard.type('32.10');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(prices.nth(0)).toHaveText('31.05');
  await expect(prices.nth(1)).toHaveText('32.10');
  await prices.nth(2).evaluate((button) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '33.15\n34.20');
    button.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('button', { name: 'Undo 2 changes' })).toBeVisible();
  await expect(prices.nth(3)).toHaveText('34.20');
  const stored = (await readAll()).find(({ id }) => id === style.id)?.sku_prices;
  if (!stored) throw new Error('no prices');
  expect(stored.to).toBeGreaterThanOrEqual(3420);
  await expect(cell(page, 'Price', style.sku)).toHaveText(`${(stored.from / 100).toFixed(2)}–${(stored.to / 100).toFixed(2)}`);

  // One press undoes the pasted column, two more the typed prices.
  for (let press = 0; press < 3; press++) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => prices.allTextContents()).toEqual(before);
});

test('a hidden column stays hidden in the list and its SKUs, and a pasted row fills the columns that are shown', async () => {
  const { page, product } = office;
  const style = (await readAll()).find(({ children_count, sku_prices }) => children_count >= 4 && sku_prices);
  if (!style) throw new Error('no style with SKUs');
  const toggle = async (column: string): Promise<void> => {
    await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: column, exact: true }).press('Enter');
    await page.keyboard.press('Escape');
  };
  await page.goto(`${product.url}/admin/products#per_page=50`);
  await toggle('Cost £');
  await page.reload();
  await page.getByRole('button', { name: `Prices of the SKUs of ${style.sku}`, exact: true }).click();
  const skus = page.getByRole('region', { name: `SKUs of ${style.sku}`, exact: true });
  const prices = skus.getByRole('button', { name: /^Price of/ });
  await expect(prices).toHaveCount(style.children_count);
  await expect(page.getByRole('button', { name: /^Cost of/ })).toHaveCount(0);
  await expect(skus.getByRole('columnheader', { name: 'Cost £' })).toHaveCount(0);
  const before = await prices.allTextContents();
  // Tab in a price goes to the next price, because the cost between them is hidden.
  await prices.first().focus();
  await page.keyboard.type('41.05');
  await page.keyboard.press('Tab');
  await expect(skus.getByRole('textbox', { name: /^Price of/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(prices.first()).toHaveText('41.05');
  await prices.nth(1).evaluate((button) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '42.10\t1.00\n43.15\t1.00');
    button.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(prices.nth(2)).toHaveText('43.15');
  await expect(page.getByRole('button', { name: 'Undo 2 changes' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await toggle('Cost £');
  await expect(skus.getByRole('button', { name: /^Cost of/ })).toHaveCount(style.children_count);
  for (let press = 0; press < 2; press++) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => prices.allTextContents()).toEqual(before);
});

test('a SKU has a column for its price in a chosen clothing set, and an empty price is the SKU’s own', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const held = async () => {
    for (const { id, sku } of await readAll()) {
      const { items } = (await product.get(session, `/api/admin/clothing-sets/style-prices?style_id=${id}`)) as { items: SetStylePrices[] };
      const set = items.find(({ prices }) => prices.length > 0);
      if (set) return { id, sku, set };
    }
    throw new Error('no set holds single SKUs');
  };
  const { id, sku, set } = await held();
  const stored = async () => {
    const { items } = (await product.get(session, `/api/admin/clothing-sets/style-prices?style_id=${id}`)) as { items: SetStylePrices[] };
    return items.find((one) => one.id === set.id)?.prices.some(({ price }) => price === 2717);
  };
  await page.goto(`${product.url}/admin/products#per_page=100`);
  await page.getByRole('button', { name: `Prices of the SKUs of ${sku}`, exact: true }).click();
  const skus = page.getByRole('region', { name: `SKUs of ${sku}`, exact: true });
  await skus.getByRole('button', { name: 'Set prices' }).click();
  await page.getByRole('menuitem', { name: `${set.account.name}, ${set.name}` }).click();
  const prices = skus.getByRole('button', { name: new RegExp(`^Price in ${set.name}`) });
  await expect(prices).toHaveCount(set.prices.length);
  const before = await prices.first().textContent();
  await prices.first().focus();
  await page.keyboard.type('27.17');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(stored).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(stored).toBe(false);
  await expect(prices.first()).toHaveText(before ?? '');

  // The device remembers the column, as it remembers the columns of the list.
  await page.reload();
  await page.getByRole('button', { name: `Prices of the SKUs of ${sku}`, exact: true }).click();
  await expect(skus.getByRole('columnheader', { name: `${set.name} £` })).toBeVisible();
  await expect(prices).toHaveCount(set.prices.length);
  await skus.getByRole('button', { name: 'Set prices' }).click();
  await page.getByRole('menuitem', { name: `${set.account.name}, ${set.name}` }).click();
  await page.reload();
  await page.getByRole('button', { name: `Prices of the SKUs of ${sku}`, exact: true }).click();
  await expect(skus.getByRole('columnheader', { name: 'Price £' })).toBeVisible();
  await expect(prices).toHaveCount(0);
});

test('if somebody else changes a price while a buyer edits it, the buyer sees both prices and chooses one', async () => {
  const { page, product } = office;
  const [first] = await readAll();
  if (!first) throw new Error('no products');
  await page.goto(`${product.url}/admin/products`);
  const session = await product.signIn('super@kitroom.test');
  const put = async (body: object) => {
    const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${product.url}/api/admin/products/${first.id}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
  };
  await cell(page, 'Price', first.sku).click();
  await put({ field: 'name', value: `${first.name} II` });
  await input(page, 'Price', first.sku).fill('9.10');
  await page.keyboard.press('Enter');
  await expect.poll(() => pricesOf(1)).toEqual([910]);
  await expect(cell(page, 'Name', first.sku)).toHaveText(`${first.name} II`);

  await cell(page, 'Price', first.sku).click();
  await put({ field: 'price', value: 1000 });
  await input(page, 'Price', first.sku).fill('9.50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Price is £10.00 now' })).toBeVisible();
  expect(await pricesOf(1)).toEqual([1000]);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save £9.50' }).click();
  await expect.poll(() => pricesOf(1)).toEqual([950]);
  // A name and a cost are edited like a price.
  await cell(page, 'Name', first.sku).click();
  await input(page, 'Name', first.sku).fill(first.name);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await cell(page, 'Cost', first.sku).click();
  await input(page, 'Cost', first.sku).fill('4.05');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await readAll())[0]).toMatchObject({ name: first.name, cost: 405 });
});

test('price changes of chosen products are previewed and scheduled for a day; one is withdrawn, the second is made on that day', async () => {
  const { page, product } = office;
  const [first, second] = await readAll();
  if (!first || !second) throw new Error('no products');
  await page.goto(`${product.url}/admin/products`);
  const schedule = async (by: string) => {
    for (const { sku } of [first, second]) await page.getByRole('checkbox', { name: `Choose ${sku}`, exact: true }).check();
    await page.getByRole('button', { name: 'Change prices' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('By (%)').fill(by);
    await dialog.getByLabel('Rounded to').selectOption('The nearest 5p');
    await dialog.getByLabel('From').fill('2031-01-01');
    await expect(dialog.getByRole('status')).toContainText(/^\+\d+% on \d+ SKUs, from 01\/01\/2031/);
    const row = dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: first.name, exact: true }) });
    const after = Math.round((first.price * (100 + Number(by))) / 500) * 5;
    await expect(row).toContainText((after / 100).toFixed(2));
    await expect(row).toContainText(/\d+%$/);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Change \d+ prices on 01\/01\/2031$/ }).click();
    await expect(page.getByText('The prices change on 01/01/2031', { exact: true }).first()).toBeVisible();
    await expect(dialog).toBeHidden();
    return after;
  };
  await schedule('4');
  const after = await schedule('10');
  await page.getByRole('button', { name: 'Price changes' }).click();
  const changes = page.getByRole('row').filter({ hasText: '01/01/31' });
  await expect(changes.filter({ hasText: 'Waiting' })).toHaveCount(2);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Withdraw Prices +4% on 01/01/2031' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click();
  await expect(changes.filter({ hasText: '+4%' })).toContainText('Withdrawn');
  expect(await pricesOf(1)).toEqual([first.price]);

  // Simulates that the day has come: the job becomes due now.
  const database = new Database(join(product.data, 'kitroom.db'));
  database.prepare(`update jobs set due_at = ? where id = (select max(id) from jobs where kind = 'price_change')`).run(new Date().toISOString());
  database.close();
  await expect.poll(() => pricesOf(1), { timeout: 20_000 }).toEqual([after]);
  await page.reload();
  await expect(changes.filter({ hasText: '+10%' })).toContainText('Done');
  await expect(changes.filter({ hasText: '+4%' })).toContainText('Withdrawn');
});

test('under each product one line says what waits for it, with links to the price changes and to the purchase order that comes next', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const ids = (await readAll()).map(({ id }) => id).join(',');
  const { items } = (await product.get(session, `/api/admin/products/lifecycles?ids=${ids}`)) as { items: Lifecycle[] };
  const coming = items.find(({ next_order }) => next_order !== null);
  if (!coming?.next_order) throw new Error('nothing comes');
  await page.goto(`${product.url}/admin/products#per_page=50`);
  const line = page
    .locator('.lifecycle')
    .filter({ hasText: `${coming.qty_coming.toLocaleString('en-GB')} coming on ${coming.next_order.our_reference}` });
  await expect(line.first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${product.url}/admin/products/${coming.id}/edit`);
  await expect(line).toHaveCount(1);
  await expect(line).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await line.first().getByRole('link', { name: coming.next_order.our_reference }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(coming.next_order.our_reference);
});

test('all matching products are chosen at once, saved as a file for imports, and added to a client’s set, with a result for each', async () => {
  const { page, product } = office;
  const [first] = await readAll();
  if (!first) throw new Error('no products');
  await page.goto(`${product.url}/admin/products#search=polo`);
  const chooseAll = page.getByRole('button', { name: /^All \d+$/ });
  await expect(page.getByRole('row').filter({ hasText: 'Polo' }).first()).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(1)
    .check();
  const count = Number((await chooseAll.last().textContent())?.replace(/\D/g, ''));
  await chooseAll.last().click();
  // Only the `strong` element is matched, because the page's header may contain the same text.
  await expect(page.getByRole('strong').filter({ hasText: new RegExp(`^${count} products, \\d+ SKUs$`) })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toMatch(/^\uFEFFsku,parent_sku,name,/);
  expect(file.split('\r\n').length).toBeGreaterThan(count * 2);

  await page.getByRole('button', { name: 'Add to set' }).click();
  const dialog = page.getByRole('dialog');
  for (const [field, words] of [
    ['Client', 'Northgate'],
    ['Clothing set', ''],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).click();
    if (words) await dialog.getByRole('combobox', { name: field }).fill(words);
    await page.getByRole('listbox').getByRole('option').first().click();
  }
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: new RegExp(`^Add ${count} to `) }).click();
  await expect(dialog.getByRole('status')).toContainText(`${count} done`);
  await expect(dialog.getByRole('list', { name: 'Results' })).toContainText('Added.');
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('the office sees the open orders of the chosen products, unpublishes the products together, and finds them by a filter', async () => {
  const { page, product } = office;
  const [first] = await readAll();
  if (!first) throw new Error('no products');
  await page.goto(`${product.url}/admin/products`);
  await page.getByRole('checkbox', { name: `Choose ${first.sku}`, exact: true }).check();
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/open order|No open order/);
  await dialog.getByRole('button', { name: 'Unpublish 1' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 done');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('group', { name: 'Which' }).getByRole('button', { name: 'Unpublished' }).click();
  await expect(page).toHaveURL(/show=unpublished/);
  await expect(page.getByRole('row').filter({ hasText: first.sku })).toContainText('Unpublished');
  await page.getByRole('group', { name: 'Which' }).getByRole('button', { name: 'Discontinued' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(/items? on hand/);
  await page.getByRole('group', { name: 'Which' }).getByRole('button', { name: 'All' }).click();
  await page.getByLabel('Brand', { exact: true }).selectOption('Pennine');
  await expect(page).toHaveURL(/#brand=Pennine$/);
});

test('chosen products are discontinued together, from today unless another day is chosen; without a day they stay on sale', async () => {
  const { page, product } = office;
  const [first, second] = await readAll();
  if (!first || !second) throw new Error('no products');
  await page.goto(`${product.url}/admin/products`);
  for (const { sku } of [first, second]) await page.getByRole('checkbox', { name: `Choose ${sku}`, exact: true }).check();
  await page.getByRole('button', { name: 'Discontinue', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Discontinue 2 products?' });
  const day = dialog.getByLabel('First day without them');
  await expect(day).toHaveValue(formatDate(new Date().toISOString(), 'date'));
  await expect(dialog.getByRole('button', { name: 'Discontinue 2' })).toBeEnabled();
  await day.fill('');
  await expect(dialog.getByRole('button', { name: 'Keep selling 2' })).toBeEnabled();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave them as they are' }).click();
  await expect(dialog).toBeHidden();
});

test('the office finds a supplier’s SKUs, sees the orders and purchase orders of a SKU, changes bins and barcodes, and opens labels', async () => {
  const { page, product } = office;
  const session = await product.signIn('super@kitroom.test');
  const skuPage = (await product.get(session, '/api/admin/products?disable_parent=true&per_page=100')) as {
    items: (Listed & { barcode: string | null })[];
  };
  const [first, second] = skuPage.items;
  if (!first || !second) throw new Error('no SKUs');
  await page.goto(`${product.url}/admin/skus`);
  await expect(cell(page, 'Bin', first.sku)).toBeVisible();
  await page.getByRole('combobox', { name: 'Supplier' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Calder Knitwear Mills' }).click();
  await expect(page).toHaveURL(/#supplierId=\d+&supplierName=Calder\+Knitwear\+Mills$/);
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue('Calder Knitwear Mills');
  await page.getByLabel('Brand', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/#supplierId=\d+&supplierName=Calder\+Knitwear\+Mills&brand=[^&]+$/);
  await page.goto(`${product.url}/admin/skus#search=${first.sku}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: `Orders and purchase orders of ${first.sku}` }).click();
  await expect(page.getByRole('region', { name: `Orders that want ${first.sku}` })).toContainText(/Allocated|No open order wants it/);
  await expect(page.getByRole('region', { name: `Purchase orders that bring ${first.sku}` })).toContainText(/Coming|No purchase order brings it/);
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${product.url}/admin/skus`);
  await cell(page, 'Barcode', first.sku).click();
  await input(page, 'Barcode', first.sku).fill('5012345678900');
  await page.keyboard.press('Enter');
  await input(page, 'Barcode', second.sku).fill('5012345678900');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: messages.barcode_exists })).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await cell(page, 'Bin', first.sku).click();
  await input(page, 'Bin', first.sku).fill('Z-09-9');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // No SKU has this bin yet, so the bin is stored only after a confirmation.
  await expect(page.getByRole('alert').filter({ hasText: 'New bin Z-09-9?' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use Z-09-9' }).click();
  await expect
    .poll(async () => (await product.get(session, `/api/admin/products/${first.id}`)) as object)
    .toMatchObject({
      bin: 'Z-09-9',
      barcode: '5012345678900',
    });

  for (const { sku } of [first, second]) await page.getByRole('checkbox', { name: `Choose ${sku}`, exact: true }).check();
  await page.getByRole('button', { name: 'Print labels' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Bins/ }).click();
  await dialog.getByRole('button', { name: '4 × 6 inch' }).click();
  await expect(dialog.getByRole('link', { name: 'Open 2 labels' })).toHaveAttribute(
    'href',
    `/admin/labels?bins_of=${first.id}%2C${second.id}&size=4x6`,
  );
  await dialog.getByRole('button', { name: /^SKUs/ }).click();
  await dialog.getByRole('button', { name: '50 × 25 mm' }).click();
  expect(await faultsOf(page)).toEqual([]);
  const href = (await dialog.getByRole('link', { name: 'Open 2 labels' }).getAttribute('href')) ?? '';
  const answer = await page.request.get(product.url + href);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a long page of SKUs renders only the rows in view and the row with the focus; when printed, it has all rows', async () => {
  const { page, product } = office;
  const rows = page.locator('tr[data-row]');
  const row = (place: number) => page.locator(`tr[data-row="${place}"]`);
  const topOf = (place: number) => row(place).evaluate((one: HTMLElement) => one.offsetTop);
  const scrollTo = (top: number) => page.locator('.list-scroll').evaluate((list, to) => list.scrollTo(0, to), top);
  const isBelowHead = async (place: number) => {
    const [head, box] = [await page.getByRole('columnheader').nth(2).boundingBox(), await row(place).boundingBox()];
    return head && box ? box.y >= head.y + head.height - 1 : false;
  };
  await page.goto(`${product.url}/admin/skus`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /^\d{3,}$/);
  await expect(row(0)).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);

  await page.keyboard.press('ArrowDown');
  for (const [key, place] of [
    ['End', 99],
    ['Home', 0],
    ['PageDown', 20],
    ['PageDown', 40],
    ['PageDown', 60],
    ['PageUp', 40],
    ['PageUp', 20],
    ...Array.from({ length: 15 }, (_, n) => ['ArrowUp', 19 - n] as const),
  ] as const) {
    await page.keyboard.press(key);
    await expect(row(place)).toBeFocused();
    await expect(row(place)).toBeInViewport();
    await expect.poll(() => isBelowHead(place)).toBe(true);
  }

  // The row with the focus stays in the page while other rows are in view.
  await scrollTo(100_000);
  await expect(row(99)).toBeInViewport();
  await expect(row(5)).toBeFocused();
  await page.keyboard.press('Home');

  await row(3)
    .getByRole('button', { name: /^Orders and purchase orders of / })
    .click();
  // The details under the row have their final height once they are loaded.
  await expect(page.locator('tr.under').getByRole('region').first()).toBeVisible();
  const top = await topOf(5);
  await page.keyboard.press('End');
  await scrollTo(100_000);
  await expect(row(99)).toBeInViewport();
  await expect(page.locator('tr.under')).toHaveCount(0);
  expect(await page.locator('.list-scroll').evaluate((list) => list.scrollTop + list.clientHeight)).toBe(
    await row(99).evaluate((one: HTMLElement) => one.offsetTop + one.offsetHeight),
  );
  await scrollTo(0);
  await expect(page.locator('tr.under')).toBeVisible();
  await expect.poll(() => topOf(5)).toBe(top);

  await row(6)
    .getByRole('button', { name: /^Bin of / })
    .click();
  await expect(row(6).getByRole('textbox')).toBeFocused();
  await scrollTo(100_000);
  await expect(row(99)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(row(7).getByRole('textbox')).toBeFocused();
  await expect(row(7)).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(row(7).getByRole('button', { name: /^Bin of / })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(row(0)).toBeInViewport();

  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(100);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => rows.count()).toBeLessThan(60);
});

test('an embroiderer sees products with their colours and decoration texts from clothing sets, and finds products by search or client', async () => {
  const page = await office.openOwnPage('embroiderer@kitroom.test');
  await page.goto(office.product.url);
  await expect(page).toHaveURL(/\/embroidery\/products$/);
  await expect(page.getByRole('heading', { name: 'Products to decorate' })).toBeVisible();
  const buttons = page.getByRole('button', { name: /^\d+ decorated sets? of / });
  await expect(buttons.first()).toBeVisible();
  const all = await buttons.count();
  // Three of many colours are shown.
  const swatches = await page.getByRole('listitem').evaluateAll((cards) => cards.map((card) => card.querySelectorAll('.swatch').length));
  expect(Math.max(...swatches)).toBe(3);
  await expect(page.getByText(/, .+, .+ \+\d+$/).first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await buttons.first().press('Enter');
  const dialog = page.getByRole('dialog');
  const decoration = dialog.getByRole('list', { name: /^Decorations of / }).first();
  await expect(decoration.getByRole('listitem').first()).not.toBeEmpty();
  const text = (await decoration.getByRole('listitem').first().textContent()) ?? '';
  expect(await faultsOf(page)).toEqual([]);
  await expect(page).toHaveURL(/#product=\d+$/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search products' }).fill(text);
  await expect(buttons.first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search products' }).fill('nothing like this');
  await expect(page.getByText('No products to show')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(buttons).toHaveCount(all);
  for (const path of ['/admin/products', '/admin/skus']) {
    await page.goto(office.product.url + path);
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toHaveCount(0);
  }
});

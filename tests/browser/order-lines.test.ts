import { expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { countKeys } from './count-keys.ts';
import { officePage } from './office-page.ts';

const office = officePage();

let session: Session;
test.beforeAll(async () => {
  session = await office.product.signIn('super@kitroom.test');
});

// biome-ignore lint/suspicious/noExplicitAny: responses of the API, whose fields the tests read
const read = (path: string): Promise<any> => office.product.get(session, path);

async function call(method: string, path: string, body: unknown) {
  const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(office.product.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`);
  return response.json();
}

/** Starts an order for somebody of the first client with `lines` lines of different styles, and returns it. */
async function draftOf(lines: number) {
  const { items: accounts } = await read('/api/admin/accounts?search=Northgate&per_page=1');
  const { items: people } = await read(`/api/admin/accounts/${accounts[0].id}/employees?search=Chidi&per_page=1`);
  const { uuid } = await call('POST', '/api/admin/orders', { account_id: accounts[0].id, employees: [people[0].id] });
  const { items } = await read(`/api/employees/${people[0].id}/products?order=${uuid}`);
  for (const { children } of items.slice(0, lines))
    await call('POST', `/api/admin/orders/${uuid}/lines`, { employee_id: people[0].id, product_id: children[0].id, quantity: 1 });
  return { uuid, styles: items };
}

const cells = (page: Page, column: string) => page.locator(`.office-lines [data-cell$=":${column}"]`);

test('a price is changed with six keys, is undone, and what is wrong stays in its cell', async () => {
  const { product, page } = office;
  const { uuid } = await draftOf(3);
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  await expect(cells(page, 'unit_price')).toHaveCount(3);
  const [before] = (await read(`/api/orders/${uuid}`)).lines;
  await page.getByRole('heading', { level: 1 }).click();

  const keys = await countKeys(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(cells(page, 'unit_price').first()).toBeFocused();
  await page.keyboard.type('9.5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).lines[0].unit_price).toBe(950);
  expect(await keys()).toBe(6);

  // Enter goes down into the price of the next line, and Escape leaves it.
  await expect(page.getByRole('textbox', { name: /^Price of .*, Chidi/ })).toBeFocused();
  await page.keyboard.type('cheap');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'is not saved' })).toContainText('Type an amount in pounds');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(cells(page, 'unit_price').nth(1)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).lines[0].unit_price).toBe(before.unit_price);
  expect((await read(`/api/orders/${uuid}`)).lines[0].is_manually_priced).toBe(false);
});

test('quantities and prices are typed down the lines with one key more than their digits, Tab goes on to the next cell, and Escape restores', async () => {
  const { product, page } = office;
  const { uuid } = await draftOf(3);
  const stored = async (field: 'qty_requested' | 'unit_price'): Promise<number[]> =>
    (await read(`/api/orders/${uuid}`)).lines.map((line: Record<string, number>) => line[field]);
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  await expect(cells(page, 'qty')).toHaveCount(3);
  await cells(page, 'qty').first().focus();

  const keys = await countKeys(page);
  for (const quantity of ['2', '3', '4']) {
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => stored('qty_requested')).toEqual([2, 3, 4]);
  expect(await keys()).toBe(6);
  // Below the last line there is no quantity: the field stays the one that is edited, and Shift+Enter goes up.
  await expect(cells(page, 'qty').nth(2)).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await expect(cells(page, 'qty').nth(1)).toBeFocused();
  await page.keyboard.type('9');
  await page.keyboard.press('Escape');
  await expect(cells(page, 'qty').nth(1)).toHaveValue('3');
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await expect(cells(page, 'unit_price').nth(1)).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await expect(cells(page, 'size').nth(2)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('6');
  await page.keyboard.press('Shift+Tab');
  await expect(cells(page, 'decoration').nth(2)).toBeFocused();
  expect(await keys()).toBe(17);
  await expect.poll(() => stored('qty_requested')).toEqual([2, 5, 6]);
  expect((await stored('unit_price'))[1]).toBe(700);

  // Without a change Tab goes on to the buttons between the cells.
  await cells(page, 'qty').nth(2).focus();
  await page.keyboard.press('Tab');
  await expect(cells(page, 'unit_price').nth(2)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Actions for / }).nth(2)).toBeFocused();
  // Below the last line the arrow leads to the next line.
  await cells(page, 'unit_price').nth(2).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Product or SKU' })).toBeFocused();
});

test('arrows lead through size, decoration, quantity and price; a size is chosen from a list with free stock', async () => {
  const { product, page } = office;
  const { uuid, styles } = await draftOf(2);
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  await expect(cells(page, 'size')).toHaveCount(2);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowDown');
  for (const column of ['size', 'decoration', 'qty', 'unit_price']) {
    await page.keyboard.press('ArrowRight');
    await expect(cells(page, column).first()).toBeFocused();
  }
  await page.keyboard.press('ArrowDown');
  await expect(cells(page, 'unit_price').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(cells(page, 'qty').first()).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).lines[0].qty_requested).toBe(4);

  await cells(page, 'size').first().focus();
  await page.keyboard.press('Enter');
  const sizes = page.getByRole('menuitem', { name: /free$/ });
  await expect(sizes).toHaveCount(styles[0].children.length);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await sizes.nth(1).press('Enter');
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).lines[0].product_id).toBe(styles[0].children[1].id);

  await cells(page, 'decoration').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Decoration of .*, Chidi/ }).fill('Name: CHIDI');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).lines[0].decoration).toBe('Name: CHIDI');
});

test('a new order of two lines takes no more than 22 keys; the next line keeps the wearer and has the decoration of the set', async () => {
  const { product, page } = office;
  await page.goto(`${product.url}/admin/orders`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const keys = await countKeys(page);
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeFocused();
  await page.keyboard.type('no');
  await expect(page.locator('.listbox [role=option]').first()).toContainText('Northgate');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Employees' })).toBeFocused();
  await page.keyboard.type('ch');
  await expect(page.locator('.listbox [role=option]').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Without / })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/create$/);
  const uuid = /orders\/([^/]+)\/create/.exec(page.url())?.[1];
  const field = page.getByRole('combobox', { name: 'Product or SKU' });
  for (const text of ['pol', 'fle']) {
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.locator('.listbox [role=option]').first()).toContainText(/free$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Quantity of the new line' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
  }
  await expect(cells(page, 'unit_price')).toHaveCount(2);
  expect(await keys()).toBeLessThanOrEqual(22);
  expect(await faultsOf(page)).toEqual([]);

  const { lines, employees } = await read(`/api/orders/${uuid}`);
  const { items } = await read(`/api/employees/${employees[0].id}/products?order=${uuid}`);
  for (const line of lines) {
    const style = items.find(({ children }: { children: { id: number }[] }) => children.some(({ id }) => id === line.product_id));
    expect([line.employee.id, line.decoration]).toEqual([employees[0].id, style.decorations_for_employee[0] ?? null]);
  }
});

test('several sizes of a style are added as a grid, and a pasted list of SKUs keeps what is not known, with the reason', async () => {
  const { product, page } = office;
  const { uuid, styles } = await draftOf(0);
  const style = styles.find(({ children }: { children: unknown[] }) => children.length > 3);
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  const field = page.getByRole('combobox', { name: 'Product or SKU' });
  await field.fill(style.name);
  // The whole style follows its best match, so it is in view however many sizes there are.
  await expect(page.getByRole('listbox').getByRole('option').nth(1)).toContainText(`${style.name}, several sizes`);
  await field.press('ArrowDown');
  await field.press('Enter');
  const grid = page.getByRole('dialog', { name: `Several sizes of ${style.name}` });
  const quantities = grid.getByRole('textbox');
  await quantities.nth(0).fill('2');
  await quantities.nth(2).fill('3');
  expect(await faultsOf(page)).toEqual([]);
  await grid.getByRole('button', { name: 'Add 5 items on 2 lines' }).click();
  await expect(cells(page, 'qty')).toHaveCount(2);

  // The dialog of all fields goes on with what is typed in the row.
  await field.fill(style.children[0].sku);
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(style.children[0].sku);
  await field.press('Enter');
  await page.getByRole('textbox', { name: 'Quantity of the new line' }).fill('7');
  await page.getByRole('button', { name: 'More fields' }).click();
  const all = page.getByRole('dialog', { name: 'Create New Line' });
  await expect(all.getByRole('combobox', { name: 'Product' })).toHaveValue(style.name);
  await expect(all.getByLabel('Size')).toHaveValue(String(style.children[0].id));
  await expect(all.getByLabel('Quantity')).toHaveValue('7');
  await all.getByRole('button', { name: 'Cancel' }).click();
  await expect(all).toHaveCount(0);

  const [one, other] = style.children.slice(1).filter((_: unknown, n: number) => n !== 1) as { sku: string }[];
  await page.getByRole('button', { name: 'Paste SKUs' }).click();
  const panel = page.getByRole('dialog', { name: 'Paste SKUs' });
  const text = panel.getByRole('textbox', { name: 'SKUs and quantities' });
  await text.fill(`${one?.sku.toLowerCase()}\t4\nNO-SUCH-SKU\t2\n${other?.sku}`);
  await expect(panel.getByRole('listitem').filter({ hasText: 'NO-SUCH-SKU' })).toContainText('clothing sets.');
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Add 2 lines' }).click();
  await expect(text).toHaveValue('NO-SUCH-SKU\t2');
  const { lines } = await read(`/api/orders/${uuid}`);
  expect(lines.map(({ qty_requested }: { qty_requested: number }) => qty_requested)).toEqual([2, 3, 4, 1]);
  await panel.getByRole('button', { name: 'Cancel' }).click();
});

test('the timeline says what the order waits for and what happened, and follows what somebody else does', async () => {
  const { product, page } = office;
  const { items } = await read('/api/admin/orders?short=1&per_page=1');
  const { uuid } = items[0];
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Live', { exact: true })).toBeVisible();
  await expect(timeline.getByText(/^Waits (for|to be) /).first()).toBeVisible();
  await expect(timeline.getByText(/submitted the order$/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await call('PUT', `/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Credit stop' });
  await expect(timeline.getByText('You put the order on hold')).toBeVisible();
  await expect(timeline.getByText(/Credit stop/)).toBeVisible();
  await call('PUT', `/api/admin/orders/${uuid}`, { is_frozen: false });
  await expect(timeline.getByText('You lifted the hold')).toBeVisible();
});

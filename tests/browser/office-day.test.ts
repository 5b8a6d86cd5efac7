import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { dayRows } from '../../shared/day/day-rows.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let page: Page;
let close = async (): Promise<void> => {};

/** The most presses of Tab that reach a control of a screen. */
const MAX_TABS = 30;

const stored = <Value>(query: string): Value => {
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const value = connection.prepare(query).pluck().get() as Value;
  connection.close();
  return value;
};

/** Presses Tab, or Shift+Tab, until a control has the focus. */
async function tabTo(control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses <= MAX_TABS; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${control}`);
}
const pressOn = async (control: Locator, key?: string): Promise<void> => {
  await tabTo(control, key);
  await page.keyboard.press('Enter');
};

/** Types into the palette, and presses Enter once the expected row is chosen. */
async function findOrDo(text: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
}

const heading = (name: RegExp | string) => page.getByRole('heading', { level: 1, name });
const button = (name: RegExp | string) => page.getByRole('button', { name, exact: typeof name === 'string' });
const cells = (column: string) => page.locator(`.office-lines [data-cell$=":${column}"]`);

test.beforeAll(async () => {
  product = await startProduct();
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(() => {
    const pressed = (): void => {
      sessionStorage.setItem('pointers', String(Number(sessionStorage.getItem('pointers')) + 1));
    };
    window.addEventListener('pointerdown', pressed, true);
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  close = () => closeContexts(browser);
});

test.afterAll(async () => {
  await close();
  await product?.stop();
});

test('the office signs in, changes an order, allocates, starts picks, prints, finds, holds and approves without a pointer', async () => {
  await page.goto(`${product.url}/sign-in`);
  await tabTo(page.getByLabel('Email'));
  await page.keyboard.type('super@kitroom.test');
  await tabTo(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('kitroom-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'What waits' })).toBeVisible();

  // The letter of a row opens its list; j and Enter open an order, ] and [ the next and the previous one.
  await page.keyboard.press(dayRows.short.key);
  await expect(page).toHaveURL(/\/admin\/orders#short=1$/);
  const numbers = page.locator('tbody tr[data-row] a.code');
  await expect(numbers.nth(1)).toBeVisible();
  const [first = '', second = ''] = await numbers.allTextContents();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading(`Order ${first}`)).toBeFocused();
  await page.keyboard.press(']');
  await expect(heading(`Order ${second}`)).toBeFocused();
  await page.keyboard.press('[');
  await expect(heading(`Order ${first}`)).toBeFocused();

  // A price is changed in its cell, and a line is added below the last one.
  // The lines are painted after the head of the order.
  await expect(cells('qty').first()).toBeVisible();
  const lines = await cells('qty').count();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(cells('unit_price').first()).toBeFocused();
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  const price = () => stored<number>(`select unit_price from order_lines where order_id = ${Number(first)} order by id limit 1`);
  await expect.poll(price).toBe(150);
  await page.keyboard.press('Escape');
  for (let line = 1; line < lines; line += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Product or SKU' })).toBeFocused();
  await page.keyboard.type('pol');
  await expect(page.locator('.listbox [role=option]').first()).toContainText(/free$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Quantity of the new line' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cells('qty')).toHaveCount(lines + 1);
  await expect(page.getByRole('combobox', { name: 'Product or SKU' })).toBeFocused();

  // The run is previewed, carried out, released to the warehouse and printed.
  await findOrDo('allocation', /^Allocation/);
  await expect(heading('Allocation')).toBeFocused();
  await pressOn(button('Allocate waiting orders'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Preview' }));
  await pressOn(button(/^Allocate [\d,]+ items?$/));
  await expect(heading(/^Allocation run/)).toBeVisible();
  await pressOn(button(/^Start Pick for the \d+ full$/));
  const dialog = page.getByRole('dialog', { name: /^Start Pick: \d+ orders$/ });
  await pressOn(dialog.getByRole('button', { name: /^Start Pick for \d+ orders$/ }));
  const print = dialog.getByRole('link', { name: /^Print \d+ picking lists$/ });
  await expect(print).toBeFocused({ timeout: 60_000 });
  const [lists] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  await lists.close();
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const requested = String(
    stored<number>(`select max(id) from orders where status = 'requested' and deleted_at is null and client_po_reference is null`),
  ).padStart(5, '0');
  // An order is found by its PO, put on hold and taken off hold.
  const po = stored<string>(
    `select client_po_reference from orders where status = 'submitted' and not is_frozen and deleted_at is null
       and length(client_po_reference) > 4 order by id desc limit 1`,
  );
  const countHeld = () =>
    stored<number>(`select is_frozen from orders where client_po_reference = '${po}' and status = 'submitted' order by id desc limit 1`);
  await findOrDo(po, new RegExp(po));
  await expect(heading(/^Order \d+$/)).toBeFocused();
  await findOrDo('hold', /^Hold/);
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Credit stop');
  await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Hold order' }));
  await expect(page.getByText('On hold.', { exact: true })).toBeVisible();
  expect(countHeld()).toBe(1);
  await findOrDo('release hold', /^Release hold/);
  await expect(page.getByText('On hold.', { exact: true })).toHaveCount(0);
  expect(countHeld()).toBe(0);
  await pressOn(page.getByRole('link', { name: 'Back', exact: true }), 'Shift+Tab');
  // The list of the morning is there as it was left, at a row.
  await expect(page.locator('tbody tr[data-row]:focus')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/orders#short=1$/);

  // A request is approved, after the PO reference that it lacks was typed.
  await findOrDo('today', /^Today/);
  await expect(page.getByRole('region', { name: 'What waits' })).toBeVisible();
  await page.keyboard.press(dayRows.drafts.key);
  await expect(page).toHaveURL(/unsubmitted=1$/);
  const request = page.getByRole('row', { name: new RegExp(requested) });
  await expect(request).toBeVisible();
  await page.keyboard.press('j');
  for (let row = 1; !(await request.evaluate((element) => element === document.activeElement)); row += 1) {
    expect(row).toBeLessThan(40);
    await page.keyboard.press('j');
  }
  await page.keyboard.press('Enter');
  await expect(heading(`Order ${requested}`)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await pressOn(page.getByRole('dialog', { name: 'Invalid data submitted' }).getByRole('button', { name: 'Go to the first' }));
  await expect(page.getByLabel('PO reference')).toBeFocused();
  await page.keyboard.type('PO-7788');
  await page.keyboard.press('Control+Enter');
  await expect(heading('Orders')).toBeFocused();
  expect(stored<string>(`select status from orders where id = ${Number(requested)}`)).toBe('submitted');

  expect(await page.evaluate(() => Number(sessionStorage.getItem('pointers')))).toBe(0);
});

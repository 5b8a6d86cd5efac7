import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, open } from './screens.ts';

// One waiting order at the office's desk; each test continues where the one before ended.
test.describe.configure({ mode: 'serial' });

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let office: Session;
let uuid: string;
const faults: string[] = [];

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const read = (path: string): Promise<any> => product.get(office, path);
const line = async () => (await read(`/api/orders/${uuid}`)).lines[0];

/** Sets the wearer's budget for the order's line. */
function setBudget(values: { budget_value: number; is_budget_forceable: 0 | 1 }): void {
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  connection.pragma('busy_timeout = 5000');
  const { changes } = connection
    .prepare(
      `update employee_roles set is_budgeted = 1, budget_start_date = '2020-01-01', budget_duration = 12, budget_forced_alert_email = 'watch@example.test',
         budget_value = ?, is_budget_forceable = ?
       where id = (select l.employee_role_id from order_lines l join orders o on o.id = l.order_id where o.uuid = ? limit 1)`,
    )
    .run(values.budget_value, values.is_budget_forceable, uuid);
  connection.close();
  if (changes !== 1) throw new Error('The line is charged to no role.');
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
  uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${product.url}/api/admin/orders/${uuid}`, { method: 'PUT', headers, body: JSON.stringify({ unallocate: true }) });
  if (!response.ok) throw new Error(await response.text());
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await enter(context, product, office);
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  await open(page, product, `/admin/orders/${uuid}/edit`);
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test('the product, the colour and the SKU of a line are shown in full at each width', async () => {
  const { product: ordered } = await line();
  for (const width of [390, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const words = page.locator('.office-product-text > div');
    await expect(words).toHaveCount(2);
    await expect(words.nth(0)).toContainText(ordered.attributes.variation_colour);
    await expect(words.nth(1)).toContainText(ordered.sku);
    for (const text of await words.all()) expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a quantity over a budget that may be exceeded shows the calculation, and is saved only after a confirmation', async () => {
  const { unit_price, employee_role } = await line();
  setBudget({ budget_value: 1, is_budget_forceable: 1 });
  const qty = page.getByRole('textbox', { name: /^Quantity, / });
  const question = page.getByRole('alertdialog', { name: 'This goes over budget' });
  await qty.fill('7');
  await qty.press('Enter');
  await expect(question).toContainText(`${employee_role.name}: budget £0.01`);
  await expect(question).toContainText(`this order £${((7 * unit_price) / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`);
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Leave it as it was' }).click();
  await expect(qty).toHaveValue('1');
  expect((await line()).qty_requested).toBe(1);

  await qty.fill('7');
  await qty.press('Enter');
  await question.getByRole('button', { name: 'Save over budget' }).click();
  await expect(page.getByText('Line Updated', { exact: true })).toBeVisible();
  await expect(qty).toHaveValue('7');
  expect((await line()).qty_requested).toBe(7);
  expect((await read('/api/admin/mail?search=watch@example.test')).items).toHaveLength(1);

  // A price over budget in a dialog also causes the question about the budget; the dialog stays open until the line is saved.
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Change product, size or price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change line' });
  await dialog.getByLabel('Price £').fill('999.00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Leave it as it was' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save over budget' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await line()).unit_price).toBe(99_900);
});

test('a quantity over a budget that cannot be exceeded shows the calculation, and is not saved', async () => {
  setBudget({ budget_value: 1, is_budget_forceable: 0 });
  const qty = page.getByRole('textbox', { name: /^Quantity, / });
  await qty.fill('8');
  await qty.press('Enter');
  const bound = page.getByRole('dialog', { name: 'This goes over budget' });
  await expect(bound).toContainText('budget £0.01');
  await expect(bound).toContainText('This budget cannot be exceeded.');
  expect(await faultsOf(page)).toEqual([]);
  await bound.getByRole('button', { name: 'Leave it as it was' }).click();
  await expect(qty).toHaveValue('7');
  // A sample is not charged.
  await page.getByLabel('Sample').click();
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).is_sample).toBe(true);
  await qty.fill('8');
  await qty.press('Enter');
  await expect.poll(async () => (await line()).qty_requested).toBe(8);
  await page.getByLabel('Sample').click();
  await expect(bound).toContainText('This budget cannot be exceeded.');
  await bound.getByRole('button', { name: 'Leave it as it was' }).click();
  await expect(page.getByLabel('Sample')).toBeChecked();
});

test('somebody who edits an order in two tabs is told that the conflicting change came from their other tab', async () => {
  const other = await context.newPage();
  await open(other, product, `/admin/orders/${uuid}/edit`);
  const code = (of: Page) => of.getByLabel('Cost code');
  await code(other).fill('CC-THIS');
  await code(page).fill('CC-OTHER');
  await code(page).press('Enter');
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).cost_code).toBe('CC-OTHER');
  await code(other).press('Enter');
  const banner = other.getByRole('status').filter({ hasText: 'You changed this order in another tab.' });
  await expect(banner).toContainText('Cost code is now “CC-OTHER”.');
  // The banner shows that a change is not saved, and so does the footer of the lines.
  await expect(other.getByText('Changes not saved yet', { exact: true })).toBeVisible();
  await expect(other.getByText(/all changes kept/i)).toHaveCount(0);
  expect(await faultsOf(other)).toEqual([]);
  await banner.getByRole('button', { name: 'Save this' }).click();
  await expect.poll(async () => (await read(`/api/orders/${uuid}`)).cost_code).toBe('CC-THIS');

  // The typed quantity stays in the field, with the stored quantity beside it, and the totals are those of the stored lines.
  const qty = (of: Page) => of.getByRole('textbox', { name: /^Quantity, / });
  const totals = (of: Page) => of.locator('.lines-foot');
  const { unit_price } = await line();
  const totalOf = (count: number): string => ((unit_price * count) / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  for (const whose of ['Keep the other', 'Save this']) {
    const stored = whose === 'Save this' ? 4 : 3;
    await expect(qty(other)).toHaveValue(String((await line()).qty_requested));
    await qty(other).fill('6');
    await qty(page).fill(String(stored));
    await qty(page).press('Enter');
    await expect.poll(async () => (await line()).qty_requested).toBe(stored);
    await qty(other).press('Enter');
    const clash = other.getByRole('status').filter({ hasText: 'in another tab.' });
    await expect(clash).toContainText(`Quantity is now “${stored}”.`);
    await expect(qty(other)).toHaveValue('6');
    await expect(other.getByText(`${stored} now`, { exact: true })).toBeVisible();
    await expect(totals(other)).toContainText(`£${totalOf(stored)}`);
    await clash.getByRole('button', { name: whose }).click();
    await expect(clash).toHaveCount(0);
    await expect(qty(other)).toHaveValue(whose === 'Save this' ? '6' : '3');
    await expect(other.getByText(/^\d+ now$/)).toHaveCount(0);
  }
  await expect.poll(async () => (await line()).qty_requested).toBe(6);
  await expect(totals(other)).toContainText(`£${totalOf(6)}`);
  await other.close();
});

test('a value that could not be sent stays in its field until it is sent or discarded; meanwhile the footer says “Not saved”', async () => {
  const qty = page.getByRole('textbox', { name: /^Quantity, / });
  const code = page.getByLabel('Cost code');
  const cut = async (): Promise<void> => {
    for (const path of ['**/api/admin/order-lines/*', '**/api/admin/orders/*/update'])
      await page.route(path, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  };
  await page.reload();
  await expect(qty).toHaveValue('6');
  await cut();
  await qty.fill('5');
  await qty.press('Enter');
  await code.fill('CC-LOST');
  await code.press('Enter');
  const again = page.getByRole('button', { name: /Send again / });
  await expect(again).toHaveCount(2);
  await expect(qty).toHaveValue('5');
  await expect(code).toHaveValue('CC-LOST');
  // The server answers other requests, but the typed value is still not sent.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.locator('.lines-foot')).toContainText('Not saved');
  await expect(page.getByText(/all changes kept/i)).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Give up Cost code' }).click();
  await expect(code).toHaveValue('CC-THIS');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The value is sent again after any response of the server, or when the button is pressed before that.
  await again.click({ timeout: 2000 }).catch(() => undefined);
  await expect.poll(async () => (await line()).qty_requested).toBe(5);
  await expect(again).toHaveCount(0);
  await expect(qty).toHaveValue('5');
  await expect(page.locator('.lines-foot')).toContainText('all changes kept');
});

test('the arrow keys keep the highlighted result of a long list in view', async () => {
  await page.getByRole('button', { name: /^Change\s*requester/ }).click();
  const requester = page.getByRole('combobox', { name: 'Requester' });
  await page.setViewportSize({ width: 1440, height: 640 });
  await requester.fill('ma');
  const last = page.getByRole('option').last();
  await expect(page.getByRole('option').nth(6)).toBeVisible();
  await expect(last).not.toBeInViewport();
  await requester.press('ArrowUp');
  await expect(last).toBeInViewport({ ratio: 0.9 });
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an address without a postcode, or with an invalid one, shows a message at the field', async () => {
  await page.getByRole('button', { name: 'Change address and contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery and contact' });
  const postcode = dialog.getByLabel('Postcode', { exact: true });
  const before = (await read(`/api/orders/${uuid}`)).delivery_address;
  for (const [text, banner] of [
    ['', 'Enter the postcode'],
    ['Leeds, near the mill', 'This is not a UK postcode.'],
  ] as const) {
    await postcode.fill(text);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(banner)).toBeVisible();
    await expect(postcode).toHaveAttribute('aria-invalid', 'true');
    await expect(postcode).toBeFocused();
  }
  await dialog.getByLabel('Address', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter the first line of the address')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect((await read(`/api/orders/${uuid}`)).delivery_address).toEqual(before);
  await dialog.getByLabel('Address', { exact: true }).fill('9 Mill Lane');
  await postcode.fill('LS1 4AP');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Address Updated', { exact: true })).toBeVisible();
  expect((await read(`/api/orders/${uuid}`)).delivery_address).toMatchObject({ address_line_1: '9 Mill Lane', postcode: 'LS1 4AP' });
});

test('an order is started, filled and emptied with the keyboard alone', async () => {
  await open(page, product, '/admin/orders');
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'Employees' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Client' }).fill('Northgate');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const employees = page.getByRole('combobox', { name: 'Employees' });
  for (const name of ['Chidi', 'Bilal']) {
    await expect(employees).toBeFocused();
    // The field carries out Enter only after the search for the typed text.
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/create$/);
  const orderUuid = /orders\/([^/]+)\/create/.exec(page.url())?.[1];
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  const { employees: wearers } = await read(`/api/orders/${orderUuid}`);
  const { items } = await read(`/api/employees/${wearers[0].id}/products?order=${orderUuid}`);
  for (const { children } of items.slice(0, 2)) {
    const body = JSON.stringify({ employee_id: wearers[0].id, product_id: children[0].id, quantity: 1 });
    await fetch(`${product.url}/api/admin/orders/${orderUuid}/lines`, { method: 'POST', headers, body });
  }
  await open(page, product, `/admin/orders/${orderUuid}/edit`);
  const menus = page.locator('.row-menu');
  // Each key in a menu is pressed after the effect of the previous key is visible.
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const endOfMenu = async (): Promise<void> => {
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') != null)).toBe(true);
    await page.keyboard.press('End');
    await expect(item('Delete line')).toBeFocused();
  };
  await expect(menus).toHaveCount(2);
  await menus.first().focus();
  await endOfMenu();
  await page.keyboard.press('ArrowUp');
  await expect(item('Budget')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Order Line Employee Roles' }).getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menus.first()).toBeFocused();
  for (const linesLeft of [1, 0]) {
    await endOfMenu();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this line from the order?' });
    await question.getByRole('button', { name: 'Delete line' }).press('Enter');
    await expect(menus).toHaveCount(linesLeft);
    await expect(linesLeft ? menus : page.getByRole('button', { name: 'Create New Line' })).toBeFocused();
  }
  await expect(page.getByText('Order has no lines', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  for (const name of ['Product', 'Budget']) await expect(page.getByRole('dialog').getByRole('combobox', { name })).toBeDisabled();
  await page.keyboard.press('Escape');
});

async function call(method: string, path: string, body: unknown, by = office) {
  const headers = { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`);
  return response.json();
}

/** Creates a complete draft with one line; returns its uuid. */
async function wholeDraft(): Promise<string> {
  const { employees, delivery_site, delivery_address } = await read(`/api/orders/${uuid}`);
  const orderUuid = (await call('POST', '/api/orders', { employees: [employees[0].id] })).uuid as string;
  const { items } = await read(`/api/employees/${employees[0].id}/products?order=${orderUuid}`);
  const plain = items.find(({ decorations_for_employee }: { decorations_for_employee: string[] }) => decorations_for_employee.length === 0);
  await call('POST', `/api/orders/${orderUuid}/employees/${employees[0].id}/lines`, { lines: [{ product_id: plain.children[0].id, quantity: 1 }] });
  await call('PUT', `/api/orders/${orderUuid}`, {
    set_delivery_details: true,
    delivery_site_id: delivery_site.id,
    delivery_address,
    client_po_reference: 'PO-1',
    cost_code: 'CC-1',
  });
  await call('PUT', `/api/admin/orders/${orderUuid}/update`, { is_sample: true });
  return orderUuid;
}

test('Submit also saves a cost code and a quantity that were just typed, and no dialog asks about unsaved changes', async () => {
  const orderUuid = await wholeDraft();
  await open(page, product, `/admin/orders/${orderUuid}/edit`);
  // The network is slow: the input is still being sent when Submit is pressed.
  for (const path of ['**/update', '**/lines/*'])
    await page.route(path, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
  await page.getByRole('textbox', { name: /^Quantity, / }).fill('3');
  await page.getByLabel('Cost code').fill('CC-LATE');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/orders(#|$)/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  const order = await read(`/api/orders/${orderUuid}`);
  expect({ status: order.status, cost_code: order.cost_code, qty: order.lines[0].qty_requested }).toEqual({
    status: 'submitted',
    cost_code: 'CC-LATE',
    qty: 3,
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a draft without lines shows why it cannot be submitted; Submit asks about unseen changes and about wearers without lines', async () => {
  const orderUuid = await wholeDraft();
  const { account, employees, lines } = await read(`/api/orders/${orderUuid}`);
  const { items } = await read(`/api/admin/accounts/${account.id}/employees?per_page=50`);
  const other = items.find(({ id }: { id: number }) => id !== employees[0].id);
  await call('POST', `/api/orders/${orderUuid}/employees`, { employees: [other.id] });
  await open(page, product, `/admin/orders/${orderUuid}/edit`);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  const forgotten = page.getByRole('alertdialog', { name: `Nothing is ordered for ${other.name}.` });
  await submit.click();
  await expect(forgotten).toContainText('the order has nothing for them');
  expect(await faultsOf(page)).toEqual([]);
  await forgotten.getByRole('button', { name: 'Back to the order' }).click();
  expect((await read(`/api/orders/${orderUuid}`)).status).toBe('draft');

  // Somebody else changes a line, the screen loads that change, and Submit is pressed at once.
  await page.clock.install();
  const reread = async (): Promise<void> => {
    await page.clock.fastForward(31_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  const admin = await product.signIn('client.admin@northgate.test');
  await call('PUT', `/api/orders/${orderUuid}/lines/${lines[0].id}`, { qty_requested: 7 }, admin);
  await reread();
  await expect(page.getByRole('textbox', { name: /^Quantity, / })).toHaveValue('7');
  await submit.click();
  await expect(forgotten).toBeVisible();
  // While a dialog is open, the order is not read again, however long the dialog stays open.
  await page.clock.runFor(5000);
  await forgotten.getByRole('button', { name: 'Submit without them' }).click();
  const changed = page.getByRole('alertdialog', { name: 'Somebody else changed this meanwhile.' });
  await expect(changed).toContainText('Quantity is now “7”.');
  expect((await read(`/api/orders/${orderUuid}`)).status).toBe('draft');
  await changed.getByRole('button', { name: 'Back to the order' }).click();
  await call('DELETE', `/api/orders/${orderUuid}/lines/${lines[0].id}`, {});
  await reread();
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription('Add something to this order first.');
});

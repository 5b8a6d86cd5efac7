import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

/** One value from the demo data. */
function stored<Value>(query: string): Value {
  const connection = new BetterSqlite(join(office.product.data, 'kitroom.db'), { readonly: true });
  const value = connection.prepare(query).pluck().get() as Value;
  connection.close();
  return value;
}

const field = (page: Page) => page.getByRole('combobox', { name: /^Order, wearer, PO/ });
const chosen = (page: Page) => page.getByRole('option', { selected: true });

async function openAt(path: string, page = office.page): Promise<Page> {
  await page.goto(`${office.product.url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Find or do/ })).toBeVisible();
  return page;
}

test('from any page Ctrl+K, the digits of an order and Enter open it, as fast as anybody types; it is then the first of those opened last', async () => {
  const number = String(stored<number>(`select max(id) from orders where status = 'submitted'`));
  for (const path of ['/', '/admin/stock', '/admin/suppliers/create', '/admin/picking/orders']) {
    const page = await openAt(path);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/orders\/[^/]+\/edit$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number.padStart(5, '0')}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const page = await openAt('/admin/stock');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Opened last' }).getByRole('option').first()).toHaveText(`Order ${number.padStart(5, '0')}`);
  await expect(chosen(page)).toHaveText(`Order ${number.padStart(5, '0')}`);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number.padStart(5, '0')}`);
});

test('a key that is pressed as soon as the palette has its field follows the text that was typed before', async () => {
  const page = await openAt('/admin/stock');
  await page.evaluate(async () => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
    const typed = new Promise<void>((resolve) => {
      document.addEventListener('focusin', ({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        // Before React renders again.
        queueMicrotask(() => {
          document.execCommand('insertText', false, '5');
          resolve();
        });
      });
    });
    press('k', true);
    for (const key of '0012') press(key);
    await typed;
  });
  await expect(field(page)).toHaveValue('00125');
  await page.keyboard.press('Escape');
});

test('one field finds a PO reference, a parcel, a wearer, a SKU, a product, an account, a purchase order, a site by its postcode and a screen', async () => {
  const page = await openAt('/admin/stock');
  const po = stored<string>(
    `select client_po_reference from orders where client_po_reference is not null and deleted_at is null order by id desc limit 1`,
  );
  const site = stored<string>(`select json_extract(delivery_address, '$.postcode') from sites where deleted_at is null order by id desc limit 1`);
  const sku = stored<string>(`select sku from products where parent_id is not null and deleted_at is null order by id desc limit 1`);
  for (const [kind, text] of [
    ['Order', po],
    ['Parcel', stored<string>('select tracking_number from consignments where tracking_number is not null order by id desc limit 1')],
    ['Wearer', stored<string>(`select surname from users where role = 'employee' and deleted_at is null order by id desc limit 1`)],
    ['SKU', sku],
    ['Product', stored<string>('select name from products where parent_id is null and deleted_at is null order by id desc limit 1')],
    ['Account', stored<string>('select reference from accounts where deleted_at is null order by id desc limit 1')],
    ['Purchase order', stored<string>('select our_reference from purchase_orders order by id desc limit 1')],
    ['Site', site.replace(' ', '').toLowerCase()],
    ['Go to', 'scheduled rep'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await expect(page.getByRole('group', { name: kind, exact: true }).getByRole('option').first(), `${kind}: ${text}`).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type(sku);
  await expect(chosen(page)).toContainText('free');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/stock\/\d+/);
});

test('arrow keys choose, Ctrl+Enter opens another tab, and Escape gives the focus back to where it was', async () => {
  const page = await openAt('/admin/accounts');
  await page.getByRole('searchbox', { name: 'Search accounts' }).focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('no');
  await expect(chosen(page)).toContainText('Northgate');
  expect(await faultsOf(page)).toEqual([]);
  const options = page.getByRole('option');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await options.nth(1).getAttribute('id'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expect(tab).toHaveURL(/\/admin\/accounts\/\d+\/edit$/);
  await tab.close();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Search accounts' })).toBeFocused();
  await page.getByRole('button', { name: /^Find or do/ }).click();
  await page.keyboard.type('zz-9');
  await expect(page.getByText('Nothing has zz-9 in it.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Find or do/ })).toBeFocused();
});

test('the palette offers the actions of the screen, says why one waits, and creates an order from any screen', async () => {
  const uuid = stored<string>(
    `select o.uuid from orders o where o.status = 'submitted' and not o.is_frozen and not exists
       (select 1 from order_lines l where l.order_id = o.id and (l.qty_allocated > 0 or l.qty_shipped > 0)) order by o.id desc limit 1`,
  );
  const page = await openAt(`/admin/orders/${uuid}/edit`);
  await expect(page.getByRole('button', { name: 'Hold', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: /^Start Pick/ })).toContainText('Nothing allocated yet');
  await expect(page.getByRole('option', { name: /^Cancel Order/ })).toHaveAttribute('aria-selected', 'false');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.type('start pi');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeVisible();
  await field(page).fill('hist');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/audit#on_type=order/);
  await openAt(`/admin/orders/${uuid}/edit`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hold');
  await expect(page.getByRole('option', { name: /^Hold/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Hold/i })).toBeVisible();
  // A dialog keeps what was typed in it.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openAt('/admin/suppliers');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new order');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await expect(page.getByRole('dialog', { name: 'Create New Order' })).toBeVisible();
});

test('Tab on a found order shows its actions by the rules of its screen; they are done from there, and Escape leads back to the search', async () => {
  const number = String(stored<number>(`select max(id) from orders where status = 'submitted' and not is_frozen and deleted_at is null`)).padStart(
    5,
    '0',
  );
  const isHeld = () => stored<number>(`select is_frozen from orders where id = ${Number(number)}`);
  const page = await openAt('/admin/stock');
  const action = (name: string | RegExp) => page.getByRole('group', { name: `Order ${number}` }).getByRole('option', { name });
  const showActions = async (key = 'Tab'): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(number);
    // Tab may come before the search has answered.
    if (key !== 'Tab') await expect(chosen(page)).toContainText(number);
    await page.keyboard.press(key);
    await expect(action('Open')).toBeVisible();
  };
  await showActions('ArrowRight');
  await expect(action('Print picking list')).toBeVisible();
  await expect(action('Copy number')).toBeVisible();
  await expect(action('Release hold')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue(number);
  await expect(chosen(page)).toContainText(number);
  await page.keyboard.press('Tab');
  await page.keyboard.type('hold');
  await expect(chosen(page)).toHaveText('Hold');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Hold order ${number}` });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Credit stop');
  await dialog.getByRole('button', { name: 'Hold order' }).press('Enter');
  await expect(page.getByText('On hold.', { exact: true })).toBeVisible();
  await openAt('/admin/stock');
  await showActions();
  await expect(action('Allocate ALL')).toHaveCount(0);
  await expect(action('Start Pick')).toHaveCount(0);
  await page.keyboard.type('rel');
  await expect(chosen(page)).toHaveText('Release hold');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Order ${number} is released`, { exact: true })).toBeVisible();
  expect(isHeld()).toBe(0);
  await expect(page).toHaveURL(/\/admin\/stock$/);

  // Actions that cannot be read can be tried again.
  await page.route('**/api/orders/*', (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  await page.keyboard.press('Control+k');
  await page.keyboard.type(number);
  await expect(chosen(page)).toContainText(number);
  await page.keyboard.press('Tab');
  await expect(chosen(page)).toContainText('Try again');
  await page.unroute('**/api/orders/*');
  await page.keyboard.press('Enter');
  await expect(action('Open')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(field(page)).toHaveValue(number);
  await page.keyboard.press('Escape');
});

test('if the search does not answer, the palette offers to try again, and the actions and screens without the server', async () => {
  const page = await openAt('/admin/suppliers');
  await page.route('**/api/admin/search?**', (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('supplier');
  await expect(chosen(page)).toContainText('Search does not answer');
  await expect(page.getByRole('option', { name: /^Create Supplier/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Go to' }).getByRole('option').first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/api/admin/search?**');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Search' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Go to' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a client has no palette, and each person has their own records of those opened last', async () => {
  const page = await office.openOwnPage('manager@northgate.test');
  await page.goto(`${office.product.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Find or do/ })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveCount(0);

  const phone = await office.openOwnPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await openAt('/admin/accounts', phone);
  await phone.getByRole('button', { name: 'Find or do' }).click();
  await expect(phone.getByRole('group', { name: 'Opened last' })).toHaveCount(0);
  await phone.keyboard.type('00');
  await expect(phone.getByRole('option').first()).toBeVisible();
  expect(await faultsOf(phone)).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

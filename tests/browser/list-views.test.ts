import { expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();
const headings = (page: Page): Promise<string[]> => page.locator('thead th').allTextContents();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

async function openOrders(page: Page, hash = ''): Promise<void> {
  await page.goto(`${office.product.url}/admin/orders${hash}`);
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
}

test('orders are sorted by the day on which they are required, and columns are chosen by keyboard and stay chosen on the device', async () => {
  const { page } = office;
  await openOrders(page);
  await button(page, 'Required by').press('Enter');
  await expect(page).toHaveURL(/orderBy=required_on&sortedBy=asc/);
  await expect(page.getByRole('columnheader', { name: 'Required by' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.locator('tbody tr[data-row]').first().locator('td').nth(3)).not.toBeEmpty();

  expect(await headings(page)).toContain('Site');
  await button(page, 'Columns').press('Enter');
  const item = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
  await expect(item('Site')).toBeChecked();
  await expect(item('Order')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await item('Site').press('Enter');
  await expect(item('Site')).not.toBeChecked();
  await item('Items').press('Enter');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Columns')).toBeFocused();
  expect(await headings(page)).not.toContain('Site');
  expect(await headings(page)).toContain('Items');
  await openOrders(page);
  expect(await headings(page)).not.toContain('Site');
  await button(page, 'Columns').press('Enter');
  await page.getByRole('menuitem', { name: 'As they were' }).press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Site' })).toBeVisible();
  expect(await headings(page)).not.toContain('Items');
});

test('a view of filters, sort order and columns is saved, follows the person, is found in the palette, renamed and deleted', async () => {
  const { page } = office;
  await openOrders(page, '#short=1&orderBy=order_number&sortedBy=asc');
  await button(page, 'Columns').press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Requester' }).press('Enter');
  await page.keyboard.press('Escape');
  await button(page, 'Views').press('Enter');
  await page.getByRole('menuitem', { name: 'Save as a new view' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.type('Short, oldest first');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await openOrders(page);

  // Another device of the same person, with its own columns.
  const other = await office.openOwnPage();
  await openOrders(other);
  expect(await headings(other)).toContain('Requester');
  await other.keyboard.press('Control+k');
  await other.keyboard.type('short, old');
  await expect(other.getByRole('option', { selected: true })).toContainText('View of Orders');
  await other.keyboard.press('Enter');
  await expect(button(other, 'View: Short, oldest first')).toBeVisible();
  await expect(other).toHaveURL(/short=1/);
  await expect(other.getByRole('columnheader', { name: 'Order', exact: true })).toHaveAttribute('aria-sort', 'ascending');
  await expect(other.getByRole('columnheader', { name: 'Requester' })).toHaveCount(0);

  // A changed view is saved again under its name.
  await button(other, 'Remove filter: Short: waiting for stock')
    .or(other.getByRole('button', { name: /Short: waiting for stock/ }))
    .first()
    .press('Enter');
  await expect(button(other, 'Views')).toBeVisible();
  await button(other, 'Views').press('Enter');
  await other.getByRole('menuitem', { name: 'Save changes to Short, oldest first' }).press('Enter');
  await expect(button(other, 'View: Short, oldest first')).toBeVisible();
  await button(other, /^View: /).press('Enter');
  await other.getByRole('menuitem', { name: 'Rename Short, oldest first' }).press('Enter');
  await other.getByRole('dialog').getByLabel('Name').fill('Oldest first');
  await other.keyboard.press('Enter');
  await expect(button(other, 'View: Oldest first')).toBeVisible();
  await expect(button(other, 'View: Oldest first')).toBeFocused();

  await button(page, 'Views').press('Enter');
  await page.keyboard.press('Escape');
  await openOrders(page);
  await button(page, 'Views').press('Enter');
  await page.getByRole('menuitem', { name: 'Oldest first' }).press('Enter');
  await expect(button(page, 'View: Oldest first')).toBeVisible();
  await button(page, /^View: /).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete Oldest first' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).press('Enter');
  await expect(button(page, 'Views')).toBeVisible();
  await other.close();
});

test('the list has the exchanges and the drafts of the office as views with their numbers', async () => {
  const { page } = office;
  await openOrders(page);
  await button(page, 'Views').press('Enter');
  const drafts = page.getByRole('menuitem', { name: /^Drafts of the office, \d+$/ });
  await expect(page.getByRole('menuitem', { name: /^Exchanges, \d+$/ })).toBeVisible();
  const count = Number(/\d+$/.exec(await drafts.innerText())?.[0]);
  await drafts.press('Enter');
  await expect(page).toHaveURL(/#office_drafts=1$/);
  await expect(page.locator('.list-foot')).toContainText(count === 0 ? '0 orders' : new RegExp(`\\b${count} orders?\\b`));
});

test('products and purchase orders have the same choice of columns and views', async () => {
  const { page, product } = office;
  for (const [path, column] of [
    ['/admin/products', 'Margin'],
    ['/admin/purchase-orders', 'For'],
  ] as const) {
    await page.goto(`${product.url}${path}`);
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
    await expect(button(page, 'Views')).toBeVisible();
    await button(page, 'Columns').press('Enter');
    await page.getByRole('menuitemcheckbox', { name: column, exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toHaveCount(0);
    expect(await faultsOf(page)).toEqual([]);
  }
});

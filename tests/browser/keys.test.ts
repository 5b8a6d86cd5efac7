import { expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { typeScan } from './type-scan.ts';

const office = officePage();

async function openOrders(): Promise<Page> {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/orders`);
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Find or do/ })).toBeVisible();
  return page;
}

test('in a list j and k move, x chooses, and Shift with a click on a row or its tick box chooses all rows between', async () => {
  const page = await openOrders();
  const rows = page.locator('tbody tr[data-row]');
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 chosen')).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 chosen')).toHaveCount(0);
  await page.keyboard.press('x');
  await rows
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 chosen')).toBeVisible();
  await rows
    .nth(7)
    .locator('td')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('7 chosen')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('');
  await rows
    .nth(2)
    .locator('td')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('7 chosen')).toBeVisible();
  await rows.nth(2).getByRole('checkbox').click();
  await expect(page.getByText('6 chosen')).toBeVisible();
  // In the search field the letters are typed.
  await page.keyboard.press('/');
  await page.keyboard.type('jxk');
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('jxk');
  await expect(page.getByText('6 chosen')).toBeVisible();
  // A code with a slash in it is a scan, also on a list that no scanner opens: the field does not get the focus in the midst of it.
  await page.locator('h1').click();
  await typeScan(page, '12/34', { end: null });
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).not.toBeFocused();
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('jxk');
});

test('? lists the keys of the screen, and no longer those of a screen that was left', async () => {
  const page = await openOrders();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const here = dialog.getByRole('region', { name: 'On this screen' });
  for (const name of ['Create New Order', 'Search', 'Next row', 'Open the row', 'Choose the row, or not']) await expect(here).toContainText(name);
  await expect(dialog.getByRole('region', { name: 'Everywhere' })).toContainText('Find or do anything');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toContainText('Create New Order');
  await expect(dialog).not.toContainText('Next row');
  await page.keyboard.press('Escape');
});

test('a person who switches single letters and signs off in the profile keeps the arrows and Ctrl+K', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/profile`);
  const tick = page.getByLabel('Single letters and signs are keys');
  await expect(tick).toBeChecked();
  expect(await faultsOf(page)).toEqual([]);
  await tick.uncheck();
  await openOrders();
  const rows = page.locator('tbody tr[data-row]');
  for (const key of ['j', 'n', '/', '?']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows.first()).not.toBeFocused();
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await expect(rows.first()).toBeFocused();
  await expect(page.getByText('1 chosen')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Order, wearer, PO/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.goto(`${product.url}/profile`);
  await tick.check();
});

import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

/** Opens a page on which this person is signed in, `width` pixels wide. */
async function pageOf(email: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
  await enter(context, product, await product.signIn(email));
  return context.newPage();
}

test('a client manager edits a site on a phone and finds an address by postcode; settings of the provider cannot be changed', async () => {
  const page = await pageOf('client.admin@northgate.test', 390);
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  const row = page.getByRole('link', { name: 'Leeds Head Office', exact: true });
  await expect(row).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await overflowsOf(page)).toEqual([]);
  await row.click();

  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('NG-001');
  await expect(page.getByLabel('Code', { exact: true })).not.toBeEditable();
  await expect(page.getByRole('checkbox', { name: /Require a PO number/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
  await page.getByLabel('Contact Email').fill('helen@');
  const delivery = page.getByRole('group', { name: 'Delivery address' });
  const postcodeSearch = delivery.getByLabel('Find by postcode');
  await postcodeSearch.fill('ls9 0px');
  await postcodeSearch.press('Enter');
  await expect(postcodeSearch).toBeFocused();
  await delivery.getByLabel('At LS9 0PX').selectOption({ index: 1 });
  await expect(delivery.getByLabel('Postcode', { exact: true })).toHaveValue('LS9 0PX');
  await expect(page.getByRole('checkbox', { name: /invoice address of its own/ })).toBeChecked();
  const invoice = page.getByRole('group', { name: 'Invoice address' });
  await invoice.getByLabel('Address', { exact: true }).fill('PO Box 7');
  await invoice.getByLabel('Postcode', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Contact Email')).toBeFocused();
  await expect(invoice.getByText('Enter the postcode', { exact: false })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await overflowsOf(page)).toEqual([]);
  await page.getByLabel('Contact Email').fill('helen@northgate.test');
  await invoice.getByLabel('Postcode', { exact: true }).fill('LS1 4AP');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Site has been saved', { exact: true })).toBeVisible();
  await row.click();
  await expect(invoice.getByLabel('Address', { exact: true })).toHaveValue('PO Box 7');
  await expect(delivery.getByLabel('Postcode', { exact: true })).toHaveValue('LS9 0PX');

  // Without the tick the site is invoiced at the account's address.
  await page.getByRole('checkbox', { name: /invoice address of its own/ }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await row.click();
  await expect(page.getByRole('checkbox', { name: /invoice address of its own/ })).not.toBeChecked();
  await page.context().close();
});

test('the office adds a client’s site at a saved address, deletes an older site, and moves its people to the new site', async () => {
  const { who } = await product.signIn('super@kitroom.test');
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  connection
    .prepare(
      `insert into saved_addresses (user_id, address_line_1, address_line_2, postcode, created_at) values (?, '2 Riverside', 'Bath', 'BA1 1AA', ?)`,
    )
    .run(who.user.id, new Date().toISOString());
  connection.close();
  const page = await pageOf('super@kitroom.test', 1440);
  await page.goto(`${product.url}/admin/accounts/1/sites`);
  await expect(page.getByText('Northgate Facilities')).toBeVisible();
  await expect(page.getByRole('row', { name: /Bristol Avonmouth/ })).toContainText('BS11 8TL');
  await expect(page.getByRole('columnheader')).toHaveText(['Code', 'Name', 'Address', 'Postcode', 'Employees']);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create Site' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Bath Riverside');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const delivery = page.getByRole('group', { name: 'Delivery address' });
  await expect(delivery.getByLabel('Address', { exact: true })).toBeFocused();
  await delivery.getByLabel('Saved addresses').selectOption({ label: '2 Riverside, Bath, BA1 1AA' });
  await expect(delivery.getByLabel('Address', { exact: true })).toHaveValue('2 Riverside');
  await expect(delivery.getByLabel('Postcode', { exact: true })).toHaveValue('BA1 1AA');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect(page.getByText('Site has been saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('row', { name: /Bath Riverside/ })).toContainText('No Code Supplied');

  await page.getByRole('link', { name: 'Bristol Avonmouth', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Bristol Avonmouth?' });
  await expect(dialog).toContainText('The address information of this site is deleted, and 7 employees will no longer be linked to it.');
  await expect(dialog.getByRole('button', { name: 'Delete site' })).toBeDisabled();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Move people to' }).fill('bath');
  await page.getByRole('option', { name: /Bath Riverside/ }).click();
  await dialog.getByRole('button', { name: 'Delete site' }).click();
  await expect(page.getByText('Bristol Avonmouth has been deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bristol Avonmouth', exact: true })).toBeHidden();
  await expect(page.getByRole('row', { name: /Bath Riverside/ })).toContainText('7');
  await page.context().close();
});

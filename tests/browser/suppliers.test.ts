import { expect, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office adds a supplier, writes a note about it, archives it and restores it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/suppliers`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create Supplier' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Zennor Knitwear');
  await page.getByLabel('Contact Email').fill('sales@');
  await page.getByLabel('Minimum order').fill('200.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.supplier_code_needed).first()).toBeVisible();
  await expect(page.getByText(messages.email_invalid).first()).toBeVisible();
  await page.getByLabel('Supplier Code').fill('ZEN');
  await page.getByLabel('Contact Email').fill('sales@zennor.test');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Supplier has been saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Z', exact: true }).click();
  await page.getByRole('link', { name: 'Zennor Knitwear' }).click();
  await expect(page.getByLabel('Minimum order')).toHaveValue('200.50');
  await expect(page.getByText('No notes added')).toBeVisible();
  await page.getByLabel('New note').fill('Price list in December');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Price list in December');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete note: Price list in December' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No notes added')).toBeVisible();

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Zennor Knitwear has been restored', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
});

import { expect, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office adds an error code, finds it by its first character and changes it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/error-codes`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('link', { name: 'Create Error Code' }).click();
  await page.getByLabel('Description').fill('Seam has come apart');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.code_needed).first()).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('2ND_QUALITY');
  await page.getByRole('checkbox', { name: 'Whoever chooses it has to write details' }).check();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Error code has been saved', { exact: true })).toBeVisible();

  await page.getByRole('group', { name: 'First letter' }).getByRole('button', { name: '2', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: '2', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: '2ND_QUALITY' }).getByRole('img', { name: 'Needs details' })).toBeVisible();
  await page.getByRole('link', { name: '2ND_QUALITY' }).click();
  await page.getByLabel('Description').fill('Second quality');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: '2ND_QUALITY' })).toContainText('Second quality');
});

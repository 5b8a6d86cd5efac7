import { expect, test } from '@playwright/test';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office writes texts of website pages; addresses are checked, one row can be edited at a time, and a new row can be cancelled', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/website/categories`);
  const create = page.getByRole('button', { name: 'Create New Website Url' });
  await expect(page.getByText('An address begins with /catalogue/, and a collection’s ends with /collection.')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Url', 'H1', 'Intro', 'Stands for', 'Actions']);
  await create.click();
  await expect(create).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await create.click();

  await page.getByLabel('Url', { exact: true }).fill('/catalogue/winter');
  await page.getByLabel('H1').fill('Winter on the yard, in the rain and long before the sun is up');
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 });
  await expect(page.getByLabel('Collection', { exact: true })).toBeDisabled();
  await page.getByLabel('Category', { exact: true }).selectOption('');
  await page.getByLabel('Collection', { exact: true }).fill('Winter');
  await expect(page.getByLabel('Category', { exact: true })).toBeDisabled();
  await page.getByLabel('Intro').fill('Taped seams, hoods that come off, and room for a fleece underneath.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(messages.website_url_collection).first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Url', { exact: true }).fill('/catalogue/winter/collection');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Website text has been saved', { exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: '/catalogue/winter/collection' });
  await expect(row).toContainText('Winter on the yard, in the rain and long before th…');
  await expect(row).toContainText('Taped seams, hoods that come off, and room for a f…');
  await expect(create).toBeEnabled();

  await page.getByRole('button', { name: 'Edit /catalogue/winter/collection' }).click();
  await page.getByLabel('H1').fill('Winter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Winter');
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Delete /catalogue/winter/collection' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

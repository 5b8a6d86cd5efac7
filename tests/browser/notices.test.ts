import { expect, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('the office posts a notice with a file for two sites of one client, and exactly its people see it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/notices`);
  await page.getByRole('link', { name: 'Create Notice' }).click();
  await page.getByLabel('Name').fill('leeds-parking');
  await page.getByLabel('Subject').fill('Parking in Leeds');
  await page.getByLabel('File').setInputFiles({ name: 'parking.txt', mimeType: 'text/plain', buffer: Buffer.from('Park at the back.') });
  await page.getByRole('button', { name: 'Modify accounts and sites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Modify accounts and sites' });
  await dialog.getByRole('button', { name: 'N', exact: true }).click();
  await expect(dialog.getByRole('rowheader', { name: 'N', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: /sites? of Northgate Facilities/ }).click();
  await dialog.getByRole('cell', { name: 'Leeds Head Office', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Choose Leeds Cross Green Depot' }).press('Space');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back to accounts' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Choose Northgate Facilities' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Northgate Facilities/ })).toContainText('Leeds Head Office, Leeds Cross Green Depot');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Notice has been saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/notices$/);
  await expect(page.getByRole('link', { name: 'leeds-parking' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  for (const [email, count] of [
    ['client.admin@northgate.test', 1],
    ['site.admin@northgate.test', 1],
    ['client.admin@harbour.test', 0],
  ] as const) {
    const reader = await office.openOwnPage(email);
    await reader.goto(`${product.url}/notices`);
    await expect(reader.getByText('Polo size chart: measure before you order').first()).toBeVisible();
    await expect(reader.getByRole('link', { name: /^Parking in Leeds/ })).toHaveCount(count);
    await reader.context().close();
  }

  await page.getByRole('button', { name: 'Delete leeds-parking' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'leeds-parking' })).toHaveCount(0);
});

import { expect, type Page, test } from '@playwright/test';
import { lookFaultsOf } from './look.ts';
import { officePage } from './office-page.ts';

const office = officePage();

/**
 * People of two clients. The first number is 1 if they see the notice while it is for the two Leeds sites, the second is 1 if they see it once it is
 * for two other sites.
 */
const readers = [
  ['client.admin@northgate.test', 1, 1],
  ['site.admin@northgate.test', 1, 0],
  ['manager@northgate.test', 1, 0],
  ['self.order@northgate.test', 1, 0],
  ['employee@northgate.test', 1, 0],
  ['client.admin@harbour.test', 0, 0],
] as const;

test('the office posts a notice with a file for two sites of a client, and only people of these sites and the client’s admin see it', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/notices`);
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Subject', 'Starts', 'Ends', 'Delete']);
  await page.getByRole('link', { name: 'Create Notice' }).click();
  await page.getByLabel('Name').fill('leeds-parking');
  await page.getByLabel('Subject').fill('Parking in Leeds');
  await page.getByLabel('File').setInputFiles({ name: 'parking.txt', mimeType: 'text/plain', buffer: Buffer.from('Park at the back.') });
  await page.getByRole('button', { name: 'Modify accounts and sites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Modify accounts and sites' });
  await expect(dialog.getByRole('columnheader')).toHaveText(['Chosen', 'Reference', 'Name', 'Sites']);
  await expect(dialog.getByRole('row').filter({ hasText: 'Archived' })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'N', exact: true }).click();
  await expect(dialog.getByRole('link', { name: 'Northgate Facilities' })).toHaveAttribute('href', '/admin/accounts/1/edit');
  await expect(dialog.getByRole('rowheader', { name: 'N', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: /sites? of Northgate Facilities/ }).click();
  await expect(dialog.getByRole('columnheader')).toHaveText(['Chosen', 'Id', 'Name', 'Address line 1', 'Postcode']);
  await dialog.getByRole('cell', { name: 'Leeds Head Office', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Choose Leeds Cross Green Depot' }).press('Space');
  expect(await lookFaultsOf(page, [390, 820, 1180, 1440])).toEqual([]);
  await dialog.getByRole('button', { name: 'Back to accounts' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Choose Northgate Facilities' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Northgate Facilities/ })).toContainText('Leeds Head Office, Leeds Cross Green Depot');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Notice has been saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/notices$/);
  await expect(page.getByRole('link', { name: 'leeds-parking' })).toBeVisible();
  expect(await lookFaultsOf(page, [390, 820, 1180, 1440])).toEqual([]);

  const pages: Page[] = [];
  for (const [email, here] of readers) {
    const reader = await office.openOwnPage(email);
    await reader.goto(`${product.url}/notices`);
    await expect(reader.getByText('Polo size chart: measure before you order').first(), email).toBeVisible();
    await expect(reader.getByRole('link', { name: /^Parking in Leeds/ }), email).toHaveCount(here);
    if (email === 'site.admin@northgate.test') expect(await lookFaultsOf(reader)).toEqual([]);
    pages.push(reader);
  }
  await page.getByRole('link', { name: 'leeds-parking' }).click();
  await page.getByRole('button', { name: 'Modify accounts and sites' }).click();
  await dialog.getByRole('button', { name: /sites? of Northgate Facilities/ }).click();
  for (const site of ['Leeds Head Office', 'Leeds Cross Green Depot', 'Glasgow Hillington', 'Bristol Avonmouth'])
    await dialog.getByRole('checkbox', { name: `Choose ${site}` }).press('Space');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Northgate Facilities/ })).toContainText('Glasgow Hillington, Bristol Avonmouth');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/admin\/notices$/);
  for (const [place, [email, , elsewhere]] of readers.entries()) {
    const reader = pages[place] as Page;
    await reader.reload();
    await expect(reader.getByText('Polo size chart: measure before you order').first(), email).toBeVisible();
    await expect(reader.getByRole('link', { name: /^Parking in Leeds/ }), email).toHaveCount(elsewhere);
    await reader.context().close();
  }
  // The provider’s warehouse people and embroiderers have no screen of notices.
  for (const email of ['warehouse@kitroom.test', 'embroiderer@kitroom.test']) {
    const reader = await office.openOwnPage(email);
    await reader.goto(`${product.url}/notices`);
    await expect(reader.getByText('There is nothing at this address'), email).toBeVisible();
    await reader.context().close();
  }

  await page.getByRole('button', { name: 'Delete leeds-parking' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'leeds-parking' })).toHaveCount(0);
});

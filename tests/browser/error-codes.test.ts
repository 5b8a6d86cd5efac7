import { expect, test } from '@playwright/test';
import { limits } from '../../shared/limits.ts';
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

  const letters = page.getByRole('group', { name: 'First letter' }).getByRole('button');
  await expect(letters).toHaveText(['All', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']);
  await letters.filter({ hasText: '2' }).click();
  await expect(page.getByRole('columnheader', { name: '2', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: '2ND_QUALITY' }).getByRole('img', { name: 'Needs details' })).toBeVisible();
  await page.getByRole('link', { name: '2ND_QUALITY' }).click();
  await page.getByLabel('Description').fill('Second quality');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: '2ND_QUALITY' })).toContainText('Second quality');
});

test('a person who leaves a list just as its search begins is not taken back to the list', async () => {
  const page = await office.openOwnPage();
  // Replaces the timer of the search, so that the search begins at the moment at which the page leaves the list.
  await page.addInitScript((delay) => {
    const { setTimeout: later } = window;
    const hold = (run: () => void, ms: number, ...rest: unknown[]) => {
      if (ms !== delay) return later(run, ms, ...rest);
      Object.assign(window, { search: run });
      return 0;
    };
    Object.assign(window, { setTimeout: hold });
  }, limits.search_wait);
  await page.goto(`${office.product.url}/admin/error-codes`);
  await page.getByRole('searchbox', { name: 'Search error codes' }).fill('damaged');
  await page.getByRole('link', { name: 'Website text' }).evaluate((link: HTMLElement) => {
    link.click();
    (window as unknown as { search: () => void }).search();
  });
  await expect(page.getByRole('heading', { name: 'Website text' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/website\/categories$/);
});

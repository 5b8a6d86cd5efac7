import { expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();
const email = 'mia.pascoe@zennor.test';

/** Goes to another screen of the account by its tabs. */
const go = (page: Page, screen: string) => page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: screen }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('the office sets up a new company by the steps of the overview, and the company’s first person orders', async () => {
  const { page, product, openOwnPage } = office;
  await page.goto(`${product.url}/admin/accounts`);
  await page.getByRole('link', { name: 'Create New Account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Zennor Ferries');
  await save(page);
  await expect(page.getByText('Account has been saved', { exact: true })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Get Zennor Ferries ordering' });

  await steps.getByRole('link', { name: 'Create a site' }).click();
  // The account’s own form has a name field too, so the test waits for the site’s form.
  await expect(page.getByRole('heading', { level: 1, name: 'New site' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Penzance Quay');
  const delivery = page.getByRole('group', { name: 'Delivery address' });
  await delivery.getByLabel('Address', { exact: true }).fill('1 Harbour Wall');
  await delivery.getByLabel('Postcode', { exact: true }).fill('TR18 4AH');
  await save(page);
  await expect(page.getByText('Site has been saved', { exact: true })).toBeVisible();

  await go(page, 'Overview');
  await steps.getByRole('link', { name: 'Create a role' }).click();
  const role = page.getByRole('dialog', { name: 'New role' });
  await role.getByLabel('Name', { exact: true }).fill('Deckhand');
  await role.getByLabel('Budgeted?').check();
  await role.getByLabel('Budget Value (£)').fill('500');
  await role.getByLabel('Budget Duration').selectOption({ label: '12 months' });
  await role.getByLabel('Budget Start Date').fill('2026-01-01');
  await role.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText('Role has been saved', { exact: true })).toBeVisible();

  await go(page, 'Overview');
  await steps.getByRole('link', { name: 'Create a set' }).click();
  // The link opens the form, not only the empty list.
  await page.getByRole('dialog', { name: 'New clothing set' }).getByLabel('Name', { exact: true }).fill('Deck');
  await page.getByRole('button', { name: 'Create set' }).click();
  await page.getByRole('combobox', { name: 'Add a product' }).fill('beanie');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 product, 0 have their own price', { exact: true })).toBeVisible();

  await go(page, 'Overview');
  await expect(steps).toContainText('Nobody can order yet.');
  expect(await faultsOf(page)).toEqual([]);
  await steps.getByRole('link', { name: 'Import people from a file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import employees' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Zennor Ferries');
  await page.goBack();
  await steps.getByRole('link', { name: 'Add a person' }).click();
  await page.getByLabel('Forenames').fill('Mia');
  await page.getByLabel('Surname').fill('Pascoe');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('Employee, Self Order');
  await page.getByRole('group', { name: 'Sites' }).getByLabel('Penzance Quay').check();
  await page.getByRole('group', { name: 'Employee roles' }).getByLabel('Deckhand').check();
  await page.getByRole('group', { name: 'Clothing sets' }).getByLabel('Deck', { exact: true }).check();
  await save(page);
  await expect(page.getByText('User has been saved. No mail server is set: the email waits.', { exact: true })).toBeVisible();

  // The invitation, as the mail page shows it.
  await page.goto(`${product.url}/admin/mail#search=${encodeURIComponent(email)}`);
  await page.getByRole('row').filter({ hasText: email }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = (await page.locator('.letter-text').textContent()) ?? '';
  const link = /http\S+token=\S+/.exec(text)?.[0] ?? '';

  const starter = await openOwnPage(null);
  await starter.goto(link);
  await expect(starter.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  for (const label of ['Password', 'Repeat it']) await starter.getByLabel(label, { exact: true }).fill('violet harbour lamp');
  await starter.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(starter).not.toHaveURL(/reset-password|sign-in/);

  await starter.goto(`${product.url}/orders/create`);
  await expect(starter).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit/);
  await starter.getByRole('button', { name: /^Choose Size, / }).click();
  const panel = starter.getByRole('dialog');
  await panel.getByRole('group', { name: 'Colour' }).getByRole('button').first().click();
  await panel.getByRole('group', { name: 'Size', exact: true }).getByRole('button').first().click();
  await panel.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(panel).toBeHidden();
  await expect(starter.getByRole('region', { name: 'Budget' })).toContainText('of £500.00');
  await starter.getByRole('button', { name: 'Order Items' }).click();
  await starter.getByRole('checkbox', { name: 'I accept the terms' }).check();
  await starter.getByRole('button', { name: 'Submit Order' }).click();
  await starter.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect(starter).toHaveURL(/\/orders$/);
  await starter.context().close();

  await page.goto(`${product.url}/admin/accounts`);
  const row = page.getByRole('row').filter({ hasText: 'Zennor Ferries' });
  await expect(row.getByRole('cell').nth(6)).toHaveText('1');
  await expect(row).not.toContainText('done');
});

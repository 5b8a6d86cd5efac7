import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const phone = { width: 390, height: 844 };

let product: Product;
let browser: Browser;
const faults: string[] = [];

async function pageOf(email: string | null, viewport = phone): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  if (email) await enter(context, product, await product.signIn(email));
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  return page;
}

/** The link of the last email to somebody. */
function linkTo(email: string): string {
  const database = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const row = database.prepare<[string], { text: string }>('select text from outbox where "to" = ? order by id desc limit 1').get(email);
  database.close();
  return /http\S+token=\S+/.exec(row?.text ?? '')?.[0] ?? '';
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(faults).toEqual([]);
});

test('a manager adds a starter on a phone and orders for them; the starter chooses a password and signs in', async () => {
  const page = await pageOf('client.admin@northgate.test');
  const email = 'ellie.marsh@northgate.test';
  await open(page, product, '/employees');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'New Employee' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Forenames').fill('Ellie');
  await page.getByLabel('Role', { exact: true }).selectOption('Department Manager');
  await save.click();
  for (const message of [messages.name_needed, messages.email_needed, messages.sites_needed])
    await expect(page.getByText(message).first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Surname').fill('Marsh');
  await page.getByLabel('Email').fill('manager@northgate.test');
  await page.getByLabel('Role', { exact: true }).selectOption('Employee, Self Order');
  await page.getByRole('group', { name: 'Sites' }).getByLabel('Leeds Cross Green Depot').check();
  await page.getByRole('group', { name: 'Employee roles' }).getByLabel('Site Operative').check();
  await page.getByRole('group', { name: 'Clothing sets' }).getByLabel('Site Operations').check();
  await save.click();
  await expect(page.getByText(messages.email_taken).first()).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await save.click();
  await expect(page.getByText('User has been saved', { exact: true })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search employees' }).fill('Ellie Marsh');
  await page.getByRole('checkbox', { name: /Ellie Marsh/ }).check();
  await page.getByRole('button', { name: 'Start Order' }).click();
  await expect(page).toHaveURL(/orders\/[0-9a-f-]{36}\/edit/);
  await expect(page.getByText('Ellie Marsh').first()).toBeVisible();

  const starter = await pageOf(null);
  await starter.goto(linkTo(email));
  for (const label of ['New password', 'Repeat it']) await starter.getByLabel(label).fill('violet harbour lamp');
  await starter.getByRole('button', { name: 'Save the new password' }).click();
  await starter.getByRole('link', { name: 'Sign in' }).click();
  await starter.getByLabel('Email').fill(email);
  await starter.getByLabel('Password', { exact: true }).fill('violet harbour lamp');
  await starter.getByRole('button', { name: 'Sign in' }).click();
  await expect(starter.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(starter).not.toHaveURL(/sign-in/);
});

test('two managers change one person: the second sees what is different, and keeps both changes', async () => {
  const [first, second] = [await pageOf('client.admin@northgate.test'), await pageOf('client.admin@northgate.test', { width: 1440, height: 900 })];
  for (const page of [first, second]) {
    await open(page, product, '/employees');
    await page.getByRole('link', { name: 'Edit Chloe Birtwhistle' }).click();
    await expect(page.getByLabel('Surname')).toHaveValue('Birtwhistle');
  }
  await first.getByLabel('Phone').fill('07700 900999');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByText('User has been saved', { exact: true })).toBeVisible();

  await second.getByLabel('Surname').fill('Birch');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByLabel('Phone')).toHaveValue('07700 900999');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('User has been saved', { exact: true })).toBeVisible();
  await expect(second.getByText('Chloe Birch')).toBeVisible();
  expect(await faultsOf(second)).toEqual([]);
});

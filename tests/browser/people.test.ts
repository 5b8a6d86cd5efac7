import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { messages } from '../../shared/messages.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { lookFaultsOf } from './look.ts';
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

/** Expects the page to be accessible and without faults of layout in its present size. */
async function usable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
}

/** The link in the last email to an address. */
function linkTo(email: string): string {
  const database = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const row = database.prepare<[string], { text: string }>('select text from outbox where "to" = ? order by id desc limit 1').get(email);
  database.close();
  return /http\S+token=\S+/.exec(row?.text ?? '')?.[0] ?? '';
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test('a manager adds a starter on a phone and orders for them; the starter chooses a password and signs in', async () => {
  const page = await pageOf('client.admin@northgate.test');
  const email = 'ellie.marsh@northgate.test';
  await open(page, product, '/employees');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('button', { name: /^Archived/ })).toBeVisible();
  await usable(page);
  await page.getByRole('link', { name: 'New Employee' }).click();
  await expect(page.getByRole('heading', { name: 'New starter' })).toBeVisible();
  const add = page.getByRole('button', { name: 'Add Ellie and order for them' });
  await expect(page.getByRole('button', { name: 'Add and order' })).toBeDisabled();
  await page.getByLabel('Forenames').fill('Ellie');
  const [sites, jobs] = [page.getByRole('group', { name: /^Sites?$/ }), page.getByRole('group', { name: /^Jobs?$/ })];
  // The manager’s own site is chosen, and each job shows its budget and what its people wear.
  const ownSite = sites.getByRole('button', { name: 'Leeds Head Office' });
  await expect(ownSite).toHaveAttribute('aria-pressed', 'true');
  await expect(jobs.getByText('£320.00 each 6 months')).toBeVisible();
  await expect(jobs.locator('.job').first().locator('img')).toHaveCount(3);
  await jobs.getByRole('radio', { name: 'Supervisor' }).check();
  await expect(page.getByText('With Site Operations and Supervisors, as most in this job.')).toBeVisible();
  // The employee role suggests a system role, which needs an email address.
  await page.getByRole('button', { name: 'Choose it' }).click();
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('manager');
  await add.click();
  await expect(page.getByText(messages.email_needed).first()).toBeVisible();
  await page.getByRole('button', { name: 'Number, phone and more' }).click();
  await usable(page);
  await page.getByLabel('Surname').fill('Marsh');
  // An email address of another company is refused, without the name of the person who has it.
  await page.getByLabel('Email').fill('client.admin@harbour.test');
  await expect(page.getByText(messages.email_taken).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Perhaps the same person' })).toHaveCount(0);
  await page.getByLabel('Email').fill(email);
  await expect(page.getByText(messages.email_taken)).toHaveCount(0);
  await page.getByLabel('Role', { exact: true }).selectOption('Employee, Self Order');
  await sites.getByRole('button', { name: 'Other site' }).click();
  await page.getByRole('combobox', { name: 'Other site' }).fill('cross green');
  await page.getByRole('option', { name: 'Leeds Cross Green Depot' }).click();
  await expect(sites.getByRole('button', { name: 'Leeds Cross Green Depot' })).toHaveAttribute('aria-pressed', 'true');
  await expect(ownSite).toHaveAttribute('aria-pressed', 'false');
  // A person can have several sites and jobs, and clothing sets other than those of the job.
  await page.getByLabel('Works at several sites').check();
  await ownSite.click();
  await expect(sites.getByRole('button', { pressed: true })).toHaveCount(2);
  await page.getByLabel('Works at several sites').uncheck();
  await expect(sites.getByRole('button', { pressed: true })).toHaveCount(1);
  await sites.getByRole('button', { name: 'Leeds Cross Green Depot' }).click();
  await page.getByLabel('Has several jobs').check();
  await jobs.getByRole('checkbox', { name: 'Site Operative' }).check();
  await page.getByRole('button', { name: 'Change clothing sets' }).click();
  await page.getByRole('group', { name: 'Clothing sets' }).getByLabel('Supervisors').uncheck();
  await page.getByLabel('Sex').selectOption('Female');
  await page.getByRole('button', { name: 'Add Ellie and order for her' }).click();
  await expect(page.getByText('User has been saved. No mail server is set: the email waits.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/orders\/[0-9a-f-]{36}\/edit/);
  await expect(page.getByText('Ellie Marsh').first()).toBeVisible();
  const greeting = page.getByRole('status').filter({ hasText: 'Ellie is added' });
  await expect(greeting).toHaveText(
    `Ellie is added as Site Operative and Supervisor at Leeds Cross Green Depot. An invitation to ${email} is written and waits: no mail server is set.`,
  );
  await expect(page.getByText('Do you know their sizes?')).toBeVisible();
  await usable(page);
  await page.getByRole('button', { name: 'Choose Size, Cargo Shorts' }).click();
  const panel = page.getByRole('dialog', { name: 'Cargo Shorts' });
  await panel.getByRole('group', { name: 'Colour' }).getByRole('button').first().click();
  await panel.getByRole('group', { name: 'Size', exact: true }).getByRole('button').first().click();
  await panel.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Order Items' }).click();
  await page.getByLabel('PO reference').fill('STARTER-1');
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText('STARTER-1')).toBeVisible();

  const starter = await pageOf(null);
  await starter.goto(linkTo(email));
  await expect(starter.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await usable(starter);
  for (const label of ['Password', 'Repeat it']) await starter.getByLabel(label, { exact: true }).fill('violet harbour lamp');
  await starter.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(starter.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(starter).not.toHaveURL(/reset-password|sign-in/);
});

test('a clothing set that a site does not offer is named, and the order can be delivered to a site that offers the set', async () => {
  const page = await pageOf('client.admin@northgate.test');
  const [admin, office] = [await product.signIn('client.admin@northgate.test'), await product.signIn('super@kitroom.test')];
  const account_id = admin.who.account?.id ?? 0;
  const { clothing_sets } = (await product.get(admin, `/api/accounts/${account_id}/employee-roles`)) as {
    clothing_sets: { id: number; name: string }[];
  };
  const { items: sites } = (await product.get(admin, '/api/sites?per_page=100')) as { items: { id: number; name: string }[] };
  const set = clothing_sets.find(({ name }) => name === 'Site Operations');
  const exclude = (names: readonly string[]) =>
    page.request.put(`${product.url}/api/admin/accounts/${account_id}/clothing-sets/${set?.id}`, {
      headers: { Authorization: `Bearer ${office.token}` },
      data: { excluded_sites: sites.filter(({ name }) => names.includes(name)).map(({ id }) => id) },
    });
  expect((await exclude(['Leeds Head Office'])).status()).toBe(200);
  await open(page, product, '/employees/create');
  await page.getByLabel('Forenames').fill('Noah');
  await page.getByLabel('Surname').fill('Circle');
  await page.getByRole('radio', { name: 'Site Operative' }).check();
  await expect(page.getByText('Site Operations is not offered at Leeds Head Office.')).toBeVisible();
  await usable(page);
  await page.getByRole('button', { name: 'Add Noah and order for them' }).click();
  await expect(page.getByText('This employee has no products associated')).toBeVisible();
  await expect(page.getByText('Site Operations is not offered at Leeds Head Office.')).toBeVisible();
  await usable(page);
  await page.getByLabel('Deliver to').selectOption('Leeds Cross Green Depot');
  await expect(page.getByText('The order goes to Leeds Cross Green Depot', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose Size, Cargo Shorts' })).toBeVisible();
  await expect(page.getByText('is not offered at')).toHaveCount(0);
  expect((await exclude([])).status()).toBe(200);
});

test('if somebody who exists already is added again, they can be pulled to a further site, or restored if they are archived', async () => {
  const page = await pageOf('client.admin@northgate.test');
  const same = page.getByRole('status', { name: 'Perhaps the same person' });
  const type = async (forenames: string, surname: string): Promise<void> => {
    await open(page, product, '/employees/create');
    await page.getByLabel('Forenames').fill(forenames);
    await page.getByLabel('Surname').fill(surname);
  };
  const { items } = (await product.get(await product.signIn('client.admin@northgate.test'), '/api/employees?search=Birtwhistle')) as {
    items: { id: number; employee_number: string }[];
  };
  const [chloe] = items;
  await type('Chloe', 'Birtwhistle');
  await expect(same.getByRole('heading', { name: messages.name_taken })).toBeVisible();
  await expect(same).toContainText(chloe?.employee_number ?? '');
  await expect(same.getByText(/Last order \d\d\/\d\d\/\d\d/)).toBeVisible();
  await expect(page.getByText('First say whether it is the same Chloe.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add without an order' })).toHaveCount(0);
  await usable(page);
  await same.getByRole('button', { name: 'They are somebody else' }).click();
  await expect(page.getByRole('button', { name: 'Add Chloe and order for them' })).toBeEnabled();
  // If the caller may not change the existing person, the screen names them but offers no button.
  await page.getByLabel('Email').fill('client.admin@northgate.test');
  await expect(same.getByRole('heading', { name: messages.email_taken })).toBeVisible();
  await expect(same.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Enter another email address.')).toBeVisible();
  await page.getByLabel('Email').fill('chloe.birtwhistle@northgate.test');
  await expect(page.getByRole('group', { name: 'Site' }).getByRole('button', { name: 'Leeds Head Office' })).toHaveAttribute('aria-pressed', 'true');
  await same.getByRole('button', { name: 'Pull to Leeds Head Office' }).click();
  await expect(page).toHaveURL(new RegExp(`/employees/${chloe?.id}/edit`));
  for (const site of ['Leeds Head Office', 'Leeds Cross Green Depot'])
    await expect(page.getByRole('group', { name: 'Sites' }).getByLabel(site)).toBeChecked();

  // If Chloe works at the site already, the screen offers to open her page. Once her employee number is typed, “somebody else” is not offered.
  await type('Chloe', 'Birtwhistle');
  await expect(same).toContainText('Chloe Birtwhistle works at Leeds Head Office already.');
  await expect(same.getByRole('button', { name: /Pull/ })).toHaveCount(0);
  await same.getByRole('button', { name: 'They are somebody else' }).click();
  await page.getByRole('button', { name: 'Number, phone and more' }).click();
  await page.getByLabel('Employee number').fill(chloe?.employee_number ?? '');
  await expect(same.getByRole('heading', { name: messages.number_taken })).toBeVisible();
  await expect(page.getByText('Enter another employee number.')).toBeVisible();
  await expect(same.getByRole('button', { name: 'They are somebody else' })).toHaveCount(0);
  await usable(page);
  await same.getByRole('button', { name: 'Open Chloe Birtwhistle' }).click();
  await expect(page).toHaveURL(new RegExp(`/employees/${chloe?.id}/edit`));

  await page.getByRole('button', { name: 'Actions for Chloe Birtwhistle' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const question = page.getByRole('alertdialog', { name: 'Archive Chloe Birtwhistle?' });
  const openOrder = question.getByRole('link').first();
  await expect(openOrder).toHaveAttribute('href', /^\/orders\/[0-9a-f-]{36}$/);
  await usable(page);
  await question.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Chloe Birtwhistle has been archived', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search employees' }).fill('Birtwhistle');
  await expect(page.getByText('No employees match your search.', { exact: true })).toBeVisible();

  await type('Chloe', 'Birtwhistle');
  await expect(same).toContainText('Archived');
  await same.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Chloe Birtwhistle has been restored', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/employees/${chloe?.id}/edit`));
  await expect(page.getByLabel('Surname')).toHaveValue('Birtwhistle');
});

test('if two managers change one person, the second sees what is different, and both changes are kept', async () => {
  const [first, second] = [await pageOf('client.admin@northgate.test'), await pageOf('client.admin@northgate.test', { width: 1440, height: 900 })];
  for (const page of [first, second]) {
    await open(page, product, '/employees');
    await page.getByRole('link', { name: /Nasreen/ }).click();
    await expect(page.getByLabel('Surname')).toHaveValue('Akhtar');
  }
  await first.getByLabel('Phone').fill('07700 900999');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByText('User has been saved', { exact: true })).toBeVisible();

  await second.getByLabel('Surname').fill('Ahmad');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByLabel('Phone')).toHaveValue('07700 900999');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('User has been saved', { exact: true })).toBeVisible();
  await expect(second.getByRole('link', { name: 'Ahmad, Nasreen' })).toBeVisible();
  expect(await lookFaultsOf(second, [820, 390, 1440])).toEqual([]);
});

import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
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

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
async function open(session: Session, path: string, viewport: typeof phone): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(product.url + path);
  return page;
}
const enforceFaultless = async (page: Page): Promise<void> => {
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
};

test('a client manager sets up an allowance on a phone, and sees before it is saved who has had more', async () => {
  const page = await open(await product.signIn('client.admin@northgate.test'), '/allowances', phone);
  await expect(page.getByRole('link', { name: 'Tops' })).toBeVisible();
  await enforceFaultless(page);
  await page.getByRole('link', { name: 'New allowance' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Everything');
  await page.getByLabel('Role', { exact: true }).selectOption('Site Operative');
  const meaning = page.getByRole('region', { name: 'What this means' });
  await expect(meaning).toContainText('Everybody with the role Site Operative may have … items a year.');
  await page.getByLabel('Items', { exact: true }).fill('1');
  await expect(meaning).toContainText('Everybody with the role Site Operative may have 1 item a year.');
  // What is still missing stands at its field.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose what the allowance covers.')).toBeVisible();
  await page.getByRole('button', { name: 'Every product' }).click();
  await expect(meaning).toContainText('Every product counts.');

  await page.getByRole('button', { name: 'Preview' }).click();
  const people = page.getByRole('region', { name: 'On your people' });
  await expect(people).toContainText(/^On your people.*\d+ people; \d+ are over already\./);
  await expect(people.getByRole('listitem').first()).toContainText(/\d+ used of 1, \d+ over$/);
  await enforceFaultless(page);

  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/\d+ of \d+ people have had more already/);
  await enforceFaultless(page);
  await question.getByRole('button', { name: 'Save it' }).click();
  await expect(page.getByText('Allowance Everything has been saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Everything' })).toBeVisible();
  await page.context().close();
});

test('the office sets special rules, gives other roles the same and ends an allowance, which stays marked', async () => {
  const page = await open(await product.signIn('super@kitroom.test'), '/admin/accounts/2/allowances/new/edit', desk);
  await page.getByLabel('Name', { exact: true }).fill('Tunics');
  await page.getByLabel('Role', { exact: true }).selectOption('Kitchen');
  await page.getByLabel('Items', { exact: true }).fill('400');
  await page.getByRole('button', { name: 'Every product' }).click();
  await page.getByRole('button', { name: 'Add special rules' }).click();
  for (const [place, from, amount] of [
    [1, '1', '200'],
    [2, '1', '300'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a band' }).click();
    await page.getByRole('textbox', { name: `Bands ${place}: From %` }).fill(from);
    await page.getByRole('textbox', { name: `Bands ${place}: Items` }).fill(amount);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Each band begins at another percentage.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Bands 2: From %' }).fill('50');
  await expect(page.getByRole('region', { name: 'What this means' })).toContainText('200 items at 1–49% of full time and 300 items at 50–100%');
  await enforceFaultless(page);
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('link', { name: 'Tunics' }).click();
  await page.getByRole('button', { name: 'Copy to other roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy Tunics to other roles' });
  await expect(dialog.getByLabel('Kitchen')).toHaveCount(0);
  await dialog.getByLabel('Carer').check();
  await dialog.getByLabel('Registered Nurse').check();
  await enforceFaultless(page);
  await dialog.getByRole('button', { name: 'Copy to 2 roles' }).click();
  await expect(page.getByText('2 roles have Tunics now', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'End allowance' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End allowance' }).click();
  const rows = page.getByRole('row').filter({ hasText: 'Tunics' });
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Ended' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/Tunics.*Ended \d\d\/\d\d\/\d{4}.*Kitchen/);
  await page.getByRole('button', { name: 'In force' }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Carer');
  await expect(rows).toHaveCount(1);
  await enforceFaultless(page);
  await page.context().close();
});

test('what somebody else saves meanwhile is kept, and said', async () => {
  const office = await product.signIn('super@kitroom.test');
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  const call = async (method: string, path: string, body: unknown): Promise<{ id: number }> => {
    const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return (await response.json()) as { id: number };
  };
  // The client manager of the demo has ordered nothing, so nobody is over.
  const terms = {
    name: 'Coats',
    user_id: (await product.signIn('client.admin@harbour.test')).who.user.id,
    unit: 'items',
    amount: 1,
    covers: { all: true },
    period_months: null,
    anchor: 'fixed',
    starts_on: '2026-01-01',
    when_exceeded: 'refuse',
  };
  const { id } = await call('POST', '/api/accounts/2/allowances', terms);
  const page = await open(office, `/admin/accounts/2/allowances/${id}/edit`, desk);
  await page.getByLabel('Items', { exact: true }).fill('2');
  await call('PUT', `/api/accounts/2/allowances/${id}`, { ...terms, name: 'Long coats' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/What you changed here is kept, and not saved yet/)).toBeVisible();
  await expect(page.getByLabel('Items', { exact: true })).toHaveValue('2');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Long coats');
  await page.context().close();
});

import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let admin: Session;
let office: Session;
/** Errors inside a page. */
const faults: string[] = [];

async function pageOf(session: Session, viewport = phone): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  await enter(context, product, session);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  return page;
}

interface Listed {
  id: number;
  name: string;
  account_id: number;
}
interface Held {
  items: { id: number; qty_returnable: number; order: { uuid: string } }[];
}

/** Somebody of the client who holds things from several orders. */
async function holder(): Promise<Listed & { held: Held['items'] }> {
  const { items } = (await product.get(admin, '/api/employees?per_page=100')) as { items: Listed[] };
  for (const person of items) {
    const { items: held } = (await product.get(admin, `/api/employees/${person.id}/held-items`)) as Held;
    const returnable = held.filter(({ qty_returnable }) => qty_returnable > 0);
    if (person.id !== admin.who.user.id && new Set(returnable.map(({ order }) => order.uuid)).size > 1) return { ...person, held: returnable };
  }
  throw new Error('Nobody of the demo holds things from several orders.');
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  admin = await product.signIn('client.admin@northgate.test');
  office = await product.signIn('super@kitroom.test');
});
test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(faults).toEqual([]);
});

test('a manager prints what a leaver hands back and starts its return on a phone; the returns are linked, and the page shows them', async () => {
  const { id, name, held } = await holder();
  const pieces = held.reduce((sum, { qty_returnable }) => sum + qty_returnable, 0);
  const orders = new Set(held.map(({ order }) => order.uuid)).size;
  const page = await pageOf(admin);
  await open(page, product, `/employees/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const list = page.getByRole('link', { name: /^Items to return/ });
  const document = await page.request.get(product.url + (await list.getAttribute('href')));
  expect(document.headers()['content-type']).toBe('application/pdf');

  await page.getByRole('link', { name: 'Create Return' }).click();
  const send = page.getByRole('button', { name: `Return ${pieces} item` });
  await expect(send).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Create Return' })).toBeDisabled();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await send.click();
  await expect(page.getByText('Choose a reason.')).toBeVisible();
  await page.getByLabel('Reason').selectOption({ label: 'Wearer has left' });
  await send.click();
  const question = page.getByRole('alertdialog', { name: `Return ${pieces} items?` });
  await expect(question).toContainText('Are you sure you want to submit this return?');
  await question.getByRole('button', { name: 'Submit return' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /been created$/ })).toBeVisible();
  const created = page.getByRole('region', { name: 'Returns' }).getByRole('link');
  await expect(created).toHaveCount(orders);
  expect(await faultsOf(page)).toEqual([]);
  const number = await created.first().innerText();
  await created.first().click();
  await expect(page.getByRole('heading', { level: 1, name: `Return ${number}` })).toBeVisible();

  await open(page, product, `/employees/${id}`);
  await expect(page.getByRole('region', { name: 'Open returns' }).getByRole('link', { name: number })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What they hold' })).toContainText('in a return');
  await page.getByRole('link', { name: 'Create Return' }).click();
  await expect(page.getByText('Nothing to return')).toBeVisible();
});

test('the page is for those who may see the person: the office and the person too, and nobody else', async () => {
  // The demo's people keep their ids.
  const { id, name, account_id } = (await product.get(admin, '/api/employees/24')) as Listed;
  const page = await pageOf(office, desk);
  await open(page, product, `/admin/accounts/${account_id}/employees/${id}`);
  for (const part of ['Can they order …?', 'What they hold', 'Open orders', 'Open returns', 'Details', 'Budgets', 'Sizes on file', 'Changes'])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  // The address of another account leads to the person's own.
  await open(page, product, `/admin/accounts/${account_id + 1}/employees/${id}`);
  await expect(page).toHaveURL(`${product.url}/admin/accounts/${account_id}/employees/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const employee = await product.signIn('employee@northgate.test');
  const own = await pageOf(employee);
  await open(own, product, `/employees/${employee.who.user.id}`);
  await expect(own.getByRole('region', { name: 'What you hold' })).toBeVisible();
  for (const part of ['Can they order …?', 'Changes']) await expect(own.getByRole('region', { name: part })).toHaveCount(0);
  expect(await faultsOf(own)).toEqual([]);
  for (const [session, who] of [
    [employee, id],
    [await product.signIn('client.admin@harbour.test'), id],
  ] as const) {
    const stranger = await pageOf(session);
    await open(stranger, product, `/employees/${who}`);
    await expect(stranger.getByText('There is no such employee')).toBeVisible();
  }
});

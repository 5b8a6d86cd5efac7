import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let admin: Session;
let office: Session;
/** Errors that a page's scripts threw. */
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

/** Returns a person of the client who holds items from several orders. */
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
  browser = await sharedChromium();
  admin = await product.signIn('client.admin@northgate.test');
  office = await product.signIn('super@kitroom.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test('on a phone, a manager prints a leaver’s items to return and creates the returns; the leaver’s page then links to them', async () => {
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
  await expect(page.getByRole('region', { name: 'Send it back' }).getByRole('link')).toHaveCount(orders);
  expect(await faultsOf(page)).toEqual([]);
  const number = await created.first().innerText();
  await created.first().click();
  await expect(page.getByRole('heading', { level: 1, name: `Return ${number}` })).toBeVisible();

  await open(page, product, `/employees/${id}`);
  await expect(page.getByRole('region', { name: 'Open returns' }).getByRole('link', { name: number })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What they hold' })).toContainText('in a return');
  await expect(page.getByRole('link', { name: 'Create Return' })).toHaveCount(0);
});

test('only the office, the wearer and people who may see the wearer can open the wearer’s page', async () => {
  // The people of the demo have the same ids in every run.
  const { id, name, account_id } = (await product.get(admin, '/api/employees/24')) as Listed;
  const page = await pageOf(office, desk);
  await open(page, product, `/admin/accounts/${account_id}/employees/${id}`);
  for (const part of ['Can they order …?', 'What they hold', 'Open orders', 'Open returns', 'Details', 'Budgets', 'Sizes on file', 'Changes'])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  // An address with the id of a wrong account leads to the address with the person's account.
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

/** Changes the server's database in one transaction that increments the sync clock. */
function inDatabase(...statements: string[]): void {
  const database = new BetterSqlite(join(product.data, 'kitroom.db'), { timeout: 5000 });
  const change = database.transaction(() => {
    database.prepare('update sync_clock set v = v + 1').run();
    for (const statement of statements) database.exec(statement);
  });
  change.immediate();
  database.close();
}

/** Returns the single value that a statement reads from the database. */
function fact<Value>(statement: string): Value {
  const database = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const value = database.prepare(statement).pluck().get() as Value;
  database.close();
  return value;
}

test('a manager records, changes and takes back a size on the page of a person, on a desk and on a phone', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as { items: Listed[] };
  interface Sizes {
    items: { name: string }[];
  }
  interface Offered {
    items: { name: string; children: { attributes: { variation_size_1: string | null } }[] }[];
  }
  const read = <Answer>(path: string) => product.get(manager, path) as Promise<Answer>;
  const sizedPerson = await (async () => {
    for (const person of items) {
      const sizes = (await read<Sizes>(`/api/employees/${person.id}/sizes`)).items;
      const offered = (await read<Offered>(`/api/employees/${person.id}/products`)).items;
      const style = offered.find(({ name, children }) => children.length > 3 && !sizes.some((size) => size.name === name));
      if (style && person.id !== manager.who.user.id) return { person, style };
    }
    throw new Error('Everybody of the demo has all sizes on file.');
  })();
  const { person, style } = sizedPerson;
  for (const viewport of [desk, phone]) {
    const page = await pageOf(manager, viewport);
    page.setDefaultTimeout(15_000);
    await page.goto(`${product.url}/employees/${person.id}`);
    const card = page.getByRole('region', { name: 'Sizes on file' });
    await card.getByRole('button', { name: 'Record a size' }).click();
    const form = page.getByRole('dialog', { name: 'Record a size' });
    await expect(form.getByText('Choose a product.')).toBeVisible();
    await form.getByLabel('Product').selectOption({ label: style.name });
    await form.getByLabel('Size').selectOption({ index: 1 });
    expect(await faultsOf(page)).toEqual([]);
    const size = (await form.getByLabel('Size').locator('option:checked').textContent()) ?? '';
    await form.getByRole('button', { name: 'Save' }).click();
    const row = card.getByRole('listitem').filter({ hasText: style.name });
    await expect(row).toContainText('Recorded');
    await expect(row).toContainText(size);
    expect(await faultsOf(page)).toEqual([]);
    await row.getByRole('button', { name: `Change the size of ${style.name}` }).click();
    await page.getByRole('menuitem', { name: 'Change the size' }).click();
    const change = page.getByRole('dialog', { name: `Size of ${style.name}` });
    await change.getByLabel('Size').selectOption({ index: 2 });
    const other = (await change.getByLabel('Size').locator('option:checked').textContent()) ?? '';
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText(other);
    await row.getByRole('button', { name: `Change the size of ${style.name}` }).click();
    await page.getByRole('menuitem', { name: 'Use the size of their orders' }).click();
    await expect(row).toHaveCount(0);
    await page.context().close();
  }
});

test('each reason why a wearer cannot order a product is named, with a link to the page on which it can be changed', async () => {
  const wearer = 24;
  const { name, account_id } = (await product.get(admin, `/api/employees/${wearer}`)) as Listed;
  const style = fact<number>("select id from products where name = 'Full-Zip Fleece' and parent_id is null");
  const set = fact<number>("select id from clothing_sets where name = 'Site Operations' and account_id = 1");
  const site = fact<number>(`select site_id from user_sites where user_id = ${wearer}`);
  const role = fact<number>(`select employee_role_id from user_employee_roles where user_id = ${wearer}`);
  const products = `(id = ${style} or parent_id = ${style})`;
  const person = `/admin/accounts/${account_id}/employees/${wearer}/edit`;
  /** For each reason: statements that create and remove it, the text that names it, and the links that a client and the office get. */
  const reasons = [
    {
      make: [`delete from user_clothing_sets where user_id = ${wearer} and clothing_set_id = ${set}`],
      end: [`insert into user_clothing_sets (user_id, clothing_set_id) values (${wearer}, ${set})`],
      words: `Clothing set: It is in Site Operations, which ${name} does not have.`,
      client: `/employees/${wearer}/edit`,
      office: person,
    },
    {
      make: [`insert into clothing_set_excluded_sites (clothing_set_id, site_id) values (${set}, ${site})`],
      end: [`delete from clothing_set_excluded_sites where clothing_set_id = ${set} and site_id = ${site}`],
      words: 'Site: Site Operations is not offered at Leeds Head Office.',
      client: `/employees/${wearer}/edit`,
      office: `/admin/accounts/${account_id}/catalogue#clothing_set_id=${set}`,
    },
    {
      make: [`update products set is_restricted = 1 where ${products}`],
      end: [`update products set is_restricted = 0 where ${products}`],
      words: 'Restriction: It is restricted, and you do not see restricted items. Somebody who does can order it.',
      client: null,
      // The office sees restricted items; the wearer does not.
      office: person,
      toOffice: `Restriction: It is restricted. You may order it for ${name}, who cannot order it themself.`,
    },
    {
      make: [`update products set is_published = 0 where ${products}`],
      end: [`update products set is_published = 1 where ${products}`],
      words: 'Publication: It is not published.',
      client: null,
      office: null,
    },
    {
      make: [`update products set discontinued_at = '2026-01-01T00:00:00.000Z' where ${products}`],
      end: [`update products set discontinued_at = null where ${products}`],
      words: 'Discontinuation: Full-Zip Fleece has been discontinued since 01/01/2026',
      client: null,
      office: null,
    },
    {
      make: [
        `update employee_roles set is_budgeted = 1, is_budget_forceable = 0, budget_value = 1, budget_start_date = '2026-01-01', budget_duration = 12 where id = ${role}`,
      ],
      end: [`update employee_roles set budget_value = null where id = ${role}`],
      words: 'Budget: There is not enough budget for one.',
      client: `/employees/${wearer}/edit`,
      office: `/admin/accounts/${account_id}/employee-roles#role=${role}`,
      opens: 'Front of House',
    },
  ];
  inDatabase(
    `insert or ignore into user_clothing_sets (user_id, clothing_set_id) values (${wearer}, ${set})`,
    `delete from clothing_set_excluded_sites where clothing_set_id = ${set}`,
    `update users set can_view_restricted_products = 0 where id = ${admin.who.user.id}`,
  );
  const views = [
    { page: await pageOf(admin), address: `/employees/${wearer}`, of: 'client' },
    { page: await pageOf(office, desk), address: `/admin/accounts/${account_id}/employees/${wearer}`, of: 'office' },
  ] as const;
  for (const { page, address } of views) {
    await open(page, product, `${address}#why`);
    await expect(page.getByLabel('Product', { exact: true })).toBeFocused();
    await page.keyboard.type('full-zip');
    await page
      .getByRole('option', { name: /^Full-Zip Fleece/ })
      .first()
      .click();
    await expect(page.getByText(`Full-Zip Fleece can be ordered for ${name}.`)).toBeVisible();
    await expect(page.getByText('Allowance: The number of items is not limited.')).toBeVisible();
    await expect(page).toHaveURL(`${product.url}${address}#product=${style}`);
    expect(await faultsOf(page)).toEqual([]);
  }
  const opened = new Set<string>();
  for (const reason of reasons) {
    inDatabase(...reason.make);
    for (const { page, address, of } of views) {
      await page.reload();
      const isPassed = of === 'office' && reason.toOffice !== undefined;
      await expect(page.getByText(`Full-Zip Fleece ${isPassed ? 'can' : 'cannot'} be ordered for ${name}.`)).toBeVisible();
      const answer = page.getByRole('listitem').filter({ hasText: isPassed ? reason.toOffice : reason.words });
      await expect(answer).toHaveCount(1);
      await expect(answer).toContainText(isPassed ? 'Yes:' : 'No:');
      const link = answer.getByRole('link');
      const to = reason[of];
      if (to === null) await expect(link).toHaveCount(0);
      else await expect(link).toHaveAttribute('href', to);
      if (to === null || opened.has(to)) continue;
      opened.add(to);
      await link.click();
      await expect(page).toHaveURL(product.url + to);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        of === 'client' || to === person ? name : (reason.opens ?? 'Northgate Facilities'),
      );
      await open(page, product, `${address}#product=${style}`);
    }
    inDatabase(...reason.end);
  }

  // The product's card asks for a wearer, and then says like the wearer's page why the wearer cannot order the product.
  const [{ page }] = views;
  inDatabase(...(reasons[0]?.make ?? []));
  await open(page, product, `/products#product=${style}`);
  await page.getByLabel('Who can order it?').fill(name.slice(0, 5));
  await page.getByRole('option', { name }).click();
  await expect(page.getByText(`Full-Zip Fleece cannot be ordered for ${name}.`)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: `Change ${name}` }).click();
  await expect(page).toHaveURL(`${product.url}/employees/${wearer}/edit`);

  // The office finds the same answer from a clothing set and from the list of people.
  const [, { page: officePage }] = views;
  await open(officePage, product, `/admin/accounts/${account_id}/catalogue#clothing_set_id=${set}`);
  await officePage.getByRole('button', { name: 'Who can order Full-Zip Fleece?' }).click();
  await officePage.getByLabel('Who can order it?').fill(name.slice(0, 5));
  await officePage.getByRole('option', { name }).click();
  await expect(officePage.getByText(`Full-Zip Fleece cannot be ordered for ${name}.`)).toBeVisible();
  expect(await faultsOf(officePage)).toEqual([]);
  await open(officePage, product, `/admin/accounts/${account_id}/employees#search=${encodeURIComponent(name)}`);
  await officePage.getByRole('button', { name: `Actions for ${name}` }).click();
  await officePage.getByRole('menuitem', { name: 'Can they order …?' }).click();
  await expect(officePage.getByLabel('Product', { exact: true })).toBeFocused();
});

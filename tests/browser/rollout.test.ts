import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import type { Session } from '../../pwa/session/store.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { formOf } from '../imports/form-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const phone = { width: 390, height: 844 };
/** People of the file, of whom the last ones have no size on file. */
const PEOPLE = 40;
const UNSIZED = 3;
const admin = 'client.admin@northgate.test';
const manager = 'manager@northgate.test';

let product: Product;
let browser: Browser;
let office: Session;
const errors: string[] = [];

async function pageOf(session: Session | null): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' });
  if (session) await enter(context, product, session);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  return page;
}

/** Reads rows of the product's database. */
function rows<Row>(statement: string, ...values: unknown[]): Row[] {
  const database = new BetterSqlite(join(product.data, 'kitroom.db'), { readonly: true });
  const list = database.prepare(statement).all(...values) as Row[];
  database.close();
  return list;
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
async function send(method: string, path: string, body?: unknown): Promise<any> {
  const isForm = body instanceof FormData;
  const response = await fetch(product.url + path, {
    method,
    headers: { Authorization: `Bearer ${office.token}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

interface Garment {
  name: string;
  set_name: string;
  style_id: number;
  sku_id: number;
}

/** A style of a set of the client with sizes of one part that needs no decoration, with one of its SKUs. */
function garmentOfSet(): Garment {
  const [garment] = rows<Garment>(
    `select p.name, s.name as set_name, p.id as style_id, min(c.id) as sku_id from clothing_sets s join clothing_set_products sp on sp.clothing_set_id = s.id
     join products p on p.id = sp.product_id join products c on c.parent_id = p.id
     where s.account_id = 1 and s.deleted_at is null and coalesce(sp.decoration, s.decoration, '') = '' and p.parent_id is null and p.discontinued_at is null
       and not p.is_restricted and not exists (select 1 from products other where other.name = p.name and other.id <> p.id and other.parent_id is null)
     group by p.id having count(*) > 2 and count(c.variation_size_2) = 0 order by p.id limit 1`,
  );
  if (!garment) throw new Error('no style without decoration');
  return garment;
}

/** Imports the people of the file at the manager's site, and records the size of all but the last ones. */
async function importPeople({ set_name, style_id, sku_id }: Garment): Promise<{ id: number; number: string; name: string; email: string }[]> {
  const [site] = rows<{ name: string }>(
    'select s.name from sites s join user_sites us on us.site_id = s.id join users u on u.id = us.user_id where u.email = ? limit 1',
    manager,
  );
  const header = ['employee_number', 'forenames', 'surname', 'email', 'sites', 'clothing_sets'];
  const people = Array.from({ length: PEOPLE }, (_, n) => [
    `WAVE-${n}`,
    'Wave',
    `Person ${n}`,
    `wave.${n}@northgate.test`,
    site?.name ?? '',
    set_name,
  ]);
  const { id } = await send('POST', '/api/admin/imports', formOf({ type: 'employees', rows: [header, ...people], options: { account_id: '1' } }));
  await expect.poll(async () => (await send('GET', `/api/admin/imports/${id}`)).status).toBe('checked');
  await send('POST', `/api/admin/imports/${id}/run`, { skip_faulty: false });
  await expect.poll(async () => (await send('GET', `/api/admin/imports/${id}`)).status).toBe('done');
  const imported = rows<{ id: number; number: string; name: string; email: string }>(
    `select id, employee_number as number, forenames || ' ' || surname as name, email from users where employee_number like 'WAVE-%' order by id`,
  );
  await Promise.all(
    imported.slice(0, -UNSIZED).map((person) => send('PUT', `/api/employees/${person.id}/sizes/${style_id}`, { product_id: sku_id })),
  );
  return imported;
}

const linkIn = (email: string): string | undefined =>
  /\/rollout-sizes\/[\w-]+/.exec(rows<{ text: string }>('select text from outbox where "to" = ? order by id desc', email)[0]?.text ?? '')?.[0];

/** Somebody opens the link of their email on a phone and sends a size. */
async function answer(email: string): Promise<void> {
  await expect.poll(() => linkIn(email)).toBeTruthy();
  const page = await pageOf(null);
  await page.goto(`${product.url}${linkIn(email)}`);
  await expect(page.getByText('orders this for you')).toBeVisible();
  await page.getByRole('group', { name: 'Size' }).getByRole('button').first().click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await page.context().close();
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(errors).toEqual([]);
});

test('a roll-out for 40 people of a file becomes orders on a phone, with two late answers and one person filled in by a manager', async () => {
  test.setTimeout(180_000);
  const garment = garmentOfSet();
  const people = await importPeople(garment);
  expect(people).toHaveLength(PEOPLE);
  const [first, second, third] = people.slice(-UNSIZED) as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  const sized = PEOPLE - UNSIZED;

  const page = await pageOf(await product.signIn(admin));
  await open(page, product, '/rollouts');
  await page.getByRole('link', { name: 'New roll-out' }).click();
  await page.getByLabel('Name').fill('Winter kit 2027');
  await page.getByLabel('Sizes by').fill(formatDate(new Date(Date.now() + 20 * 86_400_000).toISOString()));
  await page.getByLabel('Orders').selectOption({ label: 'One for each person' });
  await page.getByLabel('PO reference').fill('KIT-2027');
  await page.getByLabel('Cost code').fill('K1');
  await page.getByRole('button', { name: 'By number' }).click();
  const csv = ['Number,Name', ...people.map(({ number, name }) => `${number},${name}`)].join('\n');
  await page.getByLabel('File').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('people.csv: 40 numbers')).toBeVisible();
  await page.getByRole('button', { name: 'The same for all' }).click();
  await page.getByRole('combobox', { name: 'Product 1' }).fill(garment.name);
  await page.getByRole('option', { name: garment.name, exact: true }).click();
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Winter kit 2027' })).toBeVisible();
  const figure = (label: string) => page.getByRole('link', { name: new RegExp(`^${label}: `) });
  await expect(figure('People')).toHaveAccessibleName(`People: ${PEOPLE}`);
  await expect(figure('Ready')).toHaveAccessibleName(`Ready: ${sized}`);
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));

  await page.getByRole('button', { name: `Ask ${UNSIZED} people` }).click();
  await expect(figure('Asked')).toHaveAccessibleName(`Asked: ${UNSIZED}`);

  /** Rehearses and sends the orders of this many people, and waits until that many are ordered in all. */
  const orderFor = async (count: number, ordered: number): Promise<void> => {
    const order = page.getByRole('button', { name: `Order for ${count} people`, exact: true });
    await expect(order).toBeDisabled();
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await expect(page.getByText(`Rehearsal of the next ${count}`)).toBeVisible();
    await order.click();
    await expect(figure('Ordered')).toHaveAccessibleName(`Ordered: ${ordered}`, { timeout: 60_000 });
  };
  await orderFor(sized, sized);

  await answer(first.email);
  await answer(second.email);

  // The manager of the site fills in for the one who does not answer.
  const atSite = await pageOf(await product.signIn(manager));
  await open(atSite, product, `/rollouts/${id}`);
  await expect(atSite.getByRole('button', { name: 'Rehearse' })).toBeHidden();
  await atSite.getByRole('link', { name: /^Fill in 1 / }).click();
  await atSite.getByRole('button', { name: `Fill in for ${third.name}` }).click();
  const dialog = atSite.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption({ index: 1 });
  expect(await faultsOf(atSite)).toEqual([]);
  await dialog.getByRole('button', { name: 'Fill in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await atSite.context().close();

  await open(page, product, `/rollouts/${id}`);
  await expect(figure('Answered')).toHaveAccessibleName('Answered: 2');
  await expect(figure('Filled in')).toHaveAccessibleName('Filled in: 1');
  await expect(figure('Asked')).toHaveAccessibleName('Asked: 0');
  await orderFor(UNSIZED, PEOPLE);
  expect(await layoutFaultsOf(page)).toEqual([]);
  expect(
    rows(
      `select count(distinct o.id) as orders, count(distinct l.employee_id) as wearers, count(*) as lines, sum(not l.is_size_selected) as unsized
       from order_lines l join orders o on o.id = l.order_id
       where o.submitted_at is not null and o.id in (select order_id from rollout_people where rollout_id = ?)`,
      id,
    ),
  ).toEqual([{ orders: PEOPLE, wearers: PEOPLE, lines: PEOPLE, unsized: 0 }]);
});

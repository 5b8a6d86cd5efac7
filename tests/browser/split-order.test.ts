import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countTaps } from './count-taps.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const phone = { width: 390, height: 844 };

let product: Product;
let browser: Browser;
let admin: Session;
const faults: string[] = [];

interface Named {
  id: number;
  name: string;
}
interface OrderAnswer {
  uuid: string;
  order_number: string;
  status: string;
  delivery_site: Named;
  lines: { employee: Named }[];
}
interface Style {
  name: string;
  decorations_for_employee: string[];
  children: { id: number }[];
}

async function call<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(product.url + path, {
    method,
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

let here: Named;
let away: Named;
let clothing_sets: number[];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  admin = await product.signIn('client.admin@northgate.test');
  const { items: sites } = (await product.get(admin, '/api/sites?include=delivery_address')) as { items: Named[] };
  const { items: people } = (await product.get(admin, '/api/employees?search=Wayne')) as { items: Named[] };
  const example = (await product.get(admin, `/api/employees/${people[0]?.id}`)) as { sites: Named[]; clothing_sets: Named[] };
  const [home] = example.sites;
  const other = sites.find(({ id }) => example.sites.every((site) => site.id !== id));
  if (!home || !other) throw new Error('The demo has too few sites.');
  here = home;
  away = other;
  clothing_sets = example.clothing_sets.map(({ id }) => id);
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

/** Adds a person of the demo's company who works at this site. */
const employ = (forenames: string, surname: string, site: Named) =>
  call<Named>('POST', '/api/employees', {
    forenames,
    surname,
    email: `${forenames}.${surname}@northgate.test`.toLowerCase(),
    roles: ['employee'],
    sites: [site.id],
    clothing_sets,
  });

/** Starts an order to the first site with an item for each of these people. */
async function orderFor(people: readonly Named[]): Promise<string> {
  const { uuid } = await call<{ uuid: string }>('POST', '/api/orders', { employees: people.map(({ id }) => id) });
  for (const { id } of people) {
    const { items } = (await product.get(admin, `/api/employees/${id}/products?order=${uuid}`)) as { items: Style[] };
    const style = items.find(({ children, decorations_for_employee }) => children.length > 0 && decorations_for_employee.length === 0);
    await call('POST', `/api/orders/${uuid}/employees/${id}/lines`, { lines: [{ product_id: style?.children[0]?.id, quantity: 1 }] });
  }
  await call('PUT', `/api/orders/${uuid}`, { set_delivery_details: true, delivery_site_id: here.id });
  return uuid;
}

const orderOf = async (uuid: string): Promise<OrderAnswer> => (await product.get(admin, `/api/orders/${uuid}`)) as OrderAnswer;
const namesOn = async (uuid: string): Promise<string[]> => (await orderOf(uuid)).lines.map(({ employee }) => employee.name);
const uuidOf = (page: Page): string => /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: phone, reducedMotion: 'reduce' });
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await enter(page.context(), product, admin);
  await page.goto(product.url + path);
  return page;
}

/** Expects that the screen is complete and accessible at each width, in both themes. */
async function expectComplete(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await layoutFaultsOf(page), `${size.width} px, ${colorScheme}`).toEqual([]);
      expect(await faultsOf(page), `${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Sends the order on the screen, and returns once its panel is closed. */
async function send(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByLabel('PO reference').fill('PO-SPLIT');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('the review of the usual splits an order by site in one tap, and leads from the first order to the second', async () => {
  const tom = await employ('Tom', 'Mixed', here);
  const nadia = await employ('Nadia', 'Mixed', away);
  const owen = await employ('Owen', 'Mixed', away);
  const uuid = await orderFor([tom, nadia, owen]);
  const page = await open(`/orders/${uuid}/usual`);
  const offer = page.getByRole('region', { name: `Nadia and Owen work at ${away.name}` });
  await expect(offer).toContainText(`This order goes to ${here.name}.`);
  await expect(offer.getByRole('button', { name: 'Split into 2 orders' })).toBeEnabled();
  await expectComplete(page);
  const taps = await countTaps(page);
  await offer.getByRole('button', { name: 'Split into 2 orders' }).click();
  const next = page.getByRole('region', { name: '2 orders to send' });
  await expect(next).toContainText(`This one goes to ${here.name}, for Tom.`);
  await expect(next).toContainText(`to ${away.name}, for Nadia and Owen.`);
  await expect(offer).toHaveCount(0);
  expect(taps()).toBe(1);
  await expectComplete(page);
  expect(uuidOf(page)).toBe(uuid);
  expect(await namesOn(uuid)).toEqual([tom.name]);
  await send(page, 'Send order');
  await expect(page.getByRole('heading', { name: 'The usual for 2 people' })).toBeVisible();
  const second = uuidOf(page);
  expect(second).not.toBe(uuid);
  await expect(page.getByText(`To ${away.name}`).first()).toBeVisible();
  await expect(next).toHaveCount(0);
  await send(page, 'Send order');
  await expect(page).toHaveURL(/\/orders$/);
  expect(await orderOf(uuid)).toMatchObject({ status: 'submitted', delivery_site: { id: here.id } });
  expect(await orderOf(second)).toMatchObject({ status: 'submitted', delivery_site: { id: away.id } });
  expect((await namesOn(second)).sort()).toEqual([nadia.name, owen.name].sort());
  await page.context().close();
});

test('Undo puts everybody back on one order, and a reload keeps the way to the second order', async () => {
  const uuid = await orderFor([await employ('Ida', 'Undone', here), await employ('Finn', 'Undone', away)]);
  const page = await open(`/orders/${uuid}`);
  const offer = page.getByRole('region', { name: `Finn works at ${away.name}` });
  await offer.getByRole('button', { name: 'Split into 2 orders' }).click();
  const next = page.getByRole('region', { name: '2 orders to send' });
  await expect(next).toBeVisible();
  await page.locator('.toast', { hasText: 'Split into 2 orders' }).getByRole('button', { name: 'Undo' }).click();
  await expect(offer).toBeVisible();
  await expect(next).toHaveCount(0);
  expect(await namesOn(uuid)).toHaveLength(2);

  await offer.getByRole('button', { name: 'Split into 2 orders' }).click();
  await expect(next).toBeVisible();
  await page.reload();
  await next.getByRole('link').click();
  await expect(next).toContainText(`This one goes to ${away.name}, for Finn.`);
  await expect(next).toContainText(`to ${here.name}, for Ida.`);
  await expectComplete(page);
  await send(page, 'Submit');
  await expect.poll(() => uuidOf(page)).toBe(uuid);
  expect(await namesOn(uuid)).toHaveLength(1);
  await page.context().close();
});

test('an order of which nobody works at its site is offered the other site, also where its details are filled in', async () => {
  const uuid = await orderFor([await employ('Rosa', 'Moved', away)]);
  const page = await open(`/orders/${uuid}/edit#details`);
  const offer = page.getByRole('region', { name: `Rosa works at ${away.name}` });
  await expect(offer.getByRole('button', { name: `Deliver to ${away.name}` })).toBeEnabled();
  await expectComplete(page);
  await page.setViewportSize(phone);
  await offer.getByRole('button', { name: `Deliver to ${away.name}` }).click();
  await expect(offer).toHaveCount(0);
  expect((await orderOf(uuid)).delivery_site.id).toBe(away.id);
  await page.context().close();
});

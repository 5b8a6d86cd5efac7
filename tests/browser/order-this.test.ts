import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

// The second test goes on with the draft of the first.
test.describe.configure({ mode: 'serial' });

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

async function catalogueOf(session: Session, width = 390): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(`${product.url}/products`);
  return page;
}

interface Listed {
  id: number;
  name: string;
}
const readList = async <Item>(session: Session, path: string): Promise<Item[]> => ((await product.get(session, path)) as { items: Item[] }).items;
const draftsOf = (session: Session) => readList<{ uuid: string; order_number: string }>(session, '/api/orders?waits=draft&per_page=100');

/** A product that a person of the manager may have, and that person. */
async function orderable(session: Session): Promise<{ style: Listed; wearer: Listed }> {
  for (const style of await readList<Listed>(session, '/api/products')) {
    const [wearer] = await readList<Listed>(session, `/api/employees?product_id=${style.id}&orderBy=name&sortedBy=asc`);
    if (wearer) return { style, wearer };
  }
  throw new Error('No product of the demo can be ordered.');
}

/** A style of waists and legs without decoration, and somebody who may have it and has no size of it on file. */
async function parted(session: Session): Promise<{ style: Style; wearer: Listed }> {
  for (const wearer of await readList<Listed>(session, '/api/employees?per_page=20')) {
    const styles = await readList<Style & { decorations_for_employee: string[] }>(session, `/api/employees/${wearer.id}/products`);
    const onFile = await readList<{ style_id: number }>(session, `/api/employees/${wearer.id}/sizes`);
    const style = styles.find(
      ({ id, children, decorations_for_employee }) =>
        decorations_for_employee.length === 0 &&
        children.length > 8 &&
        children.every(({ attributes }) => attributes.variation_size_1 && attributes.variation_size_2) &&
        !onFile.some(({ style_id }) => style_id === id),
    );
    if (style) return { style, wearer };
  }
  throw new Error('The demo has no trousers.');
}

async function send(session: Session, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

test('a manager orders a product of the catalogue for a person: a draft opens with the product, and the next product goes on with it', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const { style, wearer } = await orderable(manager);
  const before = await draftsOf(manager);
  const page = await catalogueOf(manager);
  for (const step of ['begins', 'goes on'] as const) {
    await page.goto(`${product.url}/products#product=${style.id}`);
    await page.getByRole('button', { name: 'Order this' }).click();
    const who = page.getByRole('dialog', { name: 'Who is it for?' });
    await expect(who.getByRole('button', { name: wearer.name })).toBeVisible();
    if (step === 'begins') {
      expect(await faultsOf(page)).toEqual([]);
      expect(await layoutFaultsOf(page)).toEqual([]);
      await who.getByRole('searchbox').fill('zzzz');
      await expect(who.getByText('No employees match your search.')).toBeVisible();
      await who.getByRole('button', { name: 'Clear search' }).click();
    }
    await who.getByRole('button', { name: wearer.name }).click();
    // The toast goes after a few seconds, so it is looked for first.
    if (step === 'goes on') await expect(page.getByText(/^You go on with your draft \d+$/).first()).toBeVisible();
    await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit#product=/);
    await expect(page.getByRole('dialog', { name: style.name })).toBeVisible();
    await expect(page.getByRole('dialog', { name: style.name })).toContainText(`for ${wearer.name}`);
    const drafts = await draftsOf(manager);
    expect(drafts).toHaveLength(before.length + 1);
  }
  await page.context().close();
});

test('a person who orders for themselves is not asked for whom', async () => {
  const self = await product.signIn('self.order@northgate.test');
  const [style] = await readList<Listed>(self, '/api/products');
  const page = await catalogueOf(self, 1440);
  await page.goto(`${product.url}/products#product=${style?.id}`);
  await page.getByRole('button', { name: 'Order this' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit/);
  await page.context().close();
});

interface Style extends Listed {
  sku: string;
  children: { id: number; attributes: Sized }[];
}

test('trousers are chosen by waist and then by leg, only sizes that exist can be chosen, and a picture shows how to measure', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const office = await product.signIn('super@kitroom.test');
  const { wearer, style } = await parted(manager);
  // Without the longest size of the first waist, that leg cannot be chosen with it.
  const [missing] = style.children.filter(({ attributes }) => attributes.variation_size_1 === style.children[0]?.attributes.variation_size_1);
  const first = missing?.attributes.variation_size_1 ?? '';
  const firstLeg = missing?.attributes.variation_size_2 ?? '';
  const other = style.children.find(({ attributes }) => attributes.variation_size_1 !== first)?.attributes.variation_size_1 ?? '';
  const measured = style.children.filter(({ attributes }) => attributes.variation_size_1 === other);
  const value = Object.fromEntries(measured.map(({ attributes }) => [sizeOf(attributes) ?? '', { Waist: 76, 'Inside leg': 79 }]));
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })) as { uuid: string };
  await send(office, 'PUT', `/api/admin/products/${style.id}`, { field: 'measures', value });
  const page = await catalogueOf(manager);
  await page.route(/\/api\/employees\/\d+\/products(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { items: Style[] };
    for (const one of body.items)
      if (one.id === style.id)
        one.children = one.children.filter(({ attributes }) => !(attributes.variation_size_1 === first && attributes.variation_size_2 === firstLeg));
    await route.fulfill({ response, json: body });
  });
  await page.goto(`${product.url}/orders/${uuid}/edit#product=${style.id}&wearer=${wearer.id}`);
  const panel = page.getByRole('dialog', { name: style.name });
  const waist = panel.getByRole('group', { name: /^Waist/ });
  const leg = panel.getByRole('group', { name: /^Leg/ });
  await expect(leg.getByRole('button').first()).toBeDisabled();
  await waist.getByRole('button', { name: first, exact: true }).click();
  await expect(leg.getByRole('button', { name: firstLeg })).toBeDisabled();
  await expect(leg.getByRole('button', { name: firstLeg })).toContainText('Not made');
  await waist.getByRole('button', { name: other, exact: true }).click();
  await leg.getByRole('button', { name: firstLeg }).click();
  await expect(leg.getByRole('button', { name: firstLeg })).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.getByRole('button', { name: 'Next' })).toBeEnabled();
  // The size is gone with a waist that is not made in this leg.
  await waist.getByRole('button', { name: first, exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Choose a size' })).toBeDisabled();
  await waist.getByRole('button', { name: other, exact: true }).click();
  await leg.getByRole('button', { name: firstLeg }).click();
  await panel.getByRole('button', { name: 'How to measure' }).click();
  await expect(panel.getByText('From the crotch down to the ankle bone.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Next' }).click();
  const line = async () =>
    ((await product.get(manager, `/api/orders/${uuid}`)) as { lines: { product: { attributes: Sized } }[] }).lines[0]?.product.attributes;
  await expect.poll(async () => (await line())?.variation_size_1).toBe(other);
  expect((await line())?.variation_size_2).toBe(firstLeg);
  await page.context().close();
});

test('the office and embroiderers look at products without ordering them', async () => {
  const embroiderer = await product.signIn('embroiderer@kitroom.test');
  const page = await catalogueOf(embroiderer, 1440);
  await page.locator('.browser-open').first().click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order this' })).toHaveCount(0);
  await page.context().close();
});

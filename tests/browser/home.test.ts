import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

// The requests that one test decides are those that the next counts.
test.describe.configure({ mode: 'serial' });

let product: Product;
let browser: Browser;
let manager: Session;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  manager = await product.signIn('manager@northgate.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

interface Waiting {
  decisions: { count: number; oldest: { uuid: string; order_number: string } | null };
  sizes: { count: number };
  drafts: { count: number };
  parcels: { count: number };
  returns: { count: number };
  notices: { count: number; latest: { subject: string } | null };
}
interface BudgetGraph {
  labels: string[];
  budget: (number | null)[];
}
const waitingOf = (session: Session) => product.get(session, '/api/orders/waiting') as Promise<Waiting>;

async function homeOf(session: Session, width = 390): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, session);
  const page = await context.newPage();
  await page.goto(product.url);
  return page;
}

for (const width of [390, 820, 1440])
  test(`the home of a manager shows what waits before any chart, at ${width} px`, async () => {
    const page = await homeOf(manager, width);
    const { decisions, sizes, drafts, parcels, returns, notices } = await waitingOf(manager);
    expect(decisions.count).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { name: /^\d+ requests? to decide$/ })).toBeInViewport();
    const list = page.getByRole('region', { name: 'Waits for you' });
    // A row of parcels also has a link to the order and the tracking of each.
    await expect(list.locator('.waits > li > a')).toHaveCount([sizes, drafts, parcels, returns, notices].filter(({ count }) => count > 0).length);
    for (const { count } of [sizes, drafts, parcels, returns, notices])
      if (count > 0) await expect(list.getByText(String(count), { exact: true }).first()).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    expect(await layoutFaultsOf(page)).toEqual([]);
    await page.context().close();
  });

test('a row of the home opens the list of exactly what it counts', async () => {
  const page = await homeOf(manager);
  const { parcels } = await waitingOf(manager);
  await page.getByRole('link', { name: /Parcels? on/ }).click();
  await expect(page).toHaveURL(/\/orders#waits=parcel$/);
  await expect(page.getByRole('combobox', { name: 'Orders' })).toHaveValue('parcel');
  const listed = (await product.get(manager, '/api/orders?waits=parcel&per_page=50')) as { items: { order_number: string }[] };
  expect(listed.items.length).toBeGreaterThanOrEqual(1);
  expect(parcels.count).toBeGreaterThanOrEqual(1);
  for (const { order_number } of listed.items) await expect(page.getByText(order_number, { exact: true })).toBeVisible();
  await page.context().close();
});

test('the whole card of the oldest request opens the request', async () => {
  const page = await homeOf(manager);
  const { decisions } = await waitingOf(manager);
  await page.locator('.waiting-decision').click({ position: { x: 40, y: 12 } });
  await expect(page).toHaveURL(new RegExp(`/orders/${decisions.oldest?.uuid}$`));
  await page.context().close();
});

test('a press anywhere on the card of an order opens it, and the buttons on the card do what they say', async () => {
  const page = await homeOf(manager);
  await page.goto(`${product.url}/orders`);
  const card = page.locator('.list-card', { has: page.getByRole('link', { name: /^Call / }) }).first();
  await expect(card.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/);
  const call = await card.getByRole('link', { name: /^Call / }).boundingBox();
  const isCallOnTop = await page.evaluate(
    ([x, y]) =>
      document
        .elementFromPoint(x ?? 0, y ?? 0)
        ?.closest('a')
        ?.getAttribute('href')
        ?.startsWith('tel:') === true,
    [(call?.x ?? 0) + (call?.width ?? 0) / 2, (call?.y ?? 0) + (call?.height ?? 0) / 2],
  );
  expect(isCallOnTop).toBe(true);
  const number = await card.locator('.order-link').textContent();
  await card.click({ position: { x: 12, y: 12 } });
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(String(number)) })).toBeVisible();
  await page.context().close();
});

test('a new notice waits on the home and is counted in the navigation until it is downloaded', async () => {
  const site = await product.signIn('site.admin@northgate.test');
  const { notices } = await waitingOf(site);
  expect(notices.count).toBeGreaterThan(0);
  const page = await homeOf(site, 1440);
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notices/ });
  await expect(entry).toHaveText(`Notices, ${notices.count} new`);
  await page
    .getByRole('region', { name: 'Waits for you' })
    .getByRole('link', { name: /New notice/ })
    .click();
  await expect(page).toHaveURL(/\/notices$/);
  const row = page.getByRole('row', { name: /New/ }).first();
  const download = page.waitForEvent('download');
  await row.getByRole('link').first().click();
  await (await download).path();
  await expect(entry).toHaveText(notices.count > 1 ? `Notices, ${notices.count - 1} new` : 'Notices');
  await page.context().close();
});

test('the budgets near their end wait on the home, and their row leads to the card of budgets', async () => {
  const graph = (await product.get(manager, '/api/dashboards/homepage/graphs/uas?timeframe=1m')) as BudgetGraph;
  const page = await homeOf(manager);
  // The demo's budgets depend on the day on which it is made, so the test decides what is spent.
  const spent = graph.budget.map((value, at) => (at === 0 && value ? Math.round(value * 0.95) : 0));
  await page.route('**/api/dashboards/homepage/graphs/uas**', (route) =>
    route.fulfill({ json: { ...graph, current: spent, period_months: graph.labels.map(() => 1) } }),
  );
  await page.reload();
  const row = page.getByRole('region', { name: 'Waits for you' }).getByRole('button', { name: /^1 ?Budget near its end/ });
  await expect(row).toContainText(`${graph.labels[0]}: £`);
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await row.click();
  const card = page.getByRole('region', { name: 'Budgets this period', exact: true });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await page.context().close();
});

test('a manager approves the oldest request with two taps from the home, and the next screen is the next request or the list', async () => {
  const page = await homeOf(manager);
  const { decisions } = await waitingOf(manager);
  const order = decisions.oldest;
  if (!order) throw new Error('The demo has no request for its manager.');
  let taps = 0;
  const tap = async (name: RegExp | string): Promise<void> => {
    await page.getByRole(taps === 0 ? 'link' : 'button', { name }).click();
    taps++;
  };
  await tap(/^Decide/);
  await expect(page.getByRole('heading', { name: `Request ${order.order_number}` })).toBeVisible();
  await tap('Approve and submit');
  await expect(page.getByText(`Order ${order.order_number} is approved and submitted`, { exact: true })).toBeVisible();
  expect(taps).toBe(2);
  const left = (await waitingOf(manager)).decisions;
  expect(left.count).toBe(decisions.count - 1);
  if (left.oldest) await expect(page).toHaveURL(new RegExp(`/orders/${left.oldest.uuid}$`));
  else await expect(page).toHaveURL(/\/orders$/);
  await page.context().close();
});

test('requests are approved one after the other, each with a form of its own', async () => {
  const asker = await product.signIn('employee@northgate.test');
  const call = async (method: string, path: string, json: object): Promise<Record<string, unknown>> => {
    const headers = { Authorization: `Bearer ${asker.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(json) });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return response.json();
  };
  const { id } = asker.who.user;
  const { items: styles } = (await product.get(asker, `/api/employees/${id}/products`)) as {
    items: { decorations_for_employee: string[]; price_from: number; children: { id: number }[] }[];
  };
  // Both requests must fit into what is left of the employee's budget.
  const plain = styles.filter(({ decorations_for_employee }) => decorations_for_employee.length === 0);
  const sku = plain.sort((one, other) => one.price_from - other.price_from)[0]?.children[0];
  if (!sku) throw new Error('The demo offers its employee nothing plain.');
  for (let n = 0; n < 2; n++) {
    const { uuid } = await call('POST', '/api/orders', { employees: [id] });
    await call('POST', `/api/orders/${uuid}/employees/${id}/lines`, { lines: [{ product_id: sku.id, quantity: 1 }] });
    await call('PUT', `/api/orders/${uuid}?submitted=true`, {
      set_delivery_details: true,
      delivery_site_id: asker.who.sites[0]?.id,
      delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
      terms: true,
    });
  }
  const page = await homeOf(manager);
  await page.getByRole('link', { name: /^Decide/ }).click();
  const po = page.getByLabel('PO reference');
  for (const reference of ['PO-ONE', 'PO-TWO']) {
    const { oldest } = (await waitingOf(manager)).decisions;
    await expect(page.getByRole('heading', { name: `Request ${oldest?.order_number}` })).toBeVisible();
    // The reference that was typed for the request before is proposed, and not what that request's form still had.
    if (reference === 'PO-TWO') await expect(po).toHaveValue('PO-ONE');
    // With keys, because a click at the same place shortly after another one, without a key between, counts as a double click.
    await po.press('ControlOrMeta+a');
    await po.pressSequentially(reference);
    await page.getByRole('button', { name: 'Approve and submit' }).click();
    await expect(page.getByText(`Order ${oldest?.order_number} is approved and submitted`, { exact: true })).toBeVisible();
    expect(await product.get(manager, `/api/orders/${oldest?.uuid}`)).toMatchObject({ status: 'submitted', client_po_reference: reference });
  }
  await page.context().close();
});

test('the navigation counts the requests to decide and the missing sizes', async () => {
  const client = await product.signIn('client.admin@northgate.test');
  const { decisions, sizes } = await waitingOf(client);
  const page = await homeOf(client, 1440);
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Orders/ });
  const counts = [
    decisions.count > 0 && `${decisions.count} to decide`,
    sizes.count > 0 && `${sizes.count} ${sizes.count === 1 ? 'size' : 'sizes'} missing`,
  ];
  await expect(entry).toHaveText(['Orders', ...counts.filter(Boolean)].join(', '));
  await page.context().close();
});

test('if what waits cannot be read, the rest of the home works, and Retry reads it', async () => {
  const page = await homeOf(manager);
  await page.route('**/api/orders/waiting', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Broken"}' }));
  await page.reload();
  await expect(page.getByText('The list of what waits did not load')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spend by product' })).toBeVisible();
  await page.unroute('**/api/orders/waiting');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('region', { name: 'Waits for you' })).toBeVisible();
  await page.context().close();
});

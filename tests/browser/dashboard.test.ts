import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { dueWords } from '../../pwa/ui/due-words.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

let product: Product;
let browser: Browser;
const contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

async function seenBy(
  email: string,
  viewport = desk,
  path = '/',
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<{ page: Page; session: Session }> {
  const session = await product.signIn(email);
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', acceptDownloads: true, serviceWorkers });
  contexts.push(context);
  await enter(context, product, session);
  const page = await context.newPage();
  await open(page, product, path);
  return { page, session };
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const pounds = (pence: number): string => `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
interface Graph {
  labels: string[];
  ids: number[];
  spend: number[];
  totals: { orders: number; returns: number; spend: number };
}

test('a Client Manager sees shortfall, spend and remaining budget, as charts and as tables', async () => {
  const { page, session } = await seenBy('client.admin@northgate.test', desk, '/#timeframe=12m');
  await expect(page.getByRole('heading', { name: 'Northgate Facilities', exact: true })).toBeVisible();
  for (const name of ['Shortfall', 'Spend by product', 'Spend by site', 'Budgets this period']) await expect(card(page, name)).toBeVisible();
  await expect(card(page, 'Spend by client')).toHaveCount(0);
  // The company's logo, and its film about ordering.
  const company = page.locator('.dashboard-company');
  await expect(company.getByRole('link', { name: /^How to order/ })).toHaveAttribute('href', 'https://video.example/northgate-how-to-order');
  await expect.poll(() => company.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await faultsOf(page)).toEqual([]);

  const graph = (await product.get(session, '/api/dashboards/homepage/graphs/sbs?timeframe=12m')) as Graph;
  const sites = card(page, 'Spend by site');
  await expect(sites).toContainText(pounds(graph.totals.spend));
  // The table is in the page before it is visible; a button makes it visible.
  const row = sites.getByRole('row').filter({ hasText: graph.labels[0] ?? '' });
  await expect(row).toContainText(pounds(graph.spend[0] ?? 0));
  await sites.getByRole('button', { name: 'Table' }).click();
  await expect(sites.getByRole('row')).toHaveCount(graph.labels.length + 2);
  expect(await faultsOf(page)).toEqual([]);

  const shortfall = (await product.get(session, '/api/dashboards/homepage/shortfall')) as {
    items: { order: { order_number: string; uuid: string }; due: string | null; qty_due: number; qty_undated: number; shortfall: number }[];
  };
  const [first] = shortfall.items;
  if (!first) throw new Error('The demo has no shortfall');
  await expect(card(page, 'Shortfall').getByRole('row')).toHaveCount(Math.min(15, shortfall.items.length) + 1);
  // Each line shows when the items arrive, in the same words as its order.
  for (const [place, item] of shortfall.items.slice(0, 15).entries())
    await expect(
      card(page, 'Shortfall')
        .getByRole('row')
        .nth(place + 1),
    ).toContainText(dueWords(item, item.shortfall) ?? 'In stock');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`#site_id=${graph.ids[0]}$`));
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(String(graph.ids[0]));
  await page.getByLabel('Site', { exact: true }).selectOption('');
  await card(page, 'Shortfall').getByRole('link', { name: first.order.order_number }).first().click();
  await expect(page).toHaveURL(new RegExp(first.order.uuid));
});

test('the shortfall list can be searched, and the address keeps the search', async () => {
  for (const viewport of [desk, phone]) {
    const { page, session } = await seenBy('client.admin@northgate.test', viewport, '/#timeframe=3m');
    const { items, total } = (await product.get(session, '/api/dashboards/homepage/shortfall')) as {
      items: { product: { sku: string }; order: { order_number: string } }[];
      total: number;
    };
    const sku = items[0]?.product.sku ?? '';
    const shortfallRows = (await product.get(session, `/api/dashboards/homepage/shortfall?search=${sku}`)) as { total: number };
    expect(shortfallRows.total).toBeLessThan(total);
    const shortfall = card(page, 'Shortfall');
    const search = shortfall.getByRole('searchbox', { name: 'Search the shortfall' });
    await search.fill(sku);
    await expect(shortfall.getByText(shortfallRows.total === 1 ? '1 line' : `${shortfallRows.total} lines`, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`#timeframe=3m&search=${sku}$`));
    await page.reload();
    await expect(search).toHaveValue(sku);
    await expect(shortfall.getByRole('link')).toHaveCount(shortfallRows.total);
    await search.fill('nothing of the kind');
    await expect(shortfall.getByText('No shortfall to show')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await shortfall.getByRole('button', { name: 'Clear search' }).click();
    await expect(search).toHaveValue('');
    await expect(shortfall.getByRole('link', { name: items[0]?.order.order_number ?? '' }).first()).toBeVisible();
  }
});

test('choosing another timeframe changes the totals and the address, and a CSV contains the data shown', async () => {
  const { page, session } = await seenBy('client.admin@northgate.test', desk, '/', 'allow');
  await expect(page.getByRole('button', { name: '1m', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '3m', exact: true }).click();
  await expect(page).toHaveURL(/#timeframe=3m$/);
  const { totals, labels, spend } = (await product.get(session, '/api/dashboards/homepage/graphs/sbp?timeframe=3m')) as Graph;
  await expect(card(page, 'Spend by product')).toContainText(pounds(totals.spend));
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Spend by product as CSV' }).click();
  const file = await downloadPromise;
  expect(file.suggestedFilename()).toMatch(/^kitroom-spend-by-product-since-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('\uFEFFProduct,Ordered,Returned,Spent,Items');
  expect(lines).toHaveLength(labels.length + 2);
  expect(lines[1]).toContain(`,${((spend[0] ?? 0) / 100).toFixed(2)},`);
  expect(lines.at(-1)).toContain((totals.spend / 100).toFixed(2));
});

test('a chart with many labels is as wide as its labels need, and scrolls sideways inside its card', async () => {
  const { page, session } = await seenBy('client.admin@northgate.test', phone, '/#timeframe=12m');
  const { labels } = (await product.get(session, '/api/dashboards/homepage/graphs/sbp?timeframe=12m')) as Graph;
  expect(labels.length).toBeGreaterThan(15);
  const chart = page.getByRole('region', { name: 'Spend by product, chart' });
  await expect(chart).toBeVisible();
  expect(await chart.evaluate((it) => it.scrollWidth)).toBe(labels.length * 35);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => chart.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('an employee sees three months of their own orders and their own budget', async () => {
  const { page } = await seenBy('employee@northgate.test', phone);
  await expect(page.getByRole('button', { name: '3m', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(card(page, 'My budget')).toBeVisible();
  await expect(card(page, 'Shortfall')).toBeVisible();
  await expect(card(page, 'Spend by product')).toBeVisible();
  await expect(card(page, 'Spend by site')).toHaveCount(0);
  await expect(card(page, 'Budgets this period')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('a super sees spend by client and by product, and no shortfall', async () => {
  const { page } = await seenBy('super@kitroom.test', desk, '/admin/dashboard#timeframe=12m');
  await expect(card(page, 'Spend by client')).toBeVisible();
  await expect(card(page, 'Spend by product')).toBeVisible();
  await expect(card(page, 'Shortfall')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await card(page, 'Spend by client').getByRole('button', { name: 'Table' }).click();
  await card(page, 'Spend by client').getByRole('link', { name: 'Harbour Care' }).click();
  await expect(page).toHaveURL(/\/admin\/orders#search=Harbour/);
});

test('a warehouse user starts on the list of orders to pick', async () => {
  const { page } = await seenBy('warehouse@kitroom.test');
  await expect(page).toHaveURL(/\/admin\/picking\/orders$/);
});

test('a card of the dashboard that fails to load shows a message, and can be loaded again', async () => {
  const { page } = await seenBy('client.admin@northgate.test');
  await page.route('**/graphs/sbs*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Something went wrong on our side."}' }),
  );
  await page.getByRole('button', { name: '2m', exact: true }).click();
  await page.reload();
  const sites = card(page, 'Spend by site');
  await expect(sites.getByRole('alert')).toContainText('did not load', { timeout: 30_000 });
  await expect(card(page, 'Spend by product')).toContainText('ordered');
  await page.unroute('**/graphs/sbs*');
  await sites.getByRole('button', { name: 'Retry' }).click();
  await expect(sites).toContainText('ordered');
});

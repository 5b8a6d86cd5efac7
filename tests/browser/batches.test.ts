import { expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter } from './screens.ts';
import { typeScan } from './type-scan.ts';

interface PrepOrder {
  order_number: string;
  account: { id: number };
  lines: {
    id: number;
    product: { sku: string };
    qty_allocated: number;
    qty_picked: number;
    decoration: string | null;
    prep_ticked_at: string | null;
  }[];
}

let product: Product;
let page: Page;
let picker: Session;
let close = async (): Promise<void> => {};

test.beforeAll(async () => {
  product = await startProduct();
  picker = await product.signIn('warehouse@kitroom.test');
  // Two picked orders of one wearer with the same decorated garments.
  for (let made = 0; made < 2; made += 1) {
    const uuid = await releaseOrder(product, { styles: 3, quantity: 1 });
    const path = `/api/admin/picking/orders/${uuid}`;
    await send('PUT', path, { action: 'start' });
    const { lines } = (await product.get(picker, path)) as PrepOrder;
    for (const { id, qty_allocated } of lines) await send('PUT', `/api/admin/picking/lines/${id}`, { qty_picked: qty_allocated });
    await send('POST', `${path}/move-to-prep`);
  }
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, picker);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  close = () => closeContexts(browser);
});
test.afterAll(async () => {
  await close();
  await product?.stop();
});

async function send(method: string, path: string, body?: object): Promise<void> {
  const headers = { Authorization: `Bearer ${picker.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(response.status, `${method} ${path}`).toBe(200);
}

/** The orders to prep by client and decoration, for decorations that several orders of the client have. */
async function sharedDecorations(): Promise<Map<string, string[]>> {
  const { items } = (await product.get(picker, '/api/admin/prep/orders?per_page=100')) as { items: { uuid: string }[] };
  const uuids = new Map<string, Set<string>>();
  for (const { uuid } of items) {
    const { account, lines } = (await product.get(picker, `/api/admin/prep/orders/${uuid}`)) as PrepOrder;
    for (const { decoration } of lines) {
      const key = `${account.id} ${decoration?.trim().replace(/\s+/g, ' ').toLowerCase()}`;
      if (decoration) uuids.set(key, (uuids.get(key) ?? new Set()).add(uuid));
    }
  }
  return new Map([...uuids].filter(([, orders]) => orders.size > 1).map(([key, orders]) => [key, [...orders]]));
}

test('orders that share artwork are one batch, whose garments are ticked off one by one in their orders', async () => {
  const shared = await sharedDecorations();
  expect(shared.size).toBeGreaterThan(0);
  await page.goto(`${product.url}/admin/prep`);
  await page.getByRole('button', { name: 'Batches' }).click();
  await expect(page).toHaveURL(/#batches$/);
  const cards = page.locator('.batches > section');
  await expect(cards).toHaveCount(shared.size);
  expect(await faultsOf(page)).toEqual([]);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 1180 });
    expect(await overflowsOf(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/batches-${width}.png` });
  }
  await page.setViewportSize({ width: 820, height: 1180 });
  const card = cards.filter({ has: page.getByRole('checkbox', { checked: false }) }).first();
  const box = card.getByRole('checkbox', { checked: false }).first();
  const order = card
    .getByRole('region', { name: /^Order / })
    .filter({ has: page.getByRole('checkbox', { checked: false }) })
    .first();
  const number = (await order.getByRole('link').innerText()).trim();
  const before = await order.getByRole('checkbox', { checked: true }).count();
  await page.context().setOffline(true);
  await box.click();
  await expect(order.getByRole('checkbox', { checked: true })).toHaveCount(before + 1);
  await page.context().setOffline(false);
  // The order itself shows the tick, and the Back key leads back to the batches.
  await order.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(page.getByRole('checkbox', { checked: true }).first()).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/#batches$/);
  await expect(cards).toHaveCount(shared.size);
  await expect(page.locator('.status')).toContainText('Nothing waiting');
});

test('a garment that is scanned at the batches shows the order and the wearer that it is for', async () => {
  const shared = await sharedDecorations();
  const [uuid = ''] = [...shared.values()].flat();
  const { lines } = (await product.get(picker, `/api/admin/prep/orders/${uuid}`)) as PrepOrder;
  const line = lines.find(({ decoration, prep_ticked_at }) => decoration && !prep_ticked_at);
  await page.goto(`${product.url}/admin/prep#batches`);
  await expect(page.locator('.batches > section').first()).toBeVisible();
  await typeScan(page, line?.product.sku ?? '');
  await expect(page.locator('.scan-message')).toContainText(/Order \d{5}/);
  const row = page.locator('.batches .found');
  await expect(row).toHaveCount(1);
  await expect(row).toBeInViewport();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  expect(await faultsOf(page)).toEqual([]);
});

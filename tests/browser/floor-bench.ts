import { request } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import { openDatabase } from '../../server/db/db.ts';
import { orderLines, orders, pickLines, picks, products, purchaseOrderLines, sites, stockLevels } from '../../server/db/tables/index.ts';
import type { Cursor, SyncAnswer } from '../../shared/sync/wire.ts';
import { median, p95 } from '../measured.ts';
import { fillFloor } from '../sync/fill-floor.ts';
import { benchTable, ms, say } from './bench-table.ts';
import { launchChromium, newDevice } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { middleOf, tapAt } from './finger.ts';
import { type Product, startProduct } from './product.ts';
import { type Seen, watchPage } from './watch-page.ts';

const tablet = { width: 820, height: 1180 };
/** How many times slower than this machine a tablet is assumed to be. */
const throttle = Number(process.env.THROTTLE ?? 4);
const busy = { orders: 300, lines: 10 };
/** Orders on one trolley, and how many of its scans count: the first ones do not. */
const trolley = { orders: 8, before: 10, scans: 60 };
/** Items of the one line on which scans are counted. */
const plenty = 600;

// The loader adds calls of `__name` to the functions of this file. A page has no `__name`, so this script defines `__name` there.
const watching = `globalThis.__name = (it) => it; (${watchPage})();`;

const table = benchTable('result', 'bare page');
const row = (what: string, result: string, target: string, ok: boolean, bare = ''): void => table.row(what, [result, bare], target, ok);

interface Bulk {
  uuid: string;
  order_number: string;
  sku: string;
}

/** A delivery whose first line has more items than the bench scans. */
interface Delivery {
  purchase_order_id: number;
  sku: string;
}

async function fillDelivery(product: Product): Promise<Delivery> {
  const database = await openDatabase(join(product.data, 'kitroom.db'));
  const delivery = await database.unitOfWork(async (db) => {
    const [line] = await db
      .select({ id: purchaseOrderLines.id, purchase_order_id: purchaseOrderLines.purchase_order_id, sku: products.sku })
      .from(purchaseOrderLines)
      .innerJoin(products, eq(products.id, purchaseOrderLines.product_id))
      .where(eq(purchaseOrderLines.is_open, true))
      .orderBy(asc(purchaseOrderLines.id))
      .limit(1);
    if (!line) throw new Error('The demo has no open purchase order.');
    await db
      .update(purchaseOrderLines)
      .set({ qty_requested: sql`${purchaseOrderLines.qty_received} + ${plenty}` })
      .where(eq(purchaseOrderLines.id, line.id));
    return line;
  });
  await database.close();
  return delivery;
}

/** Fills the server's database with a busy floor and one order whose first line has more items than the bench scans. */
async function fill(product: Product): Promise<Bulk[]> {
  const database = await openDatabase(join(product.data, 'kitroom.db'));
  const now = new Date().toISOString();
  const bulk = await database.unitOfWork(async (db) => {
    const [site] = await db.select().from(sites).orderBy(asc(sites.id)).limit(1);
    const [style] = await db.select({ id: products.id }).from(products).where(isNull(products.parent_id)).limit(1);
    if (!site || !style) throw new Error('The demo has no site or no style.');
    const floorOrders = await fillFloor(db, { account_id: site.account_id, site, style_id: style.id, created_at: now }, busy.orders, busy.lines);
    const some: Bulk[] = [];
    for (const pick_id of floorOrders.picks.slice(0, 2)) {
      const [line] = await db
        .select({ id: pickLines.id, order_line_id: pickLines.order_line_id, product_id: pickLines.product_id, sku: products.sku, uuid: orders.uuid })
        .from(pickLines)
        .innerJoin(picks, eq(picks.id, pickLines.pick_id))
        .innerJoin(orders, eq(orders.id, picks.order_id))
        .innerJoin(products, eq(products.id, pickLines.product_id))
        .where(eq(pickLines.pick_id, pick_id))
        .orderBy(asc(pickLines.id))
        .limit(1);
      if (!line) throw new Error('An order of the floor has no line.');
      await db.update(stockLevels).set({ qty_available: 5000, qty_allocated: 3000 }).where(eq(stockLevels.product_id, line.product_id));
      await db.update(orderLines).set({ qty_requested: plenty, qty_allocated: plenty }).where(eq(orderLines.id, line.order_line_id));
      await db.update(pickLines).set({ qty_allocated: plenty }).where(eq(pickLines.id, line.id));
      const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.uuid, line.uuid));
      some.push({ uuid: line.uuid, sku: line.sku, order_number: String(order?.id ?? 0).padStart(5, '0') });
    }
    return some;
  });
  await database.close();
  return bulk;
}

/** The pages that are slowed down, each with its session for DevTools commands and key presses. */
const throttled = new Map<Page, CDPSession>();

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(tablet);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  throttled.set(page, session);
  return page;
}

const readMeasurements = (page: Page): Promise<Seen> => page.evaluate(() => window.seen());
const forget = (page: Page): Promise<void> => page.evaluate(() => window.forgetSeen());
const statusBar = (page: Page) => page.locator('a[href="/queue"]').filter({ hasText: /Online|Offline/ });
const pickedOf = (page: Page) => page.locator('strong').filter({ hasText: /^\d+ of [\d,]+ items$/ });

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email', { exact: true }).fill('warehouse@kitroom.test');
  await page.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Pick order/ }).first()).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready);
}

async function openPick(page: Page, origin: string, { uuid }: Bulk): Promise<void> {
  await page.goto(`${origin}/admin/picking/orders/${uuid}`);
  await expect(pickedOf(page)).toBeVisible();
}

async function startPick(page: Page, origin: string, { order_number }: Bulk): Promise<void> {
  await page.goto(`${origin}/admin/picking/orders`);
  await page.getByRole('searchbox').fill(order_number);
  await page.getByRole('button', { name: `Pick order ${order_number}` }).click();
  await expect(pickedOf(page)).toBeVisible();
}

/** Types a code as a scanner does: all of it at once, ended by Enter. */
async function scan(page: Page, code: string): Promise<void> {
  const keyboard = throttled.get(page);
  if (!keyboard) throw new Error('This page has no keyboard.');
  const keys = [...[...code].map((key) => ({ key, text: key })), { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }];
  await Promise.all(
    keys.flatMap(({ text, ...key }) => [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  );
}

/**
 * Acts, and waits until the result is painted and, if `isSaved`, durable. The page begins to wait before the act, so that the start of the wait
 * is not measured.
 */
async function actAndSee(page: Page, act: () => Promise<void>, isSaved: boolean): Promise<void> {
  const { painted, durable } = await readMeasurements(page);
  const effect = page.evaluate(([paints, saves]) => window.seenAll(paints, saves), [painted.length + 1, isSaved ? durable.length + 1 : 0] as const);
  await Promise.all([act(), effect]);
}

/** Scans this many times, and waits after each scan until the result is painted and durable. */
async function scanAndSee(page: Page, code: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await actAndSee(page, () => scan(page, code), true);
}

/** A page that only stores each press and then counts, to measure the time that this browser and this machine need by themselves. */
const barePage = `<!doctype html><strong>0 of ${plenty} items</strong> <button>One more</button><script>
  const opened = indexedDB.open('bare', 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore('outbox', { autoIncrement: true });
  let n = 0;
  const count = () => {
    const noted = opened.result.transaction('outbox', 'readwrite', { durability: 'strict' });
    noted.objectStore('outbox').add({ n: n + 1, at: Date.now() });
    noted.oncomplete = () => { document.querySelector('strong').textContent = ++n + ' of ${plenty} items'; };
  };
  document.querySelector('button').onclick = count;
  addEventListener('keydown', ({ key }) => { if (key === 'Enter' && document.activeElement === document.body) count(); });
</script>`;

interface Work {
  scans: Seen;
  taps: Seen;
}

/** The times of 60 scans, after ten scans that do not count. */
async function scanTimes(page: Page, sku: string): Promise<Seen> {
  await scanAndSee(page, sku, 10);
  await forget(page);
  await scanAndSee(page, sku, 60);
  return readMeasurements(page);
}

/** The times of 60 scans and then of 40 taps, each after ten that do not count. */
async function work(page: Page, sku: string): Promise<Work> {
  const scans = await scanTimes(page, sku);
  const more = await middleOf(page.getByRole('button', { name: 'One more' }));
  const tap = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) await actAndSee(page, () => tapAt(page, more), false);
  };
  await tap(10);
  await forget(page);
  await tap(40);
  return { scans, taps: await readMeasurements(page) };
}

/** The times of the scans of a walk with several orders: of each item, which says whose turn it is, and of each tote, which counts the item. */
async function walkTimes(page: Page): Promise<{ items: number[]; totes: Seen }> {
  // The orders of the demo are smaller than those of the busy floor.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'More than 10' }).click();
  await page.getByRole('button', { name: /^Show / }).click();
  await page.getByRole('button', { name: 'Pick several' }).click();
  const select = page.getByRole('button', { name: /^Select order/, disabled: false }).filter({ hasText: /^Select$/ });
  for (let n = 0; n < trolley.orders; n++) await select.first().click();
  await page.getByRole('button', { name: `Pick ${trolley.orders} together` }).click();
  const sku = page.locator('.current .colour .code');
  const turn = page.locator('.turns > [aria-current="step"] .tote-no');
  await expect(sku).toBeVisible();
  const items: number[] = [];
  const totes: Seen = { usable: null, painted: [], durable: [] };
  while (totes.painted.length < trolley.before + trolley.scans) {
    const code = (await sku.textContent()) ?? '';
    await forget(page);
    await actAndSee(page, () => scan(page, code), false);
    items.push(...(await readMeasurements(page)).painted);
    while (await turn.isVisible()) {
      const tote = `T-80${((await turn.textContent()) ?? '').padStart(2, '0')}`;
      await forget(page);
      await actAndSee(page, () => scan(page, tote), true);
      const seen = await readMeasurements(page);
      totes.painted.push(...seen.painted);
      totes.durable.push(...seen.durable);
    }
  }
  return {
    items: items.slice(3),
    totes: { ...totes, painted: totes.painted.slice(trolley.before), durable: totes.durable.slice(trolley.before) },
  };
}

async function bareWork(browser: Browser, origin: string, sku: string): Promise<Work> {
  const page = await newSlowPage(browser);
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage }));
  await page.goto(`${origin}/bare`);
  const result = await work(page, sku);
  await page.context().close();
  return result;
}

async function coldStarts(proxy: FaultProxy): Promise<number[]> {
  const device = newDevice(tablet);
  const took: number[] = [];
  try {
    await signIn(await slowPage(await device.start()), proxy.url);
    proxy.cut();
    for (let n = 0; n < 7; n++) {
      await device.kill();
      const context = await device.start();
      await context.addInitScript({ content: watching });
      const page = await slowPage(context);
      await page.goto(`${proxy.url}/admin/picking/orders`, { waitUntil: 'commit' });
      await page.evaluate(() => window.seenUsable());
      took.push((await readMeasurements(page)).usable ?? Number.NaN);
    }
  } finally {
    proxy.mend();
    await device.retire();
  }
  return took;
}

/** Sends one sync request; returns the transferred bytes of the response, and its content. */
async function exchange(product: Product, token: string, cursor: Cursor | null, device: string): Promise<{ bytes: number; answer: SyncAnswer }> {
  const body = JSON.stringify({ pv: 1, device, secret: 'c'.repeat(64), pending: 0, push: [], pull: { cursor, lm: {} } });
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip',
    'Content-Length': Buffer.byteLength(body),
  };
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const call = request(`${product.url}/api/sync`, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
  const text = bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
  return { bytes: bytes.length, answer: JSON.parse(text) as SyncAnswer };
}

async function newSlowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript({ content: watching });
  return slowPage(context);
}

async function main(): Promise<void> {
  const product = await startProduct();
  const proxy = await openFaultProxy(product.port);
  const browser = await launchChromium();
  try {
    const [first, second] = (await fill(product)) as [Bulk, Bulk];
    const delivery = await fillDelivery(product);
    say(`Chromium ${browser.version()}, ${throttle} times slower than this machine; ${busy.orders} orders with ${busy.orders * busy.lines} lines`);
    say();
    table.head();

    const starts = await coldStarts(proxy);
    row('cold offline start to a usable pick list, median of 7', ms(median(starts)), '< 1000 ms', median(starts) < 1000);

    const page = await newSlowPage(browser);
    await signIn(page, proxy.url);
    await startPick(page, proxy.url, first);
    await expect(statusBar(page)).toContainText('Nothing waiting');
    proxy.cut();
    await expect(statusBar(page)).toContainText('Offline', { timeout: 90_000 });
    const bare = await bareWork(browser, proxy.url, first.sku);
    const { scans, taps } = await work(page, first.sku);
    const timed = (what: string, result: readonly number[], limit: number, plain: readonly number[]): void =>
      row(what, ms(p95(result)), `< ${limit} ms`, p95(result) < limit, ms(p95(plain)));
    timed('scan to paint, p95 of 60', scans.painted, 50, bare.scans.painted);
    timed('scan to durable, p95 of 60', scans.durable, 30, bare.scans.durable);
    timed('tap to paint, p95 of 40', taps.painted, 50, bare.taps.painted);

    const before = Number((await pickedOf(page).textContent())?.split(' ')[0]);
    for (let n = 0; n < 10; n++) {
      const next = performance.now() + 200;
      await scan(page, first.sku);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    await page.waitForTimeout(1500);
    const itemCount = Number((await pickedOf(page).textContent())?.split(' ')[0]) - before;
    row('10 scans in 2 s, counted', String(itemCount), '10', itemCount === 10);

    // Scans as fast as the tablet accepts the scans, until 500 changes wait.
    const waiting = async (): Promise<number> =>
      Number(/(\d[\d,]*) changes? waiting/.exec((await statusBar(page).textContent()) ?? '')?.[1]?.replace(',', '') ?? 0);
    while ((await waiting()) < 500) await scanAndSee(page, first.sku, Math.min(25, 500 - (await waiting())));
    const queued = await waiting();
    proxy.slow(50);
    proxy.mend();
    const flush = await page.evaluate(async () => {
      const startedAt = performance.now();
      window.dispatchEvent(new Event('online'));
      while (!document.querySelector('a[href="/queue"]')?.textContent?.includes('Nothing waiting'))
        await new Promise((resolve) => setTimeout(resolve, 10));
      return performance.now() - startedAt;
    });
    proxy.slow(0);
    row(`${queued} changes sent at 100 ms round trip`, ms(flush), '< 3000 ms', queued >= 500 && flush < 3000);

    const { token } = await product.signIn('warehouse@kitroom.test');
    const device = crypto.randomUUID();
    const full = await exchange(product, token, null, device);
    row('full pull, compressed', `${(full.bytes / 1000).toFixed(1)} kB`, '<= 120 kB', full.bytes <= 120_000);

    const other = await newSlowPage(browser);
    await signIn(other, proxy.url);
    await startPick(page, proxy.url, second);
    await openPick(other, proxy.url, second);
    await expect(statusBar(page)).toContainText('Nothing waiting');
    let { answer } = await exchange(product, token, full.answer.cursor, device);
    await scan(page, second.sku);
    await expect(pickedOf(other)).toHaveText(/^1 of/);
    const delta = await exchange(product, token, answer.cursor, device);
    ({ answer } = delta);
    row("one pick's delta, compressed", `${delta.bytes} B`, '<= 1000 B', delta.bytes <= 1000);

    const delays: number[] = [];
    for (let n = 2; n <= 21; n++) {
      await forget(other);
      const sentAt = Date.now();
      await scan(page, second.sku);
      await other.waitForFunction((count) => [...document.querySelectorAll('strong')].some((one) => one.textContent?.startsWith(`${count} of`)), n, {
        polling: 10,
      });
      delays.push(Date.now() - sentAt);
      await page.waitForTimeout(400);
    }
    row('another tablet sees a pick, p95 of 20', ms(p95(delays)), '< 1000 ms', p95(delays) < 1000);

    // The page of the first tablet is closed, because on a real tablet no second page uses the processors.
    await page.context().close();
    await other.goto(`${proxy.url}/admin/receiving/${crypto.randomUUID()}#order=${delivery.purchase_order_id}`);
    await expect(pickedOf(other)).toBeVisible();
    proxy.cut();
    await expect(statusBar(other)).toContainText('Offline', { timeout: 90_000 });
    // The bare page is measured again: the machine may be slower now than during the scans above.
    const bareNow = await bareWork(browser, proxy.url, delivery.sku);
    const receiving = await scanTimes(other, delivery.sku);
    timed('scan on receiving to paint, p95 of 60', receiving.painted, 50, bareNow.scans.painted);
    row('the same, median', ms(median(receiving.painted)), '< 50 ms', median(receiving.painted) < 50, ms(median(bareNow.scans.painted)));

    await other.goto(`${proxy.url}/admin/picking/orders`);
    const walk = await walkTimes(other);
    timed(`scan of an item of ${trolley.orders} orders to whose turn it is, p95 of ${walk.items.length}`, walk.items, 50, bareNow.scans.painted);
    timed(`scan of a tote to paint, p95 of ${walk.totes.painted.length}`, walk.totes.painted, 50, bareNow.scans.painted);
    timed(`scan of a tote to durable, p95 of ${walk.totes.durable.length}`, walk.totes.durable, 30, bareNow.scans.durable);
  } finally {
    await browser.close();
    await proxy.close();
    await product.stop();
  }
  process.exitCode = table.exitCode();
}

await main();

import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { cutTextsOf, overflowsOf, smallButtonsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open, resize } from './screens.ts';
import { handOver, stageConflicts } from './staged-conflicts.ts';
import { typeScan } from './type-scan.ts';

// One tablet reconnects after a shift without a network, during which the server's data changed; each test continues where the one before ended.
test.describe.configure({ mode: 'serial' });

interface Waiting {
  m: string;
  kind: string;
  code: string | null;
  root_m: string | null;
  sku: string | null;
  server: Record<string, unknown> | null;
}

let product: Product;
/** The product as the tablet reaches it, over a connection that can be cut. */
let reached: Product;
let proxy: FaultProxy;
let browser: Browser;
let office: Session;
let context: BrowserContext;
let tablet: Page;
let desk: Page;

const inOffice = async (query = ''): Promise<Waiting[]> =>
  ((await product.get(office, `/api/admin/attention${query}`)) as { items: Waiting[] }).items;
/** The refusals that the office decides: all that do not follow from another refusal. */
const toDecide = async (): Promise<Waiting[]> => {
  const items = await inOffice('?kind=outcome');
  return items.filter(({ root_m }) => !items.some(({ m }) => m === root_m));
};
const card = (title: string | RegExp) => tablet.getByRole('article', { name: title });

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
  const picker = await product.signIn('warehouse@kitroom.test');
  const dump = await stageConflicts(product, {
    picker,
    office,
    colleague: await product.signIn('kasia@kitroom.test'),
    leaver: await product.signIn('delroy@kitroom.test'),
  });
  proxy = await openFaultProxy(product.port);
  reached = { ...product, url: proxy.url };
  context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await enter(context, reached, picker);
  tablet = await context.newPage();
  await open(tablet, reached, '/queue');
  // The app has to be installed before it can start without a network.
  await tablet.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await tablet.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await handOver(tablet, dump);
  await open(tablet, reached, '/admin/picking/orders');
  await tablet.getByText('Nothing waiting').first().waitFor({ timeout: 30_000 });
  const desktop = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await enter(desktop, product, office);
  desk = await desktop.newPage();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await proxy?.close();
  await product?.stop();
});

test('the attention list is two taps away from any screen of the floor, and shows the same items as in the office', async () => {
  const waiting = await toDecide();
  expect(waiting.length).toBeGreaterThan(10);
  await tablet.getByRole('link', { name: new RegExp(`${waiting.length} to decide`) }).click();
  await expect(tablet.getByRole('heading', { level: 1 })).toHaveText('Changes on this tablet');
  expect(await faultsOf(tablet)).toEqual([]);
  await tablet.getByRole('link', { name: 'Choose' }).click();
  await expect(tablet.getByRole('heading', { level: 1 })).toHaveText('Needs attention');
  await expect(tablet.getByRole('article')).toHaveCount(waiting.length);
  const codes = await tablet.locator('article header .code').allTextContents();
  expect(codes.sort()).toEqual(waiting.map(({ code }) => code).sort());
  expect(await faultsOf(tablet)).toEqual([]);
});

test('every screen of the floor fits every size: nothing overflows, buttons are large enough for gloves, and no word is cut off', async () => {
  const first = async (path: string): Promise<string> =>
    ((await product.get(office, `${path}?per_page=1`)) as { items: { uuid: string }[] }).items[0]?.uuid ?? '';
  const [pick, prep] = [await first('/api/admin/picking/orders'), await first('/api/admin/prep/orders')];
  const screens = [
    '/queue',
    '/pin',
    '/attention',
    '/admin/picking/orders',
    `/admin/picking/orders/${pick}`,
    '/admin/picking/shelf',
    '/admin/prep',
    `/admin/prep/orders/${prep}#prep`,
    `/admin/prep/orders/${prep}#bagging`,
    '/admin/shipping',
    '/admin/shipping/dispatches',
    '/admin/stock/count',
    '/admin/stock/837',
    '/admin/scanner',
  ];
  const faults: Record<string, string[]> = {};
  for (const screen of screens) {
    await open(tablet, reached, screen);
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1180, 820],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await resize(tablet, { width, height });
      const layoutFaults = [...(await overflowsOf(tablet)), ...(await smallButtonsOf(tablet)), ...(await cutTextsOf(tablet))];
      if (layoutFaults.length > 0) faults[`${screen} at ${width} px`] = layoutFaults;
      if (process.env.PICTURES) await tablet.screenshot({ path: `${process.env.PICTURES}/fits${screen.replaceAll(/[/#]/g, '-')}-${width}.png` });
    }
  }
  await tablet.setViewportSize({ width: 820, height: 1180 });
  await open(tablet, reached, '/attention');
  expect(faults).toEqual({});
});

test('a decision on a conflict and items scanned back to the shelf, both without a network, are kept after a reload', async () => {
  proxy.cut();
  await card(/was picked on two tablets/)
    .getByRole('button', { name: 'Keep theirs' })
    .click();
  await expect(card(/was picked on two tablets/).getByText('Choice waiting')).toBeVisible();

  const cancelled = card(/was cancelled while you picked it/);
  const close = cancelled.getByRole('button', { name: 'All returned, close this' });
  await expect(close).toBeDisabled();
  const [one, ...others] = await cancelled.locator('.shelf-task').all();
  if (!one) throw new Error('Nothing goes back to the shelf.');
  const about = (await one.locator('.task-about').textContent()) ?? '';
  const many = Number(/\/ (\d+)/.exec((await one.locator('.task-qty').textContent()) ?? '')?.[1]);
  for (let n = 1; n <= many; n++) await typeScan(tablet, about.split(' · ').at(-1) ?? '');
  await expect(one.getByRole('button', { name: /^Undo/ })).toBeVisible();
  for (const other of others) await other.getByRole('button', { name: /^ALL/ }).click();
  await expect(close).toBeEnabled();
  await close.click();
  await expect(cancelled.getByText('Choice waiting')).toBeVisible();

  await open(tablet, reached, '/attention');
  await expect(card(/was picked on two tablets/).getByText('Choice waiting')).toBeVisible();
  await expect(cancelled.getByText('Choice waiting')).toBeVisible();
});

test('when the network is back, decided conflicts disappear from tablet and office, and the items to put back become shelf tasks', async () => {
  const before = await toDecide();
  proxy.mend();
  await expect(card(/was picked on two tablets/)).toHaveCount(0, { timeout: 60_000 });
  await expect(card(/was cancelled while you picked it/)).toHaveCount(0);
  const after = await toDecide();
  expect(after.some(({ code }) => code === 'DOUBLE_PICKED' || code === 'ORDER_CANCELLED')).toBe(false);
  expect(after.length).toBeLessThan(before.length);
  await tablet.getByRole('link', { name: /All items to return to the shelf/ }).click();
  await expect(tablet.getByRole('heading', { level: 1 })).toHaveText('Return to the shelf');
  await expect.poll(async () => (await inOffice('?kind=shelf_task')).length - (await tablet.locator('.shelf-task:not(.is-ticked)').count())).toBe(0);
  expect(await faultsOf(tablet)).toEqual([]);
});

test('a conflict that the office decides disappears from the tablet by itself', async () => {
  await open(tablet, reached, '/attention');
  await card('More than is allocated now').waitFor();
  await open(desk, product, '/admin/attention');
  expect(await faultsOf(desk)).toEqual([]);
  await desk.getByRole('row').filter({ hasText: 'More than is allocated now' }).click();
  expect(await faultsOf(desk)).toEqual([]);
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Count / })
    .click();
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await expect(card('More than is allocated now')).toHaveCount(0, { timeout: 30_000 });
  expect((await toDecide()).some(({ code }) => code === 'OVER_ALLOCATED')).toBe(false);
});

test('a super enters the result of a requested count, which becomes the stock level', async () => {
  const [request] = await inOffice('?kind=count_request');
  const requestsBefore = (await inOffice('?kind=count_request')).length;
  expect(request).toBeDefined();
  await open(desk, product, '/admin/attention');
  await desk.getByRole('row').filter({ hasText: 'A recount was requested' }).first().click();
  const dialog = desk.getByRole('dialog');
  const take = dialog.getByRole('button', { name: 'Accept the count' });
  await expect(take).toBeDisabled();
  await dialog.getByLabel('Counted').fill('40');
  const sku = (await dialog.locator('dd .code').last().textContent()) ?? '';
  // The person counted the items on the shelf. The server adds the items that are off the shelf.
  const off = Number((await inOffice('?kind=count_request')).find((one) => one.sku === sku)?.server?.qty_off_shelf ?? 0);
  await take.click();
  await expect(dialog).toHaveCount(0);
  const { items } = (await product.get(office, `/api/admin/stock?sku=${sku}`)) as { items: { qty_available: number }[] };
  expect(items[0]?.qty_available).toBe(40 + off);
  expect(await inOffice('?kind=count_request')).toHaveLength(requestsBefore - 1);
});

import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test';
import { type Device, newDevice, startDevice } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';
import { ledgerOf, resultsIn, timesIn } from './tablet-ledger.ts';

// A tablet whose storage is full according to the browser's own quota; each test continues where the one before it ended. A browser that has found
// free storage may continue to write for half a minute without checking the quota again, so each check begins with a new start of the browser.
test.describe.configure({ mode: 'serial' });

const size = { width: 820, height: 1180 };
const list = '/admin/picking/orders';

let product: Product;
let proxy: FaultProxy;
let tablet: Device;
let page: Page;
let storage: CDPSession;
/** Errors inside a page. */
const faults: string[] = [];

/** Starts the tablet. If `quotaSize` is passed, the app may store at most this many bytes from the start. */
async function startTablet(quotaSize?: number): Promise<void> {
  page = await startDevice(tablet, size, faults);
  storage = await page.context().newCDPSession(page);
  if (quotaSize !== undefined) await storage.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize });
}

/** Removes the limit of the tablet's storage. */
const makeRoom = () => storage.send('Storage.overrideQuotaForOrigin', { origin: proxy.url });
const usage = async (): Promise<number> => (await storage.send('Storage.getUsageAndQuota', { origin: proxy.url })).usage;
const hasBallast = () => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'kitroom-ballast'));

const unbegun = (): Locator => page.getByRole('button', { name: /^Pick order / }).first();
const status = (): Locator => page.locator('a[href="/queue"]').filter({ hasText: /Online|Offline/ });
const waits = (words: string): Promise<void> => expect(status()).toContainText(words);
const notSaved = (): Locator => page.getByRole('dialog', { name: 'Not saved' });
const arrived = (of: readonly string[]): string[] =>
  resultsIn(product.data)
    .filter(({ m }) => of.includes(m))
    .map(({ n, outcome }) => `${n} ${outcome}`);

const started = (): number => timesIn(product.data, 'pick.started');

test.beforeAll(async () => {
  product = await startProduct();
  proxy = await openFaultProxy(product.port);
  tablet = newDevice(size);
  await startTablet();
  await page.goto(`${proxy.url}/sign-in`);
  await page.getByLabel('Email', { exact: true }).fill('warehouse@kitroom.test');
  await page.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(unbegun()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(unbegun()).toBeVisible();
});

test.afterAll(async () => {
  await tablet?.retire();
  await proxy?.close();
  await product?.stop();
});

test('a full tablet frees its reserved space first, and saves the action without a message', async () => {
  // The browser reorganises its files for a while after the reserve was written. The limit follows what is in use afterwards.
  let usedBytes = 0;
  await expect
    .poll(
      async () => {
        const before = usedBytes;
        usedBytes = await usage();
        return usedBytes === before ? usedBytes : 0;
      },
      { intervals: [500], timeout: 30_000 },
    )
    .toBeGreaterThan(5 * 1_048_576);
  proxy.cut();
  await tablet.kill();
  await startTablet(usedBytes - 2 * 1_048_576);
  await page.goto(proxy.url + list);
  await expect(unbegun()).toBeVisible();
  expect(await hasBallast()).toBe(true);
  await unbegun().click();
  await waits('1 change waiting');
  await expect(notSaved()).toBeHidden();
  expect(await hasBallast()).toBe(false);
  expect((await ledgerOf(page)).waiting).toHaveLength(1);
});

test('without any free storage the action is not saved and the tablet is blocked; actions that were saved before are still sent', async () => {
  await tablet.kill();
  await startTablet(1);
  await page.goto(proxy.url + list);
  await waits('1 change waiting');
  const { waiting } = await ledgerOf(page);
  const before = started();
  await unbegun().click();
  await expect(notSaved()).toBeVisible();
  await page.keyboard.press('Escape');
  await notSaved().getByRole('button', { name: 'Try to save again' }).click();
  // In this time the tablet tries again by itself.
  await page.waitForTimeout(3_500);
  await expect(notSaved()).toBeVisible();
  expect((await ledgerOf(page)).waiting).toEqual(waiting);

  proxy.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => arrived(waiting), { timeout: 30_000 }).toEqual(['pick.start applied']);
  // The response could not be stored because the storage is full: the action waits until a response can be stored.
  expect((await ledgerOf(page)).waiting).toEqual(waiting);

  await makeRoom();
  await expect(notSaved()).toBeHidden();
  await waits('Nothing waiting');
  const { sent } = await ledgerOf(page);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(waiting[0]);
  expect(arrived(sent)).toEqual(['pick.start applied', 'pick.start applied']);
  expect(started() - before).toBe(2);
  expect(faults).toEqual([]);
});

import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Session } from '../../pwa/session/store.ts';
import { type Device, newDevice } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';
import { ledgerOf, resultsIn } from './tablet-ledger.ts';

// A tablet on which the app has never run: it has no databases, and the first tab creates them.
const size = { width: 820, height: 1180 };
const list = '/admin/picking/orders';

let product: Product;
let floor: Session;
let tablet: Device;
/** Errors inside a page. */
const faults: string[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  floor = await product.signIn('warehouse@kitroom.test');
});

test.beforeEach(() => {
  tablet = newDevice(size);
});

test.afterEach(async () => {
  await tablet.retire();
});

test.afterAll(async () => {
  await product?.stop();
});

/**
 * Makes the tabs of a tablet open each database at the same time, and first write to it at the same time. Each tab waits for the next tick of the
 * same clock.
 */
async function inStep(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const startedUrls = new Set<string>();
    const onTheStroke = (what: string): void => {
      if (startedUrls.has(what)) return;
      startedUrls.add(what);
      const stroke = Math.ceil(Date.now() / 500) * 500;
      while (Date.now() < stroke);
    };
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, ...version) {
      onTheStroke(`open ${name} ${version}`);
      return open.call(this, name, ...version);
    };
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') onTheStroke(`write ${this.name}`);
      return transaction.call(this, stores, mode, options);
    };
  });
}

const unbegun = (on: Page): Locator => on.getByRole('button', { name: /^Pick order / });
const nothingWaits = (on: Page) => expect(on.locator('a[href="/queue"]').filter({ hasText: 'Nothing waiting' })).toBeVisible();

/** The number of tablets that the office knows. */
function tabletsKnown(): number {
  const database = new Database(join(product.data, 'kitroom.db'), { readonly: true });
  const { n } = database.prepare('select count(*) as n from sync_devices').get() as { n: number };
  database.close();
  return n;
}

for (const attempt of ['first attempt', 'second attempt']) {
  test(`two tabs at the first start of a tablet create the databases at the same time and share one queue, ${attempt}`, async () => {
    const before = tabletsKnown();
    const context = await tablet.start();
    context.setDefaultTimeout(15_000);
    await enter(context, product, floor);
    await inStep(context);
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    const senders = new Set<Page>();
    for (const tab of tabs) {
      tab.on('pageerror', (error) => faults.push(error.message));
      tab.on('request', (request) => {
        if (request.url().endsWith('/api/sync') && (request.postDataJSON() as { push: unknown[] }).push.length > 0) senders.add(tab);
      });
    }
    await Promise.all(tabs.map((tab) => tab.goto(product.url + list)));
    for (const tab of tabs) await expect(unbegun(tab).first()).toBeVisible();
    // Each tab begins a different pick, all at the same time.
    await Promise.all(tabs.map((tab, i) => unbegun(tab).nth(i).click()));
    for (const tab of tabs) await expect(tab).toHaveURL(/orders\/[0-9a-f-]{36}/);
    for (const tab of tabs) await nothingWaits(tab);

    const [here, other] = await Promise.all(tabs.map(ledgerOf));
    expect(here).toEqual(other);
    const [sender, ...others] = senders;
    expect(others).toEqual([]);

    // The tab that sends is closed: the other tab continues as the same tablet.
    await sender?.close();
    const otherTab = tabs.find((tab) => tab !== sender) as Page;
    await otherTab.getByRole('button', { name: /^ALL \d+$/ }).click();
    await expect.poll(async () => (await ledgerOf(otherTab)).sent.length).toBe(3);
    await nothingWaits(otherTab);
    const { sent } = await ledgerOf(otherTab);
    const arrived = resultsIn(product.data).filter(({ m }) => sent.includes(m));
    expect(arrived.map(({ n, outcome }) => `${n} ${outcome}`)).toEqual(['pick.start applied', 'pick.start applied', 'pick.record_line applied']);
    expect(tabletsKnown()).toBe(before + 1);
    expect(faults).toEqual([]);
  });
}

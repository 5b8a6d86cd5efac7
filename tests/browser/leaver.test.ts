import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { type Device, newDevice, startDevice } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { ledgerOf, resultsIn } from './tablet-ledger.ts';
import { typeScan } from './type-scan.ts';

// Somebody works by PIN on a tablet on which another person signed in, and then leaves the staff; each test continues where the one before ended.
test.describe.configure({ mode: 'serial' });

const size = { width: 820, height: 1180 };
const list = '/admin/picking/orders';
/** People with their names and PINs in the demo data. */
const tom = { email: 'warehouse@kitroom.test', name: 'Tom Whitaker', pin: '2204' };
const kasia = { email: 'kasia@kitroom.test', name: 'Kasia Nowak', pin: '7319' };
const delroy = { email: 'delroy@kitroom.test', name: 'Delroy Campbell', pin: '4482' };

let product: Product;
let proxy: FaultProxy;
let tablet: Device;
let page: Page;
let office: Session;
/** Errors inside a page. */
const faults: string[] = [];

async function startTablet(): Promise<void> {
  page = await startDevice(tablet, size, faults);
}

const whoWorks = (): Locator => page.getByRole('button', { name: /works here$/ });
const status = (): Locator => page.locator('a[href="/queue"]').filter({ hasText: /Online|Offline/ });
const unbegun = (): Locator => page.getByRole('button', { name: /^Pick order / }).first();
const lockHeading = (): Locator => page.getByRole('heading', { name: 'Who is working?' });

async function signIn({ email }: { email: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(unbegun()).toBeVisible();
  await expect(status()).toContainText('Nothing waiting');
}

async function signOut(): Promise<void> {
  await page.locator('.user-menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
}

async function choose({ name, pin }: { name: string; pin: string }): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(whoWorks()).toHaveText(name);
}

/** Hands the tablet over to a person, who enters their PIN. */
async function takeOver(person: { name: string; pin: string }): Promise<void> {
  await whoWorks().click();
  await page.getByRole('menuitem', { name: 'Hand over this tablet' }).click();
  await choose(person);
}

/** Begins to pick an order: the first that nobody has begun, unless a number is given. */
async function claim(order_number?: string): Promise<void> {
  await page.goto(proxy.url + list);
  await (order_number ? page.getByRole('button', { name: `Pick order ${order_number}` }) : unbegun()).click();
  await expect(page).toHaveURL(/orders\/[0-9a-f-]{36}/);
}

/** Releases an order of two lines to the floor, and returns its number. */
async function releaseSmallOrder(): Promise<string> {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 1 });
  const { order_number } = (await product.get(office, `/api/admin/picking/orders/${uuid}`)) as { order_number: string };
  return order_number;
}

/** Removes one of the provider's people: `is_disabled` for a while, `deleted_at` for good. The removal is one unit of work with its own version. */
function leaves({ email }: { email: string }, how: 'is_disabled' | 'deleted_at'): void {
  const database = new Database(join(product.data, 'kitroom.db'), { timeout: 5000 });
  const leave = database.transaction(() => {
    database.prepare('update sync_clock set v = v + 1').run();
    database.prepare(`update users set ${how} = ? where email = ?`).run(how === 'is_disabled' ? 1 : new Date().toISOString(), email);
  });
  leave.immediate();
  database.close();
}

const results = (of: readonly string[]): string[] =>
  resultsIn(product.data)
    .filter(({ m }) => of.includes(m))
    .map(({ n, outcome, code, payload }) => [n, outcome, code, payload.asserted && 'by PIN'].filter(Boolean).join(' '));

test.beforeAll(async () => {
  product = await startProduct();
  proxy = await openFaultProxy(product.port);
  office = await product.signIn('super@kitroom.test');
  tablet = newDevice(size);
  await startTablet();
  await page.goto(`${proxy.url}/sign-in`);
  // All three have signed in on this tablet; Kasia stays signed in.
  for (const person of [tom, delroy]) {
    await signIn(person);
    await signOut();
  }
  await signIn(kasia);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});

test.afterAll(async () => {
  await tablet?.retire();
  await proxy?.close();
  await product?.stop();
});

test('a tablet locks itself once it learns that the person working by PIN has left; this person’s later work waits for a decision', async () => {
  await takeOver(tom);
  const order_number = await releaseSmallOrder();
  await claim(order_number);
  await expect(status()).toContainText('Nothing waiting');
  const { sent: before } = await ledgerOf(page);

  proxy.cut();
  await page.getByRole('button', { name: /^ALL \d+$/ }).click();
  await expect(status()).toContainText('1 change waiting');
  const reasons = page.getByRole('dialog', { name: 'Select reason for picking anomaly' });
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await expect(reasons).toBeVisible();
  leaves(tom, 'is_disabled');
  // The tablet has not received the news that the person has left: work continues.
  await page.waitForTimeout(500);
  await expect(reasons).toBeVisible();
  const { waiting } = await ledgerOf(page);
  expect(waiting).toHaveLength(1);

  proxy.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(lockHeading()).toBeVisible();
  // No dialog covers the lock screen, and the person who left cannot be chosen any more.
  await expect(reasons).toHaveCount(0);
  await expect(page.getByRole('button', { name: tom.name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: kasia.name })).toBeVisible();
  await expect(page.getByText('Nothing waits here.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(results(before)).toEqual(['pick.start applied by PIN']);
  expect(results(waiting)).toEqual(['pick.record_line rejected ACTOR_DISABLED by PIN']);
  const { items } = (await product.get(office, '/api/admin/attention?kind=outcome')) as { items: { m: string; order: { order_number: string } }[] };
  expect(items.filter(({ m }) => waiting.includes(m))).toMatchObject([{ order: { order_number } }]);
});

test('a tablet that has locked itself stays locked after a power cut, ignores scans, and opens with the next person’s PIN', async () => {
  await tablet.kill();
  proxy.cut();
  await startTablet();
  await page.goto(proxy.url + list);
  await expect(lockHeading()).toBeVisible();
  await expect(page.getByRole('button', { name: tom.name })).toHaveCount(0);
  await typeScan(page, '00097');
  await page.waitForTimeout(300);
  await expect(lockHeading()).toBeVisible();

  await choose(kasia);
  await expect(status()).toContainText('1 to decide');
  await claim();
  await expect(status()).toContainText('1 change waiting');
  const { waiting } = await ledgerOf(page);
  proxy.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(status()).toContainText('Nothing waiting');
  expect(results(waiting)).toEqual(['pick.start applied']);

  await status().click();
  await page.getByRole('link', { name: 'Choose' }).click();
  await expect(page.getByRole('article')).toContainText(tom.name);
  expect(await faultsOf(page)).toEqual([]);
});

test('at its next sync an idle tablet removes a person who has left and locks itself; a password also unlocks the tablet', async () => {
  await page.goto(proxy.url + list);
  await takeOver(delroy);
  // A phone shows “worked here last” under the name, because the text does not fit beside the name.
  const before = page.viewportSize() ?? { width: 820, height: 1180 };
  await page.setViewportSize({ width: 390, height: 844 });
  await whoWorks().click();
  await page.getByRole('menuitem', { name: 'Hand over this tablet' }).click();
  const named = page.getByRole('button', { name: new RegExp(delroy.name) });
  const [words, name] = [await named.getByText('worked here last').boundingBox(), await named.locator('.strong').boundingBox()];
  expect((words?.y ?? 0) - (name?.y ?? 0)).toBeGreaterThan(10);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/lock-phone.png` });
  await choose(delroy);
  await page.setViewportSize(before);
  leaves(delroy, 'deleted_at');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(lockHeading()).toBeVisible();
  await expect(page.getByRole('list', { name: 'People with a PIN on this tablet' }).getByRole('button')).toHaveText([new RegExp(kasia.name)]);

  await page.getByRole('button', { name: 'Sign in with a password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(whoWorks()).toHaveText(kasia.name);
  await expect(unbegun()).toBeVisible();
  expect(faults).toEqual([]);
});

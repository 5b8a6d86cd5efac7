import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { CACHE_VERSION } from '../../pwa/offline/browser-stores.ts';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, type Device, newDevice, sharedChromium } from './chromium.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { ledgerOf, resultsIn } from './tablet-ledger.ts';

const run = promisify(execFile);
const size = { width: 820, height: 1180 };
const password = 'kitroom-demo';
const superEmail = 'super@kitroom.test';
const warehouseEmail = 'warehouse@kitroom.test';
/** The PIN of the warehouse user in the demo data. */
const warehousePin = '2204';
const superPin = '471100';
const list = '/admin/picking/orders';

// One tablet is used throughout; each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' });

let product: Product;
let deployment: Deployment;
let proxy: FaultProxy;
let tablet: Device;
let context: BrowserContext;
let page: Page;
let office: Session;
let floor: Session;
/** The folder into which later versions of the app are built, each into a folder of its own. */
const builds = mkdtempSync(join(tmpdir(), 'kitroom-builds-'));
let built: Promise<unknown>;
/** Errors inside a page. */
const faults: string[] = [];

function watch(on: BrowserContext): void {
  on.setDefaultTimeout(15_000);
  on.on('page', (newPage) => newPage.on('pageerror', (error) => faults.push(`${newPage.url()}: ${error.message}`)));
}

async function startTablet(): Promise<void> {
  context = await tablet.start();
  watch(context);
  page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

async function signIn(on: Page, email: string): Promise<void> {
  await on.getByLabel('Email', { exact: true }).fill(email);
  await on.getByLabel('Password', { exact: true }).fill(password);
  await on.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until the app is installed and controls this page: from then on no network is needed. */
const installed = (on: Page): Promise<void> =>
  on.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });

const statusBar = (on: Page): Locator => on.locator('a[href="/queue"]').filter({ hasText: /Online|Offline|Not signed in/ });
const atWork = (on: Page, version = 'here'): Locator => on.getByRole('button', { name: new RegExp(`works ${version}$`) });
const waits = (on: Page, count: number): Promise<void> =>
  expect(statusBar(on)).toContainText(count === 0 ? 'Nothing waiting' : `${count} change${count === 1 ? '' : 's'} waiting`);

/** Restores the network, and tells the pages that it is back. */
async function connect(...pages: Page[]): Promise<void> {
  proxy.mend();
  for (const on of pages) await on.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Checks the accessibility of the page as it is now. Dialogs have no address of their own, so tests check them when they are open. */
async function usable(on: Page): Promise<void> {
  expect(await faultsOf(on)).toEqual([]);
}

const unbegun = (on: Page): Locator => on.getByRole('button', { name: /^Pick order / }).first();

async function openList(on: Page): Promise<void> {
  await on.goto(proxy.url + list);
  await expect(unbegun(on)).toBeVisible();
}

/** In the list, begins the first pick that nobody has begun. This makes one change. */
async function claim(on: Page): Promise<string> {
  await openList(on);
  const pick = unbegun(on);
  const name = (await pick.getAttribute('aria-label')) ?? (await pick.innerText());
  await pick.click();
  await expect(on).toHaveURL(/orders\/[0-9a-f-]{36}/);
  return /\d{5}/.exec(name)?.[0] ?? '';
}

async function choose(on: Page, name: string, pin: string): Promise<void> {
  await on.getByRole('button', { name }).click();
  await on.getByRole('textbox', { name: 'PIN' }).fill(pin);
  await on.getByRole('button', { name: 'Unlock' }).click();
}

/** Releases this many more of the demo's orders to picking. Throws if there is not enough stock for them. */
async function releaseMore(count: number): Promise<void> {
  const post = (path: string) => fetch(product.url + path, { method: 'POST', headers: { Authorization: `Bearer ${office.token}` } });
  const { items } = (await product.get(office, '/api/admin/orders?stage=requires_allocation&per_page=100')) as { items: { uuid: string }[] };
  let releasedCount = 0;
  for (const { uuid } of items) {
    await post(`/api/admin/orders/${uuid}/allocate-all`);
    if ((await post(`/api/admin/orders/${uuid}/allocate`)).ok) releasedCount += 1;
    if (releasedCount === count) return;
  }
  throw new Error(`The demo has stock for ${releasedCount} more orders only.`);
}

/** Locks the tablet: two presses from any screen of the floor. */
async function lock(on: Page): Promise<void> {
  await atWork(on).click();
  await on.getByRole('menuitem', { name: 'Hand over this tablet' }).click();
  await expect(on.getByRole('heading', { name: 'Who is working?' })).toBeVisible();
  await usable(on);
}

test.beforeAll(async () => {
  built = run(process.execPath, [join(import.meta.dirname, 'next-build.mjs'), builds]);
  product = await startProduct();
  deployment = await openDeployment(product.port);
  proxy = await openFaultProxy(deployment.port);
  [office, floor] = [await product.signIn(superEmail), await product.signIn(warehouseEmail)];
  await releaseMore(12);
  tablet = newDevice(size);
  await startTablet();
});

test.afterAll(async () => {
  await tablet?.retire();
  await proxy?.close();
  await deployment?.close();
  await product?.stop();
  rmSync(builds, { recursive: true, force: true });
});

test('work on the floor continues after the session has ended; waiting changes are sent after the next sign-in', async () => {
  await page.goto(`${proxy.url}/sign-in`);
  await signIn(page, warehouseEmail);
  await expect(page).toHaveURL(new RegExp(list));
  await installed(page);

  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('kitroom.session') ?? '{}').token as string);
  await fetch(`${product.url}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  const first = await claim(page);
  const signInPrompt = page.getByText('Sign in again to send the waiting changes');
  await expect(signInPrompt).toBeVisible();
  await expect(statusBar(page)).toContainText('Not signed in');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await usable(page);

  proxy.cut();
  const second = await claim(page);
  expect(second).not.toBe(first);
  await page.reload();
  await waits(page, 2);
  await expect(signInPrompt).toBeVisible();

  proxy.mend();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waits(page, 0);
  await expect(signInPrompt).toBeHidden();
  expect(resultsIn(product.data).map(({ n, outcome }) => `${n} ${outcome}`)).toEqual(['pick.start applied', 'pick.start applied']);
});

test('a browser that is killed just after a sign-in keeps the person signed in', async () => {
  proxy.cut();
  await tablet.kill();
  await startTablet();
  await page.goto(`${proxy.url}/`);
  await expect(atWork(page)).toHaveText(floor.who.user.name);
  await expect(unbegun(page)).toBeVisible();
});

test('a full tablet frees its reserved space; if that is not enough, it blocks all work until the action is saved', async () => {
  const ballast = () => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'kitroom-ballast'));
  await expect.poll(ballast).toBe(true);
  const [before] = (await ledgerOf(page)).waiting.slice(-1);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(window, { full: true });
    IDBObjectStore.prototype.put = function (...row) {
      if (this.name === 'outbox' && 'full' in window && window.full) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return put.apply(this, row);
    };
  });
  await unbegun(page).click();
  const notSaved = page.getByRole('dialog', { name: 'Not saved' });
  await expect(notSaved).toBeVisible();
  await usable(page);
  await expect.poll(ballast).toBe(false);
  await page.keyboard.press('Escape');
  await notSaved.getByRole('button', { name: 'Try to save again' }).click();
  await expect(notSaved).toBeVisible();
  expect((await ledgerOf(page)).waiting.at(-1)).toBe(before);
  await page.evaluate(() => Object.assign(window, { full: false }));
  await expect(notSaved).toBeHidden();
  await waits(page, 1);
});

test('signing out shows waiting changes and keeps them; the next person’s session sends each change in its author’s name', async () => {
  const [actionId] = (await ledgerOf(page)).waiting;
  await openList(page);
  const signOut = async (): Promise<void> => {
    await page.getByRole('banner').getByRole('button', { name: floor.who.user.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  const question = page.getByRole('alertdialog', { name: 'Sign out with 1 change waiting?' });
  await expect(question).toContainText('stays on this tablet');
  await usable(page);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await waits(page, 1);
  await signOut();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect((await ledgerOf(page)).waiting).toEqual([actionId]);

  proxy.mend();
  await signIn(page, superEmail);
  await expect(page).toHaveURL(/\/admin\/day$/);
  await page.goto(proxy.url + list);
  await waits(page, 0);
  expect(resultsIn(product.data).filter(({ m }) => m === actionId)).toMatchObject([
    { outcome: 'applied', actor_id: floor.who.user.id, bearer_id: office.who.user.id },
  ]);
});

test('without a network a tablet is handed over by PIN in two presses; a browser that is killed still knows who has the tablet', async () => {
  await page.goto(`${proxy.url}/pin`);
  await page.getByLabel('PIN', { exact: true }).fill(superPin);
  await usable(page);
  await page.getByLabel('Repeat it').fill(superPin);
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();

  proxy.cut();
  await openList(page);
  const { name } = floor.who.user;
  await lock(page);
  await page.goto(`${proxy.url}/admin/suppliers`);
  await choose(page, name, '0000');
  await expect(page.getByText(`That is not the PIN of ${name}.`)).toBeVisible();
  for (const wrong of ['0001', '0002']) {
    await page.getByRole('textbox', { name: 'PIN' }).fill(wrong);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('textbox', { name: 'PIN' })).toHaveValue('');
  }
  await expect(page.getByText('Too many wrong PINs. Try again in')).toBeVisible();
  await usable(page);
  await page.reload();
  await page.getByRole('button', { name }).click();
  await expect(page.getByText('Too many wrong PINs. Try again in')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeDisabled();

  // Half a minute passes.
  await page.clock.install({ time: Date.now() + 31_000 });
  await page.reload();
  await choose(page, name, warehousePin);
  // Somebody who works by PIN cannot open screens for supers.
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  await claim(page);
  await expect(atWork(page)).toHaveText(name);
  await waits(page, 1);

  await tablet.kill();
  await startTablet();
  await openList(page);
  await waits(page, 1);
  await atWork(page).click();
  await expect(page.getByText(`${name}, by PIN. Sent by ${office.who.user.name}`)).toBeVisible();
  await claim(page);
  await waits(page, 2);
  const actionIds = (await ledgerOf(page)).waiting;
  await connect(page);
  await waits(page, 0);
  for (const m of actionIds) {
    expect(resultsIn(product.data).filter((row) => row.m === m)).toMatchObject([
      { outcome: 'applied', actor_id: floor.who.user.id, bearer_id: office.who.user.id, payload: { asserted: true } },
    ]);
  }
  const { items } = (await product.get(office, '/api/admin/audit?per_page=20')) as {
    items: { what: string; who: { id: number }; impersonator: { id: number } | null }[];
  };
  const started = items.filter(({ what }) => what === 'pick.started');
  expect(started[0]).toMatchObject({ who: { id: floor.who.user.id }, impersonator: { id: office.who.user.id } });

  // The person who signed in has the tablet again, with all their rights.
  await lock(page);
  await choose(page, office.who.user.name, superPin);
  await expect(atWork(page)).toHaveText(office.who.user.name);
  await page.goto(`${proxy.url}/admin/orders`);
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
});

test('two tabs of one tablet write into one queue, and only one of the tabs sends it', async () => {
  const other = await context.newPage();
  await openList(other);
  proxy.cut();
  await openList(page);
  await expect(statusBar(page)).toContainText('Offline');
  await claim(other);
  await waits(page, 1);
  await claim(page);
  await waits(other, 2);
  const actionIds = (await ledgerOf(page)).waiting;
  // Without a network both tabs try in turn, so only requests from now on count.
  const senders = new Set<Page>();
  for (const on of [page, other])
    on.on('request', (request) => {
      if (request.url().endsWith('/api/sync') && (request.postDataJSON() as { push: unknown[] }).push.length > 0) senders.add(on);
    });
  await connect(page, other);
  await waits(page, 0);
  await waits(other, 0);
  expect(resultsIn(product.data).filter(({ m }) => actionIds.includes(m))).toHaveLength(2);
  expect(senders.size).toBe(1);
  await other.close();
});

/** Deploys a later version of the app, and makes the tablet find it. */
async function deploy(version: number): Promise<void> {
  await built;
  deployment.deploy(join(builds, String(version)));
  await page.evaluate(async () => {
    const app = await navigator.serviceWorker.getRegistration();
    await app?.update();
    for (let i = 0; i < 300 && !app?.waiting; i++) await new Promise((resolve) => setTimeout(resolve, 50));
    if (!app?.waiting) throw new Error('The newer version does not come.');
  });
}

/** The name of the app’s cache, `later` versions after the present one. */
const cacheOf = (later: number): string => `kitroom-cache-${CACHE_VERSION + later}`;
const caches = (on: Page): Promise<string[]> =>
  on.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('kitroom-cache'))
      .sort(),
  );

test('an update waits until nothing is in progress; without a network it keeps the waiting changes and the loaded orders', async () => {
  await openList(page);
  await deploy(1);
  proxy.cut();
  await claim(page);
  const notice = page.getByRole('region', { name: 'New version' });
  await page.waitForTimeout(4_500);
  await expect(notice).toBeHidden();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(notice).toContainText('The 1 change waiting on this tablet is kept.');
  await usable(page);
  await atWork(page).click();
  await expect(notice).toBeHidden();
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Update now' }).click();
  await expect(atWork(page, '1 later')).toBeVisible();
  await waits(page, 1);
  await expect(unbegun(page)).toBeVisible();
  expect(await caches(page)).toEqual([cacheOf(0), cacheOf(1)]);

  await connect(page);
  await waits(page, 0);
  await expect.poll(() => caches(page)).toEqual([cacheOf(1)]);
});

test('if a new version takes over at a restart without a network, the waiting changes are kept, even with two open tabs', async () => {
  await deploy(2);
  proxy.cut();
  await claim(page);
  await waits(page, 1);
  await tablet.kill();
  await startTablet();
  const other = await context.newPage();
  await Promise.all([openList(page), openList(other)]);
  for (const on of [page, other]) {
    await expect(atWork(on, '2 later')).toBeVisible();
    await waits(on, 1);
    await expect(unbegun(on)).toBeVisible();
  }
  await claim(other);
  await waits(page, 2);
  const actionIds = (await ledgerOf(page)).waiting;
  await connect(page, other);
  await waits(page, 0);
  expect(resultsIn(product.data).filter(({ m }) => actionIds.includes(m))).toHaveLength(2);
  await expect.poll(() => caches(page)).toEqual([cacheOf(2)]);
  await other.close();
});

test('if an update takes over while an action is being saved, the page reloads only after the action is saved', async () => {
  await openList(page);
  await deploy(3);
  proxy.cut();
  // Simulates a slow disk: this transaction stays open, and nothing else is written meanwhile.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('kitroom-ledger');
        opening.onsuccess = () => {
          const outbox = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
          Object.assign(window, { isSlow: true, olderApp: navigator.serviceWorker.controller });
          const spin = (): void => {
            outbox.count().onsuccess = () => (window as unknown as { isSlow: boolean }).isSlow && spin();
            resolve();
          };
          spin();
        };
      }),
  );
  await unbegun(page).click();
  await page.evaluate(async () => {
    const app = await navigator.serviceWorker.getRegistration();
    app?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== (window as unknown as { olderApp: ServiceWorker }).olderApp);
  await page.waitForTimeout(1_000);
  expect(await page.evaluate(() => 'isSlow' in window)).toBe(true);
  await expect(atWork(page, '2 later')).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isSlow: false }));
  await expect(atWork(page, '3 later')).toBeVisible();
  await waits(page, 1);
  const actionIds = (await ledgerOf(page)).waiting;
  expect(actionIds).toHaveLength(1);
  await connect(page);
  await waits(page, 0);
  expect(resultsIn(product.data).filter(({ m }) => actionIds.includes(m))).toMatchObject([{ n: 'pick.start', outcome: 'applied' }]);
});

interface PickAnswer {
  order_id: number;
  order_number: string;
  state: string;
  lines: { qty_allocated: number; qty_picked: number; code: string | null; decoration: string | null }[];
}

/** The outcomes of the given actions of the tablet, one for each. */
const arrived = (actionIds: readonly string[]): string[] => {
  const results = resultsIn(product.data);
  return actionIds.map((m) => {
    const of = results.filter((row) => row.m === m);
    return of.map(({ n, outcome }) => `${n} ${outcome}`).join(', ');
  });
};

test('a whole order goes from claim to dispatch without a network, through two reloads and a power cut, and arrives exactly once', async () => {
  const uuid = await releaseOrder(product, { styles: 2, quantity: 2 });
  const read = async () => (await product.get(office, `/api/admin/picking/orders/${uuid}`)) as PickAnswer;
  const { order_number, order_id, lines } = await read();
  expect(lines.some(({ decoration }) => decoration)).toBe(true);
  await openList(page);
  await expect(page.getByRole('button', { name: `Pick order ${order_number}` })).toBeVisible();
  const confirm = (action: string): Promise<void> => page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();

  proxy.cut();
  await page.getByRole('button', { name: `Pick order ${order_number}` }).click();
  await page.getByRole('button', { name: 'ALL 2' }).click();
  await waits(page, 2);
  await page.reload();
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const reasons = page.getByRole('dialog', { name: 'Select reason for picking anomaly' });
  await reasons.getByRole('button', { name: 'One more' }).click();
  await reasons.getByRole('radio').first().check();
  await reasons.getByRole('button', { name: 'Record 1 of 2' }).click();
  await expect(page.getByText('1 line short')).toBeVisible();
  await page.getByRole('button', { name: 'Complete pick' }).click();
  await confirm('Complete pick');
  await waits(page, 4);

  await tablet.kill();
  await startTablet();
  await page.goto(`${proxy.url}/admin/prep`);
  await waits(page, 4);
  await page.getByRole('link', { name: `Prep order ${order_number}` }).click();
  const ticks = page.getByRole('button', { name: /^Tick all/ });
  await expect(ticks.first()).toBeVisible();
  for (let remaining = await ticks.count(); remaining > 0; remaining--) {
    await ticks.first().click();
    await expect(ticks).toHaveCount(remaining - 1);
  }
  await page.reload();
  await page.getByRole('link', { name: /^Bagging/ }).click();
  // A tick box shows what the tablet has stored, so it changes a moment after the tap.
  const allIn = page.getByRole('checkbox', { name: /^Everything is in the bag of / });
  await allIn.click();
  await expect(allIn).toBeChecked();
  await page.getByRole('button', { name: 'Print bag label' }).click();
  await page.getByRole('button', { name: 'Ready for Dispatch' }).click();
  await confirm('Ready for Dispatch');
  await expect(page).toHaveURL(/\/admin\/prep$/);

  await page.getByRole('link', { name: 'Dispatch', exact: true }).click();
  await page.getByRole('checkbox', { name: `Select ${order_number}` }).check();
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  await confirm('Dispatch 1 order');
  await expect(page.getByRole('region', { name: /Requested, not shipped/ })).toContainText(order_number);
  const actionIds = (await ledgerOf(page)).waiting;
  expect((await read()).state).toBe('released');

  // The first response to each request is lost on its way back, so that every change is sent twice.
  proxy.deafen();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => arrived(actionIds).filter(Boolean).length, { timeout: 30_000 }).toBe(actionIds.length);
  await connect(page);
  await waits(page, 0);
  const actions = arrived(actionIds);
  for (const step of ['pick.start', 'pick.complete', 'prep.complete', 'dispatch.request'])
    expect(actions.filter((one) => one === `${step} applied`)).toHaveLength(1);
  expect(actions.filter((one) => one === 'pick.record_line applied')).toHaveLength(2);
  expect(actions.filter((one) => !one.endsWith(' applied'))).toEqual([]);

  const pick = await read();
  expect(pick.lines.map(({ qty_picked }) => qty_picked).sort()).toEqual([1, 2]);
  expect(pick.lines.find(({ qty_picked }) => qty_picked === 1)).toMatchObject({ code: expect.any(String) });
  const { items } = (await product.get(office, `/api/admin/audit?on_type=order&on_id=${order_id}&per_page=100`)) as { items: { what: string }[] };
  for (const what of ['pick.started', 'pick.completed', 'prep.completed', 'dispatch.requested'])
    expect(`${what} ${items.filter((row) => row.what === what).length}`).toBe(`${what} 1`);
});

test('if two tablets claim one order, the first keeps it and the second shows a conflict; other tablets see a claim in seconds', async () => {
  const browser = await sharedChromium();
  const second = await browser.newPage({ viewport: size, serviceWorkers: 'allow' });
  second.on('pageerror', (error) => faults.push(`${second.url()}: ${error.message}`));
  await second.goto(`${proxy.url}/sign-in`);
  await signIn(second, 'kasia@kitroom.test');
  await openList(page);
  await expect(unbegun(second)).toBeVisible();
  await expect(statusBar(second)).toContainText('Online');
  await installed(second);
  const claimed = await claim(page);
  await expect(second.getByRole('button', { name: `Pick order ${claimed}` })).toBeHidden({ timeout: 3_000 });
  // The other tablet may get the change before the tablet that made it has the response.
  await waits(page, 0);

  proxy.cut();
  const order_number = await claim(page);
  await waits(page, 1);
  await second.getByRole('button', { name: `Pick order ${order_number}` }).click();
  await waits(second, 1);
  await connect(page, second);
  await waits(page, 0);
  await waits(second, 0);
  // The tablet that reached the office first has the order, and the second tablet shows that.
  const toDecide = async (): Promise<string[]> => {
    const statusTexts = await Promise.all([page, second].map((on) => statusBar(on).innerText()));
    return statusTexts.flatMap((words) => /\d+\s+to decide/.exec(words) ?? []);
  };
  await expect.poll(toDecide).toEqual([expect.stringMatching(/^1\s+to decide$/)]);
  const claims = resultsIn(product.data).filter(({ n }) => n === 'pick.start');
  expect(claims.slice(-2).map(({ outcome, code }) => `${outcome} ${code}`)).toEqual(['applied null', 'conflict CLAIMED']);
  await closeContexts(browser);
});

test('if a browser deletes its data, the tablet and the office show how many actions were lost', async () => {
  proxy.cut();
  await claim(page);
  await waits(page, 1);
  await page.goto('about:blank');
  const eviction = await context.newCDPSession(page);
  await eviction.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'indexeddb' });
  await page.goto(proxy.url + list);
  await expect(page.getByText(/^1 action since \d\d:\d\d was lost from this tablet\.$/)).toBeVisible();
  await connect(page);
  await expect(unbegun(page)).toBeVisible();
  await expect(page.getByText('The office has been informed')).toBeVisible();
  await usable(page);
  const { items } = (await product.get(office, '/api/admin/attention?per_page=100')) as { items: { kind: string; qty: number | null }[] };
  expect(items.filter(({ kind }) => kind === 'loss')).toMatchObject([{ qty: 1 }]);
  await page.getByRole('button', { name: 'Understood' }).click();
  await expect(page.getByText('lost from this tablet')).toBeHidden();
});

test('after all these tests stock, ledger and allocations agree, and no page has had an error', async () => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '..', '..', 'scripts', 'stock-verify.ts')], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, DATA_DIR: product.data },
  });
  expect(stdout).not.toContain('WRONG');
  expect(faults).toEqual([]);
});

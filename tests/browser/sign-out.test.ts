import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';

// A tablet that people share: what one of them leaves in it when they sign out without a network. Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' });

/** A document that each person may open as a plain link. */
const documentPath = '/reports/orders?start=2026-01-01&end=2026-12-31&format=csv';

let product: Product;
let proxy: FaultProxy;
let browser: Browser;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  product = await startProduct();
  proxy = await openFaultProxy(product.port);
  browser = await sharedChromium();
  context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  page = await context.newPage();
  await page.goto(`${proxy.url}/sign-in`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});

test.afterAll(async () => {
  await closeContexts(browser);
  await proxy?.close();
  await product?.stop();
});

/** The pictures in the app's own cache. */
const keptPictures = () =>
  page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().flatMap(({ url }) => (new URL(url).pathname.startsWith('/files/') ? [url] : []));
  });

/** The answer to a link that is opened in a new tab. */
const statusOf = async (path: string): Promise<number> => (await context.request.get(proxy.url + path)).status();

/** Whether the browser shows a picture to a page of this address: from the server, the worker's cache or its own. */
const shows = (url: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src: `${src}` });
    return image.decode().then(
      () => true,
      () => false,
    );
  }, url);

async function signIn(email: string): Promise<string> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  return page.evaluate(() => (JSON.parse(localStorage.getItem('kitroom.session') ?? '{}') as { token: string }).token);
}

async function signOut(): Promise<void> {
  await page.locator('.user-menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

const isLive = async (token: string): Promise<boolean> =>
  (await fetch(`${product.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).ok;

test('who signs out without a network leaves no picture and no way to a document, and the session ends once the network is back', async () => {
  const token = await signIn('client.admin@northgate.test');
  await page.goto(`${proxy.url}/products`);
  await expect.poll(keptPictures).not.toEqual([]);
  const [picture = ''] = await keptPictures();
  expect(await statusOf(documentPath)).toBe(200);
  expect(await shows(picture)).toBe(true);

  proxy.cut();
  await signOut();
  await expect(page).toHaveURL(/sign-in/);
  await expect.poll(keptPictures).toEqual([]);
  expect(await page.evaluate((secret) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(secret), token)).toBe(false);
  // No cookie that is left gives the token either.
  expect(JSON.stringify(await context.cookies())).not.toContain(token);

  // The network is back, and the server has not been told yet.
  await page.route('**/api/auth/revoke', (route) => route.abort());
  proxy.mend();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await isLive(token)).toBe(true);
  expect(await statusOf(documentPath)).toBe(401);
  expect(await shows(picture)).toBe(false);
  expect((await context.request.get(picture)).status()).toBe(401);
  expect(await keptPictures()).toEqual([]);

  await page.unroute('**/api/auth/revoke');
  await page.reload();
  await expect.poll(() => isLive(token)).toBe(false);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kitroom.ended'))).toBe(null);
});

test('the floor’s next person has its queue, and its pictures again', async () => {
  const ledger = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const request = indexedDB.open('kitroom-ledger');
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            const count = request.result.transaction('outbox').objectStore('outbox').count();
            count.onsuccess = () => {
              request.result.close();
              resolve(count.result);
            };
          };
        }),
    );
  await signIn('warehouse@kitroom.test');
  await expect.poll(keptPictures, { timeout: 20_000 }).not.toEqual([]);
  const before = (await keptPictures()).length;

  proxy.cut();
  await page
    .getByRole('button', { name: /^Pick order / })
    .first()
    .click();
  await expect(page.getByRole('link', { name: /1 change waiting/ })).toBeVisible();
  await page.goto(`${proxy.url}/admin/picking/orders`);
  await expect(page.getByRole('link', { name: /1 change waiting/ })).toBeVisible();
  await signOut();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await expect.poll(keptPictures).toEqual([]);
  expect(await ledger()).toBe(1);

  proxy.mend();
  await signIn('super@kitroom.test');
  await page.goto(`${proxy.url}/admin/picking/orders`);
  await expect(page.getByRole('link', { name: /Nothing waiting/ })).toBeVisible();
  expect(await ledger()).toBe(0);
  await expect.poll(async () => (await keptPictures()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(Math.min(before, 3));
});

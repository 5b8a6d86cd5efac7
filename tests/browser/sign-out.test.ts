import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { closeContexts, newDevice, sharedChromium, startDevice } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';

// People share a tablet. These tests check the data that remains on it after a sign-out without a network. Each continues from the previous test.
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
  context.setDefaultTimeout(15_000);
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

/** Returns the addresses of the pictures in the caches of the service worker. */
const keptPictures = () =>
  page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().flatMap(({ url }) => (new URL(url).pathname.startsWith('/files/') ? [url] : []));
  });

/** Returns the status of the response to a link that is opened in a new tab. */
const statusOf = async (path: string): Promise<number> => (await context.request.get(proxy.url + path)).status();

/** Whether the page can show the picture of this URL, from the server, the worker's cache or the browser's own cache. */
const shows = (url: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src: `${src}` });
    return image.decode().then(
      () => true,
      () => false,
    );
  }, url);

const tokenIn = (on: Page) => on.evaluate(() => (JSON.parse(localStorage.getItem('kitroom.session') ?? '{}') as { token: string }).token);

async function signIn(email: string, on = page): Promise<string> {
  await on.getByLabel('Email', { exact: true }).fill(email);
  await on.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await on.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(on).not.toHaveURL(/sign-in/);
  return tokenIn(on);
}

async function signOut(on = page): Promise<void> {
  await on.locator('.user-menu').click();
  await on.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Returns the number of sessions that were ended in this browser and are not yet ended on the server. */
const endedTokens = (on: Page) =>
  on.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('kitroom-ended');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const keys = request.result.transaction('ended').objectStore('ended').getAllKeys();
          keys.onsuccess = () => {
            request.result.close();
            resolve(keys.result.filter((key) => key !== 'until').length);
          };
        };
      }),
  );

const isLive = async (token: string): Promise<boolean> =>
  (await fetch(`${product.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).ok;

test('after a sign-out without a network, no picture is left and no document opens; the session ends once the network is back', async () => {
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
  // No remaining cookie contains the token.
  expect(JSON.stringify(await context.cookies())).not.toContain(token);

  // The network is back, but the server does not know of the sign-out yet.
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
  await expect.poll(() => endedTokens(page)).toBe(0);
});

test('when the next person of the floor signs in, the tablet sends its queue and stores pictures again', async () => {
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

test('after an impersonation that ended offline, the next person has no access to the client’s pictures and documents', async () => {
  if (!page.url().endsWith('/sign-in')) await signOut();
  await expect(page).toHaveURL(/sign-in/);
  const own = await signIn('super@kitroom.test');
  const { who: client } = await product.signIn('client.admin@northgate.test');
  await page.goto(`${proxy.url}/impersonate/take/${client.user.id}`);
  await page.getByLabel('Why').fill('A question about sizes');
  await page.getByLabel('Your own password').fill('kitroom-demo');
  await page.getByRole('button', { name: /^Act as/ }).click();
  const back = page.getByRole('button', { name: /^Back to / });
  await expect(back).toBeVisible();
  await page.goto(`${proxy.url}/products`);
  await expect.poll(keptPictures).not.toEqual([]);
  const [picture = ''] = await keptPictures();
  const acting = await tokenIn(page);
  expect([acting === own, await isLive(acting), await statusOf(documentPath)]).toEqual([false, true, 200]);

  proxy.cut();
  await back.click();
  await expect(back).toHaveCount(0);
  await expect.poll(keptPictures).toEqual([]);
  expect(await page.evaluate((secret) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(secret), acting)).toBe(false);
  expect(JSON.stringify(await context.cookies())).not.toContain(acting);

  // The network is back, but the server does not know yet that the impersonation has ended.
  for (const path of ['revoke', 'me', 'logout']) await page.route(`**/api/auth/${path}`, (route) => route.abort());
  proxy.mend();
  expect([await isLive(acting), await statusOf(documentPath), (await context.request.get(picture)).status()]).toEqual([true, 401, 401]);
  await signOut();
  await expect(page).toHaveURL(/sign-in/);
  expect([await statusOf(documentPath), await shows(picture), await keptPictures()]).toEqual([401, false, []]);

  for (const path of ['revoke', 'me', 'logout']) await page.unroute(`**/api/auth/${path}`);
  await page.reload();
  await expect.poll(async () => [await isLive(acting), await isLive(own), await endedTokens(page)], { timeout: 20_000 }).toEqual([false, false, 0]);
});

test('a browser that is killed just after a sign-out without a network stays signed out, and the session ends once the network is back', async () => {
  const device = newDevice({ width: 820, height: 1180 });
  const faults: string[] = [];
  try {
    for (const email of ['client.admin@northgate.test', 'super@kitroom.test']) {
      let on = await startDevice(device, { width: 820, height: 1180 }, faults);
      await on.goto(`${proxy.url}/sign-in`);
      await on.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      const token = await signIn(email, on);
      // Closing the browser writes the session to the disk.
      await device.close();
      on = await startDevice(device, { width: 820, height: 1180 }, faults);
      await on.goto(`${proxy.url}/`);
      await expect(on.locator('.user-menu')).toBeVisible();

      proxy.cut();
      await signOut(on);
      await expect(on).toHaveURL(/sign-in/);
      await device.kill();
      on = await startDevice(device, { width: 820, height: 1180 }, faults);
      await on.goto(`${proxy.url}/`);
      await expect(on.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
      await expect(on).toHaveURL(/sign-in/);
      expect(await isLive(token)).toBe(true);
      proxy.mend();
      await expect.poll(() => isLive(token), { timeout: 20_000 }).toBe(false);
      await device.kill();
    }
    expect(faults).toEqual([]);
  } finally {
    proxy.mend();
    await device.retire();
  }
});

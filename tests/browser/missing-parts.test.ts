import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterEach(() => context?.close());
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

/** Opens a page that loads each part of the app from the server, as before the service worker is installed. */
async function withoutWorker(email: string): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, await product.signIn(email));
  return context.newPage();
}

test('the app’s files are sent in a compression that the browser accepts, and can be cached permanently', async () => {
  const page = await (await fetch(product.url)).text();
  const file = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  const copies = new Map<string, string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(product.url + file, { headers: { 'Accept-Encoding': encoding } });
    expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('Cache-Control')).toContain('immutable');
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
    copies.set(encoding, await response.text());
  }
  expect(new Set(copies.values()).size).toBe(1);
});

test('a tablet that loses the network before the app is installed still opens every screen of the floor and the lock screen', async () => {
  const page = await withoutWorker('warehouse@kitroom.test');
  await page.setViewportSize({ width: 820, height: 1180 });
  // The floor's parts are loaded ahead one after another, the camera's part last; parts of all screens are loaded shortly after the first screen.
  const lazyFiles = ['camera-panel', 'toaster', 'failures', 'bell', 'update-notice'].map((name) =>
    page.waitForEvent('requestfinished', { predicate: (request) => request.url().includes(`/assets/${name}-`), timeout: 60_000 }),
  );
  await open(page, product, '/admin/picking/orders');
  await expect(page.getByRole('button', { name: /^Pick order/ }).first()).toBeVisible();
  await Promise.all(lazyFiles);

  await context.setOffline(true);
  const failedUrls: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().includes('/assets/')) failedUrls.push(request.url());
  });
  for (const tab of ['Prep', 'Dispatch', 'Dispatches', 'Needs attention', 'Picking']) {
    await page
      .getByRole('navigation', { name: 'Floor' })
      .getByRole('link', { name: new RegExp(`^${tab}\\b`) })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: tab, level: 1, exact: true })).toBeVisible();
  }
  await page
    .getByRole('button', { name: /^Pick order/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^ALL \d+$/ })).toBeEnabled();
  await page.locator('.status').click();
  await expect(page.getByRole('heading', { name: 'Changes on this tablet', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /works here$/ }).click();
  await page.getByRole('menuitem', { name: 'Hand over this tablet' }).click();
  await expect(page.getByRole('heading', { name: 'Who is working?' })).toBeVisible();
  expect(failedUrls).toEqual([]);
});

test('a screen whose code does not load shows a message, and opens on another try', async () => {
  const page = await withoutWorker('client.admin@northgate.test');
  await page.route('**/assets/notice-list-*.js', (route) => route.abort());
  await open(page, product, '/orders');
  await page
    .getByRole('link', { name: /^Notices/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'This screen did not load', level: 1 })).toBeVisible();
  // The rest of the app works as before.
  await expect(page.getByRole('link', { name: /^Orders/ }).first()).toBeVisible();

  await page.unroute('**/assets/notice-list-*.js');
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { name: 'Notices', level: 1 })).toBeVisible();
});

test('without a network the buttons of a screen that did not load show a message instead of the browser’s error page', async () => {
  const page = await withoutWorker('client.admin@northgate.test');
  await page.route('**/assets/notice-list-*.js', (route) => route.abort());
  await open(page, product, '/orders');
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /^Notices/ })
    .first()
    .click();
  for (const name of ['Load again', 'Go to the start page']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached. Try again when you have a connection.');
    await expect(page.getByRole('heading', { name: 'This screen did not load', level: 1 })).toBeVisible();
  }
  await context.setOffline(false);
  await page.unroute('**/assets/notice-list-*.js');
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { name: 'Notices', level: 1 })).toBeVisible();
});

test('if the code of a panel does not load, the page shows a message instead of becoming empty', async () => {
  const page = await withoutWorker('client.admin@northgate.test');
  await page.route('**/assets/notification-panel-*.js', (route) => route.abort());
  await open(page, product, '/orders');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('heading', { name: 'This screen did not load', level: 1 })).toBeVisible();

  await page.unroute('**/assets/notification-panel-*.js');
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
});

test('if the banner of an impersonation does not load, the screen works and still names whom the person acts as', async () => {
  const page = await withoutWorker('super@kitroom.test');
  const manager = await product.signIn('manager@northgate.test');
  await page.route('**/assets/impersonation-banner-*.js', (route) => route.abort());
  await open(page, product, `/impersonate/take/${manager.who.user.id}`);
  await page.getByLabel('Why').fill('They asked how to order');
  await page.getByLabel('Your own password').fill('kitroom-demo');
  await page.getByRole('button', { name: `Act as ${manager.who.user.name}` }).click();
  await expect(page.getByText(`Acting as ${manager.who.user.name}`)).toBeVisible();
  await page
    .getByRole('link', { name: /^Orders/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page.getByText(`Acting as ${manager.who.user.name}`)).toBeVisible();
});

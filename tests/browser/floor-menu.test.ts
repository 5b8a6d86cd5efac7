import { type Browser, expect, type Page, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

/** A page on which, after `hold`, requests for further parts of the app wait until the test calls `letThrough`. */
async function slowApp(width: number): Promise<{ page: Page; hold: () => void; letThrough: () => void }> {
  const context = await browser.newContext({ viewport: { width, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, await product.signIn('warehouse@kitroom.test'));
  // The page looks controlled by a service worker, so it loads the code of a screen only when the screen is opened.
  await context.addInitScript(() => Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => ({}) }));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  let gate: Promise<void> = Promise.resolve();
  let letThrough: () => void = () => undefined;
  await page.route('**/assets/**', async (route) => {
    await gate;
    await route.continue();
  });
  return {
    page,
    hold: () => {
      gate = new Promise((resolve) => {
        letThrough = resolve;
      });
    },
    letThrough: () => letThrough(),
  };
}

const signOut = (page: Page) => page.getByRole('menuitem', { name: 'Sign out' });

test('a menu that is opened while its screen loads stays open when the screen appears', async () => {
  const { page, hold, letThrough } = await slowApp(820);
  await page.goto(`${product.url}/admin/picking/orders`);
  await expect(page.getByRole('button', { name: /^Pick order / }).first()).toBeVisible();
  // The first press loads the menu's list, which is not what this test is about.
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' }).or(page.locator('.user-menu'));
  await menu.click();
  await expect(signOut(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(signOut(page)).toBeHidden();

  hold();
  await page.getByRole('link', { name: 'Prep', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/prep$/);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await menu.click();
  await expect(signOut(page)).toBeVisible();
  letThrough();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.waitForTimeout(300);
  await expect(signOut(page)).toBeVisible();
  // The menu works as usual: it closes, and its items work.
  await page.keyboard.press('Escape');
  await expect(signOut(page)).toBeHidden();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Test my scanner' }).click();
  await expect(page).toHaveURL(/\/admin\/scanner$/);
});

test('the first press of the menu button opens the menu even if the screen and the menu are still loading', async () => {
  const { page, hold, letThrough } = await slowApp(820);
  await page.goto(`${product.url}/admin/picking/orders`);
  await expect(page.getByRole('button', { name: /^Pick order / }).first()).toBeVisible();
  hold();
  await page.getByRole('link', { name: 'Prep', exact: true }).click();
  await page.locator('.user-menu').click();
  letThrough();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(signOut(page)).toBeVisible();
});

test('the menu leads to the screens that have no tab, and the whole menu is visible on a tablet in landscape', async () => {
  const { page } = await slowApp(1180);
  await page.setViewportSize({ width: 1180, height: 820 });
  await page.goto(`${product.url}/admin/picking/orders`);
  await page.locator('.user-menu').click();
  await expect(signOut(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('menuitem', { name: 'Stock' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Prep' })).toHaveCount(0);
});

test('the current tab is in view again after the device is turned', async () => {
  const { page } = await slowApp(844);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`${product.url}/attention`);
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const tab = page.getByRole('navigation', { name: 'Floor' }).getByRole('link', { name: 'Needs attention' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => tab.evaluate((link) => link.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
});

test('a dialog opens, and keeps the focus, while another part of the app loads', async () => {
  const { page } = await slowApp(820);
  let letThrough: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/update-notice-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  const onItsWay = page.waitForRequest('**/assets/update-notice-*.js');
  await page.goto(`${product.url}/admin/picking/orders`);
  const pick = page.getByRole('button', { name: /^Pick order / }).first();
  await expect(pick).toBeVisible();
  await page.route('**/api/sync', (route) => route.abort());
  await pick.click();
  await expect(page.getByText('1 change waiting')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await onItsWay;

  await page.locator('.user-menu').click();
  await signOut(page).click();
  const stay = page.getByRole('alertdialog', { name: 'Sign out with 1 change waiting?' }).getByRole('button', { name: 'Stay signed in' });
  await expect(stay).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  const responsePromise = page.waitForResponse('**/assets/update-notice-*.js');
  letThrough();
  await responsePromise;
  await page.waitForTimeout(300);
  await expect(stay).toBeFocused();
});

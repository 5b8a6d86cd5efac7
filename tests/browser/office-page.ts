import { type Browser, expect, type Page, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

/**
 * Starts the product for a test file, with the office's super signed in at a desk, and with further settings where they are given. An error of
 * a script on the page fails the file.
 */
export function officePage(settings: () => Promise<Record<string, string>> = async () => ({})): {
  readonly product: Product;
  readonly page: Page;
  openOwnPage: (email?: string | null, serviceWorkers?: 'allow' | 'block') => Promise<Page>;
} {
  let product: Product;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const openOwnPage = async (email: string | null = 'super@kitroom.test', serviceWorkers: 'allow' | 'block' = 'block'): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers });
    if (email !== null) await enter(context, product, await product.signIn(email));
    const ownPage = await context.newPage();
    ownPage.on('pageerror', (error) => faults.push(error.message));
    return ownPage;
  };
  test.beforeAll(async () => {
    product = await startProduct(await settings());
    browser = await sharedChromium();
    page = await openOwnPage();
  });
  test.afterAll(async () => {
    await closeContexts(browser);
    await product?.stop();
    expect(faults).toEqual([]);
  });
  return {
    /** Opens a page with a session of its own, as a second person has: of the office unless an address is given, and with null of nobody. */
    openOwnPage,
    get product() {
      return product;
    },
    get page() {
      return page;
    },
  };
}

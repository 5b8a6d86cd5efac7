import { type Browser, expect, type Page, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

/**
 * Starts the product for a test file, with further settings if they are given, and a page at a desk on which the office's super is signed in. An
 * error of a script on a page fails the file.
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
    /**
     * Opens a page with a session of its own, as for a second person. The office's super is signed in, or the person with `email`, or nobody if
     * `email` is null.
     */
    openOwnPage,
    get product() {
      return product;
    },
    get page() {
      return page;
    },
  };
}

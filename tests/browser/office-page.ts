import { type Browser, expect, type Page, test } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

/** Starts the product for a test file, with the office's super signed in at a desk. An error of a script on the page fails the file. */
export function officePage(): { readonly product: Product; readonly page: Page } {
  let product: Product;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  test.beforeAll(async () => {
    product = await startProduct();
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await enter(context, product, await product.signIn('super@kitroom.test'));
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
  });
  test.afterAll(async () => {
    await browser?.close();
    await product?.stop();
    expect(faults).toEqual([]);
  });
  return {
    get product() {
      return product;
    },
    get page() {
      return page;
    },
  };
}

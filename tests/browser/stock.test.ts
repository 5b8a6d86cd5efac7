import { type Browser, expect, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`stock is adjusted with a reason, which its ledger tells, at ${viewport.width} px`, async () => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const office = await product.signIn('super@kitroom.test');
    const { items } = (await product.get(office, '/api/admin/stock/skus?per_page=1')) as { items: { id: number }[] };
    await enter(context, product, office);
    const page = await context.newPage();
    await page.goto(`${product.url}/admin/stock/${items[0]?.id}`);
    await page.getByRole('button', { name: 'Adjust', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pieces').fill('3');
    await dialog.getByLabel('Reason').fill(`Found behind the rack at ${viewport.width}`);
    await dialog.getByRole('button', { name: 'Add 3 pieces' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Found behind the rack at ${viewport.width}`).first()).toBeVisible();
    await expect(page.getByText('+3', { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

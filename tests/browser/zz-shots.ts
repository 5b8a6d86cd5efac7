import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter } from './screens.ts';
const product = await startProduct();
const browser = await launchChromium();
const session = await product.signIn('super@kitroom.test');
try {
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
    await enter(context, product, session);
    const page = await context.newPage();
    await page.goto(`${product.url}/admin/reports/shortfall`);
    page.setDefaultTimeout(90000); await page.getByRole('button', { name: 'Open all' }).click(); await page.getByLabel(/^Choose all that Northgate/).check();
    await page.getByRole('region', { name: 'What this makes' }).getByRole('listitem').first().waitFor();
    const qty = page.getByLabel(/^To order of /).first();
    await qty.fill('37'); await qty.press('Tab');
    await page.waitForTimeout(1500);
    for (const [w, h] of [[1440, 900], [820, 1180], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/aud2/s.${w}.${theme}.png` });
      if (w !== 1440) { await page.getByRole('region', { name: 'What this makes' }).scrollIntoViewIfNeeded(); await page.screenshot({ path: `/tmp/aud2/s.${w}.${theme}.makes.png` }); }
    }
    await context.close();
  }
} finally { await browser.close(); await product.stop(); }

import { expect, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter, open } from './screens.ts';

test('an office user keeps the navigation on the floor’s lists at a desk, and a picker has the whole tablet', async () => {
  const product = await startProduct();
  const browser = await sharedChromium();
  try {
    for (const [email, isOffice] of [
      ['super@kitroom.test', true],
      ['warehouse@kitroom.test', false],
    ] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      await enter(context, product, await product.signIn(email));
      const page = await context.newPage();
      for (const path of ['/admin/picking/orders', '/admin/prep', '/admin/shipping', '/admin/shipping/dispatches', '/attention']) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await open(page, product, path);
        await expect(page.locator('.status')).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(isOffice ? 1 : 0);
        if (isOffice) {
          await expect(page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${path}"]`)).toHaveAttribute('aria-current', 'page');
          await expect(page.getByRole('navigation', { name: 'Floor' })).toHaveCount(0);
        }
        // The test of every screen checks these as the office sees them.
        if (!isOffice) expect(await faultsOf(page)).toEqual([]);
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${email.split('@')[0]}${path.replaceAll('/', '-')}.png` });
        await page.setViewportSize({ width: 1180, height: 820 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${email.split('@')[0]}${path.replaceAll('/', '-')}-1180.png` });
      }
      await context.close();
    }
  } finally {
    await closeContexts(browser);
    await product.stop();
  }
});

import { expect, test } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { openFaultProxy } from './fault-proxy.ts';
import { startProduct } from './product.ts';
import { enter, open } from './screens.ts';
import { typeScan } from './type-scan.ts';

test('on a wide screen an office user sees the office navigation beside the lists of the floor; a picker sees only the lists', async () => {
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
        // The accessibility test of all screens checks these lists as the office sees them.
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

test('at a desk the lists of the floor are as dense as those of the office; on a tablet they stay large enough for gloves', async () => {
  const product = await startProduct();
  const browser = await sharedChromium();
  const lists = ['/admin/picking/orders', '/admin/prep', '/admin/shipping', '/admin/receiving'];
  try {
    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await enter(desk, product, await product.signIn('super@kitroom.test'));
    const page = await desk.newPage();
    await open(page, product, '/admin/orders');
    const nav = page.getByRole('navigation', { name: 'Main' });
    const entry = nav.locator('a[href="/admin/orders"]');
    const officeEntry = (await entry.boundingBox())?.height;
    for (const path of lists) {
      await open(page, product, path);
      const row = page.locator('main .rows > li').first();
      await expect(row).toBeVisible();
      // A row with a note or with several badges takes a second line, and a row with both a third.
      const heights = await page.locator('main .rows > li').evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...heights), path).toBeLessThanOrEqual(42);
      expect(Math.max(...heights), path).toBeLessThanOrEqual(80);
      expect((await entry.boundingBox())?.height, path).toBe(officeEntry);
      await page.locator('h1').click();
      // A code with a slash in it is a scan: the field neither gets the focus nor a part of the code.
      await typeScan(page, 'PS/01-NVY/L');
      await expect(page.getByRole('searchbox'), path).not.toBeFocused();
      await expect(page.getByRole('searchbox'), path).toHaveValue('');
      await page.locator('h1').click();
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox'), path).toBeFocused();
      await page.keyboard.press('Escape');
    }
    await open(page, product, '/admin/shipping');
    const link = page
      .locator('main .rows > li')
      .first()
      .getByRole('link', { name: /^\d{5}$/ });
    const number = await link.textContent();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number ?? '');
    await desk.close();

    const tablet = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    await enter(tablet, product, await product.signIn('warehouse@kitroom.test'));
    const floor = await tablet.newPage();
    for (const path of lists) {
      await open(floor, product, path);
      const buttons = floor.locator('main .rows > li').locator('button, a.btn, input.in, select');
      await expect(buttons.first()).toBeVisible();
      const heights = await buttons.evaluateAll((targets) => targets.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...heights), path).toBeGreaterThanOrEqual(48);
    }
    await tablet.close();
  } finally {
    await closeContexts(browser);
    await product.stop();
  }
});

test('the app tries the server at once after a tap on the status bar, a return to the page or a press of “Try now”', async () => {
  const product = await startProduct();
  const proxy = await openFaultProxy(product.port);
  const browser = await sharedChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' });
    await enter(context, product, await product.signIn('super@kitroom.test'));
    const page = await context.newPage();
    await page.clock.install();
    /** Waits until the server has been unreachable for so long that the pause before the next automatic attempt is half a minute. */
    const isAway = async (): Promise<void> => {
      proxy.cut();
      for (let minute = 0; minute < 8; minute++) {
        await page.clock.fastForward(60_000);
        // The limit is the browser's own: the installed clock stops the timers of the page.
        await page.evaluate(() => fetch('/healthz', { signal: AbortSignal.timeout(2000) }).catch(() => undefined));
      }
    };
    const bar = page.locator('.status');
    await page.goto(`${proxy.url}/admin/picking/orders`);
    await expect(bar).toContainText('Online');
    await isAway();
    await expect(bar).toContainText('Offline');
    proxy.mend();
    await bar.click();
    await expect(bar).toContainText('Online', { timeout: 5_000 });
    await isAway();
    await expect(bar).toContainText('Offline');
    proxy.mend();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(bar).toContainText('Online', { timeout: 5_000 });

    await page.goto(`${proxy.url}/admin/orders`);
    const banner = page.getByText('The server cannot be reached.');
    await expect(page.getByRole('link', { name: /^\d{5,}/ }).first()).toBeVisible();
    await isAway();
    await expect(banner).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    proxy.mend();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(banner).toBeHidden({ timeout: 5_000 });
    await isAway();
    await expect(banner).toBeVisible();
    proxy.mend();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(banner).toBeHidden({ timeout: 5_000 });
  } finally {
    await closeContexts(browser);
    await proxy.close();
    await product.stop();
  }
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter, open, settle, type Visit, visits } from './screens.ts';

/** A tablet in portrait and in landscape. */
const sizes = [
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
];
const themes = ['light', 'dark'] as const;
const folder = join(import.meta.dirname, 'pictures');

/** Takes a picture of what the tablet shows now. */
async function draw(at: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await at.emulateMedia({ colorScheme: theme });
    for (const size of sizes) {
      await at.setViewportSize(size);
      await settle(at);
      await at.waitForTimeout(250);
      await at.screenshot({ path: join(folder, `floor.${name}.${size.width}.${theme}.png`) });
    }
  }
  process.stdout.write(`${name}\n`);
}

/** Takes pictures of every screen of the floor in portrait and landscape: with a network, without one, and without one while changes wait. */
async function floorPictures(): Promise<void> {
  const product = await startProduct();
  const browser = await launchChromium();
  mkdirSync(folder, { recursive: true });
  try {
    const { visits: all } = await visits(product);
    const floor = all.filter(({ row, viewer }) => row.layout === 'floor' && viewer === 'floor');
    const context = await browser.newContext({ viewport: sizes[0], reducedMotion: 'reduce' });
    await enter(context, product, floor[0]?.session ?? null);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => {
      process.stdout.write(`${message}\n`);
      process.exitCode = 1;
    });
    await open(page, product, '/admin/picking/orders');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await open(page, product, '/queue');
    await expect(page.getByText('Nothing waiting').first()).toBeVisible();

    await drawAll(page, floor, 'online');
    await context.setOffline(true);
    await expect(page.getByRole('link', { name: /Offline/ })).toBeVisible({ timeout: 90_000 });
    await drawAll(page, floor, 'offline');
    await work(page);
    await drawAll(page, floor, 'waiting');
  } finally {
    await browser.close();
    await product.stop();
  }

  async function drawAll(at: Page, floor: readonly Visit[], state: string): Promise<void> {
    for (const { row, path } of floor) {
      await open(at, product, path);
      await draw(at, `${row.path.replace(/^\/|:/g, '').replaceAll('/', '-')}.${state}`);
    }
  }

  /** Does the work of a shift and leaves each step half done. */
  async function work(at: Page): Promise<void> {
    await open(at, product, '/admin/picking/orders');
    await at
      .getByRole('button', { name: /^Pick order/ })
      .first()
      .click();
    await at.getByRole('button', { name: 'One more' }).click();
    await expect(at.getByRole('link', { name: /waiting/ })).toBeVisible();
    await draw(at, 'picking');

    await open(at, product, '/admin/prep');
    await at
      .getByRole('link', { name: /^Prep order/ })
      .first()
      .click();
    await at
      .getByRole('button', { name: /^Tick all/ })
      .first()
      .click();
    await draw(at, 'prepping');
    await at.getByRole('link', { name: /^Bagging/ }).click();
    await draw(at, 'bagging');

    await open(at, product, '/admin/shipping');
    await at.getByRole('checkbox', { name: /^Select all/ }).click();
    await at.getByRole('checkbox', { name: /^Consolidated/ }).click();
    await draw(at, 'dispatching');

    await at.getByRole('button', { name: /works here$/ }).click();
    await at.getByRole('menuitem', { name: 'Hand over this tablet' }).click();
    await expect(at.getByRole('heading', { name: 'Who is working?' })).toBeVisible();
    await draw(at, 'locked');
  }
}

await floorPictures();

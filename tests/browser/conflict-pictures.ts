import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter, open } from './screens.ts';
import { handOver, stageConflicts } from './staged-conflicts.ts';

/** A tablet in portrait and in landscape. */
const sizes = [
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
];
const desks = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;
const folder = join(import.meta.dirname, 'pictures');

/** Takes a picture of every kind of refusal, on its own and on its screen, on the tablet and in the office. */
async function conflictPictures(): Promise<void> {
  const product = await startProduct();
  const browser = await launchChromium();
  mkdirSync(folder, { recursive: true });
  const save = (page: Page, name: string, fullPage = false) => page.screenshot({ path: join(folder, `conflicts.${name}.png`), fullPage });
  try {
    const picker = await product.signIn('warehouse@kitroom.test');
    const office = await product.signIn('super@kitroom.test');
    const cast = { picker, office, colleague: await product.signIn('kasia@kitroom.test'), leaver: await product.signIn('delroy@kitroom.test') };
    const dump = await stageConflicts(product, cast);

    const context = await browser.newContext({ viewport: sizes[0], reducedMotion: 'reduce' });
    await enter(context, product, picker);
    const page = await context.newPage();
    page.on('pageerror', (error) => {
      process.stdout.write(`${error.message}\n`);
      process.exitCode = 1;
    });
    await open(page, product, '/queue');
    await page.waitForTimeout(1500);
    await handOver(page, dump);
    await open(page, product, '/queue');
    await page.getByText('Nothing waiting').first().waitFor({ timeout: 30_000 });
    await tablet(page, context);

    const desk = await browser.newContext({ viewport: desks[0], reducedMotion: 'reduce' });
    await enter(desk, product, office);
    const officePage = await desk.newPage();
    for (const theme of themes) {
      await officePage.emulateMedia({ colorScheme: theme });
      for (const size of desks) {
        await officePage.setViewportSize(size);
        await open(officePage, product, '/admin/attention');
        await officePage.waitForTimeout(400);
        await save(officePage, `office.${size.width}.${theme}`);
      }
      await officePage.setViewportSize(desks[0] ?? { width: 1440, height: 900 });
      for (const title of ['Line picked on two tablets', 'The lines changed before the pick was completed', 'Counted 4', /Return \d+ to/]) {
        await open(officePage, product, '/admin/attention');
        await officePage.getByRole('row').filter({ hasText: title }).first().click();
        await officePage.getByRole('dialog').waitFor();
        await officePage.waitForTimeout(300);
        await save(officePage, `office.${String(title).replace(/\W+/g, '-')}.${theme}`);
      }
    }

    async function tablet(at: Page, of: BrowserContext): Promise<void> {
      for (const theme of themes) {
        await at.emulateMedia({ colorScheme: theme });
        for (const size of sizes) {
          const name = `${size.width}.${theme}`;
          await at.setViewportSize(size);
          await open(at, product, '/queue');
          await save(at, `queue.${name}`);
          await open(at, product, '/admin/picking/shelf');
          await save(at, `shelf.${name}`);
          await open(at, product, '/attention');
          await at.locator('article').first().waitFor();
          await save(at, `attention.${name}`);
          for (const card of await at.locator('article').all()) {
            const code = (await card.locator('header .code').textContent())?.trim() ?? 'none';
            await card.screenshot({ path: join(folder, `conflicts.${code}.${name}.png`) });
          }
        }
      }
      // A choice that is made without a network waits with the other changes.
      await of.setOffline(true);
      await at.emulateMedia({ colorScheme: 'light' });
      await at.getByRole('button', { name: 'Keep theirs' }).first().click();
      await at.getByText('Choice waiting').first().waitFor();
      await save(at, 'attention.decided');
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

await conflictPictures();

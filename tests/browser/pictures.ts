import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter, open, visits } from './screens.ts';

/** Heights of the devices these widths stand for. */
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'] as const;
const folder = join(import.meta.dirname, 'pictures');

/** Draws every screen at three widths in both themes. `npm run pictures -- picking` draws only those whose address contains the word. */
async function pictures(only: string | undefined): Promise<void> {
  const product = await startProduct();
  const browser = await launchChromium();
  let troubled = 0;
  try {
    const { visits: all, missing } = await visits(product);
    const wanted = all.filter(({ path, row }) => !only || path.includes(only) || row.path.includes(only));
    if (!only) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { row, viewer, session, path } of wanted) {
      const name = [row.path.replace(/^\/|:/g, '').replaceAll('/', '-') || 'start', viewer].filter(Boolean).join('.');
      for (const theme of themes) {
        const context = await browser.newContext({ colorScheme: theme, viewport: sizes[0], reducedMotion: 'reduce' });
        await enter(context, product, session);
        const page = await context.newPage();
        page.on('pageerror', (error) => {
          troubled += 1;
          process.stdout.write(`  ${name}: ${error.message}\n`);
        });
        await open(page, product, path);
        for (const size of sizes) {
          await page.setViewportSize(size);
          await page.waitForTimeout(250);
          await page.screenshot({ path: join(folder, `${name}.${size.width}.${theme}.png`) });
        }
        await context.close();
      }
      process.stdout.write(`${name}\n`);
    }
    for (const path of missing) process.stdout.write(`No example in the demo data for ${path}\n`);
    process.stdout.write(`${wanted.length * sizes.length * themes.length} pictures in ${folder}\n`);
  } finally {
    await browser.close();
    await product.stop();
  }
  if (troubled > 0) process.exitCode = 1;
}

await pictures(process.argv[2]);

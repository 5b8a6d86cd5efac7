import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from './chromium.ts';
import { type PictureState, pictureStates, putInState } from './picture-state.ts';
import { startProduct } from './product.ts';
import { enter, open, visits } from './screens.ts';

/** The sizes of a phone, a tablet and a desk in pixels. */
const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1440, height: 900 };

/** The window sizes in which each theme is drawn. With `--state`, fewer sizes are drawn, but still both themes. */
const everySize = { light: [phone, tablet, desk], dark: [phone, tablet, desk] };
const inState = { light: [phone, desk], dark: [tablet] };
const themes = ['light', 'dark'] as const;
const folder = join(import.meta.dirname, 'pictures');

/**
 * Draws every screen at three widths in both themes. `npm run pictures -- picking` draws only screens whose address contains the word;
 * `--state=empty` and `--state=failing` draw each screen with empty lists, or with a server that fails.
 */
async function pictures(only: string | undefined, state: PictureState | undefined): Promise<void> {
  const sizes = state ? inState : everySize;
  const product = await startProduct();
  const browser = await launchChromium();
  let troubled = 0;
  try {
    const { visits: all, missing } = await visits(product);
    const chosenScreens = all.filter(({ path, row }) => !only || path.includes(only) || row.path.includes(only));
    if (!only && !state) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { row, viewer, session, path } of chosenScreens) {
      const name = [row.path.replace(/^\/|:/g, '').replaceAll('/', '-') || 'start', viewer, state].filter(Boolean).join('.');
      for (const theme of themes) {
        const context = await browser.newContext({
          colorScheme: theme,
          viewport: sizes[theme][0],
          reducedMotion: 'reduce',
          // The requests of a service worker cannot be intercepted. With a service worker, a picture of a `state` would show the usual responses.
          serviceWorkers: state ? 'block' : 'allow',
        });
        await enter(context, product, session);
        if (state) await putInState(context, state);
        const page = await context.newPage();
        const trouble = (error: Error) => {
          troubled += 1;
          process.stdout.write(`  ${name}: ${error.message}\n`);
        };
        page.on('pageerror', trouble);
        // A screen that does not settle in time is drawn in its current state.
        await open(page, product, path).catch(trouble);
        for (const size of sizes[theme]) {
          await page.setViewportSize(size);
          await page.waitForTimeout(250);
          await page.screenshot({ path: join(folder, `${name}.${size.width}.${theme}.png`) });
        }
        await context.close();
      }
      process.stdout.write(`${name}\n`);
    }
    for (const path of missing) process.stdout.write(`No example in the demo data for ${path}\n`);
    process.stdout.write(`${chosenScreens.length * (sizes.light.length + sizes.dark.length)} pictures in ${folder}\n`);
  } finally {
    await browser.close();
    await product.stop();
  }
  if (troubled > 0) process.exitCode = 1;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { state: { type: 'string' } } });
const state = pictureStates.find((name) => name === values.state);
if (values.state !== undefined && !state) throw new Error(`There is no state ${values.state}: ${pictureStates.join(' or ')}.`);
await pictures(positionals[0], state);

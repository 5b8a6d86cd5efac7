import { type Browser, expect, type Page, test } from '@playwright/test';
import { routes } from '../../pwa/routes.tsx';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter, goTo, open, resize, type Visit, visits } from './screens.ts';

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let allVisits: Visit[];

/** One page for each kind of person; the app is opened once on each. */
const pages = new Map<Visit['viewer'], Page>();

/** Shows a screen at a desk, in the light theme. */
async function show({ viewer, session, path }: Visit): Promise<Page> {
  const present = pages.get(viewer);
  if (present) {
    await present.setViewportSize(desk);
    await present.emulateMedia({ colorScheme: 'light' });
    await goTo(present, path);
    return present;
  }
  const context = await browser.newContext({ viewport: desk, reducedMotion: 'reduce' });
  await enter(context, product, session);
  const page = await context.newPage();
  pages.set(viewer, page);
  await open(page, product, path);
  return page;
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  allVisits = (await visits(product)).visits;
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

for (const row of routes) {
  test(`${row.path} is accessible at each width, in the light and the dark theme`, async () => {
    const visit = allVisits.find((one) => one.row === row);
    if (!visit) throw new Error(`The demo data have no example of ${row.path}`);
    const page = await show(visit);
    const sizes = row.layout === 'floor' ? [desk, tablet, phone] : [desk, phone];
    const fits = row.layout === 'desk' || row.layout === 'phone' ? [1180, 1024, 820, 390] : [];
    // Each width once: another one draws the whole screen again, another theme only its colours.
    for (const width of new Set([...sizes.map((size) => size.width), ...fits].sort((one, other) => other - one))) {
      const size = sizes.find((one) => one.width === width);
      await resize(page, size ?? { width, height: 900 });
      if (fits.includes(width)) expect(await overflowsOf(page), `${width} px wide`).toEqual([]);
      if (!size) continue;
      expect(await faultsOf(page, { remembersColours: true }), `${width} px, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await faultsOf(page, { only: 'color-contrast', remembersColours: true }), `${width} px, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  });
}

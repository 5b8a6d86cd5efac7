import { type Browser, expect, type Page, test } from '@playwright/test';
import { routes } from '../../pwa/routes.tsx';
import { faultsOf } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open, settle, type Visit, visits } from './screens.ts';

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let allVisits: Visit[];

/** A page for each kind of person: what it has loaded serves the next screen too. */
const pages = new Map<Visit['viewer'], Page>();

async function pageFor({ viewer, session }: Visit): Promise<Page> {
  const present = pages.get(viewer);
  if (present) return present;
  const context = await browser.newContext({ viewport: desk, reducedMotion: 'reduce' });
  await enter(context, product, session);
  const page = await context.newPage();
  pages.set(viewer, page);
  return page;
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  allVisits = (await visits(product)).visits;
});

test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

for (const row of routes) {
  test(`${row.path} is accessible at each width, in the light and the dark theme`, async () => {
    const visit = allVisits.find((one) => one.row === row);
    if (!visit) throw new Error(`The demo data have no example of ${row.path}`);
    const page = await pageFor(visit);
    await page.setViewportSize(desk);
    await open(page, product, visit.path);
    for (const size of row.layout === 'floor' ? [desk, tablet, phone] : [desk, phone]) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await settle(page);
      expect(await faultsOf(page), `${size.width} px, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await faultsOf(page, 'color-contrast'), `${size.width} px, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    if (row.layout === 'desk' || row.layout === 'phone') {
      for (const width of [1180, 1024, 820, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        await settle(page);
        expect(await overflowsOf(page), `${width} px wide`).toEqual([]);
      }
    }
  });
}

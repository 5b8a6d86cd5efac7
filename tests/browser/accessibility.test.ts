import { type Browser, expect, type Page, test } from '@playwright/test';
import { routes } from '../../pwa/routes.tsx';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { cellsOf, type ListCell, missingCells } from './list-cells.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter, goTo, open, resize, type Visit, visits } from './screens.ts';

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let allVisits: Visit[];

/** One page for each kind of person; the app is opened once on each page. */
const pages = new Map<Visit['viewer'], Page>();

/** Screens whose example is a link that nobody was sent, with the error that the browser logs because the server refuses the link. */
const refusedExamples: Record<string, string> = {
  '/sizes/:token': 'error: Failed to load resource: the server responded with a status of 404 (Not Found)',
};

/** The warnings and errors of the browser's console since they were last checked. */
const warnings: string[] = [];

/** Records each warning and error of a page's console. */
function noteWarnings(page: Page): void {
  page.on('console', (message) => {
    // These tests have no service worker.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (message.type() === 'warning' || message.type() === 'error') warnings.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => warnings.push(`error: ${error.message}`));
}

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
  noteWarnings(page);
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

/** The cells whose content a phone's card shows in other words, by screen: as a sentence, or as a date that is written out. */
const inOtherWords: Record<string, RegExp> = {
  '/admin/accounts/:accountId/employee-roles': /^(Budgeted\?|Forceable\?|Budget Value):/,
  '/admin/price-changes': /^From:/,
};

/** The widths in pixels at which each screen has to be complete. */
const widths = [1440, 1180, 1024, 820, 390];
const heightOf = (width: number): number => [phone, tablet, desk].find((size) => size.width === width)?.height ?? 900;

/** Shows a screen at each width in both themes, and expects no fault in the layout and, in a list, the same cells as at a desk. */
async function walk(page: Page, { row }: Visit, check: (page: Page, width: number, theme: 'light' | 'dark') => Promise<void> = async () => {}) {
  let cells: ListCell[] = [];
  // Each width is set once: another width draws the whole screen again, another theme changes only the colours.
  for (const width of widths) {
    await resize(page, { width, height: heightOf(width) });
    if (row.layout !== 'floor' && row.layout !== 'bare') expect(await overflowsOf(page), `${width} px`).toEqual([]);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await layoutFaultsOf(page), `${width} px, ${theme}`).toEqual([]);
      await check(page, width, theme);
    }
    if (width === desk.width) cells = await cellsOf(page);
    const missing = cells.length > 0 ? await missingCells(page, cells) : [];
    expect(
      missing.filter((cell) => !inOtherWords[row.path]?.test(cell)),
      `${width} px shows every column of ${desk.width} px`,
    ).toEqual([]);
  }
}

test('each kind of fault in a layout is recognised', async () => {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  await page.setContent(`
    <body style="margin: 0; width: 390px; font: 16px/20px sans-serif">
      <main style="height: 290px; overflow: hidden">
        <div style="width: 60px; overflow: hidden; white-space: nowrap">Cut at the side</div>
        <div style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Shortened by an ellipsis</div>
        <div style="height: 10px; overflow: hidden; text-overflow: ellipsis">Cut below</div>
        <div>Under</div><div style="margin-top: -15px">Over</div>
        <div style="position: sticky; top: 0; margin-top: -20px">Stays</div>
        <div style="overflow-x: auto"><div style="width: 500px">Wide</div></div>
        <div style="height: 20px; overflow: auto"><div style="height: 300px"></div><button>Reached by scrolling</button></div>
        <button style="position: absolute; top: 280px; height: 30px">Below</button>
        <button style="position: absolute; left: 380px">Beside</button>
      </main>
      <div role="dialog" style="position: absolute; top: 200px">
        <div style="width: 60px; height: 30px; overflow: auto"><div style="width: 90px; height: 10px"></div></div>
      </div>
    </body>`);
  expect(await layoutFaultsOf(page)).toEqual([
    'div scrolls to the side: 500 in 390 px',
    'div scrolls to the side: 90 in 60 px',
    '“Cut at the side” is cut in div',
    '“Cut below” is cut in div',
    '“Below” is cut in main',
    '“Beside” is cut in main',
    '“Under” and “Over” lie on each other',
    'button “Below” is cut in main',
    'button “Below” is below the window',
    'button “Beside” is cut in main',
    'button “Beside” is outside the window',
  ]);
  await page.context().close();
});

test('each warning and error of the console is recorded', async () => {
  const page = await browser.newPage();
  noteWarnings(page);
  await page.setContent('<script>console.log("fine"); console.warn("old"); console.error("broken"); throw new Error("thrown")</script>');
  await expect.poll(() => warnings.splice(0)).toEqual(['warning: old', 'error: broken', 'error: thrown']);
  await page.context().close();
});

for (const row of routes) {
  test(`${row.path} is accessible and complete at each width, in the light and the dark theme`, async () => {
    const [visit, ...others] = allVisits.filter((one) => one.row === row);
    if (!visit) throw new Error(`The demo data have no example of ${row.path}`);
    const judgedWidths = row.layout === 'floor' ? [desk.width, tablet.width, phone.width] : [desk.width, phone.width];
    await walk(await show(visit), visit, async (page, width, theme) => {
      if (!judgedWidths.includes(width)) return;
      const only = theme === 'dark' ? { only: 'color-contrast' as const } : {};
      expect(await faultsOf(page, { ...only, remembersColours: true }), `${width} px, ${theme}`).toEqual([]);
    });
    for (const other of others) await walk(await show(other), other);
    expect(
      warnings.splice(0).filter((warning) => warning !== refusedExamples[row.path]),
      'the console is empty',
    ).toEqual([]);
  });
}

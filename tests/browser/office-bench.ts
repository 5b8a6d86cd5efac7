import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { median, p95 } from '../measured.ts';
import { benchTable, ms, say } from './bench-table.ts';
import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const desk = { width: 1440, height: 900 };
/** How many times slower than this machine an office's computer is assumed to be. */
const throttle = Number(process.env.THROTTLE ?? 4);
const rows = 100;
const times = 40;
/** The number of first inputs that do not count, because the browser compiles code that it runs for the first time. */
const before = 6;
/** Milliseconds from a key or a click within which its effect has to be visible. */
const MAX_EFFECT_MS = 50;

/** Milliseconds after an effect, in which the page reads what it needs next. */
const REST = 600;

/**
 * The expected effect of a key or a click: the palette with its field ready for input; another heading; a list that is scrolled to where it was left;
 * another chosen stage; other rows; another page of the bare list.
 */
type Effect = 'palette' | 'heading' | 'list' | 'stage' | 'rows' | 'bare';

declare global {
  interface Window {
    /** Times the next key or click until this effect is painted. */
    expectEffect: (effect: Effect) => void;
    /** Resolves with the milliseconds from the key or the click to the paint. */
    effectTime: () => Promise<number>;
  }
}

/** Measures the effects; runs in the page before all other scripts. */
function watchEffects(): void {
  const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
  const firstRow = (): string => text('tbody tr[data-row]');
  const readState: Record<Effect, () => string> = {
    palette: () => String(document.activeElement?.matches('[role=dialog] [role=combobox]') ?? false),
    heading: () => text('h1'),
    list: () => (firstRow() && (document.querySelector('.list-scroll')?.scrollTop ?? 0) > 0 ? 'restored' : ''),
    stage: () => text('.list-tools .seg [aria-pressed=true]') || text('.seg [aria-pressed=true]'),
    // The number of orders that the list announces is painted with its rows.
    rows: () => text('main .sr[role=status]'),
    bare: () => text('tbody td'),
  };
  let effect: Effect | null = null;
  let initial = '';
  let from: number | null = null;
  let took: number | null = null;
  let onPaint: (ms: number) => void = () => undefined;
  window.expectEffect = (next) => {
    effect = next;
    initial = readState[next]();
    from = null;
    took = null;
  };
  window.effectTime = () =>
    new Promise((resolve, reject) => {
      if (took !== null) resolve(took);
      else onPaint = resolve;
      setTimeout(() => reject(new Error('The effect was not painted within 20 seconds.')), 20_000);
    });
  const check = (): void => {
    if (effect === null || from === null) return;
    const state = readState[effect]();
    if (state === '' || state === initial) return;
    const startTime = from;
    effect = null;
    requestAnimationFrame(() => {
      // The first task after the frame was painted.
      void scheduler.postTask(
        () => {
          took = performance.now() - startTime;
          onPaint(took);
          onPaint = () => undefined;
        },
        { priority: 'user-blocking' },
      );
    });
  };
  const start = ({ timeStamp }: Event): void => {
    from ??= timeStamp;
  };
  document.addEventListener('keydown', start, { capture: true });
  document.addEventListener('pointerup', start, { capture: true });
  for (const event of ['focusin', 'scroll']) document.addEventListener(event, check, { capture: true });
  new MutationObserver(check).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
// The loader adds calls of `__name` to the functions of this file. A page has no `__name`, so it is defined here.
const watching = `globalThis.__name = (it) => it; (${watchEffects})();`;

/** A page that replaces a list of the same length on a key and does nothing else, to measure what this browser and this machine need by themselves. */
const barePage = `<!doctype html><table><tbody></tbody></table><script>
  let page = 0;
  const draw = () => {
    page += 1;
    const cells = '<td>' + page + '</td>'.repeat(8);
    document.querySelector('tbody').innerHTML = ('<tr>' + cells + '</tr>').repeat(${rows});
  };
  draw();
  document.onkeydown = draw;
</script>`;

async function slowPage(context: BrowserContext): Promise<Page> {
  await context.addInitScript({ content: watching });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return page;
}

/** How long the effect of an input took to be painted, in milliseconds. */
async function timed(page: Page, effect: Effect, input: () => Promise<void>): Promise<number> {
  await page.evaluate((next) => window.expectEffect(next), effect);
  await input();
  return page.evaluate(() => window.effectTime());
}

/** The times of one input that is repeated; `after` leads back to where the input can be repeated. */
async function repeated(one: (n: number) => Promise<number>, after: (n: number) => Promise<void> = async () => {}): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < before + times; n++) {
    all.push(await one(n));
    await after(n);
  }
  return all.slice(before);
}

/** Clicks where the button is, without the waiting of a test for the button to be still. */
async function click(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not on the screen.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function bareTimes(browser: Browser, origin: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: desk });
  const page = await slowPage(context);
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage }));
  await page.goto(`${origin}/bare`);
  const took = await repeated(() => timed(page, 'bare', () => page.keyboard.press('b')));
  await context.close();
  return took;
}

/**
 * Replaces the rows in view by the same rows, as plain HTML and without any code of the product, and returns the milliseconds until they are painted.
 * Nothing that changes all rows of this list can be faster than that.
 */
const plainRows = `(async () => {
  const rows = document.querySelector('.list-scroll tbody');
  const { bottom } = rows.closest('.list-scroll').getBoundingClientRect();
  const html = [...rows.children].filter((row) => row.getBoundingClientRect().top < bottom).map((row) => row.outerHTML).join('');
  const times = [];
  for (let n = 0; n < ${before + times}; n++) {
    await new Promise((resolve) => setTimeout(resolve, ${REST} / 2));
    const start = performance.now();
    const next = rows.cloneNode(false);
    next.innerHTML = html;
    document.querySelector('.list-scroll tbody').replaceWith(next);
    await new Promise((resolve) => requestAnimationFrame(() => scheduler.postTask(resolve, { priority: 'user-blocking' })));
    times.push(performance.now() - start);
  }
  return times.slice(${before});
})()`;

async function main(): Promise<void> {
  const product = await startProduct();
  const browser = await launchChromium();
  const table = benchTable('median', 'p95');
  const row = (what: string, values: readonly number[]): void =>
    table.row(`${what}, ${values.length} times`, [ms(median(values)), ms(p95(values))], `< ${MAX_EFFECT_MS} ms`, p95(values) < MAX_EFFECT_MS);
  try {
    const session = await product.signIn('super@kitroom.test');
    const context = await browser.newContext({ viewport: desk });
    await enter(context, product, session);
    const page = await slowPage(context);
    say(`Chromium ${browser.version()}, ${throttle} times slower than this machine; a list of ${rows} orders`);
    say();
    table.head();
    row('a key on a bare page to its list', await bareTimes(browser, product.url));

    await open(page, product, `/admin/orders#per_page=${rows}`);
    const links = page.locator('tbody tr[data-row] a.code');
    await expect(links.nth(20)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Find or do/ })).toBeVisible();
    row(
      'Ctrl+K to the field of the palette',
      await repeated(
        () => timed(page, 'palette', () => page.keyboard.press('Control+k')),
        async () => {
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        },
      ),
    );

    // The rows are no longer the list's own afterwards, so the list is opened again.
    const plain = await page.evaluate<number[]>(plainRows);
    table.row(`the rows in view as plain HTML, ${plain.length} times`, [ms(median(plain)), ms(p95(plain))], 'what a list needs at least', true);
    await open(page, product, '/admin/returns');
    await open(page, product, `/admin/orders#per_page=${rows}`);
    await expect(links.nth(20)).toBeVisible();

    const stages = page.locator('.seg').first().getByRole('button');
    const stageTimes: number[] = [];
    const rowTimes: number[] = [];
    for (let n = -before; n < times; n++) {
      const stage = stages.nth((n + before) % 2 === 0 ? 1 : 0);
      const took = await timed(page, n % 4 < 2 ? 'stage' : 'rows', () => click(page, stage));
      if (n >= 0) (n % 4 < 2 ? stageTimes : rowTimes).push(took);
      await page.waitForTimeout(REST);
    }
    row('a click on a stage to its mark', stageTimes);
    row('a click on a stage to its orders', rowTimes);

    await open(page, product, `/admin/orders#per_page=${rows}`);
    await links.nth(2).click();
    await expect(page.getByText(/^3 of /)).toBeVisible({ timeout: 30_000 });
    row(
      '] to the heading of the next order',
      await repeated(
        () => timed(page, 'heading', () => page.keyboard.press(']')),
        () => page.waitForTimeout(REST),
      ),
    );

    await open(page, product, `/admin/orders#per_page=${rows}`);
    row(
      'Back to the list where it was left',
      await repeated(
        async () => {
          await links.nth(30).scrollIntoViewIfNeeded();
          await links.nth(30).click();
          const back = page.getByRole('link', { name: 'Back', exact: true });
          await expect(back).toBeVisible({ timeout: 30_000 });
          await page.waitForTimeout(REST);
          return timed(page, 'list', () => click(page, back));
        },
        () => expect(links.first()).toBeAttached(),
      ),
    );
  } finally {
    await browser.close();
    await product.stop();
  }
  process.exitCode = table.exitCode();
}

await main();

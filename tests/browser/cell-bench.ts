import { type Browser, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { median, p95 } from '../measured.ts';
import { benchTable, ms, say } from './bench-table.ts';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const desk = { width: 1440, height: 900 };
/** How many times slower than this machine an office's computer is assumed to be. */
const throttle = Number(process.env.THROTTLE ?? 4);
const rows = 100;
const times = 50;
/** The number of first inputs that do not count, because the browser compiles code that it runs for the first time. */
const before = 6;
/** Milliseconds from Enter within which the next cell has to be painted and ready for input. */
const MAX_READY_MS = 50;
/** Milliseconds between two keys of somebody who types quickly. */
const BETWEEN_KEYS = 60;

declare global {
  interface Window {
    /** The milliseconds from each Enter until the next cell was open, focused and painted. */
    readyTimes: number[];
  }
}

/** Measures the cells; runs in the page before all other scripts. */
function watchCells(): void {
  window.readyTimes = [];
  let from: number | null = null;
  const onKeyDown = ({ key, timeStamp }: KeyboardEvent): void => {
    if (key === 'Enter') from = timeStamp;
  };
  document.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('focusin', ({ target }) => {
    if (from === null || !(target instanceof HTMLInputElement)) return;
    const startTime = from;
    from = null;
    requestAnimationFrame(() => {
      // The first task after the frame was painted.
      void scheduler.postTask(() => window.readyTimes.push(performance.now() - startTime), { priority: 'user-blocking' });
    });
  });
}
// The loader adds calls of `__name` to the functions of this file. A page has no `__name`, so it is defined here.
const watching = `globalThis.__name = (it) => it; (${watchCells})();`;

/** A page whose cells become inputs and do nothing else, to measure the time that this browser and this machine need by themselves. */
const barePage = `<!doctype html><table>${'<tr><td><button>1.00</button></td></tr>'.repeat(rows)}</table><script>
  const edit = (cell) => {
    cell.innerHTML = '<input value="1.00">';
    const input = cell.firstChild;
    input.focus();
    input.select();
    input.onkeydown = ({ key }) => {
      if (key !== 'Enter') return;
      const next = cell.parentNode.nextSibling?.firstChild;
      cell.innerHTML = '<button></button>';
      cell.firstChild.textContent = input.value;
      if (next) edit(next);
    };
  };
  document.querySelector('button').onclick = ({ target }) => edit(target.parentNode);
</script>`;

async function slowPage(context: BrowserContext): Promise<{ page: Page; keyboard: CDPSession }> {
  await context.addInitScript({ content: watching });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const keyboard = await context.newCDPSession(page);
  await keyboard.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return { page, keyboard };
}

async function press(keyboard: CDPSession, text: string): Promise<void> {
  const key = text === '\r' ? { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 } : { key: text };
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

/** Types a price and Enter into each cell, from the open one downwards, without waiting until prices are stored; returns the times. */
async function typeDown(page: Page, keyboard: CDPSession): Promise<number[]> {
  for (let n = 0; n < before + times; n++) {
    for (const key of [...String(10 + (n % 80)), '.', '5', '0', '\r']) {
      await page.waitForTimeout(BETWEEN_KEYS);
      await press(keyboard, key);
    }
    await page.waitForFunction((count) => window.readyTimes.length >= count, n + 1, { polling: 10 });
  }
  return (await page.evaluate(() => window.readyTimes)).slice(before);
}

/** Adds styles to those of the demo, so that the list has a full page. */
async function fill(product: Product, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (let n = 0; n < rows; n++) {
    const body = JSON.stringify({ sku: `B${String(n).padStart(3, '0')}`, name: `Bench style ${n}`, price: 900 + n, cost: 400, is_published: true });
    const response = await fetch(`${product.url}/api/admin/products`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.status} from a new product`);
  }
}

async function bareTimes(browser: Browser, origin: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: desk });
  const { page, keyboard } = await slowPage(context);
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage }));
  await page.goto(`${origin}/bare`);
  await page.getByRole('button').first().click();
  const took = await typeDown(page, keyboard);
  await context.close();
  return took;
}

async function main(): Promise<void> {
  const product = await startProduct();
  const browser = await launchChromium();
  const table = benchTable('list', 'bare page');
  try {
    const session = await product.signIn('super@kitroom.test');
    await fill(product, session.token);
    say(`Chromium ${browser.version()}, ${throttle} times slower than this machine; a list of ${rows} products`);
    say();
    table.head();
    const bare = await bareTimes(browser, product.url);
    const context = await browser.newContext({ viewport: desk });
    await enter(context, product, session);
    const { page, keyboard } = await slowPage(context);
    await open(page, product, `/admin/products#per_page=${rows}`);
    await expect(page.getByRole('button', { name: /^Price of / }).nth(20)).toBeVisible();
    await page
      .getByRole('button', { name: /^Price of / })
      .first()
      .click();
    const took = await typeDown(page, keyboard);
    for (const [what, figure] of [
      ['median', median],
      ['p95', p95],
    ] as const)
      table.row(
        `Enter to the next price ready, ${what} of ${times}`,
        [ms(figure(took)), ms(figure(bare))],
        `< ${MAX_READY_MS} ms`,
        figure(took) < MAX_READY_MS,
      );
  } finally {
    await browser.close();
    await product.stop();
  }
  process.exitCode = table.exitCode();
}

await main();

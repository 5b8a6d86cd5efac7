import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { median, p95 } from '../measured.ts';
import { benchTable, ms, say } from './bench-table.ts';
import { launchChromium } from './chromium.ts';
import { middleOf, tapAt } from './finger.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';
import { type Painted, watchTaps } from './watch-taps.ts';

const phone = { width: 390, height: 844 };
/** How many times slower than this machine a phone is assumed to be. */
const throttle = Number(process.env.THROTTLE ?? 4);
const times = 40;
/** The number of first taps that do not count, because the browser compiles code that it runs for the first time. */
const before = 6;
/** Milliseconds within which the effect of a tap on the order has to be visible. */
const MAX_EFFECT_MS = 50;
/** Milliseconds within which another view has to be visible. */
const MAX_VIEW_MS = 100;

const table = benchTable('median', 'p95');
const row = (what: string, values: readonly number[], most: number): void =>
  table.row(`${what}, ${values.length} times`, [ms(median(values)), ms(p95(values))], `< ${most} ms`, p95(values) < most);

interface Person {
  id: number;
  name: string;
  version: number;
}
interface Style {
  id: number;
  name: string;
  decorations_for_employee: string[];
  children: { id: number }[];
}

async function send(product: Product, token: string, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`);
  return response.json();
}

/** Opens an order on a slowed-down phone, for somebody who has all sets of their company. */
async function begin(product: Product, browser: Browser): Promise<{ page: Page; styles: Style[] }> {
  const session = await product.signIn('client.admin@northgate.test');
  const account_id = session.who.account?.id ?? 0;
  const { items: people } = (await product.get(session, '/api/employees?per_page=50')) as { items: Person[] };
  const { clothing_sets } = (await product.get(session, `/api/accounts/${account_id}/employee-roles`)) as { clothing_sets: { id: number }[] };
  // Some sets are not offered at some sites, so the person with the most products is chosen.
  let most: { uuid: string; styles: Style[] } = { uuid: '', styles: [] };
  for (const { id } of people.filter((one) => one.id !== session.who.user.id).slice(0, 8)) {
    const { version } = (await product.get(session, `/api/employees/${id}`)) as Person;
    await send(product, session.token, 'PUT', `/api/employees/${id}`, { clothing_sets: clothing_sets.map((set) => set.id), version });
    const { uuid } = (await send(product, session.token, 'POST', '/api/orders', { employees: [id] })) as { uuid: string };
    const { items } = (await product.get(session, `/api/employees/${id}/products?order=${uuid}`)) as { items: Style[] };
    if (items.length > most.styles.length) most = { uuid, styles: items };
  }
  const { uuid, styles } = most;

  const context = await browser.newContext({ viewport: phone });
  await context.addInitScript({ content: `globalThis.__name = (it) => it; (${watchTaps})();` });
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const slowly = await context.newCDPSession(page);
  await slowly.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await open(page, product, `/orders/${uuid}/edit`);
  await expect(page.locator('.product-card')).toHaveCount(styles.length);
  return { page, styles };
}

/** Taps a button, and returns how long the outcome took to be painted. */
async function tapped(page: Page, outcome: Painted, button: Locator): Promise<number> {
  const place = await middleOf(button);
  await page.evaluate((paint) => window.expectPaint(paint), outcome);
  await tapAt(page, place);
  return page.evaluate(() => window.painted());
}

/** A pattern that matches exactly these words; brackets in names are escaped. */
const literally = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Waits until no request is running any more. */
const calm = async (page: Page): Promise<void> => {
  await page.waitForTimeout(600);
  await expect(page.getByText('All changes kept')).toBeVisible();
  await page.waitForTimeout(150);
};

async function main(): Promise<void> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const { page, styles } = await begin(product, browser);
    say(`Chromium ${browser.version()}, ${throttle} times slower than this machine; a wearer who may have ${styles.length} products`);
    say();
    table.head();
    const plain = styles.filter(({ decorations_for_employee, children }) => decorations_for_employee.length === 0 && children.length > 1);

    const panels: number[] = [];
    const sizeTimes: number[] = [];
    const added: number[] = [];
    for (let n = -before; n < times; n++) {
      const style = plain[(n + before) % plain.length];
      if (!style) throw new Error('The demo offers nothing plain.');
      const choose = page.getByRole('button', { name: new RegExp(`^(Choose Size,|Add another) ${literally(style.name)}$`) });
      // The button is scrolled to the middle, so that the top and bottom bars do not cover it.
      await choose.evaluate((button) => button.scrollIntoView({ block: 'center' }));
      await page.waitForTimeout(100);
      const [outcome, took] = n % 2 ? (['sizes', sizeTimes] as const) : (['panel', panels] as const);
      const opening = await tapped(page, outcome, choose);
      const panel = page.getByRole('dialog');
      await panel.getByRole('group', { name: 'Size', exact: true }).getByRole('button').first().click();
      const next = panel.getByRole('button', { name: 'Next', exact: true });
      await expect(next).toBeEnabled();
      await page.waitForTimeout(250);
      const adding = await tapped(page, 'lines', next);
      if (n >= 0) {
        took.push(opening);
        added.push(adding);
      }
      await expect(panel).toBeHidden();
      await calm(page);
    }
    row('a tap on a product to its panel', panels, MAX_VIEW_MS);
    row('a tap on a product to the sizes in its panel', sizeTimes, MAX_VIEW_MS);
    row('a tap that adds it to the order, to its mark', added, MAX_EFFECT_MS);

    await page.getByRole('button', { name: /^Ordered/ }).click();
    const more = page.getByRole('button', { name: 'One more' }).first();
    const countTimes: number[] = [];
    for (let n = 0; n < times; n++) {
      countTimes.push(await tapped(page, 'quantity', more));
      if (n % 5 === 4) await calm(page);
    }
    row('a tap on one more to its count', countTimes, MAX_EFFECT_MS);
  } finally {
    await browser.close();
    await product.stop();
  }
  process.exitCode = table.exitCode();
}

await main();

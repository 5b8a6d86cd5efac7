import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { lookFaultsOf } from './look.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

// An exchange that one test orders is read and withdrawn in the next.
test.describe.configure({ mode: 'serial' });

let product: Product;
let browser: Browser;
let client: Session;
let office: Session;
let page: Page;
/** Errors that a page's scripts threw. */
const faults: string[] = [];

interface Size {
  id: number;
  size: string;
  availability: string;
}
interface Choices {
  refusal: string | null;
  qty_returnable: number;
  sizes: { too_small: Size[]; too_big: Size[]; faulty: Size[] };
}
interface Line {
  id: number;
  product_name: string;
  employee: { id: number; name: string };
  qty_shipped: number;
  product: { attributes: { variation_colour: string | null } };
}
interface Viewed {
  uuid: string;
  order_number: string;
  status: string;
  lines: Line[];
  can: { create_return: boolean };
}
interface Candidate {
  order: Viewed;
  line: Line;
  choices: Choices;
}

const read = <Answer>(path: string, by = client): Promise<Answer> => product.get(by, path) as Promise<Answer>;

/** Returns the first dispatched line that fits. */
async function findLine(fits: (candidate: Candidate) => boolean): Promise<Candidate> {
  const { items } = await read<{ items: { uuid: string }[] }>('/api/orders?per_page=100&status=shipped');
  for (const { uuid } of items) {
    const order = await read<Viewed>(`/api/orders/${uuid}`);
    if (!order.can.create_return) continue;
    for (const line of order.lines.filter(({ qty_shipped }) => qty_shipped > 0)) {
      const choices = await read<Choices>(`/api/orders/${uuid}/lines/${line.id}/exchange-choices`);
      if (fits({ order, line, choices })) return { order, line, choices };
    }
  }
  throw new Error('The demo has no dispatched line of this kind.');
}

/** A line of one item that has larger sizes in stock, and whose name is on its order once. */
const hasLarger = ({ order, line, choices }: Candidate): boolean =>
  choices.refusal === null &&
  choices.qty_returnable === 1 &&
  choices.sizes.too_small.length > 1 &&
  choices.sizes.too_small.every(({ availability }) => availability === 'in_stock') &&
  order.lines.filter(({ product_name }) => product_name === line.product_name).length === 1;

/** Expects the page, with the dialog that is open, to be accessible and without faults of layout in its present size. */
async function usable(): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
}

/** Expects the same at each width of a client's people, and in the dark theme. */
async function usableAtEachWidth(): Promise<void> {
  expect(await lookFaultsOf(page, [1440, 820, 390])).toEqual([]);
}

const taps = (): Promise<number> => page.evaluate(() => (window as unknown as { taps: number }).taps);
const openOrder = (uuid: string) => page.goto(`${product.url}/orders/${uuid}`);
const tap = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const row = ({ line }: Candidate) => page.getByRole('listitem').filter({ hasText: line.product_name });
const returnsOf = async ({ order }: Candidate): Promise<{ id: number; exchange_order: { uuid: string } | null }[]> =>
  (await read<{ items: [] }>(`/api/returns?search=${order.order_number}`)).items;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  client = await product.signIn('client.admin@northgate.test');
  office = await product.signIn('super@kitroom.test');
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(() => {
    const counter = window as unknown as { taps: number };
    counter.taps = 0;
    addEventListener('click', () => (counter.taps += 1), true);
  });
  await enter(context, product, client);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

let candidate: Candidate;

test('a wrong size is exchanged in four taps from the page of its order', async () => {
  candidate = await findLine(hasLarger);
  const { order, line, choices } = candidate;
  const [, second] = choices.sizes.too_small;
  await openOrder(order.uuid);
  await row(candidate)
    .getByRole('button', { name: /^Return or exchange/ })
    .click();
  await usable();
  // The size comes after the name: in front of it, it would read as a quantity.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Exchange .+, size .+$/);
  await expect(page.getByText('Say what is wrong')).toBeVisible();
  await tap('Too small');
  await page.getByRole('button', { name: `${second?.size} In stock` }).click();
  await usableAtEachWidth();
  await tap(new RegExp(`^Exchange for an? ${second?.size}$`));
  const sheet = page.getByRole('dialog', { name: `Size ${second?.size} is ordered` });
  await expect(sheet).toBeVisible();
  expect(await taps()).toBe(4);

  const [returned] = await returnsOf(candidate);
  await expect(sheet).toContainText('In stock, packed next.');
  await expect(sheet).toContainText(/R-\d{5}/);
  await expect(sheet).toContainText('HD6 1PE');
  await expect(sheet).toContainText(/by \d+ \w+/);
  await usableAtEachWidth();
  const label = await page.request.get(product.url + (await sheet.getByRole('link', { name: /^Open label/ }).getAttribute('href')));
  expect(label.headers()['content-type']).toBe('application/pdf');
  expect(await sheet.getByRole('link', { name: /^\d{5}$/ }).getAttribute('href')).toBe(`/orders/${returned?.exchange_order?.uuid}`);
  const first = line.employee.name.split(' ')[0];
  const send = sheet.getByRole('button', { name: `Send label to ${first}` });
  if (await send.isVisible()) {
    await send.click();
    await expect(sheet.getByRole('status')).toContainText('Label sent to');
  }
  // Undo is offered for eight seconds; then the return is withdrawn on its own page.
  await expect(sheet.getByRole('button', { name: 'Undo' })).toBeHidden({ timeout: 10_000 });
  await expect(sheet.getByRole('link', { name: /^Return \d{5}$/ })).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(`${product.url}/orders/${order.uuid}`);
});

test('the office decides such a return without a second exchange, and the client withdraws it before', async () => {
  const [returned] = await returnsOf(candidate);
  const context = await browser.newContext({ viewport: desk, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, office);
  const officePage = await context.newPage();
  await officePage.goto(`${product.url}/admin/returns/${returned?.id}/edit`);
  await expect(officePage.getByText(/is on order \d{5} already\./)).toBeVisible();
  await expect(officePage.getByRole('combobox')).toHaveCount(1);
  expect(await lookFaultsOf(officePage, [390, 820, 1024, 1440])).toEqual([]);
  await context.close();

  await page.goto(`${product.url}/returns/${returned?.id}`);
  await usable();
  await tap('Withdraw');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('which sends the exchange, is cancelled too.');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page).toHaveURL(`${product.url}/returns`);
  expect(await returnsOf(candidate)).not.toContainEqual(expect.objectContaining({ id: returned?.id }));
  expect(await read<Viewed>(`/api/orders/${returned?.exchange_order?.uuid}`)).toMatchObject({ status: 'cancelled' });
});

test('undo withdraws the return and the exchange at once', async () => {
  const { order, choices } = candidate;
  const before = (await returnsOf(candidate)).length;
  await page.goto(`${product.url}/`);
  await openOrder(order.uuid);
  await row(candidate)
    .getByRole('button', { name: /^Return or exchange/ })
    .click();
  await tap('Too big');
  const [size] = choices.sizes.too_big;
  if (size) await page.getByRole('button', { name: new RegExp(`^${size.size} `) }).click();
  else {
    await tap('Faulty');
    await expect(page.getByLabel('What is wrong with it')).toBeVisible();
  }
  await tap(/^Exchange for an? /);
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The exchange is withdrawn', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await returnsOf(candidate)).toHaveLength(before);
});

test('an exchange that could not be sent keeps its size, and Retry makes one exchange', async () => {
  const { order, choices } = candidate;
  const [size] = choices.sizes.too_small;
  const before = (await returnsOf(candidate)).length;
  await page.goto(`${product.url}/`);
  await openOrder(order.uuid);
  await row(candidate)
    .getByRole('button', { name: /^Return or exchange/ })
    .click();
  await tap('Too small');
  await page.getByRole('button', { name: `${size?.size} In stock` }).click();
  // The server carries out the request, and its response is lost.
  await page.route('**/exchanges', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await tap(/^Exchange for an? /);
  await expect(page.getByRole('alert')).toContainText('Your choice stays here.');
  await expect(page.getByRole('button', { name: `${size?.size} In stock` })).toHaveAttribute('aria-pressed', 'true');
  await usableAtEachWidth();
  await page.unroute('**/exchanges');
  await tap('Retry');
  const sheet = page.getByRole('dialog', { name: `Size ${size?.size} is ordered` });
  await expect(sheet).toBeVisible();
  expect(await returnsOf(candidate)).toHaveLength(before + 1);
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await expect(sheet).toBeHidden();
});

test('where no larger size is made the item is returned instead; what cannot be returned says whom to ask', async () => {
  const none = await findLine(({ choices }) => choices.refusal === null && choices.sizes.too_small.length === 0);
  await page.goto(`${product.url}/`);
  await page.goto(`${product.url}/orders/${none.order.uuid}#exchange=${none.line.id}`);
  await tap('Too small');
  await expect(page.getByText('There is no larger one. Return it instead.')).toBeVisible();
  await usable();
  await tap('Return it instead');
  await expect(page.getByRole('heading', { name: 'Create Return' })).toBeVisible();

  const refused = await findLine(({ choices }) => choices.refusal !== null && choices.qty_returnable === 0);
  await page.goto(`${product.url}/`);
  await page.goto(`${product.url}/orders/${refused.order.uuid}#exchange=${refused.line.id}`);
  await expect(page.getByText('so it cannot be exchanged.')).toBeVisible();
  await expect(page.getByRole('link', { name: '01632 960 100' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Too small' })).toHaveCount(0);
  await usable();
});

test('from the dock, one of several items is chosen first; a desk has the same on each line', async () => {
  const several = await findLine((one) => hasLarger(one) && one.order.lines.filter(({ qty_shipped }) => qty_shipped > 0).length > 1);
  const { order, line } = several;
  await page.goto(`${product.url}/`);
  await openOrder(order.uuid);
  await tap('Return or exchange');
  const sheet = page.getByRole('dialog', { name: 'Which item?' });
  await usable();
  await sheet.getByRole('button', { name: line.product_name }).first().click();
  await expect(page.getByRole('button', { name: 'Too small' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/orders/${order.uuid}`);

  await page.setViewportSize(desk);
  await page.reload();
  await row(several)
    .getByRole('button', { name: /^Return or exchange/ })
    .click();
  await expect(page.getByRole('button', { name: 'Too small' })).toBeVisible();
  await usable();
});

test('no script of a page failed during the tests above', () => {
  expect(faults).toEqual([]);
});

import { type Browser, expect, type Page, test } from '@playwright/test';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { lookFaultsOf } from './look.ts';
import { type PictureState, putInState } from './picture-state.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open, resize } from './screens.ts';

// The accessibility tests open each screen as the demo fills it. These open the same screens where there is nothing, where the server fails, and with
// what a key or a press opens over them.

const office = 'super@kitroom.test';
const manager = 'manager@northgate.test';
const officeWidths = [1440, 1180, 1024, 820, 390];
const clientWidths = [1440, 820, 390];

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

/** Opens a screen in a window of its own, in a state if one is given. */
async function openIn(email: string, path: string, state?: PictureState): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  await enter(context, product, await product.signIn(email));
  if (state) await putInState(context, state);
  const page = await context.newPage();
  await open(page, product, path);
  return page;
}

/** The screens whose lists can be empty or fail, by the person who reads them. */
const screens: readonly [email: string, path: string][] = [
  [manager, '/'],
  [manager, '/orders'],
  [manager, '/employees'],
  [manager, '/notices'],
  [office, '/admin/day'],
  [office, '/admin/orders'],
  [office, '/admin/attention/weights'],
  [office, '/admin/mail'],
  [office, '/admin/tablets'],
  [office, '/admin/products'],
  [office, '/admin/scheduled-reports'],
];

for (const [email, path] of screens)
  test(`${path} is complete at each width where there is nothing, and where the server fails it offers another try`, async () => {
    const widths = email === office ? officeWidths : clientWidths;
    const empty = await openIn(email, path, 'empty');
    expect(await lookFaultsOf(empty, widths)).toEqual([]);
    await empty.context().close();
    const failing = await openIn(email, path, 'failing');
    await expect(failing.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    expect(await lookFaultsOf(failing, widths)).toEqual([]);
    await failing.context().close();
  });

test('the palette with matches and without, and the list of keys, are complete at each width', async () => {
  const page = await openIn(office, '/admin/day');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find or do' });
  await palette.getByRole('combobox').fill('polo');
  await expect(palette.getByRole('option', { name: /^PO01/ })).toBeVisible();
  expect(await lookFaultsOf(page, officeWidths)).toEqual([]);
  await palette.getByRole('combobox').fill('zzqqy');
  await expect(palette.getByText('Nothing has zzqqy in it.')).toBeVisible();
  // The sentence stands as far in as the rows that it replaces.
  const [sentence, box] = [await palette.getByText('Nothing has zzqqy in it.').boundingBox(), await palette.boundingBox()];
  const inset = await palette.getByText('Nothing has zzqqy in it.').evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
  expect((sentence?.x ?? 0) - (box?.x ?? 0) + inset).toBeGreaterThanOrEqual(16);
  expect(await lookFaultsOf(page, officeWidths)).toEqual([]);
  for (let press = 0; press < 2 && (await palette.isVisible()); press += 1) await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  expect(await lookFaultsOf(page, officeWidths)).toEqual([]);
  await page.context().close();
});

test('the menus of views and columns are complete at the widths of a desk', async () => {
  const page = await openIn(office, '/admin/orders');
  for (const name of ['Views', 'Columns']) {
    await page.getByRole('button', { name, exact: true }).click();
    for (const width of [1440, 1180, 1024, 820]) {
      await resize(page, { width, height: 900 });
      expect(await layoutFaultsOf(page), `${name} at ${width} px`).toEqual([]);
    }
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});

test('while the board of the day loads, its rows stand where they will be', async () => {
  const page = await openIn(office, '/admin/orders');
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/day', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto(`${product.url}/admin/day`);
  const late = page.getByText('Late by required-by', { exact: true }).first();
  const before = await late.boundingBox();
  expect(await lookFaultsOf(page, officeWidths)).toEqual([]);
  expect(await lookFaultsOf(page, [1440])).toEqual([]);
  answer();
  await expect(page.getByRole('link', { name: /Late by required-by/ })).toBeVisible();
  expect(await late.boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
  await page.context().close();
});

test('on a phone the heading of a scheduled report has its name, and its actions are in a menu', async () => {
  const page = await openIn(office, '/admin/scheduled-reports/1/edit');
  await page.setViewportSize({ width: 390, height: 844 });
  const heading = page.getByRole('heading', { level: 1 });
  expect((await heading.boundingBox())?.width).toBeGreaterThan(80);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Send now' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await page.context().close();
});

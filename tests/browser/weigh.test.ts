import { expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { overflowsOf } from './overflow.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';
import { typeScan } from './type-scan.ts';

interface Line {
  id: number;
  qty_picked: number;
  decoration: string | null;
  product: { id: number; name: string };
  employee: { id: number; name: string };
}
interface Bag {
  employee: { id: number; name: string };
  label: { weight_g: number | null; items: { pick_line_id: number; qty: number }[] } | null;
}

// The bags of one order are weighed; each test continues where the one before ended.
test.describe.configure({ mode: 'serial' });

let product: Product;
let page: Page;
let picker: Session;
let office: Session;
let uuid: string;
let lines: Line[];
let close = async (): Promise<void> => {};

/** What one item weighs in this test, in grams: a multiple of the line's place, so that each weight is different. */
const WEIGHTS = [235, 520, 70, 150, 310, 410, 90, 640];
/** What an empty box weighs in this test, in grams. */
const TARE = 400;
const names = (): string[] => [...new Set(lines.map(({ employee }) => employee.name))];
const bagOf = (name: string) => page.getByRole('article', { name: `Bag of ${name}` });
const linesOf = (name: string): Line[] => lines.filter(({ employee }) => employee.name === name);
let weightOf: ReadonlyMap<number, number>;
const weightOfBag = (name: string): number =>
  30 + linesOf(name).reduce((sum, { qty_picked, product: { id } }) => sum + qty_picked * (weightOf.get(id) ?? 0), 0);
const labelOf = async (name: string): Promise<Bag['label']> => {
  const { items } = (await product.get(picker, `/api/admin/prep/orders/${uuid}?bagging_instructions=true`)) as { items: Bag[] };
  return items.find(({ employee }) => employee.name === name)?.label ?? null;
};
const whole = (name: string) => linesOf(name).map(({ id, qty_picked }) => ({ pick_line_id: id, qty: qty_picked }));

async function takePictures(name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const size = page.viewportSize();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png` });
    }
  }
  if (size) await page.setViewportSize(size);
}

test.beforeAll(async () => {
  product = await startProduct({ BOX_TARE_G: String(TARE) });
  picker = await product.signIn('warehouse@kitroom.test');
  office = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(picker, '/api/admin/prep/orders?per_page=100')) as { items: { uuid: string }[] };
  for (const item of items) {
    uuid = item.uuid;
    ({ lines } = (await product.get(picker, `/api/admin/prep/orders/${uuid}`)) as { lines: Line[] });
    if (new Set(lines.map(({ employee }) => employee.id)).size > 2) break;
  }
  const send = async (who: Session, path: string, body: object): Promise<void> => {
    const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(product.url + path, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
  };
  // Everything is decorated, so all bags can be closed.
  for (const { id, decoration } of lines) if (decoration) await send(picker, `/api/admin/prep/lines/${id}`, { ticked: true });
  const skus = [...new Set(lines.map((line) => line.product.id))];
  weightOf = new Map(skus.map((id, index) => [id, WEIGHTS[index % WEIGHTS.length] ?? 100]));
  for (const [id, value] of weightOf) await send(office, `/api/admin/products/${id}`, { field: 'weight_g', value });
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, picker);
  // A scale at a serial port, whose lines the test writes. Documents are not opened.
  await context.addInitScript(() => {
    const here = window as unknown as { writeScale: (line: string) => void };
    let write: (line: string) => void = () => undefined;
    here.writeScale = (line) => write(line);
    const readable = new ReadableStream<Uint8Array>({
      start(controller) {
        write = (line) => controller.enqueue(new TextEncoder().encode(line));
      },
    });
    const port = { readable, open: async () => undefined, close: async () => undefined };
    Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port, getPorts: async () => [] } });
    window.open = () => null;
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  close = () => closeContexts(browser);
  await page.goto(`${product.url}/admin/prep/orders/${uuid}#bagging`);
  await expect(bagOf(names()[0] ?? '')).toBeVisible();
});

test.afterAll(async () => {
  await close();
  await product?.stop();
});

test('a bag that weighs what it should is labelled without a question, and the print proves its content', async () => {
  const [first = ''] = names();
  const field = bagOf(first).getByRole('textbox', { name: `Weight of the bag of ${first} in grams` });
  await field.fill(String(weightOfBag(first) + 12));
  await expect(bagOf(first).getByText('as expected')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await field.press('Enter');
  await expect(bagOf(first).getByText('Bagged')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect.poll(() => labelOf(first)).toMatchObject({ weight_g: weightOfBag(first) + 12, items: whole(first) });
});

test('a bag that is too heavy is asked about with the item that explains it, and can be weighed again or accepted', async () => {
  const [, second = ''] = names();
  const [line] = linesOf(second);
  const heavy = weightOfBag(second) + (weightOf.get(line?.product.id ?? 0) ?? 0);
  await bagOf(second)
    .getByRole('button', { name: `Scan into the bag of ${second}` })
    .click();
  await page.getByRole('button', { name: 'Connect scale' }).click();
  await expect(page.getByText('Scale connected')).toBeVisible();
  await page.evaluate((grams) => (window as unknown as { writeScale: (line: string) => void }).writeScale(`ST,GS,+${grams / 1000} kg\r\n`), heavy);
  await expect(page.locator('.scale-reading')).toHaveText(`${heavy.toLocaleString('en-GB')} g`);
  await bagOf(second).getByRole('button', { name: 'Print bag label' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('On the scale');
  await expect(dialog.getByRole('button', { name: `It is right, ${heavy.toLocaleString('en-GB')} g` })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await takePictures('weigh');
  expect(await overflowsOf(page)).toEqual([]);
  expect(await labelOf(second)).toBeNull();
  await dialog.getByRole('button', { name: /eigh again$/ }).click();
  await expect(dialog).toHaveCount(0);
  // A scale that types like a keyboard weighs the bag that is being packed.
  await typeScan(page, `${(weightOfBag(second) / 1000).toFixed(3)}kg`);
  await expect(bagOf(second).getByText('as expected')).toBeVisible();
  await takePictures('bagging');
  await bagOf(second).getByRole('button', { name: 'Print bag label' }).click();
  await expect.poll(() => labelOf(second)).toMatchObject({ weight_g: weightOfBag(second), items: whole(second) });
});

test('a bag that is too light is counted, or accepted as it is; nothing blocks the packer', async () => {
  const [, , third = ''] = names();
  const field = bagOf(third).getByRole('textbox', { name: `Weight of the bag of ${third} in grams` });
  const light = Math.max(1, weightOfBag(third) - 37);
  await field.fill(String(light));
  await field.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('37 g less than expected');
  await expect(dialog.getByRole('button', { name: 'Count the bag' })).toHaveClass(/primary/);
  await dialog.getByRole('button', { name: `It is right, ${light.toLocaleString('en-GB')} g` }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => labelOf(third)).toMatchObject({ weight_g: light, items: whole(third) });
});

const confirmedWeights = async (): Promise<{ kind: string; difference_g: number }[]> =>
  ((await product.get(office, '/api/admin/weights/confirmed')) as { items: { kind: string; difference_g: number }[] }).items;

/** What the boxes of the order should weigh: each labelled bag as it was weighed, or what is in it, and one empty box. */
const weightOfBox = async (): Promise<number> => {
  const labels = await Promise.all(names().map(async (name) => [name, await labelOf(name)] as const));
  return TARE + labels.reduce((sum, [name, label]) => sum + (label?.weight_g ?? weightOfBag(name) - (label ? 0 : 30)), 0);
};

test('boxes that weigh what is in them are dispatched with that weight; boxes that differ are asked about once, without a network too', async () => {
  const expected = await weightOfBox();
  await page.getByRole('button', { name: 'Ready for Dispatch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ready for Dispatch' }).click();
  await expect(page).not.toHaveURL(/prep\/orders\//);
  await page.goto(`${product.url}/admin/shipping#order=${uuid}`);
  const row = page.locator(`#ready-${uuid}`);
  await expect(row.getByRole('checkbox')).toBeChecked();
  const field = row.getByRole('textbox', { name: /^Weight of .* in kilograms$/ });
  await field.fill(String((expected + 20) / 1000));
  await field.press('Enter');
  await expect(row.getByText('as expected')).toBeVisible();
  // A scale that types like a keyboard weighs the boxes of the order that was chosen last.
  await field.blur();
  const light = expected - 300;
  await typeScan(page, `${(light / 1000).toFixed(3)}kg`);
  await expect(field).toHaveValue(String(light / 1000));
  await expect(row.getByText('300 g less than expected')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await takePictures('box-row');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('On the scale');
  await expect(dialog).toContainText('1 empty box');
  expect(await faultsOf(page)).toEqual([]);
  await takePictures('box');
  expect(await overflowsOf(page)).toEqual([]);
  // Weighing again keeps the order and its weight here. The weight is asked about until another one fits or a person confirms it.
  await dialog.getByRole('button', { name: /eigh again$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(String(light / 1000));
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  await dialog.getByRole('button', { name: /eigh again$/ }).click();
  await expect(dialog).toHaveCount(0);
  await field.fill(String(light / 1000));
  await field.press('Enter');
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  await dialog.getByRole('button', { name: `It is right, ${light.toLocaleString('en-GB')} g` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Not yet' }).click();
  // What was confirmed is not asked about again.
  await page.getByRole('button', { name: 'Dispatch 1 order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dispatch 1 order' }).click();
  await expect(page).toHaveURL(/dispatches$/);
  expect((await confirmedWeights()).filter(({ kind }) => kind === 'dispatch')).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(async () => (await confirmedWeights()).filter(({ kind }) => kind === 'dispatch')).toMatchObject([{ difference_g: -300 }]);
  const { items } = (await product.get(picker, '/api/admin/shipping/orders/dispatches?per_page=100')) as {
    items: { orders: { uuid: string }[]; total_weight: number }[];
  };
  expect(items.find(({ orders }) => orders.some((order) => order.uuid === uuid))?.total_weight).toBe(light / 1000);
});

import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { typeScan } from './type-scan.ts';

interface PrepOrder {
  order_number: string;
  lines: { qty_picked: number; decoration: string | null; prep_ticked_at: string | null; product: { sku: string }; employee: { name: string } }[];
}

let product: Product;
let page: Page;
let order: PrepOrder;
let next: string;
let close = async (): Promise<void> => {};

/** The most presses of Tab that reach a control of a screen. */
const MAX_TABS = 60;

/** Presses Tab until a control has the focus. */
async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses <= MAX_TABS; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${control}`);
}
const pressOn = async (control: Locator): Promise<void> => {
  await tabTo(control);
  await page.keyboard.press('Enter');
};
const answerYes = async (): Promise<void> => {
  await expect(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
};

test.beforeAll(async () => {
  product = await startProduct();
  const picker: Session = await product.signIn('warehouse@kitroom.test');
  const { items } = (await product.get(picker, '/api/admin/prep/orders?per_page=100')) as { items: { uuid: string; is_frozen?: boolean }[] };
  const orders = await Promise.all(items.map(async ({ uuid }) => (await product.get(picker, `/api/admin/prep/orders/${uuid}`)) as PrepOrder));
  const isFit = ({ lines }: PrepOrder): boolean =>
    lines.some(({ decoration, prep_ticked_at }) => decoration && !prep_ticked_at) && lines.reduce((sum, { qty_picked }) => sum + qty_picked, 0) <= 20;
  const fit = orders.find(isFit);
  if (!fit) throw new Error('The demo has no order to decorate.');
  order = fit;
  const ready = (await product.get(picker, '/api/admin/shipping/orders?per_page=100')) as { items: { order_number: string }[] };
  next = ready.items[0]?.order_number ?? '';
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(() => {
    const here = window as unknown as { openedDocuments: string[]; pointers: number };
    here.openedDocuments = [];
    here.pointers = 0;
    window.open = (url) => {
      here.openedDocuments.push(String(url));
      return null;
    };
    window.addEventListener('pointerdown', () => (here.pointers += 1), true);
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  close = () => closeContexts(browser);
});

test.afterAll(async () => {
  await close();
  await product?.stop();
});

test('a packer signs in, preps, bags, dispatches, prints and opens the next order without a pointer', async () => {
  await page.goto(`${product.url}/sign-in`);
  await tabTo(page.getByLabel('Email'));
  await page.keyboard.type('warehouse@kitroom.test');
  await tabTo(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('kitroom-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Pick/ })).toBeVisible();
  await expect(page.locator('.status')).toContainText('Online');
  await expect(page.getByRole('button', { name: /^Pick order/ }).first()).toBeVisible();

  // A scan of the order's label opens it where it is worked on now.
  await typeScan(page, order.order_number);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.order_number);
  const tickAll = page.getByRole('button', { name: /^Tick all/ });
  await expect(tickAll.first()).toBeVisible();
  for (let remaining = await tickAll.count(); remaining > 0; remaining -= 1) {
    await pressOn(tickAll.first());
    await expect(tickAll).toHaveCount(remaining - 1);
  }
  await pressOn(page.getByRole('link', { name: /^Bagging/ }));
  const print = page.getByRole('button', { name: 'Print bag label' });
  await expect(print.first()).toBeVisible();
  const bags = new Set(order.lines.map(({ employee }) => employee.name));
  for (const { product: sku, qty_picked } of order.lines) for (let item = 0; item < qty_picked; item += 1) await typeScan(page, sku.sku);
  await expect(page.getByText('Label next')).toHaveCount(bags.size);
  // The bag that the last garment completes is the next to be labelled.
  await expect(page.locator('.bag-print:focus')).toHaveText('Print bag label');
  for (let remaining = bags.size; remaining > 0; remaining -= 1) {
    await pressOn(print.first());
    await expect(print).toHaveCount(remaining - 1);
  }
  await expect(page.getByRole('button', { name: 'Ready for Dispatch' })).toBeFocused();
  await expect(page.locator('.scan-message')).toContainText('Every bag of this order has its label.');
  await page.keyboard.press('Enter');
  await answerYes();
  await expect(page.getByRole('heading', { level: 1, name: 'Prep' })).toBeVisible();
  await expect(page.getByText(`Order ${order.order_number} is prepped`).first()).toBeVisible();

  await typeScan(page, order.order_number);
  await expect(page.getByRole('checkbox', { name: `Select ${order.order_number}` })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: `Select ${order.order_number}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: `Weight of ${order.order_number} in kilograms` })).toBeFocused();
  await page.keyboard.type('4.2', { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Dispatch 1 order' })).toBeFocused();
  await page.keyboard.press('Enter');
  await answerYes();
  await expect(page.getByRole('button', { name: 'Print Consignments Labels' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  const here = () =>
    page.evaluate(() => {
      const { openedDocuments, pointers } = window as unknown as { openedDocuments: string[]; pointers: number };
      return { openedDocuments, pointers };
    });
  await expect.poll(async () => (await here()).openedDocuments.length).toBe(bags.size + 1);
  await typeScan(page, next);
  await expect(page.getByRole('checkbox', { name: `Select ${next}` })).toBeChecked();
  expect((await here()).pointers).toBe(0);
});

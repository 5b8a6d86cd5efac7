import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

// One order goes from the manager's phone through the wearer's to the office.
test.describe.configure({ mode: 'serial' });

let product: Product;
let browser: Browser;
let office: Session;
let manager: Session;

interface Style {
  id: number;
  name: string;
  decorations_for_employee: string[];
  children: { id: number; availability: string | null; attributes: Sized & { variation_colour: string | null } }[];
}
/** A wearer, and a style whose first sizes, as the page shows them, are all in stock. */
interface Wearer {
  id: number;
  name: string;
  email: string | null;
  style: Style;
}
let wearers: Wearer[] = [];
const order = { uuid: '', order_number: '' };

/** Expects the wearer's page to be accessible and without faults of layout in its current state. */
async function usable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
}

const send = async (session: Session, method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(product.url + path, {
    method,
    headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

/** Returns the size link and the text of the newest email in the outbox that asks this person for sizes. */
async function mailedLink(email: string | null): Promise<{ url: string; text: string }> {
  const { items } = (await product.get(office, `/api/admin/mail?search=${encodeURIComponent(email ?? '')}&per_page=50`)) as {
    items: { kind: string; to: string; text: string; html: string }[];
  };
  const mail = items.find(({ kind, to }) => kind === 'size_request' && to === email);
  const url = /https?:\/\/\S+\/sizes\/[\w-]+/.exec(mail?.text ?? '')?.[0];
  if (!mail || !url) throw new Error(`No mail asks ${email} for sizes`);
  expect(mail.html).toContain(`href="${url}"`);
  return { url, text: mail.text };
}

/** Returns three of the manager's people who have an email address, each with a style of several sizes with enough free stock. */
async function people(): Promise<Wearer[]> {
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as {
    items: { id: number; name: string; email: string | null; leaves_on: string | null }[];
  };
  const dressableWearers: Wearer[] = [];
  for (const { id, name, email, leaves_on } of items) {
    if (!email || leaves_on || id === manager.who.user.id) continue;
    const offered = (await product.get(manager, `/api/employees/${id}/products`)) as { items: Style[] };
    const style = offered.items.find(({ children }) => children.filter(({ availability }) => availability === 'in_stock').length > 2);
    if (style) dressableWearers.push({ id, name, email, style });
    if (dressableWearers.length === 3) return dressableWearers;
  }
  throw new Error('The demo has no three wearers who can be dressed and written to.');
}

/** Submits an order of the manager that has, for each of these wearers, a line without a size. */
async function submitOrder(of: readonly Wearer[]): Promise<{ uuid: string; lines: number[] }> {
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [...new Set(of.map(({ id }) => id))] })).body as { uuid: string };
  const lines: number[] = [];
  for (const { id, style } of of) {
    const decoration = style.decorations_for_employee[0];
    const line = { product_id: style.id, quantity: 1, is_size_selected: false, ...(decoration && { decoration }) };
    const orderView = (await send(manager, 'POST', `/api/orders/${uuid}/employees/${id}/lines`, { lines: [line] })).body as {
      lines: { id: number }[];
    };
    lines.push(orderView.lines[0]?.id ?? 0);
  }
  // A sample is charged to no budget.
  await send(office, 'PUT', `/api/admin/orders/${uuid}/update`, { is_sample: true });
  const site = manager.who.sites[0];
  const { status, body } = await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, {
    set_delivery_details: true,
    delivery_site_id: site?.id,
    client_po_reference: 'PO-SIZES',
    cost_code: 'CC-1',
    terms: true,
    confirm_missing_sizes: true,
    force_over_budget_order: true,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return { uuid, lines };
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
  manager = await product.signIn('manager@northgate.test');
  wearers = await people();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

test('a manager orders for three people on a phone and leaves one size open', async () => {
  const page = await browser.newPage({ viewport: phone });
  await enter(page.context(), product, manager);
  await page.goto(`${product.url}/orders`);
  await page.getByRole('link', { name: 'Create New Order' }).click();
  for (const { name } of wearers) {
    await page.getByLabel('Search employees').fill(name);
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByRole('button', { name: 'Start Order' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit/);
  order.uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

  for (const [n, { name, style }] of wearers.entries()) {
    await page.getByRole('group', { name: 'Employees on this order' }).getByRole('button', { name }).click();
    await page.getByRole('button', { name: `Look at ${style.name}`, exact: true }).click();
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText('Parent SKU');
    if (n === 0) await panel.getByRole('button', { name: 'Order without a size' }).click();
    else {
      const size = style.children.find(({ availability }) => availability === 'in_stock');
      if (!size) throw new Error('no size');
      if (size.attributes.variation_colour) await panel.getByRole('button', { name: size.attributes.variation_colour, exact: true }).click();
      await panel
        .getByRole('group', { name: 'Size', exact: true })
        .getByText(sizeOf(size.attributes) ?? '', { exact: true })
        .click();
    }
    const decoration = style.decorations_for_employee[0];
    if (decoration) await panel.getByLabel('Decoration', { exact: true }).selectOption(decoration);
    await usable(page);
    await panel.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(panel).toBeHidden();
  }

  await page.getByRole('button', { name: 'Order Items' }).click();
  const site = page.getByLabel('Site', { exact: true });
  await expect(site).toBeEnabled();
  if (!(await site.inputValue())) await site.selectOption({ index: 1 });
  await page.getByLabel('PO reference').fill('PO-SIZES');
  await page.getByLabel('Cost code').fill('CC-1');
  const force = page.getByRole('checkbox', { name: 'Order over budget' });
  if (await force.isVisible()) await force.check();
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  const missing = page.getByRole('dialog', { name: 'Sizes Missing' });
  await expect(missing).toContainText(`${wearers[0]?.name} gets an email asking for it`);
  await usable(page);
  await missing.getByRole('button', { name: 'Send without sizes' }).click();
  await page.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect(page).toHaveURL(/\/orders$/);

  const submittedOrder = (await product.get(office, `/api/orders/${order.uuid}`)) as { order_number: string; progress_summary: object };
  order.order_number = submittedOrder.order_number;
  expect(submittedOrder.progress_summary).toMatchObject({ lines_with_sizes: 2, lines_with_no_sizes: 1 });
  await page.context().close();
});

test('a line without a size cannot be allocated', async () => {
  await send(office, 'POST', `/api/admin/orders/${order.uuid}/allocate-all`);
  const { lines } = (await product.get(office, `/api/orders/${order.uuid}`)) as { lines: { is_size_selected: boolean; qty_allocated: number }[] };
  expect(lines.map(({ is_size_selected, qty_allocated }) => [is_size_selected, qty_allocated > 0])).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
});

test('the wearer opens the emailed link on a phone and chooses a size without signing in; the order then has all sizes', async () => {
  const [wearer] = wearers;
  const { url, text } = await mailedLink(wearer?.email ?? null);
  expect(text).toContain(order.order_number);
  const page = await browser.newPage({ viewport: phone });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Choose your sizes' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: wearer?.style.name ?? '' })).toBeVisible();
  await expect(page.getByText('£')).toHaveCount(0);
  // The picture of the garment loads without a session.
  await expect.poll(() => page.locator('article img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await usable(page);
  const size = wearer?.style.children.find(({ availability }) => availability === 'in_stock');
  const { attributes } = size ?? { attributes: { variation_colour: null, variation_size_1: null, variation_size_2: null, variation_all_size: null } };
  if (attributes.variation_colour) await page.getByRole('button', { name: attributes.variation_colour, exact: true }).click();
  await page
    .getByRole('group', { name: 'Size', exact: true })
    .getByText(sizeOf(attributes) ?? '', { exact: true })
    .click();
  await page.getByRole('button', { name: 'Send my size' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What you chose' })).toContainText(sizeOf(attributes) ?? '');
  await usable(page);
  expect(faults).toEqual([]);

  // A link can be used once. After a reload the page says that the sizes were sent.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We have your sizes' })).toBeVisible();
  await usable(page);
  await page.context().close();

  const news = (await product.get(manager, '/api/notifications')) as { items: { data: { title: string } }[] };
  expect(news.items[0]?.data.title).toBe(`Order ${order.order_number} has all its sizes`);
});

test('the office allocates the order', async () => {
  const page = await browser.newPage({ viewport: desk });
  await enter(page.context(), product, office);
  await page.goto(`${product.url}/admin/orders/${order.uuid}/edit`);
  await page.getByRole('button', { name: 'Allocate ALL' }).click();
  await expect
    .poll(async () => {
      const { lines } = (await product.get(office, `/api/orders/${order.uuid}`)) as { lines: { qty_allocated: number }[] };
      return lines.map(({ qty_allocated }) => qty_allocated);
    })
    .toEqual([1, 1, 1]);
  await page.context().close();
});

test('the size on file is proposed in the next order, and labelled as the size on file', async () => {
  const [wearer] = wearers;
  if (!wearer) throw new Error('no wearer');
  await submitOrder([wearer]);
  const page = await browser.newPage({ viewport: phone });
  await page.goto((await mailedLink(wearer.email)).url);
  await expect(page.getByText(new RegExp(`Size on file: .+, from order ${order.order_number}`))).toBeVisible();
  // The wearer presses twice before the button looks busy: one request is sent, and the page thanks the wearer.
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && writes.push(request.url()));
  await page.getByRole('button', { name: 'Send my size' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(writes).toHaveLength(1);

  await enter(page.context(), product, manager);
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  await page.goto(`${product.url}/orders/${uuid}/edit`);
  await page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(/^Size on file: .+, from order \d{5}$/)).toBeVisible();
  await expect(panel.getByRole('group', { name: 'Size', exact: true }).getByRole('button', { pressed: true })).toContainText('On file');
  await usable(page);
  await panel.getByRole('button', { name: 'Close' }).click();

  // The preview of a garment links to the maker's datasheet.
  await page.getByRole('button', { name: 'Look at Hi-Vis Vest' }).click();
  const sheet = page.getByRole('dialog').getByRole('link', { name: 'Datasheet' });
  await expect(sheet).toHaveAttribute('href', /^\/files\/[0-9a-f]{64}$/);
  await page.context().close();
});

test('each size says whether it is in stock, without a number, unless the account switches it off', async () => {
  const [wearer] = wearers;
  if (!wearer) throw new Error('no wearer');
  const page = await browser.newPage({ viewport: phone });
  await enter(page.context(), product, manager);
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  const openSizes = async (): Promise<string[]> => {
    const read = page.waitForResponse((response) => new RegExp(`/api/employees/${wearer.id}/products`).test(response.url()) && response.ok());
    await page.goto(`${product.url}/orders/${uuid}/edit`);
    expect(await (await read).text()).not.toMatch(/"qty_free":\d/);
    await page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }).click();
    const sizes = page
      .getByRole('dialog')
      .getByRole('group', { name: 'Size', exact: true })
      .getByRole('button')
      .filter({ hasNotText: 'Order without' });
    await expect(sizes.first()).toBeVisible();
    return sizes.allInnerTexts();
  };
  const words = /In stock|Low|No date yet|\d+ [A-Z][a-z]+/;
  const [first] = wearer.style.children;
  const value = { [sizeOf(first?.attributes as Sized) ?? '']: { chest: 92.5 } };
  expect((await send(office, 'PUT', `/api/admin/products/${wearer.style.id}`, { field: 'measures', value })).status).toBe(200);
  for (const size of await openSizes()) expect(size).toMatch(words);
  // A style with measures shows them under its sizes.
  await expect(page.getByRole('dialog').getByText('Chest in cm')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('92.5').first()).toBeVisible();
  await usable(page);
  const account = manager.who.account?.id;
  expect((await send(office, 'PUT', `/api/admin/accounts/${account}`, { show_stock: false })).status).toBe(200);
  for (const size of await openSizes()) expect(size).not.toMatch(words);
  expect((await send(office, 'PUT', `/api/admin/accounts/${account}`, { show_stock: true })).status).toBe(200);
  await page.context().close();
});

test('if a size link is open in two windows, the second window saves only sizes still missing, and lists sizes chosen in the first', async () => {
  const [, , wearer] = wearers;
  if (!wearer) throw new Error('no wearer');
  const { uuid } = await submitOrder([wearer, wearer, wearer]);
  const { url } = await mailedLink(wearer.email);
  const context = await browser.newContext({ viewport: phone });
  const first = await context.newPage();
  const second = await context.newPage();
  const sizesOf = (page: Page, line: number) =>
    page.getByRole('article').nth(line).getByRole('group', { name: 'Size', exact: true }).getByRole('button');
  for (const page of [first, second]) {
    await page.goto(url);
    await expect(page.getByRole('article')).toHaveCount(3);
    // The sizes on file are proposed. The first press confirms a size, the second removes the choice.
    const proposed = page.getByRole('group', { name: 'Size', exact: true }).getByRole('button', { pressed: true });
    for (let count = 3; count > 0; count--) {
      await expect(proposed).toHaveCount(count);
      await proposed.first().dblclick();
    }
  }
  await sizesOf(first, 0).nth(0).click();
  await first.getByRole('button', { name: 'Send 1 of 3 sizes' }).click();
  await expect(first.getByText('One size is sent. 2 are still open.')).toBeInViewport();

  await sizesOf(second, 0).nth(1).click();
  await sizesOf(second, 1).nth(1).click();
  await second.getByRole('button', { name: 'Send 2 of 3 sizes' }).click();
  const message = second.getByText('One size is sent. This size was chosen already and cannot be changed here. One is still open.');
  await expect(message).toBeInViewport();
  await expect(second.getByRole('list', { name: 'Chosen already' }).getByRole('listitem')).toHaveCount(1);
  await expect(second.getByRole('article')).toHaveCount(1);
  await usable(second);
  const { progress_summary } = (await product.get(office, `/api/orders/${uuid}`)) as { progress_summary: object };
  expect(progress_summary).toMatchObject({ lines_with_sizes: 2, lines_with_no_sizes: 1 });

  // The message about a line is far above the button, outside the visible part of the page.
  const body = JSON.stringify({ message: 'Invalid', errors: { 'lines.0.product_id': ['This size is sold out for good.'] } });
  await first.route('**/api/sizes/*', (route) => route.fulfill({ status: 422, contentType: 'application/json', body }));
  await sizesOf(first, 0).nth(0).click();
  await first.getByRole('button', { name: 'Send 1 of 2 sizes' }).click();
  await expect(first.getByText('This size is sold out for good.')).toBeInViewport();
  await expect(first.getByRole('article').nth(0).getByRole('group', { name: 'Size', exact: true })).toBeFocused();
  await usable(first);
  await context.close();
});

test('if all sizes were already sent from one window, sending from a second window shows the sizes that were sent', async () => {
  const [, , wearer] = wearers;
  if (!wearer) throw new Error('no wearer');
  await submitOrder([wearer]);
  const { url } = await mailedLink(wearer.email);
  const context = await browser.newContext({ viewport: phone });
  const [first, second] = [await context.newPage(), await context.newPage()];
  const sizesOf = (page: Page) => page.getByRole('group', { name: 'Size', exact: true }).getByRole('button');
  for (const page of [first, second]) {
    await page.goto(url);
    // The page fetches the lines after it has loaded. Both windows must have them before the first sends.
    await expect(sizesOf(page).nth(1)).toBeVisible();
  }
  const chosen = sizesOf(first).nth(0);
  const name = (await chosen.locator('strong').textContent()) ?? '';
  if ((await chosen.getAttribute('aria-pressed')) !== 'true') await chosen.click();
  await first.getByRole('button', { name: 'Send my size' }).click();
  await expect(first.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await sizesOf(second).nth(1).click();
  await second.getByRole('button', { name: 'Send my size' }).click();
  await expect(second.getByRole('heading', { name: 'We have your sizes' })).toBeVisible();
  const line = second.getByRole('list', { name: 'Chosen already' }).getByRole('listitem');
  await expect(line.locator('strong')).toHaveText(name);
  await usable(second);
  await context.close();
});

test('the size link of a cancelled order, and an invented link, show only why they do not work', async () => {
  const [, second] = wearers;
  if (!second) throw new Error('no wearer');
  const { uuid } = await submitOrder([second]);
  const { url } = await mailedLink(second.email);
  const page = await browser.newPage({ viewport: phone });
  await page.goto(url);
  await expect(page.getByRole('article')).toHaveCount(1);

  // The order is cancelled while the page is open: a later choice changes nothing.
  expect((await send(office, 'POST', `/api/orders/${uuid}/cancel`)).status).toBe(200);
  await page.getByRole('group', { name: 'Size', exact: true }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Send my size' }).click();
  await expect(page.getByRole('heading', { name: 'This order was cancelled' })).toBeVisible();
  await usable(page);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This order was cancelled' })).toBeVisible();
  await expect(page.getByText(second.name)).toHaveCount(0);

  await page.goto(`${product.url}/sizes/${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link does not open' })).toBeVisible();
  await page.context().close();
});

test('a size link refuses a line of another wearer, and a product that is not among its wearer’s products', async () => {
  const [first, second] = wearers;
  if (!first || !second) throw new Error('no wearers');
  const { uuid, lines } = await submitOrder([first, second]);
  const { url } = await mailedLink(first.email);
  const putLine = async (line: { id: number | undefined; product_id: number }) => {
    const response = await fetch(url.replace('/sizes/', '/api/sizes/'), {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ lines: [line] }),
    });
    return response.status;
  };
  const size = second.style.children[0]?.id ?? 0;
  expect(await putLine({ id: lines[1], product_id: size })).toBe(422);
  expect(await putLine({ id: lines[0], product_id: 999_999 })).toBe(422);
  const { progress_summary } = (await product.get(office, `/api/orders/${uuid}`)) as { progress_summary: object };
  expect(progress_summary).toMatchObject({ lines_with_sizes: 0, lines_with_no_sizes: 2 });
});

import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, resize } from './screens.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let office: Session;
const faults: string[] = [];

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const read = (path: string): Promise<any> => product.get(office, path);

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Types into a combobox and chooses the first option. */
async function choose(label: string | RegExp, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).first();
  await box.click();
  await box.fill(text);
  await page
    .getByRole('option', { name: text.split(' ')[0] })
    .first()
    .click();
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await enter(context, product, office);
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test('a supplier return is started, filled in and approved, and is read-only afterwards', async () => {
  await page.goto(`${product.url}/admin/supplier-returns`);
  await page.getByRole('link', { name: 'Create Supplier Return' }).click();
  const create = page.getByRole('button', { name: 'Create Supplier Return' });
  await expect(create).toBeDisabled();
  await choose('Supplier', 'Pennine');
  await create.click();
  await expect(page.getByText('No Lines')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await page.getByRole('button', { name: 'New Line' }).click();
  const sku = page.getByRole('combobox', { name: 'Product, new line' });
  await expect(sku).toBeFocused();
  // A return with an empty line cannot be approved, and the screen shows why.
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(page.getByText('1 line without a product or quantity')).toBeVisible();
  await sku.click();
  await page.getByRole('option').first().click();
  const qty = page.getByRole('spinbutton', { name: /^Requested/ });
  await expect(page.getByRole('spinbutton', { name: 'Requested, new line' })).toHaveCount(0);
  for (let press = 0; press < 5; press++) await qty.press('ArrowUp', { delay: 0 });
  await expect(page.getByText('1 line · 5 items')).toBeVisible();
  const id = Number(/supplier-returns\/(\d+)\/edit/.exec(page.url())?.[1]);
  await expect.poll(async () => (await read(`/api/admin/supplier-returns/${id}`)).qty_requested).toBe(5);
  expect(await faultsOf(page)).toEqual([]);

  const { lines } = await read(`/api/admin/supplier-returns/${id}`);
  const before = lines[0].product.qty_available;
  // The field keeps the focus until Approve is pressed.
  await qty.fill('2');
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'When approving this, the stock levels of products within this supplier return will be updated, are you sure you want to do this?',
  );
  await expect(dialog.getByRole('listitem')).toContainText('2 items');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Supplier return updated', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Supplier Returns' })).toBeVisible();
  for (const name of ['Approve', 'New Line']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByLabel('Send Confirmation Email')).toHaveCount(0);
  const supplierReturn = await read(`/api/admin/supplier-returns/${id}`);
  expect(supplierReturn.lines[0].product.qty_available).toBe(before - 2);
  const { items } = await read(`/api/admin/mail?search=${supplierReturn.supplier_return_number}`);
  expect(items[0].attachment.name).toBe(`supplier-return-${supplierReturn.supplier_return_number}.pdf`);
});

test('finalising a customer return with an exchange creates a linked draft for the chosen size', async () => {
  const { items } = await read('/api/admin/returns?status=new&include=lines');
  type Choice = { id: number };
  type Listed = { id: number; lines: { id: number; exchange_choices: Choice[]; product: Choice }[] };
  const one: Listed = items.find(({ lines }: Listed) => lines.some((line) => line.exchange_choices.length > 1));
  const at = one.lines.findIndex((line) => line.exchange_choices.length > 1);
  const other = one.lines[at]?.exchange_choices.find(({ id }) => id !== one.lines[at]?.product.id);
  await page.goto(`${product.url}/admin/returns/${one.id}/edit`);
  const row = page.locator('.return-row').nth(at);
  await page.getByRole('button', { name: 'Approve all' }).click();
  await row.getByLabel(/Outcome for/).selectOption('exchange');
  await page.getByRole('button', { name: 'Finalise' }).click();
  await expect(row.getByText('Choose the size to send in exchange.')).toBeVisible();
  await row.getByLabel('Send instead').selectOption(String(other?.id));
  await expect(row.getByText('Choose the size to send in exchange.')).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Finalise' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('in exchange');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finalise' }).click();
  await expect(page.getByText('Return has been finalised', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open draft \d{5}$/ })).toBeVisible();
  await page.goto(`${product.url}/admin/returns/${one.id}/edit`);
  await expect(page.getByRole('link', { name: 'Back to Returns' })).toBeVisible();
  const { exchange_order } = await read(`/api/admin/returns/${one.id}`);
  await page.getByRole('link', { name: exchange_order.order_number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(exchange_order.order_number);
  const draft = await read(`/api/orders/${exchange_order.uuid}`);
  expect(draft).toMatchObject({ status: 'draft', lines: [{ product_id: other?.id }] });
});

test('a product is substituted in the pick only, and then replaced on the order; the effect is shown before each change', async () => {
  const uuid = await releaseOrder(product, { styles: 1, quantity: 2 });
  const [line] = (await read(`/api/orders/${uuid}`)).lines;
  const { items } = await read('/api/admin/substitution/products?kind=skus&search=hoodie');
  const [first, second] = items.filter(({ id, qty_free }: { id: number; qty_free: number }) => id !== line.product_id && qty_free > 10);
  const substitute = async (mode: string, sku: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Substitute' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: mode, exact: true }).click();
    await choose('Product', sku);
    await expect(dialog.getByText(/2 allocated now, 2 then/)).toBeVisible();
    await expect(dialog.getByText('The order is with the warehouse. The pick and the tablets are updated.')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply to 1 line' }).click();
    await expect(page.getByText('1 line changed', { exact: true }).last()).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  await substitute('Substitute', first.sku);
  expect((await read(`/api/orders/${uuid}`)).lines[0]).toMatchObject({
    product_id: line.product_id,
    picked_product: { id: first.id },
    qty_allocated: 2,
  });
  expect((await read(`/api/admin/picking/orders/${uuid}`)).lines[0].product.id).toBe(first.id);
  await substitute('Replace', second.sku);
  expect((await read(`/api/orders/${uuid}`)).lines[0]).toMatchObject({ product_id: second.id, picked_product: null, qty_allocated: 2 });
});

test('a colour is substituted by another of the same style in all open orders of a client; the new colour can be substituted in turn', async () => {
  const { items } = await read('/api/admin/orders?stage=requires_allocation&per_page=100&include=lines');
  const order = items.find(
    ({ is_frozen, lines }: { is_frozen: boolean; lines?: { is_size_selected: boolean; product: { parent: unknown } }[] }) =>
      !is_frozen && lines?.[0]?.is_size_selected && lines[0].product.parent,
  );
  const { parent } = order.lines[0].product;
  const query = `account_id=${order.account.id}&from_date=2020-01-01&parent_sku_id=${parent.id}`;
  const affected = await read(`/api/admin/substitution?${query}`);
  const { items: skus } = await read(`/api/admin/substitution/products?kind=skus&search=${parent.sku}`);
  const other = skus.find(
    ({ id, sku }: { id: number; sku: string }) => sku.startsWith(parent.sku) && !affected.products.some((one: { id: number }) => one.id === id),
  );
  const rowOf = page.getByLabel(`To, for ${[other.name, other.attributes.variation_colour, sizeOf(other.attributes)].join(', ')}`, { exact: true });
  await page.goto(`${product.url}/admin/substitution`);
  await choose('Account', order.account.name);
  await page.getByLabel('Orders from').fill('2020-01-01');
  await choose('Parent product', parent.sku);
  await expect(page.getByRole('heading', { name: 'Substitutions' })).toBeVisible();
  await expect(rowOf).toHaveCount(0);
  await choose(/^To, for/, other.sku);
  await expect(page.locator('.stock-effect')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Apply to \d+ lines?$/ }).click();
  await expect(page.getByText(/\d+ lines? changed/).last()).toBeVisible();
  await expect(rowOf).toHaveValue('');
});

test('one press replaces all sizes by another colour; the price is shown before anything changes', async () => {
  const { items } = await read('/api/admin/orders?stage=requires_allocation&per_page=100&include=lines');
  const lines = items
    .filter(({ is_frozen }: { is_frozen: boolean }) => !is_frozen)
    .flatMap(({ account, lines }: { account: unknown; lines: { is_size_selected: boolean; product: { parent: unknown } }[] }) =>
      lines.filter(({ is_size_selected, product }) => is_size_selected && product.parent).map(({ product }) => ({ account, parent: product.parent })),
    );
  const coloursOf = async (style_id: number): Promise<Set<string>> =>
    new Set(
      (await read(`/api/admin/substitution/products?style_id=${style_id}`)).items.map(
        ({ attributes }: { attributes: { variation_colour: string } }) => attributes.variation_colour,
      ),
    );
  let line = lines[0];
  for (const each of lines.slice(0, 40)) {
    line = each;
    if ((await coloursOf(each.parent.id)).size > 1) break;
  }
  await page.goto(`${product.url}/admin/substitution`);
  await choose('Account', line.account.name);
  await page.getByLabel('Orders from').fill('2020-01-01');
  await choose('Parent product', line.parent.sku);
  const colours = page.getByRole('group', { name: 'Same style, other colour' });
  const colour = colours.getByRole('button').first();
  await colour.click();
  await expect(colour).toHaveAttribute('aria-pressed', 'true');
  // A colour that lines already wait for does not replace itself.
  const matches = Number(/(\d+) (of \d+ )?sizes?,/.exec(await colour.innerText())?.[1]);
  expect(matches).toBeGreaterThan(0);
  const rows = page.getByLabel(/^To, for/);
  const chosen = async () => (await rows.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).filter(Boolean);
  await expect.poll(async () => (await chosen()).length).toBe(matches);
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(page.getByText(/^These lines cost £[\d.,]+ now and £[\d.,]+ then, without VAT/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Substitute', exact: true }).click();
  await page.getByRole('button', { name: /^Apply to \d+ lines?$/ }).click();
  await expect(page.getByText(/\d+ lines? changed/).last()).toBeVisible();
});

test('a replacement that costs more says before it is applied which budgets would go over, and by how much', async () => {
  const { items } = await read('/api/admin/orders?stage=requires_allocation&per_page=100&include=lines');
  for (const { uuid, account, is_frozen } of items) {
    if (is_frozen) continue;
    const { items: budgets } = await read(`/api/orders/${uuid}/budgets`);
    const charged = budgets.find((one: { budget_value: number | null; this_order: number }) => one.budget_value !== null && one.this_order > 0);
    const { lines } = await read(`/api/orders/${uuid}`);
    const line = lines.find(
      (one: { is_size_selected: boolean; employee: { id: number }; budget_employee_role_id: number | null; product: { parent: unknown } }) =>
        one.is_size_selected && one.product.parent && one.employee.id === charged?.employee_id && one.budget_employee_role_id === charged?.id,
    );
    if (!line) continue;
    const { sku } = line.picked_product ?? line.product;
    await page.goto(`${product.url}/admin/substitution`);
    await choose('Account', account.name);
    await page.getByLabel('Orders from').fill('2020-01-01');
    await choose('Parent product', line.product.parent.sku);
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: sku });
    await row.getByRole('combobox').click();
    await row.getByRole('combobox').fill(sku);
    await page.getByRole('option', { name: sku }).first().click();
    await row.getByRole('textbox', { name: /^New price for/ }).fill('5000');
    const warning = page.getByRole('status').filter({ hasText: /budgets? would go over/ });
    await expect(warning.getByRole('listitem').filter({ hasText: charged.employee_name }).first()).toContainText(
      /: £[\d.,]+ of £[\d.,]+, £[\d.,]+ over/,
    );
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Substitute', exact: true }).click();
    await expect(warning).toHaveCount(0);
    return;
  }
  throw new Error('The demo has no open order that is charged to a limited budget.');
});

test('an order that waits for its courier can be set as allocated or as dispatched', async () => {
  const waiting = async () => {
    const uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
    const path = `/api/admin/picking/orders/${uuid}`;
    await send('PUT', path, { action: 'start' });
    for (const { id, qty_allocated } of (await read(path)).lines) await send('PUT', `/api/admin/picking/lines/${id}`, { qty_picked: qty_allocated });
    await send('POST', `${path}/move-to-prep`);
    if ((await read(`/api/orders/${uuid}`)).status === 'picked') await send('PUT', `/api/admin/prep/orders/${uuid}`, { prep_completed: true });
    const parcel = { uuid, service_key: '220', total_weight: 5, total_items: 1 };
    await send('POST', '/api/admin/shipping/orders/dispatch', { orders: [parcel], consolidated: false });
    return read(`/api/orders/${uuid}`);
  };
  const resolve = async (action: 'Set as allocated' | 'Set as dispatched') => {
    const { uuid, order_number } = await waiting();
    await page.goto(`${product.url}/admin/orders#search=${order_number}`);
    await page
      .getByRole('button', { name: new RegExp(`Actions for ${order_number}|Actions.*${order_number}`) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
    await page.getByRole('button', { name: `${action.replace('Set as', `Set ${order_number} as`)}` }).click();
    await expect(page).toHaveURL(/\/admin\/orders(#.*)?$/);
    return (await read(`/api/orders/${uuid}`)).status;
  };
  expect(await resolve('Set as allocated')).toBe('allocated');
  expect(await resolve('Set as dispatched')).toBe('shipped');
});

/** Re-orders an order as the office, and submits the new order. Nothing is allocated to it. */
async function orderAgain(uuid: string): Promise<{ uuid: string; order_number: string }> {
  const { uuid: again } = (await send('POST', `/api/orders/${uuid}/reorder`)) as { uuid: string };
  await send('PUT', `/api/admin/orders/${again}`, {
    submit: true,
    client_po_reference: 'PO-AGAIN',
    cost_code: 'CC-1',
    force_over_budget_order: true,
  });
  return read(`/api/orders/${again}`);
}

test('an order on hold shows the reason, and cannot be allocated until the office releases the hold', async () => {
  const { uuid } = await orderAgain(await releaseOrder(product, { styles: 1, quantity: 1 }));
  await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Credit stop');
  await dialog.getByRole('button', { name: 'Hold order' }).click();
  await expect(page.getByText('Credit stop').first()).toBeVisible();
  for (const name of ['Allocate ALL', 'Start Pick']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  expect((await read(`/api/orders/${uuid}`)).is_frozen).toBe(true);
  await page.getByRole('button', { name: 'Release hold' }).click();
  await expect(page.getByRole('button', { name: 'Allocate ALL' })).toBeVisible();
  expect((await read(`/api/orders/${uuid}`)).is_frozen).toBe(false);
});

test('if three orders for a scarce SKU are allocated one after another, they never get more than the free stock', async () => {
  const first = await releaseOrder(product, { styles: 1, quantity: 2 });
  const [{ product_id, product: sku }] = (await read(`/api/orders/${first}`)).lines;
  await send('PUT', `/api/admin/orders/${first}`, { unallocate: true });
  const waiting = [await read(`/api/orders/${first}`), await orderAgain(first), await orderAgain(first)];
  const stockLevel = (await read(`/api/admin/stock?sku=${sku.sku}`)).items[0];
  const setFree = (qty: number) =>
    send('PUT', `/api/admin/products/${product_id}`, { field: 'qty_available', value: stockLevel.qty_allocated + qty });
  // Six are ordered, three are free.
  await setFree(3);
  // If a quantity is refused because the stock is gone meanwhile, the field shows the stored quantity again.
  await page.goto(`${product.url}/admin/orders/${first}/edit`);
  await page.route('**/allocation', async (route) => {
    await setFree(0);
    await route.continue();
  });
  const count = page.getByRole('group', { name: /^Allocated, / });
  await count.getByRole('button', { name: 'One more' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'None are free.' })).toBeVisible();
  await expect(count.getByRole('spinbutton')).toHaveValue('0');
  await page.unroute('**/allocation');
  await setFree(3);
  const allocated: number[] = [];
  for (const { uuid } of waiting) {
    await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
    await page.getByRole('button', { name: 'Allocate ALL' }).click();
    await expect(page.getByText(/items? allocated\.|Nothing more was free\./).first()).toBeVisible();
    allocated.push((await read(`/api/orders/${uuid}`)).lines[0].qty_allocated);
  }
  expect(allocated).toEqual([2, 1, 0]);
  // The text that says what the last order waits for is complete at every width.
  await expect(page.getByText(/^(Expected \d|2 waiting for stock)/)).toBeVisible();
  for (const width of [1360, 1180, 1024, 820, 1440]) {
    await resize(page, { width, height: 900 });
    expect(await layoutFaultsOf(page), `${width} px`).toEqual([]);
  }
  expect((await read(`/api/admin/stock?sku=${sku.sku}`)).items[0].qty_free).toBe(0);
});

test('after a short pick the order is listed for allocation again, and the items that were not found are not allocated to it', async () => {
  const uuid = await releaseOrder(product, { styles: 1, quantity: 2 });
  const path = `/api/admin/picking/orders/${uuid}`;
  await send('PUT', path, { action: 'start' });
  const { lines } = await read(path);
  const { items: codes } = await read('/api/admin/error-codes');
  const { code } = codes.find(({ requires_input }: { requires_input: boolean }) => !requires_input);
  await send('PUT', `/api/admin/picking/lines/${lines[0].id}`, { qty_picked: 0, code });
  await send('POST', `${path}/move-to-prep`);
  const { order_number } = await read(`/api/orders/${uuid}`);
  await page.goto(`${product.url}/admin/orders#stage=requires_allocation&search=${order_number}`);
  await page.getByRole('link', { name: order_number, exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Allocate ALL' })).toBeVisible();
  const [line] = (await read(`/api/orders/${uuid}`)).lines;
  expect(line).toMatchObject({ qty_requested: 2, qty_allocated: 0, qty_shipped: 0 });
  const { items: checks } = await read('/api/admin/stock/checks?per_page=100');
  expect(JSON.stringify(checks)).toContain(line.product.sku);
});

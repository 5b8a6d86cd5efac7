import { expect, type Locator, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { pdfsOf, startMailServer } from '../mail/mail-server.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { typeScan } from './type-scan.ts';

type Mails = Awaited<ReturnType<typeof startMailServer>>;
interface Sku {
  id: number;
  sku: string;
  qty_free: number;
}

let mails: Mails;
const office = officePage(async () => {
  mails = await startMailServer();
  return { SMTP_URL: mails.url };
});
test.afterAll(() => mails.stop());

/** Calls the API as somebody of the demo. */
async function caller(email: string) {
  const { product } = office;
  const session: Session = await product.signIn(email);
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many endpoints
  const send = async (method: string, path: string, body: unknown = {}): Promise<any> => {
    const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(product.url + path, { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return send;
}

/** Submits an order for two items of a SKU that is not in stock. */
async function orderWhatIsMissing(): Promise<{ uuid: string; number: string; sku: Sku }> {
  const client = await caller('client.admin@northgate.test');
  const office = await caller('super@kitroom.test');
  const { items: people } = await client('GET', '/api/employees?per_page=100');
  for (const { id } of people) {
    const { items } = await client('GET', `/api/employees/${id}/products`);
    // Only the office reads how many items are free.
    const { items: stocked } = await office('GET', `/api/employees/${id}/products`);
    const isOut = new Set(
      stocked
        .flatMap(({ children }: { children: Sku[] }) => children)
        .filter(({ qty_free }: Sku) => qty_free === 0)
        .map((one: Sku) => one.id),
    );
    // A style without a decoration, so that the order can be shipped as soon as it is picked.
    const plain = items.filter(({ decorations_for_employee }: { decorations_for_employee: string[] }) => decorations_for_employee.length === 0);
    const sku = plain.flatMap(({ children }: { children: Sku[] }) => children).find((one: Sku) => isOut.has(one.id)) as Sku | undefined;
    if (!sku) continue;
    const { uuid, order_number } = await client('POST', '/api/orders', { employees: [id] });
    await client('POST', `/api/orders/${uuid}/employees/${id}/lines`, {
      lines: [{ product_id: sku.id, quantity: 2, is_size_selected: true, decoration: null }],
    });
    const { items: sites } = await client('GET', '/api/sites?per_page=1&include=delivery_address');
    await client('PUT', `/api/orders/${uuid}?submitted=true`, {
      set_delivery_details: true,
      delivery_site_id: sites[0].id,
      delivery_address: sites[0].delivery_address,
      contact_name: 'Ann Field',
      client_po_reference: 'PO-IN',
      cost_code: 'CC-1',
      terms: true,
      force_over_budget_order: true,
    });
    return { uuid, number: order_number, sku };
  }
  throw new Error('The demo has nothing that is not in stock.');
}

test('missing items of an order are bought, received by scan, allocated and shipped; a surplus is received, and a receipt reversed', async () => {
  const { page, product } = office;
  const { uuid, number, sku } = await orderWhatIsMissing();
  const question = page.getByRole('alertdialog');

  await page.goto(`${product.url}/admin/reports/shortfall`);
  await page.getByLabel('Search shortfall').fill(sku.sku);
  // The test waits until the address contains the search, because before that the list has other products.
  await expect(page).toHaveURL(/#search=/);
  await page.getByRole('button', { name: 'Open all' }).click();
  await page.getByRole('region', { name: 'Northgate Facilities, table' }).getByLabel(`Choose ${sku.sku}`, { exact: true }).check();
  const made = page.waitForResponse((response) => response.url().endsWith('/api/admin/reports/shortfall') && response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Add 1 product to PO' }).click();
  const { purchase_orders: drafts } = await (await made).json();
  await page.goto(`${product.url}/admin/purchase-orders/${drafts[0].id}/edit`);
  const lines = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await page.getByLabel('Contact email').fill('mill@goods-in.test');
  await page.getByLabel('Contact email').press('Enter');
  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  await question.getByRole('button', { name: 'Approve & Finalise' }).click();
  await expect(page.getByText('On Order', { exact: true })).toBeVisible();
  const reference = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  // Before the order is sent, a thread starts and draws the order's PDF, which takes long on a busy machine.
  await expect.poll(() => mails.received.filter(({ to }) => to.includes('mill@goods-in.test')).length, { timeout: 60_000 }).toBe(1);
  const mail = mails.received.find(({ to }) => to.includes('mill@goods-in.test'));
  const [pdf] = pdfsOf(mail?.raw ?? '');
  expect(pdf?.name).toContain(reference);
  expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  // Two items are scanned, the rest is received as ordered, and one item is too many.
  await page.getByRole('link', { name: 'Receive', exact: true }).click();
  const now: Locator = page.getByLabel(/^Now of/);
  await expect(now).toHaveCount(1);
  await now.focus();
  await typeScan(page, sku.sku);
  await expect(now).toHaveValue('1');
  await typeScan(page, sku.sku.toLowerCase());
  await expect(now).toHaveValue('2');
  await page.getByLabel('Delivery note number').fill('DN 4711');
  await page.getByRole('button', { name: 'All that is missing' }).click();
  const ordered = Number(await now.inputValue());
  expect(ordered).toBeGreaterThanOrEqual(2);
  await now.fill(String(ordered + 1));
  await now.press('Enter');
  await expect(page.getByText('1 more than ordered on 1 line')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const over = page.getByRole('dialog', { name: 'Receive 1 more than ordered?' });
  await expect(over).toContainText('go into stock');
  expect(await faultsOf(page)).toEqual([]);
  await over.getByRole('button', { name: 'Count again' }).click();
  await expect(now).toHaveValue(String(ordered + 1));
  await page.getByRole('button', { name: `Receive ${ordered + 1} items` }).click();
  await over.getByRole('button', { name: `Receive all ${ordered + 1}` }).click();

  // The waiting order is allocated its items.
  await expect(page.getByRole('heading', { name: /^GRN-\d+ received$/ })).toBeVisible();
  const order = page.getByRole('link', { name: number, exact: true });
  await expect(order).toHaveAttribute('href', `/admin/orders/${uuid}/edit`);
  expect(await faultsOf(page)).toEqual([]);
  for (const name of ['Goods received note', `Bag label of order ${number}`]) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    const { headers, bytes } = await page.evaluate(async (url) => {
      const response = await fetch(String(url));
      return { headers: response.headers.get('content-type'), bytes: (await response.arrayBuffer()).byteLength };
    }, href);
    expect([headers, bytes > 1000]).toEqual(['application/pdf', true]);
  }

  // The order is picked and shipped, so a reversal finds that the items are gone.
  const floor = await caller('super@kitroom.test');
  const pick = `/api/admin/picking/orders/${uuid}`;
  await floor('POST', `/api/admin/orders/${uuid}/allocate`);
  const { lines: toPick } = await floor('PUT', pick, { action: 'start' });
  expect(toPick.map(({ qty_allocated }: { qty_allocated: number }) => qty_allocated)).toEqual([2]);
  await floor('PUT', `/api/admin/picking/lines/${toPick[0].id}`, { qty_picked: 2 });
  await floor('POST', `${pick}/move-to-prep`);
  if ((await floor('GET', `/api/orders/${uuid}`)).status === 'picked') await floor('PUT', `/api/admin/prep/orders/${uuid}`, { prep_completed: true });
  const shipping = '/api/admin/shipping/orders';
  const { items: dispatches } = await floor('POST', `${shipping}/dispatch`, {
    orders: [{ uuid, service_key: '220', total_weight: 1, total_items: 1 }],
  });
  await floor('PUT', `${shipping}/dispatches/${dispatches[0].id}`, { tracking_number: 'GOODS-IN-1' });
  expect((await floor('GET', `/api/orders/${uuid}`)).status).toBe('shipped');

  await page.getByRole('link', { name: 'Back to the order' }).click();
  const receipts = page.getByRole('region', { name: 'Receipts' });
  await expect(receipts).toContainText('Delivery note DN 4711');
  await receipts.getByRole('button', { name: /^Reverse GRN-/ }).click();
  const reverse = page.getByRole('dialog');
  await reverse.getByLabel('Reason').fill('Not ours');
  await reverse.getByRole('button', { name: 'Reverse receipt' }).click();
  await expect(reverse.getByRole('alert')).toContainText('free.');
  expect(await faultsOf(page)).toEqual([]);
  await reverse.getByRole('button', { name: 'Keep it' }).click();

  // One more item is received by mistake: it is scanned while the screen still loads. Then its delivery is reversed.
  const read = /\/api\/admin\/purchase-orders\/\d+$/;
  let answer: () => void = () => undefined;
  const isScanned = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(read, (route) => isScanned.then(() => route.continue()), { times: 1 });
  await Promise.all([page.waitForRequest(read), page.goto(`${page.url().replace(/\/edit$/, '')}/receive`)]);
  await typeScan(page, sku.sku);
  answer();
  await expect(now).toHaveValue('1');
  await page.getByRole('button', { name: 'Receive 1 item', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Receive all 1' }).click();
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(receipts).toContainText('2 deliveries');
  await receipts
    .getByRole('button', { name: /^Reverse GRN-/ })
    .first()
    .click();
  await reverse.getByLabel('Reason').fill('Scanned by mistake');
  await reverse.getByRole('button', { name: 'Reverse receipt' }).click();
  await expect(receipts.getByRole('listitem').filter({ hasText: 'Scanned by mistake' }).first()).toContainText('Reversed');
  expect(await faultsOf(page)).toEqual([]);
});

test('a work order is approved without an email; its garments go out, and the warehouse receives them back without seeing costs', async () => {
  const { page, product, openOwnPage } = office;
  const send = await caller('super@kitroom.test');
  const { items: skus } = await send('GET', '/api/admin/products?disable_parent=true&per_page=1');
  const decorator = await send('POST', '/api/admin/suppliers', { name: 'Thread & Needle', code: 'TNX', work_order: true });
  await send('PUT', `/api/admin/products/${skus[0].id}`, { field: 'qty_available', value: 500 });
  const { items: accounts } = await send('GET', '/api/admin/accounts?per_page=1');
  const { items: sets } = await send('GET', `/api/admin/accounts/${accounts[0].id}/clothing-sets`);
  const { id } = await send('POST', '/api/admin/purchase-orders', { supplier_id: decorator.id, account_id: accounts[0].id });
  await send('POST', `/api/admin/purchase-orders/${id}/lines`, {
    ...{ product_id: skus[0].id, qty_requested: 3, unit_price: 250, clothing_set_id: sets[0].id },
  });
  await page.goto(`${product.url}/admin/purchase-orders/${id}/edit`);
  const made = page.getByRole('region', { name: 'What this makes' });
  await expect(made).toContainText('3 items go out and come back decorated');
  await expect(made.getByRole('listitem')).toContainText([sets[0].name]);
  await page.getByLabel(/^Quantity of/).fill('4');
  await page.keyboard.press('Tab');
  await expect(made).toContainText('Ordered 4');
  await page.getByLabel(/^Quantity of/).fill('3');
  await page.keyboard.press('Tab');
  await expect(made).toContainText('Ordered 3');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Neither this order nor its supplier has an email address');
  await question.getByRole('button', { name: 'Enter an address' }).click();
  await expect(page.getByLabel('Contact email')).toBeFocused();
  await page.getByRole('button', { name: 'Approve & Finalise' }).click();
  await question.getByRole('button', { name: 'Approve without email' }).click();
  await expect(page.getByText('Not sent, or its email waits')).toBeVisible();
  await expect(page.getByRole('link', { name: 'PDF', exact: true })).toHaveAttribute('href', `/admin/work-orders/${id}/pdf`);

  // The order is sent after all. At the first press the address is missing, and a message at the field says so.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByLabel('Contact email')).toHaveAccessibleDescription(/has an email address/);
  await page.getByLabel('Contact email').fill('needle@goods-in.test');
  await page.getByLabel('Contact email').press('Enter');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The order is on its way to needle@goods-in.test', { exact: true })).toBeVisible();

  await made.getByRole('button', { name: 'Send out' }).click();
  await page.getByRole('dialog', { name: 'Send out' }).getByRole('button', { name: 'Send out 3 items' }).click();
  await expect(made).toContainText('Ordered 3Out 3Back 0');

  const floor = await openOwnPage('warehouse@kitroom.test');
  await floor.goto(`${product.url}/admin/purchase-orders/${id}/receive`);
  await floor.getByRole('button', { name: 'All that is out' }).click();
  await expect(floor.getByRole('button', { name: 'Receive 3 items' })).toBeFocused();
  await floor.keyboard.press('Enter');
  await expect(floor.getByRole('heading', { name: /^GRN-\d+ received$/ })).toBeVisible();
  await expect(floor.locator('main')).not.toContainText('£');
  await floor.getByRole('link', { name: 'Back to the order' }).click();
  await expect(floor.getByText('Complete', { exact: true })).toBeVisible();
  await expect(floor.getByRole('region', { name: 'What this makes' })).toContainText('Ordered 3Out 0Back 3');
  await expect(floor.getByRole('region', { name: 'Receipts' })).toContainText('3 items, 1 line');
  await expect(floor.getByRole('button', { name: /^Reverse/ })).toHaveCount(0);
  await floor.context().close();

  await page.reload();
  await page.getByRole('button', { name: 'Close PO' }).click();
  await question.getByRole('button', { name: 'Close PO' }).click();
  await expect(page).toHaveURL(/\/admin\/purchase-orders$/);
});

test('if two people count one delivery, the second is shown what the first has received, and asked before receiving it too', async () => {
  const { page, product } = office;
  const send = await caller('super@kitroom.test');
  const { items: skus } = await send('GET', '/api/admin/products?disable_parent=true&per_page=2');
  const { items: suppliers } = await send('GET', '/api/admin/suppliers?per_page=1');
  const { id } = await send('POST', '/api/admin/purchase-orders', { supplier_id: suppliers[0].id });
  const one = `/api/admin/purchase-orders/${id}`;
  for (const sku of skus) await send('POST', `${one}/lines`, { product_id: sku.id, qty_requested: 10, unit_price: 250 });
  const { lines } = await send('PUT', one, { approved: true, send: false });
  const received = async () => (await send('GET', one)).lines.map(({ qty_received }: { qty_received: number }) => qty_received);

  await page.goto(`${product.url}/admin/purchase-orders/${id}/receive`);
  const now = page.getByLabel(/^Now of/);
  await now.first().fill('4');
  // A note does not change the delivery; somebody else’s receipt does.
  await send('PUT', one, { private_notes: 'By the side door' });
  await send('PUT', one, { lines: [{ id: lines[0].id, qty_new: 4 }] });
  await page.getByRole('button', { name: 'Receive 4 items' }).click();
  const question = page.getByRole('dialog', { name: /has changed meanwhile$/ });
  await expect(question).toContainText('0 → 4');
  expect(await faultsOf(page)).toEqual([]);
  expect(await received()).toEqual([4, 0]);
  await question.getByRole('button', { name: 'Count again' }).click();
  await expect(now.first()).toHaveValue('4');
  await expect(page.getByRole('listitem').first()).toContainText('Received 4');

  await now.first().fill('');
  await now.last().fill('3');
  await send('PUT', one, { lines: [{ id: lines[1].id, qty_new: 1 }] });
  await page.getByRole('button', { name: 'Receive 3 items' }).click();
  await question.getByRole('button', { name: 'It is another delivery: receive it too' }).click();
  await expect(page.getByRole('heading', { name: /^GRN-\d+ received$/ })).toBeVisible();
  expect(await received()).toEqual([4, 4]);

  // A note by somebody else causes no question.
  await page.getByRole('button', { name: 'Receive another delivery' }).click();
  await now.first().fill('1');
  await send('PUT', one, { private_notes: 'By the front door' });
  await page.getByRole('button', { name: 'Receive 1 item', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^GRN-\d+ received$/ })).toBeVisible();
  expect(await received()).toEqual([5, 4]);
});

import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { REPEAT_WINDOW } from '../../pwa/ui/repeat-window.ts';
import { officePage } from './office-page.ts';
import { releaseOrder } from './release-order.ts';
import { resultsIn } from './tablet-ledger.ts';

const office = officePage();
let who: Session;
/** Milliseconds between the two presses. The last is slow, but usual system settings still count it as a double click. */
const gaps = [0, 60, 110, 250];

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
async function send(method: string, path: string, body?: unknown): Promise<any> {
  const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(office.product.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * Double-clicks as a person does, with `gap` milliseconds between the presses: the second press hits the control that is in that place by then.
 * Returns how many milliseconds both presses took together.
 */
async function pressTwice(control: Locator, gap: number): Promise<number> {
  await expect(control).toBeEnabled();
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not on the screen.');
  const page = control.page();
  const begun = performance.now();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 2 });
  return performance.now() - begun;
}

const ctrlEnterTwice = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
};

/** Expects that `act` sends one request that changes something, and that no error is shown for it. */
async function expectOneEffect(page: Page, path: RegExp, act: () => Promise<unknown>, isDone: () => Promise<unknown>): Promise<void> {
  const sent: string[] = [];
  const count = (request: { method: () => string; url: () => string }) => {
    if (request.method() !== 'GET' && path.test(new URL(request.url()).pathname)) sent.push(request.url());
  };
  page.on('request', count);
  await act();
  await isDone();
  await expect(page.locator('button[aria-busy=true]')).toHaveCount(0);
  page.off('request', count);
  expect(sent).toHaveLength(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.beforeAll(async () => {
  who = await office.product.signIn('super@kitroom.test');
});

test('a double click on Allocate ALL or Start Pick, or Ctrl+Enter twice, allocates or starts once', async () => {
  const { page, product } = office;
  const uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
  for (const gap of [...gaps, 'keys'] as const) {
    await send('PUT', `/api/admin/orders/${uuid}`, { unallocate: true });
    await page.goto(`${product.url}/admin/orders/${uuid}/edit`);
    await expectOneEffect(
      page,
      /allocate-all$/,
      () => pressTwice(page.getByRole('button', { name: 'Allocate ALL' }), gap === 'keys' ? 0 : gap),
      () => expect(page.getByText('1 item allocated.')).toBeVisible(),
    );
    const start = page.getByRole('button', { name: 'Start Pick' });
    await expect(start).toBeEnabled();
    await expectOneEffect(
      page,
      /\/orders\/actions$/,
      () => (gap === 'keys' ? ctrlEnterTwice(page) : pressTwice(start, gap)),
      () => expect(page.getByText('Order is now ready to pick').last()).toBeVisible(),
    );
    await expect(page.getByText('1 item allocated.')).toHaveCount(0);
  }
});

/** How many mutations of each name the server has got from tablets. */
const countsOf = (names: readonly string[]): number[] => {
  const results = resultsIn(office.product.data);
  return names.map((name) => results.filter(({ n }) => n === name).length);
};

/** Creates a complete draft with one line that is like the first line of the given order; returns its uuid. */
async function draftLike(uuid: string): Promise<string> {
  const { employees, lines, delivery_site, delivery_address } = (await office.product.get(who, `/api/orders/${uuid}`)) as {
    employees: { id: number }[];
    lines: { product_id: number; decoration: string | null }[];
    delivery_site: { id: number };
    delivery_address: object;
  };
  const wearer = employees[0]?.id;
  const draft = String((await send('POST', '/api/orders', { employees: [wearer] })).uuid);
  const [{ product_id, decoration } = { product_id: 0, decoration: null }] = lines;
  await send('POST', `/api/orders/${draft}/employees/${wearer}/lines`, { lines: [{ product_id, decoration, quantity: 1 }] });
  const details = { delivery_site_id: delivery_site.id, delivery_address, client_po_reference: 'PO-1', cost_code: 'CC-1' };
  await send('PUT', `/api/orders/${draft}`, { set_delivery_details: true, ...details });
  await send('PUT', `/api/admin/orders/${draft}/update`, { is_sample: true });
  return draft;
}

/** Picks an order and dispatches it with a carrier; the dispatch then waits for the courier. */
async function sendOff(uuid: string): Promise<void> {
  const path = `/api/admin/picking/orders/${uuid}`;
  const { lines } = await send('PUT', path, { action: 'start' });
  for (const { id, qty_allocated } of lines) await send('PUT', `/api/admin/picking/lines/${id}`, { qty_picked: qty_allocated });
  await send('POST', `${path}/move-to-prep`);
  const { status } = (await office.product.get(who, `/api/orders/${uuid}`)) as { status: string };
  if (status === 'picked') await send('PUT', `/api/admin/prep/orders/${uuid}`, { prep_completed: true });
  const parcel = { uuid, service_key: '220', total_weight: 5, total_items: 1 };
  await send('POST', '/api/admin/shipping/orders/dispatch', { orders: [parcel], consolidated: false });
}

test('a double click submits an order once, takes a dispatch back once, and carries out an allocation once', async () => {
  const { page, product } = office;
  const uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
  const isDone = (text: RegExp) => () => expect(page.getByText(text).last()).toBeVisible();
  for (const gap of gaps) {
    await page.goto(`${product.url}/admin/orders/${await draftLike(uuid)}/edit`);
    const submit = page.getByRole('button', { name: 'Submit', exact: true });
    const path = /^\/api\/admin\/orders\/[^/]+$/;
    await expect(submit).toBeEnabled();
    await expectOneEffect(page, path, () => (gap === 0 ? ctrlEnterTwice(page) : pressTwice(submit, gap)), isDone(/is submitted$/));
    await expect(page).toHaveURL(/\/admin\/orders(#|$)/);

    await sendOff(uuid);
    await page.goto(`${product.url}/admin/orders/${uuid}/set-as-allocated`);
    const setBack = page.getByRole('button', { name: /^Set \d+ as allocated$/ });
    await expectOneEffect(page, /set-as-allocated$/, () => pressTwice(setBack, gap), isDone(/is allocated again$/));
    await send('PUT', `/api/admin/orders/${uuid}`, { sendBack: true });
    await send('POST', `/api/admin/orders/${uuid}/allocate`);
  }
  for (const gap of gaps) {
    await send('PUT', `/api/admin/orders/${uuid}`, { unallocate: true });
    const { id } = await send('POST', '/api/admin/allocation-runs', { rule: 'oldest', is_preview: true, orders: [uuid] });
    await page.goto(`${product.url}/admin/allocation/${id}`);
    const carryOut = page.getByRole('button', { name: 'Allocate 1 item', exact: true });
    await expectOneEffect(page, /\/apply$/, () => pressTwice(carryOut, gap), isDone(/^1 item is allocated/));
  }
});

test('pick, prep and dispatch buttons that are pressed twice record their action once', async () => {
  const { product } = office;
  const page = await office.openOwnPage('warehouse@kitroom.test');
  page.setDefaultTimeout(15_000);
  await page.setViewportSize({ width: 820, height: 1180 });
  const names = ['pick.start', 'pick.complete', 'prep.complete', 'dispatch.request'];
  for (const [index, gap] of gaps.entries()) {
    const uuid = await releaseOrder(product, { styles: 1, quantity: 2 });
    const { order_number } = (await product.get(who, `/api/admin/picking/orders/${uuid}`)) as { order_number: string };
    const twice = (name: string) => pressTwice(page.getByRole('button', { name, exact: true }).last(), gap);
    const confirm = (name: string) => pressTwice(page.getByRole('alertdialog').getByRole('button', { name, exact: true }), gap);
    await page.goto(`${product.url}/admin/picking/orders/${uuid}`);
    await twice('Start picking');
    await page.getByRole('button', { name: 'ALL 2' }).click();
    // The button accepts taps only after a pause, because an early tap may be meant for the control that was in this position before.
    await expect(page.locator('[aria-disabled=true]')).toHaveCount(0);
    await twice('Complete pick');
    await confirm('Complete pick');
    await expect.poll(() => countsOf(names)[1], { timeout: 15_000 }).toBe(index + 1);

    await page.goto(`${product.url}/admin/prep`);
    await page.getByRole('link', { name: `Prep order ${order_number}` }).click();
    await page.getByRole('button', { name: /^Tick all/ }).click();
    await twice('Ready for Dispatch');
    await confirm('Ready for Dispatch');
    await expect(page).toHaveURL(/\/admin\/prep$/);

    await page.goto(`${product.url}/admin/shipping`);
    await page.getByRole('checkbox', { name: `Select ${order_number}` }).check();
    await twice('Dispatch 1 order');
    await confirm('Dispatch 1 order');
    await expect.poll(() => countsOf(names), { timeout: 15_000 }).toEqual(names.map(() => index + 1));
    await expect(page.getByRole('link', { name: /Nothing waiting/ })).toBeVisible();
  }
  await page.context().close();
});

test('a double click on a link to a document opens the document once', async () => {
  const { page, product } = office;
  const context = page.context();
  page.setDefaultTimeout(15_000);
  const opened: string[] = [];
  context.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  /** Presses a link twice, and expects that its document is opened once. */
  const expectOne = async (link: Locator): Promise<void> => {
    const path = new URL((await link.getAttribute('href')) ?? '', product.url).pathname;
    const count = () => opened.filter((one) => one === path).length;
    for (const gap of gaps) {
      let before = 0;
      let took = 0;
      do {
        await page.waitForTimeout(600);
        before = count();
        took = await pressTwice(link, gap);
        await expect.poll(count).toBeGreaterThan(before);
        await page.waitForTimeout(300);
        // On a busy machine the two presses may be too far apart for a double click: then they are tried again.
      } while (took >= REPEAT_WINDOW);
      expect([gap, count() - before]).toEqual([gap, 1]);
    }
    for (const other of context.pages()) if (other !== page) await other.close();
  };
  await page.goto(`${product.url}/admin/reports`);
  const invoice = page.getByRole('region', { name: 'Invoice report' });
  await invoice.getByLabel('Start Date').fill('2026-01-01');
  await expectOne(invoice.getByRole('link', { name: /^Generate/ }));
  await page.goto(`${product.url}/admin/purchase-orders`);
  await expectOne(page.getByRole('link', { name: /^PDF of / }).first());
});

test('a dialog that a double click opens is not closed by the second press', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/orders`);
  const create = page.getByRole('button', { name: 'Create New Order' });
  for (const gap of gaps) {
    await pressTwice(create, gap);
    await expect(page.getByRole('dialog', { name: 'Create New Order' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a double click requests a report once', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/reports`);
  const sales = page.getByRole('form', { name: 'Sales per month' });
  for (const [index, gap] of gaps.entries()) {
    await sales.getByRole('button', { name: ['CSV', 'XLSX', 'PDF'][index % 3], exact: true }).click();
    const download = page.waitForEvent('download');
    await pressTwice(sales.getByRole('button', { name: /^Generate/ }), gap);
    await download;
    await expect(page.getByRole('region', { name: 'Recent reports' }).getByText('Sales per month')).toHaveCount(index + 1);
  }
});

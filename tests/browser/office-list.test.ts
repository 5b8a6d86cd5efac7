import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { putInState } from './picture-state.ts';
import { type Product, startProduct } from './product.ts';
import { releaseOrder } from './release-order.ts';
import { enter, goBack, open } from './screens.ts';

let product: Product;
let browser: Browser;
const contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

async function office(path: string, who = 'super@kitroom.test', serviceWorkers: 'allow' | 'block' = 'block'): Promise<Page> {
  const session = await product.signIn(who);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers,
  });
  contexts.push(context);
  await enter(context, product, session);
  const page = await context.newPage();
  await open(page, product, path);
  return page;
}

interface Listed {
  items: { uuid: string }[];
}

/** Fills a draft of the demo with copies of its first line until the draft has `lines` lines; returns the draft's uuid. */
async function draftWith(lines: number): Promise<string> {
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  const draft = connection
    .prepare(
      `select o.id, o.uuid, count(*) n, min(l.id) line from orders o join order_lines l on l.order_id = o.id
       where o.status = 'draft' and o.deleted_at is null and o.requested_at is null group by o.id order by n, o.id desc limit 1`,
    )
    .get() as { id: number; uuid: string; n: number; line: number };
  const columns = (connection.pragma('table_info(order_lines)') as { name: string }[])
    .flatMap(({ name }) => (name === 'id' ? [] : [name]))
    .join(', ');
  connection
    .prepare(
      `with recursive times (n) as (select 1 union all select n + 1 from times where n < ?)
       insert into order_lines (${columns}) select ${columns} from order_lines cross join times where order_lines.id = ?`,
    )
    .run(lines - draft.n, draft.line);
  connection.close();
  return draft.uuid;
}

test('short orders are found, selected on all pages and allocated, with a result for each; a second open list updates itself', async () => {
  const page = await office('/admin/orders#short=1');
  expect(await faultsOf(page)).toEqual([]);
  const other = await office('/admin/orders#short=1');
  const rows = page.locator('tbody').getByRole('link');
  await expect(rows.first()).toBeVisible();
  await expect(other.locator('tbody').getByRole('link').first()).toBeVisible();
  // The list announces how many orders it has before all of them are rendered.
  const readCount = async (): Promise<number> => Number.parseInt((await other.locator('main .sr[role=status]').first().textContent()) ?? '', 10);
  const before = await readCount();
  await page.locator('tbody').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Choose all that match' }).click();
  await expect(page.getByText(`${before} chosen`)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allocate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(before, { timeout: 60_000 });
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(readCount, { timeout: 30_000 }).toBeLessThan(before);
});

test('the link of an open list reads the list again', async () => {
  const page = await office('/admin/returns');
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
  const isRead = page.waitForResponse((response) => response.url().includes('/api/admin/returns?') && response.ok());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Returns', exact: true }).click();
  await isRead;
});

test('on a phone the actions for the selected orders stay visible beside the page buttons', async () => {
  const page = await office('/admin/orders');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const row of [0, 1, 2]) await page.getByRole('checkbox').nth(row).check();
  const buttons = ['Choose none', 'Previous', 'Next', 'Choose all that match', 'Allocate', 'Start Pick', 'More'].map((name) =>
    page.locator('.list-foot').getByRole('button', { name, exact: true }),
  );
  for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
  const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
  const overlaps = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          one &&
          other &&
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  );
  expect(overlaps).toEqual([]);
  expect(await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('the order list reacts to arrow keys at once, and has the same focus, selection and position when a person comes back', async () => {
  const page = await office('/admin/orders#sortedBy=asc');
  const rows = page.locator('tbody tr[data-row]');
  const row = (place: number) => page.locator(`tbody tr[data-row="${place}"]`);
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(row(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('End');
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowUp');
  const place = 96;
  await expect(row(place)).toBeFocused();
  // The rows out of view are rendered after those in view, without moving these.
  await expect(rows).toHaveCount(100);
  await page.keyboard.press('Space');
  await expect(page.getByText('1 chosen')).toBeVisible();
  const scroller = page.locator('.list-scroll');
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  expect(scrolled).toBeGreaterThan(100);
  for (const back of ['the browser', 'the screen'] as const) {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/edit$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+/);
    if (back === 'the browser') await goBack(page);
    else await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/orders#sortedBy=asc$/);
    await expect(row(place)).toBeFocused();
    await expect(page.getByText('1 chosen')).toBeVisible();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(scrolled);
  }
  // The navigation opens the list without its earlier state.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Returns', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page.getByText('1 chosen')).toHaveCount(0);
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
  // The stage is a part of the address.
  await page
    .getByRole('group', { name: 'Stage' })
    .getByRole('button', { name: /^Requires prep/ })
    .click();
  await expect(page).toHaveURL(/\/admin\/orders#stage=requires_prep$/);
});

test('the down arrow moves to the first order or line, even from a stage button or after a dialog; Enter opens this order or line', async () => {
  const page = await office('/admin/orders');
  const first = page.locator('.list-scroll tbody tr[data-row]').first();
  await expect(first).toBeVisible();
  const down = async (row = first) => {
    await page.keyboard.press('ArrowDown');
    await expect(row).toBeFocused();
  };
  await page.getByRole('button', { name: /^Requires allocation/ }).click();
  await expect(page).toHaveURL(/stage=requires_allocation/);
  await down();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await down();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Submitted from').fill('2020-01-01');
  await page.getByRole('button', { name: 'Show orders' }).click();
  await expect(page.getByText('From 01/01/2020')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Required to').fill('2026-01-01');
  await page.getByRole('button', { name: 'Show orders' }).click();
  await expect(page).toHaveURL(/required_to=2026-01-01/);
  await page.getByRole('button', { name: /Required to 01\/01\/2026/ }).click();
  await expect(page).not.toHaveURL(/required_to/);
  await down();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/edit$/);
  const lines = page.locator('.office-lines tbody tr[data-row]');
  await expect(lines.first()).toBeVisible();
  await down(lines.first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(lines.first()).toBeFocused();
  await page.getByRole('heading', { level: 1 }).focus();
  await down(lines.first());
});

test('the down arrow that is pressed while a list without rows is being read moves to its first row', async () => {
  const page = await office('/admin/orders#required_to=2020-01-01');
  await expect(page.getByText('No orders', { exact: false }).first()).toBeVisible();
  let answer: () => void = () => undefined;
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/orders?*', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByRole('button', { name: /Required to 01\/01\/2020/ }).click();
  await expect(page.locator('.list-scroll')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('ArrowDown');
  answer();
  await expect(page.locator('.list-scroll tbody tr[data-row]').first()).toBeFocused();
});

test('a row that the down arrow focuses while a dialog is closing keeps the focus', async () => {
  const page = await office('/admin/orders');
  const first = page.locator('.list-scroll tbody tr[data-row]').first();
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Cancel' }).evaluate(async (cancel: HTMLElement) => {
    cancel.click();
    while (document.querySelector('[role=dialog]')) await Promise.resolve();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
    await new Promise((done) => setTimeout(done, 50));
  });
  await expect(first).toBeFocused();
});

test('a price that somebody else changes appears on the open order within seconds, and a hold appears in the open list', async () => {
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/orders?stage=requires_allocation&per_page=1')) as Listed;
  const uuid = items[0]?.uuid ?? '';
  const order = (await product.get(session, `/api/orders/${uuid}`)) as { order_number: string; lines: { id: number }[] };
  const page = await office(`/admin/orders/${uuid}/edit`);
  const list = await office(`/admin/orders#search=${order.order_number}`);
  await expect(page.locator('.office-lines tbody tr[data-row]').first()).toBeVisible();
  await expect(list.getByRole('link', { name: order.order_number, exact: true }).first()).toBeVisible();
  const send = async (path: string, body: object): Promise<void> => {
    const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' };
    const { status } = await fetch(`${product.url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect(status).toBe(200);
  };
  // The change must arrive well before the screen polls, which it does every 30 seconds. An idle machine needs less than two seconds, a busy one
  // longer.
  const within = 10_000;
  await send(`/api/admin/order-lines/${order.lines[0]?.id}`, { unit_price: 7 });
  await expect(page.locator('.office-lines').getByText('0.07', { exact: true }).first()).toBeVisible({ timeout: within });
  await send(`/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Query' });
  await expect(list.getByText('On hold').first()).toBeVisible({ timeout: within });
  // The tests below open the first order of the list and put it on hold themselves.
  await send(`/api/admin/orders/${uuid}`, { is_frozen: false });
});

test('a dialog with typed text is left only after a confirmation; Cancel needs none', async () => {
  const page = await office('/admin/orders#stage=requires_allocation');
  await page.locator('tbody').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const reason = dialog.getByRole('textbox');
  await reason.fill('Credit stop until Friday');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(reason).toHaveValue('Credit stop until Friday');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await reason.fill('Credit stop');
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a supplier whose name begins with the typed text is offered before one that matches in a field that is not shown', async () => {
  const page = await office('/admin/supplier-returns/create');
  await page.getByRole('combobox', { name: 'Supplier' }).fill('pen');
  await expect(page.getByRole('option').nth(1)).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveText(/^Pen/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue(/^Pen/);
});

test('an order shows its dispatch with its tracking number and delivery note', async () => {
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/orders?per_page=100')) as {
    items: { uuid: string; dispatches: { consignment: { tracking_number: string | null } | null }[] }[];
  };
  const order = items.find(({ dispatches: [first] }) => first?.consignment?.tracking_number);
  const page = await office(`/admin/orders/${order?.uuid}/edit`);
  const card = page.getByRole('region', { name: 'Fulfilment' });
  await expect(card).toContainText(order?.dispatches[0]?.consignment?.tracking_number ?? 'none');
  expect(await faultsOf(page)).toEqual([]);
  const note = await card
    .getByRole('link', { name: /^Delivery note/ })
    .first()
    .getAttribute('href');
  expect((await page.request.get(product.url + note)).headers()['content-type']).toBe('application/pdf');
  // The number of a dispatch opens the list of dispatches; the address contains the number as the search.
  const link = card.getByRole('link', { name: /^D-\d+$/ }).first();
  const number = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(`${product.url}/admin/shipping/dispatches#search=${number}`);
  await expect(page.getByRole('searchbox').last()).toHaveValue(number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: number }).getByRole('checkbox')).toBeVisible();
});

test('a report shows which input it requires, and is downloaded with all its rows', async () => {
  const page = await office('/admin/reports', 'super@kitroom.test', 'allow');
  const report = page.getByRole('form', { name: 'Order report' });
  await report.getByRole('button', { name: 'Generate CSV' }).click();
  await expect(report.getByText('Choose a start or an end date.')).toBeVisible();
  await report.getByLabel('Start Date').fill('2020-01-01');
  const download = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Generate CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFForder_number,submitted_at,/);
  const rows = csv.trimEnd().split('\r\n').length - 1;
  await expect(page.getByText(`${rows} rows,`)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test('the reports page of a client user has no accessibility faults', async () => {
  const session = await product.signIn('client.admin@northgate.test');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  contexts.push(context);
  await enter(context, product, session);
  const page = await context.newPage();
  await open(page, product, '/reports');
  await expect(page.getByRole('button', { name: 'Generate CSV' }).first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test('each list shows a specific message when it is empty', async () => {
  const page = await office('/admin/orders');
  await putInState(page.context(), 'empty');
  for (const [path, text] of [
    ['/admin/picking/orders', 'No orders are waiting for picking'],
    ['/admin/prep', 'No Orders'],
    ['/admin/shipping', 'No orders ready for dispatch'],
    ['/admin/returns', 'No returns awaiting processing'],
    ['/admin/supplier-returns', 'No Supplier Returns'],
    ['/admin/purchase-orders', 'No Purchase Orders Found'],
    ['/admin/reports/shortfall', 'No products found on shortfall report'],
    ['/admin/skus', 'No SKUs to show'],
    ['/admin/stock', 'No SKUs to show'],
    ['/admin/notices', 'No notices found'],
  ] as const) {
    await page.goto(product.url + path);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('when two people edit an order, the second sees the change of the first and keeps their own input', async () => {
  const session = await product.signIn('super@kitroom.test');
  const { items } = (await product.get(session, '/api/admin/orders?stage=requires_allocation&per_page=1')) as Listed;
  const path = `/admin/orders/${items[0]?.uuid}/edit`;
  const [first, second] = [await office(path), await office(path, 'office@kitroom.test')];
  const po = (page: Page) => page.getByLabel('PO reference');
  const code = (page: Page) => page.getByLabel('Cost code');

  // The other person's change of a different field appears without a reload, and the input on this page stays.
  await po(second).fill('PO-MINE');
  await code(first).fill('CC-THEIRS');
  await code(first).press('Enter');
  await expect(code(second)).toHaveValue('CC-THEIRS', { timeout: 30_000 });
  await expect(po(second)).toHaveValue('PO-MINE');

  await po(first).fill('PO-THEIRS');
  await po(first).press('Enter');
  await expect
    .poll(async () => ((await product.get(session, `/api/orders/${items[0]?.uuid}`)) as Record<string, unknown>).client_po_reference)
    .toBe('PO-THEIRS');
  await po(second).press('Enter');
  const banner = second.getByRole('status').filter({ hasText: 'Somebody else changed this order meanwhile.' });
  await expect(banner).toContainText('PO reference is now “PO-THEIRS”.');
  await expect(po(second)).toHaveValue('PO-MINE');
  expect(await faultsOf(second)).toEqual([]);
  await second.getByRole('button', { name: 'Save mine' }).click();
  await expect(banner).toHaveCount(0);
  await expect(po(first)).toHaveValue('PO-MINE', { timeout: 30_000 });

  // A change in a dialog can conflict in the same way; the dialog then closes, so that the message about the conflict is visible.
  await second
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await second.getByRole('menuitem', { name: /^Notes/ }).click();
  await second.getByLabel('Notes', { exact: true }).fill('Fold it once');
  await first
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await first.getByRole('menuitem', { name: /^Notes/ }).click();
  await first.getByLabel('Notes', { exact: true }).fill('Fold it twice');
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first.getByText('Notes Updated', { exact: true })).toBeVisible();
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(second.getByText('Notes is now “Fold it twice”.')).toBeVisible();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await second.getByRole('button', { name: 'Save mine' }).click();
  await expect.poll(async () => JSON.stringify(await product.get(session, `/api/orders/${items[0]?.uuid}`))).toContain('Fold it once');
});

test('an order of 1,500 lines renders only the rows in view, and a search that matches no line says so', async () => {
  const page = await office(`/admin/orders/${await draftWith(1500)}/edit`);
  await expect(page.getByText('1,500 lines')).toBeVisible();
  const rows = page.locator('.office-lines tbody tr');
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(80);
  await page.locator('.page-body.scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.locator('.office-lines tbody tr[aria-rowindex="1501"]')).toBeVisible();
  expect(await rows.count()).toBeLessThan(80);
  await page.getByLabel('Search lines').fill('qqqqzzzz');
  await expect(page.getByText('No line matches')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

/** Creates an order whose parcel has waited for its courier for two hours. */
async function stuck(): Promise<{ uuid: string; order_number: string }> {
  const session = await product.signIn('super@kitroom.test');
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(product.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  const uuid = await releaseOrder(product, { styles: 1, quantity: 1 });
  const path = `/api/admin/picking/orders/${uuid}`;
  await send('PUT', path, { action: 'start' });
  const { lines } = (await product.get(session, path)) as { lines: { id: number; qty_allocated: number }[] };
  for (const { id, qty_allocated } of lines) await send('PUT', `/api/admin/picking/lines/${id}`, { qty_picked: qty_allocated });
  await send('POST', `${path}/move-to-prep`);
  const { status } = (await product.get(session, `/api/orders/${uuid}`)) as { status: string };
  if (status === 'picked') await send('PUT', `/api/admin/prep/orders/${uuid}`, { prep_completed: true });
  const parcel = { uuid, service_key: '220', total_weight: 5, total_items: 1 };
  await send('POST', '/api/admin/shipping/orders/dispatch', { orders: [parcel], consolidated: false });
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  connection.pragma('busy_timeout = 5000');
  connection.prepare('update orders set status_since = ? where uuid = ?').run(new Date(Date.now() - 7_260_000).toISOString(), uuid);
  connection.close();
  return (await product.get(session, `/api/orders/${uuid}`)) as { uuid: string; order_number: string };
}

for (const [action, status] of [
  ['Set as allocated', 'allocated'],
  ['Set as dispatched', 'shipped'],
] as const)
  test(`the warning about an order that waits long for its courier leads to “${action}”`, async () => {
    const { uuid, order_number } = await stuck();
    const page = await office(`/admin/orders#search=${order_number}`);
    const bar = page.locator('.stuck-line');
    await expect(bar).toContainText('Waiting for courier for 2 h 1 min. There is no tracking number yet.');
    expect(await faultsOf(page)).toEqual([]);
    await bar.getByRole('link', { name: action }).click();
    await expect(page.getByText('Waiting for courier for 2 h 1 min.')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: action.replace('Set', `Set ${order_number}`) }).click();
    await expect(page).toHaveURL(/\/admin\/orders(#.*)?$/);
    const session = await product.signIn('super@kitroom.test');
    expect(await product.get(session, `/api/orders/${uuid}`)).toMatchObject({ status });
    await page.goto(`${product.url}/admin/orders#search=${order_number}`);
    await expect(page.getByRole('link', { name: order_number, exact: true }).first()).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

test('a line is found by a misspelt name of its product or its wearer', async () => {
  const uuid = await releaseOrder(product, { styles: 3, quantity: 1 });
  const session = await product.signIn('super@kitroom.test');
  type Line = { product_name: string; product: { parent: { name: string } | null }; employee: { name: string } };
  const { lines } = (await product.get(session, `/api/orders/${uuid}`)) as { lines: Line[] };
  const page = await office(`/admin/orders/${uuid}/edit`);
  const rows = page.locator('.office-lines tbody tr[aria-rowindex]');
  await expect(rows).toHaveCount(3);
  const name = lines[0]?.product.parent?.name ?? lines[0]?.product_name ?? '';
  // Two letters are swapped, and the last one is missing.
  const misspelt = `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4, -1)}`;
  expect(name).not.toContain(misspelt);
  const search = page.getByLabel('Search lines');
  await search.fill(misspelt);
  await expect(page.getByText(/· [12] found/)).toBeVisible();
  await expect(rows.filter({ hasText: name })).toHaveCount(1);
  expect(await rows.count()).toBeLessThan(3);
  expect(await faultsOf(page)).toEqual([]);
  const wearer = lines[0]?.employee.name ?? '';
  await search.fill(`${wearer.slice(0, 3)}x${wearer.slice(4)}`);
  await expect(rows).toHaveCount(3);
});

test('on a phone the attention list fits the screen, and can be filtered by kind', async () => {
  const page = await office('/admin/attention');
  await page.setViewportSize({ width: 390, height: 844 });
  const kind = page.getByLabel('Kind');
  await expect(kind).toBeVisible();
  const beyond = () =>
    page
      .locator('.list-tools *')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > window.innerWidth).map((one) => one.outerHTML));
  // After the window has become narrow, the layout takes a moment to change.
  await expect.poll(beyond).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await kind.selectOption({ label: 'Counts (0)' });
  await expect(page).toHaveURL(/kind=count_request/);
});

test('the office can search products only once a client is chosen', async () => {
  const page = await office('/products');
  await expect(page.getByText('Choose a client', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Search products')).toHaveCount(0);
  const client = page.getByRole('combobox', { name: 'Client' });
  await client.click();
  await client.fill('Northgate');
  await page.getByRole('option', { name: 'Northgate' }).first().click();
  await page.getByLabel('Search products').fill('hoodie');
  await expect(page.locator('.browser-card').first()).toContainText(/hoodie/i);
  expect(await faultsOf(page)).toEqual([]);
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { deliveryNoteUrl, dispatchLabelsUrl } from '../../shared/documents/document-urls.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, type Device, newDevice, sharedChromium } from './chromium.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Product, startProduct } from './product.ts';
import { ledgerOf, outcomesIn } from './tablet-ledger.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const tabletSize = { width: 820, height: 1180 };
const tracking_number = 'KR123456789GB';
const po_reference = 'PO-MAIN-JOB';
/** Items that each wearer gets. */
const WEARERS = 3;

// One order is followed from basket to courier; each test is a stage of its way.
test.describe.configure({ mode: 'serial' });

let product: Product;
let proxy: FaultProxy;
let tablet: Device;
let browser: Browser;
let office: Session;
let picker: Page;
/** The order that is followed; the stages fill in its values when they first read them. */
const order = { id: 0, uuid: '', order_number: '' };
/** The ids of the actions that wait on the tablet before the network is back. */
let actionIds: string[] = [];

/** Errors inside a page, and violations of its content security policy. */
const faults: string[] = [];
const watch = (page: Page): Page => {
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return page.on('console', (text) => {
    if (text.text().includes('Content Security Policy')) faults.push(`${page.url()}: ${text.text()}`);
  });
};

async function pageOn(context: BrowserContext, size: { width: number; height: number }): Promise<Page> {
  const page = watch(context.pages()[0] ?? (await context.newPage()));
  await page.setViewportSize(size);
  return page;
}

async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Checks the accessibility of the page as it is now. Dialogs have no address of their own, so tests check them when they are open. */
async function usable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
}

/** Confirms the dialog before an action that cannot be undone. */
const confirm = (page: Page, action: string): Promise<void> => page.getByRole('alertdialog').getByRole('button', { name: action }).click();

/** The status bar: whether the tablet is connected, and how many actions wait on it. */
const statusBar = (page: Page) => page.locator('a[href="/queue"]').filter({ hasText: /Online|Offline/ });

/** Fetches a document as its link opens it in this page's browser. */
const fetched = (page: Page, path: string): Promise<{ status: number; type: string | null; start: string }> =>
  page.evaluate(async (url) => {
    const response = await fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('Content-Type'), start: new TextDecoder('latin1').decode(bytes.slice(0, 5)) };
  }, path);

/** Today as lists show it, in the United Kingdom. */
const today = (): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: '2-digit', timeZone: 'Europe/London' }).format(new Date());
/** The expected result of `fetched` for a PDF. */
const pdf = { status: 200, type: 'application/pdf', start: '%PDF-' };

interface Choice {
  name: string;
  style: string;
  colour: string | null;
  size: string;
  decoration: string | undefined;
}
interface Offered {
  items: {
    name: string;
    decorations_for_employee: string[];
    children: { availability: string | null; attributes: Sized & { variation_colour: string | null } }[];
  }[];
}

/** Two of the manager's people, each with a product that is in stock and offered to them; the first person's product is decorated. */
async function wearersWithStock(manager: Session): Promise<Choice[]> {
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as { items: { id: number; name: string }[] };
  const choices: Choice[] = [];
  for (const { id, name } of items) {
    const offered = (await product.get(manager, `/api/employees/${id}/products`)) as Offered;
    for (const { name: style, children, decorations_for_employee } of offered.items) {
      const child = children.find(({ availability, attributes }) => availability === 'in_stock' && sizeOf(attributes));
      if (!child || children.length < 2 || choices.some((choice) => choice.name === name) || (choices.length === 0 && !decorations_for_employee[0]))
        continue;
      const { variation_colour: colour } = child.attributes;
      choices.push({ name, style, colour, size: sizeOf(child.attributes) ?? '', decoration: decorations_for_employee[0] });
    }
    if (choices.length >= 2) return choices.slice(0, 2);
  }
  throw new Error('The demo has no two wearers who can be dressed from the shelf.');
}

/** How many items are allocated to each line of the order. */
const readAllocations = async (): Promise<number[]> => {
  const { lines } = (await product.get(office, `/api/orders/${order.uuid}`)) as { lines: { qty_allocated: number }[] };
  return lines.map(({ qty_allocated }) => qty_allocated);
};

interface PickAnswer {
  id: number;
  state: string;
  lines: { id: number; qty_allocated: number; qty_picked: number; code: string | null; fact_version: number }[];
}
interface AuditAnswer {
  total: number;
  items: { what: string; on: { type: string; id: number | null } }[];
}

test.beforeAll(async () => {
  product = await startProduct({ TRACKING_URL: 'https://courier.example/{tracking_number}' });
  proxy = await openFaultProxy(product.port);
  tablet = newDevice(tabletSize);
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
});

test.afterAll(async () => {
  await closeContexts(browser);
  await tablet?.retire();
  await proxy?.close();
  await product?.stop();
});

test('a client manager orders for two wearers on a phone', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const wearers = await wearersWithStock(manager);

  const page = watch(await browser.newPage({ viewport: phone, serviceWorkers: 'allow' }));
  await signIn(page, product.url, 'manager@northgate.test');
  await expect(page.getByRole('heading', { name: 'Northgate Facilities', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Create New Order' }).click();
  for (const { name } of wearers) {
    await page.getByLabel('Search employees').fill(name);
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByRole('button', { name: 'Start Order' }).click();

  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit/);
  order.uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  for (const { name, style, colour, size, decoration } of wearers) {
    const chip = page.getByRole('group', { name: 'Employees on this order' }).getByRole('button', { name });
    await chip.click();
    await page.getByRole('button', { name: `Look at ${style}`, exact: true }).click();
    const panel = page.getByRole('dialog');
    if (colour) await panel.getByRole('button', { name: colour, exact: true }).click();
    await panel.getByRole('group', { name: 'Size', exact: true }).getByText(size, { exact: true }).click();
    if (decoration) await panel.getByLabel('Decoration', { exact: true }).selectOption(decoration);
    for (let more = 1; more < WEARERS; more++) await panel.getByRole('button', { name: 'One more' }).click();
    await usable(page);
    await panel.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: `Change ${style}`, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Budget' })).toContainText(/£[\d,.]+ of £[\d,.]+ used, this order £/);

  await page.getByRole('button', { name: 'Order Items' }).click();
  const site = page.getByLabel('Site', { exact: true });
  await expect(site).toBeEnabled();
  if (!(await site.inputValue())) await site.selectOption({ index: 1 });
  await page.getByLabel('PO reference').fill(po_reference);
  await page.getByLabel('Cost code').fill('CC-40');
  const force = page.getByRole('checkbox', { name: 'Order over budget' });
  if (await force.isVisible()) await force.check();
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  await usable(page);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  const address = page.getByRole('dialog', { name: 'Confirm the delivery address' });
  await usable(page);
  await address.getByRole('button', { name: 'Deliver here' }).click();

  await expect(page).toHaveURL(/\/orders$/);
  await page.goto(`${product.url}/orders/${order.uuid}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Order confirmation' }).click();
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(po_reference);
  for (const { name } of wearers) await expect(sheet).toContainText(name);
  const { id, order_number } = (await product.get(office, `/api/orders/${order.uuid}`)) as { id: number; order_number: string };
  Object.assign(order, { id, order_number });
  await expect(sheet).toContainText(order.order_number);
  await page.context().close();
});

test('the office finds the order, allocates it and releases it to picking', async () => {
  const page = watch(await browser.newPage({ viewport: desk, serviceWorkers: 'allow' }));
  await signIn(page, product.url, 'super@kitroom.test');
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await page.getByRole('searchbox').fill(order.order_number);
  await expect(page).toHaveURL(new RegExp(`search=${order.order_number}`));
  await page.getByRole('link', { name: order.order_number, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(order.uuid));

  const steppers = page.getByRole('group', { name: /^Allocated, / });
  await expect(steppers).toHaveCount(2);
  await steppers.first().getByRole('button', { name: 'One more' }).click();
  await expect.poll(readAllocations).toEqual([1, 0]);
  await page.getByRole('button', { name: 'ALL', exact: true }).first().click();
  await expect.poll(readAllocations).toEqual([WEARERS, 0]);
  await page.getByRole('button', { name: 'Allocate ALL' }).click();
  await expect.poll(readAllocations).toEqual([WEARERS, WEARERS]);
  await usable(page);
  await page.getByRole('button', { name: 'Start Pick' }).click();
  await expect(page.getByText('Order is now ready to pick', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Pick' })).toHaveCount(0);
  await page.context().close();
});

test('a picker continues without a network, also after a reload', async () => {
  picker = await pageOn(await tablet.start(), tabletSize);
  await signIn(picker, proxy.url, 'warehouse@kitroom.test');
  const pick = picker.getByRole('button', { name: `Pick order ${order.order_number}` });
  await expect(pick).toBeVisible();
  // Text that is typed while the app installs itself stays.
  const search = picker.getByRole('searchbox');
  await search.fill(order.order_number);
  await picker.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });

  await expect(search).toHaveValue(order.order_number);

  proxy.cut();
  await expect(statusBar(picker)).toContainText('Offline');
  await pick.click();
  const all = picker.getByRole('button', { name: /^ALL \d+$/ });
  await expect(all).toBeEnabled();
  await all.click();
  await expect(picker.getByRole('heading', { name: 'Picked', exact: true })).toBeVisible();

  await picker.reload();
  await expect(statusBar(picker)).toContainText('2 changes waiting');
  await expect(picker.getByRole('heading', { name: 'Picked', exact: true })).toBeVisible();

  await picker.getByRole('button', { name: 'Short', exact: true }).click();
  const reasons = picker.getByRole('dialog');
  await reasons.getByRole('button', { name: 'One more' }).click();
  await reasons.getByRole('radio').first().check();
  const details = reasons.getByLabel('Details');
  if (await details.isVisible()) await details.fill('Counted twice');
  await usable(picker);
  await reasons.getByRole('button', { name: /^Record 1 of/ }).click();
  await expect(picker.getByText('1 line short')).toBeVisible();
  await expect(statusBar(picker)).toContainText('3 changes waiting');
});

test('a browser that is killed while changes wait loses no change', async () => {
  await tablet.kill();
  picker = await pageOn(await tablet.start(), tabletSize);
  await picker.goto(`${proxy.url}/admin/picking/orders/${order.uuid}`);
  await expect(statusBar(picker)).toContainText('3 changes waiting');
  await expect(picker.getByText('1 line short')).toBeVisible();

  await picker.getByRole('button', { name: 'Complete pick' }).click();
  await confirm(picker, 'Complete pick');
  await expect(statusBar(picker)).toContainText('4 changes waiting');
  await expect(picker.getByRole('button', { name: `Resume order ${order.order_number}` })).toBeHidden();
  actionIds = (await ledgerOf(picker)).waiting;
  expect(actionIds).toHaveLength(4);
});

test('when the network is back, each waiting action arrives exactly once, even if the first response is lost', async () => {
  proxy.deafen();
  await expect.poll(() => outcomesIn(product.data).length, { timeout: 60_000 }).toBe(actionIds.length);
  await expect(statusBar(picker)).toContainText('4 changes waiting');
  proxy.mend();
  await expect(statusBar(picker)).toContainText('Nothing waiting', { timeout: 90_000 });
  expect((await ledgerOf(picker)).waiting).toEqual([]);

  const pick = (await product.get(office, `/api/admin/picking/orders/${order.uuid}`)) as PickAnswer;
  expect(pick.state).toBe('picked');
  const [full, short] = [...pick.lines].sort((one, other) => other.qty_picked - one.qty_picked);
  expect(full).toMatchObject({ qty_picked: full?.qty_allocated, code: null, fact_version: expect.any(Number) });
  expect(short).toMatchObject({ qty_picked: 1, code: expect.any(String) });

  const outcomes = outcomesIn(product.data);
  for (const m of actionIds) expect(outcomes.filter((row) => row.m === m)).toEqual([{ m, outcome: 'applied' }]);
  const audit = (await product.get(office, `/api/admin/audit?on_type=order&on_id=${order.id}&per_page=100`)) as AuditAnswer;
  const countEvents = (what: string) => audit.items.filter((row) => row.what === what).length;
  expect({ started: countEvents('pick.started'), recorded: countEvents('pick.recorded'), completed: countEvents('pick.completed') }).toEqual({
    started: 1,
    recorded: 2,
    completed: 1,
  });
});

test('the order is prepped, dispatched and shipped with its tracking number', async () => {
  // Cookies that a killed browser had not written yet are set again at the next start.
  await picker.reload();
  await picker.getByRole('link', { name: 'Prep', exact: true }).click();
  await picker.getByRole('link', { name: `Prep order ${order.order_number}` }).click();
  const tick = picker.getByRole('button', { name: 'Tick all' });
  await expect(tick.first()).toBeVisible();
  for (let remaining = await tick.count(); remaining > 0; remaining--) {
    await tick.first().click();
    await expect(tick).toHaveCount(remaining - 1);
  }
  await picker.getByRole('button', { name: 'Ready for Dispatch' }).click();
  await confirm(picker, 'Ready for Dispatch');

  await picker.getByRole('link', { name: 'Dispatch', exact: true }).click();
  await picker.getByLabel(`Select ${order.order_number}`).check();
  await picker.getByLabel(`Service for ${order.order_number}`).selectOption({ index: 1 });
  await picker.getByLabel(`Weight of ${order.order_number} in kilograms`).fill('7.5');
  await picker
    .getByRole('group', { name: `Boxes of ${order.order_number}` })
    .getByRole('button', { name: 'One more' })
    .click();
  await picker.getByRole('button', { name: 'Dispatch 1 order' }).click();
  await confirm(picker, 'Dispatch 1 order');

  const waiting = picker.getByRole('region', { name: 'Waiting for the courier' }).getByRole('listitem').filter({ hasText: order.order_number });
  await expect(waiting).toContainText('7.5 kg, 2 boxes');
  const row = picker.getByRole('row').filter({ hasText: order.order_number });
  await row.getByRole('checkbox').check();
  const popupPromise = picker.waitForEvent('popup');
  await picker.getByRole('button', { name: 'Print Consignments Labels' }).last().click();
  const labels = await popupPromise;
  await labels.close();
  const dispatch_id = Number(/^D-(\d+)/.exec(await row.getByText(/^D-\d+$/).innerText())?.[1]);
  expect(await fetched(picker, dispatchLabelsUrl([dispatch_id]))).toEqual(pdf);
  expect(await fetched(picker, deliveryNoteUrl(order.uuid, dispatch_id))).toEqual(pdf);

  await waiting.getByPlaceholder('Tracking number').fill(tracking_number);
  await waiting.getByRole('button', { name: 'Ship' }).click();
  await expect(row).toContainText(/\d\d\/\d\d\/\d\d/);
  await expect(row).toContainText(tracking_number);
});

test('the client sees the order dispatched, with its date and tracking number', async () => {
  const page = watch(await browser.newPage({ viewport: phone, serviceWorkers: 'allow' }));
  await signIn(page, product.url, 'manager@northgate.test');
  await expect(page.getByRole('heading', { name: 'Northgate Facilities', exact: true })).toBeVisible();
  await page.goto(`${product.url}/orders`);
  const card = page.getByRole('listitem').filter({ hasText: order.order_number });
  await expect(card).toContainText('Dispatched');
  await expect(card).toContainText(today());
  await expect(card.getByRole('link', { name: tracking_number })).toHaveAttribute('href', `https://courier.example/${tracking_number}`);
  await page.context().close();
});

test('after all these tests, the stock, its ledger and the allocations agree, and no page has had an error', async () => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'stock-verify.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.data },
  });
  expect(stdout).not.toContain('WRONG');
  expect(faults).toEqual([]);
});

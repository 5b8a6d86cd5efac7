import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, goBack } from './screens.ts';

const phone = { width: 390, height: 844 };

// A return that one test creates is read and decided in the next.
test.describe.configure({ mode: 'serial' });

let product: Product;
let browser: Browser;
let client: Session;
let office: Session;
let page: Page;
/** Errors that a page's scripts threw. */
const faults: string[] = [];

interface Listed {
  uuid: string;
  order_number: string;
  status: string;
}
interface Line {
  id: number;
  product_name: string;
  employee: { name: string };
  qty_shipped: number;
}
interface Viewed extends Listed {
  lines: Line[];
  can: { cancel: boolean; create_return: boolean; reorder: boolean };
}
interface Returnable {
  lines: { id: number; qty_returnable: number; is_non_returnable: boolean }[];
}

const read = <Answer>(path: string, by = client): Promise<Answer> => product.get(by, path) as Promise<Answer>;

/** Returns the first result of `fits` among the client's orders with these statuses. */
async function findOrder<Found>(status: string, fits: (order: Viewed) => Promise<Found | undefined>): Promise<Found> {
  const { items } = await read<{ items: Listed[] }>(`/api/orders?per_page=100&status=${status}`);
  for (const { uuid } of items) {
    const fittingOrder = await fits(await read<Viewed>(`/api/orders/${uuid}`));
    if (fittingOrder !== undefined) return fittingOrder;
  }
  throw new Error(`The demo has no ${status} order of this kind.`);
}

/** Sends a request as this person, without the screens. */
async function send(path: string, by: Session, body: unknown, method = 'POST'): Promise<{ status: number; body: unknown }> {
  const headers = { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** Expects the page to be accessible, with the dialog that is open. */
async function usable(): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
}

const question = () => page.getByRole('alertdialog');

/** Opens the form that returns items of the order on the screen: a button on a desk, an entry of the menu on a phone. */
async function openReturn(): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 700) return page.getByRole('button', { name: 'Create Return' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Create Return' }).click();
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  client = await product.signIn('client.admin@northgate.test');
  office = await product.signIn('super@kitroom.test');
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await enter(context, product, client);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

test('an order is cancelled after a confirmation', async () => {
  const order = await findOrder('submitted', async (one) => (one.can.cancel ? one : undefined));
  await page.goto(`${product.url}/orders/${order.uuid}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel Order' }).click();
  await expect(question()).toContainText('Are you sure you want to cancel this order?');
  await usable();
  await question().getByRole('button', { name: 'Keep it' }).click();
  expect((await read<Viewed>(`/api/orders/${order.uuid}`)).status).toBe('submitted');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel Order' }).click();
  await question().getByRole('button', { name: 'Cancel Order' }).click();
  await expect(page.getByText(`Order ${order.order_number} cancelled`, { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Cancelled');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('You cancelled the order');
  expect((await read<Viewed>(`/api/orders/${order.uuid}`)).status).toBe('cancelled');
  await expect(page.getByRole('button', { name: 'Return or exchange' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Orders' })).toHaveAttribute('href', '/orders');
  await usable();
});

/**
 * The office approves one item of a return on its screen and finalises the return. Meanwhile a request decides the same line, as somebody else would,
 * so the screen first shows that decision.
 */
async function decide(id: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await enter(context, product, office);
  const desk = await context.newPage();
  desk.on('pageerror', (error) => faults.push(`${desk.url()}: ${error.message}`));
  await desk.goto(`${product.url}/admin/returns#search=${id}&status=new`);
  await expect(desk.getByRole('columnheader')).toHaveText(['Number', 'Submitted', 'Client', 'Creator', 'Order #', 'Status']);
  await desk.getByRole('link', { name: String(id).padStart(5, '0'), exact: true }).click();
  await expect(desk).toHaveURL(/\/admin\/returns\/\d+\/edit$/);
  const approved = desk.getByRole('group', { name: /^Approved, / });
  await expect(approved).toHaveCount(2);
  await approved.first().getByRole('button', { name: 'One more' }).click();
  await desk.getByLabel('Comments').fill('One has been worn.');
  expect(await faultsOf(desk)).toEqual([]);
  const finalise = async () => {
    await desk.getByRole('button', { name: 'Finalise', exact: true }).click();
    await expect(desk.getByRole('alertdialog')).toContainText('1 of 2 items approved.');
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Finalise' }).click();
  };
  const [line] = (await read<{ lines: { id: number }[] }>(`/api/admin/returns/${id}`, office)).lines;
  await send(`/api/admin/returns/${id}/lines/${line?.id}`, office, { qty_approved: 1, outcome: 'write_off' }, 'PUT');
  await finalise();
  const meanwhile = desk.getByRole('status').filter({ hasText: 'Somebody else changed this meanwhile.' });
  await expect(meanwhile).toContainText('1 of 1 approved, write off. What you changed here is kept, and not saved yet.');
  expect(await faultsOf(desk)).toEqual([]);
  await meanwhile.getByRole('button', { name: 'Keep mine' }).click();
  await finalise();
  await expect(desk.getByText('Return has been finalised', { exact: true })).toBeVisible();
  await expect(desk).toHaveURL(/\/admin\/returns$/);
  await desk.goto(`${product.url}/admin/returns/${id}/edit`);
  await expect(desk.getByRole('link', { name: 'Back to Returns' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Finalise' })).toHaveCount(0);
  await context.close();
}

/** The order from which items are returned, and two of the order's lines. */
let fixture: { order: Viewed; lines: [Line, Line] };
const comments = 'Two to try on; these go back.';

test('two lines are returned; a non-returnable line cannot be chosen, and a request to return it is refused', async () => {
  const shippedOrder = await findOrder('shipped', async (order) => {
    const { lines } = await read<Returnable>(`/api/orders/${order.uuid}/returnable`);
    const may = new Map(lines.map((line) => [line.id, line]));
    const [one, other] = order.lines.filter(({ id }) => (may.get(id)?.qty_returnable ?? 0) > 0);
    const never = order.lines.find(({ id, qty_shipped }) => qty_shipped > 0 && may.get(id)?.is_non_returnable);
    return one && other && never ? { order, lines: [one, other] as [Line, Line], never } : undefined;
  });
  fixture = shippedOrder;
  const { order, lines, never } = shippedOrder;
  await page.goto(`${product.url}/orders/${order.uuid}`);
  await openReturn();
  await expect(page.getByRole('heading', { name: 'Create Return' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Return' })).toBeDisabled();

  const refusedLine = page.getByRole('listitem').filter({ hasText: never.product_name }).filter({ hasText: 'Non-returnable' });
  await expect(refusedLine.first()).toBeVisible();
  await expect(refusedLine.first().getByRole('spinbutton')).toHaveCount(0);
  await expect(refusedLine.first().getByRole('combobox')).toHaveCount(0);
  const [reason] = (await read<{ items: { id: number }[] }>('/api/return-reasons')).items;
  const forced = await send(`/api/orders/${order.uuid}/returns`, client, {
    lines: [{ id: never.id, qty_to_return: 1, return_reason: reason?.id }],
  });
  expect(forced).toMatchObject({ status: 422, body: { errors: { 'lines.0.qty_to_return': ['Non-returnable'] } } });

  for (const { product_name } of lines) {
    const row = page
      .getByRole('listitem')
      .filter({ hasText: product_name })
      .filter({ has: page.getByRole('spinbutton') })
      .first();
    await row.getByRole('button', { name: 'One more' }).click();
  }
  await page.getByRole('button', { name: 'Return 2 items' }).click();
  await expect(page.getByText('Choose a reason.')).toHaveCount(2);
  await usable();
  const reasons = page.getByRole('combobox');
  await expect(reasons).toHaveCount(2);
  await reasons.first().selectOption({ label: 'Too small' });
  await reasons.last().selectOption({ label: 'Wrong colour sent' });
  await page.getByLabel('Comments').fill(comments);
  await page.getByRole('button', { name: 'Return 2 items' }).click();
  await expect(question()).toContainText('Are you sure you want to submit this return?');
  await usable();
  await question().getByRole('button', { name: 'Submit return' }).click();

  await expect(page.getByText('Return has been created', { exact: true })).toBeVisible();
  await expect(page.getByText('Thank you', { exact: true })).toBeVisible();
  // The last step shows the number of the return, the address, the last day to send it, and the slip.
  await expect(page.getByRole('heading', { level: 1, name: /^Return \d{5}$/ })).toBeVisible();
  const sent = page.getByRole('region', { name: 'Send it back' });
  await expect(sent).toContainText('HD6 1PE');
  await expect(sent).toContainText(/By \d\d\/\d\d\/\d{4}/);
  await usable();
  const slip = await page.request.get(product.url + (await sent.getByRole('link', { name: /^Return slip/ }).getAttribute('href')));
  expect(slip.headers()['content-type']).toBe('application/pdf');
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
});

test('the list of returns keeps its search and status in the address, and the page of a return shows the decision of the office', async () => {
  const { order, lines } = fixture;
  await page.goto(`${product.url}/returns`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page).toHaveURL(/#status=new$/);
  await page.getByRole('searchbox').fill(order.order_number);
  await expect(page).toHaveURL(new RegExp(`search=${order.order_number}`));
  const card = page.getByRole('listitem').filter({ hasText: `Order ${order.order_number}` });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('New');
  await usable();
  await page.reload();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await card.getByRole('link').first().click();

  await expect(page).toHaveURL(/\/returns\/\d+$/);
  const id = Number(/returns\/(\d+)/.exec(page.url())?.[1]);
  for (const { product_name } of lines) await expect(page.getByRole('listitem').filter({ hasText: product_name }).first()).toBeVisible();
  await expect(page.getByText(comments)).toBeVisible();
  await usable();

  await decide(id);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Part approved');
  await expect(page.getByText('1 of 2 items approved')).toBeVisible();
  await expect(page.getByText('One has been worn.')).toBeVisible();
  await usable();
  await page.getByRole('link', { name: 'Back to Returns' }).click();
  await page.getByRole('searchbox').fill('nothing of the kind');
  await expect(page.getByText('No returns awaiting processing')).toBeVisible();
  await usable();
});

test('an order shows its timeline, and is re-ordered in one tap', async () => {
  const { order } = fixture;
  await page.goto(`${product.url}/orders/${order.uuid}`);
  const timeline = page.getByRole('region', { name: 'What happened' });
  await expect(timeline).toContainText('You asked to return 2 items');
  await expect(timeline).toContainText('part approved');
  await expect(timeline).toContainText('Kitroom');
  await usable();
  // Simulates that a wearer left before the re-order: the screen names this wearer; all other lines are re-ordered.
  const leftOutLine = { employee: { id: 0, name: 'Dee Parted' }, product_name: 'Softshell Jacket', quantity: 2, reason: 'wearer_gone' };
  await page.route('**/reorder', async (route) => {
    const response = await route.fetch();
    const reorder = (await response.json()) as { left_out: object[] };
    await route.fulfill({ response, json: { ...reorder, left_out: [...reorder.left_out, leftOutLine] } });
  });
  await page.getByRole('button', { name: 'Re-order' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 × Softshell Jacket');
  await expect(dialog).toContainText('You cannot order for this employee any more.');
  await usable();
  await dialog.getByRole('button', { name: /^Go to order/ }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit$/);
  const uuid = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  expect(uuid).not.toBe(order.uuid);
  const again = await read<Viewed>(`/api/orders/${uuid}`);
  expect(again.status).toBe('draft');
  const names = (lines: readonly Line[]): string[] => lines.map(({ product_name, employee }) => `${employee.name}: ${product_name}`);
  expect(names(again.lines).length).toBeGreaterThan(0);
  for (const name of names(again.lines)) expect(names(order.lines)).toContain(name);
  await usable();
});

test('every way back to the order from an unfinished return asks for a confirmation', async () => {
  const order = await findOrder('shipped', async (one) => {
    const { lines } = await read<Returnable>(`/api/orders/${one.uuid}/returnable`);
    return one.can.create_return && lines.some(({ qty_returnable }) => qty_returnable > 0) ? one : undefined;
  });
  const heading = page.getByRole('heading', { name: 'Create Return' });
  // The form is visible before the address ends with #return. Going back in between would leave the order.
  const begin = async () => {
    await openReturn();
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL(/#return$/);
  };
  const ways = [
    () => goBack(page),
    () => page.getByRole('button', { name: 'Back to the order' }).click(),
    () => page.getByRole('link', { name: 'Back', exact: true }).click(),
  ];
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    for (const leave of ways) {
      await page.goto(`${product.url}/orders/${order.uuid}`);
      // Nothing is entered, so no confirmation is needed.
      await begin();
      await leave();
      await expect(heading).toBeHidden();
      await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);

      await begin();
      await page.getByLabel('Comments').fill('Only a word so far.');
      await leave();
      await expect(question()).toContainText('Leave without saving?');
      await usable();
      await question().getByRole('button', { name: 'Stay here' }).click();
      await expect(question()).toBeHidden();
      await expect(page).toHaveURL(/#return$/);
      await expect(page.getByLabel('Comments')).toHaveValue('Only a word so far.');
      await page.getByLabel('Comments').fill('');
      await page.getByRole('button', { name: 'One more' }).first().click();
      await leave();
      await question().getByRole('button', { name: 'Leave without saving' }).click();
      await expect(heading).toBeHidden();
      await expect(question()).toBeHidden();
      await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('button', { name: 'Return or exchange' }).first()).toBeVisible();
    }
  }
  await page.setViewportSize(phone);
});

test('no script of a page failed during the tests above', () => {
  expect(faults).toEqual([]);
});

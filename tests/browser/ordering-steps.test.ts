import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, goBack, open } from './screens.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let office: Session;
let manager: Session;
let wearers: Wearer[] = [];
const contexts: BrowserContext[] = [];
const faults: string[] = [];

interface Style {
  id: number;
  name: string;
  decorations_for_employee: string[];
  children: { id: number; attributes: Sized & { variation_colour: string | null } }[];
}
/** A person for whom the manager orders, and a style without decorations and with several sizes that is offered to them. */
interface Wearer {
  id: number;
  name: string;
  style: Style;
}
interface Order {
  uuid: string;
  order_number: string;
  status: string;
  employees: { id: number; name: string }[];
  lines: {
    id: number;
    product_name: string;
    notes: string | null;
    is_size_selected: boolean;
    variation_colour: string | null;
    qty_allocated: number;
    budget_employee_role_id: number | null;
  }[];
}

async function send(by: Session, method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}
const orderOf = async (uuid: string): Promise<Order> => (await product.get(office, `/api/orders/${uuid}`)) as Order;

async function plainStyle(session: Session, employee_id: number): Promise<Style | undefined> {
  const { items } = (await product.get(session, `/api/employees/${employee_id}/products`)) as { items: Style[] };
  return items.find(({ children, decorations_for_employee }) => children.length > 1 && decorations_for_employee.length === 0);
}

/** The pence that are left of the person's smallest budget; infinite without one. */
async function moneyOf(employee_id: number): Promise<number> {
  const { items } = (await product.get(office, `/api/employees/${employee_id}/budgets`)) as {
    items: { budget_value: number | null; total_spent: number }[];
  };
  return Math.min(...items.map(({ budget_value, total_spent }) => (budget_value ?? Infinity) - total_spent));
}

/** Creates a draft for these people with one line each, with a size unless `isSized` is false; returns its uuid. */
async function draft(by: Session, of: readonly Wearer[], isSized = true): Promise<string> {
  const { uuid } = (await send(by, 'POST', '/api/orders', { employees: of.map(({ id }) => id) })).body as { uuid: string };
  for (const { id, style } of of) {
    const line = { product_id: isSized ? style.children[0]?.id : style.id, quantity: 1, is_size_selected: isSized };
    expect((await send(by, 'POST', `/api/orders/${uuid}/employees/${id}/lines`, { lines: [line] })).status).toBe(201);
  }
  return uuid;
}

/** A body that submits an order or sends a request at any site: it has every detail that a site may require. */
const whole = (by: Session) => ({
  set_delivery_details: true,
  delivery_site_id: by.who.sites[0]?.id,
  delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
  client_po_reference: 'PO-STEPS',
  cost_code: 'CC-STEPS',
  terms: true,
  force_over_budget_order: true,
});

async function seenBy(session: Session, path: string, viewport = phone, serviceWorkers: 'allow' | 'block' = 'block'): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers });
  contexts.push(context);
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await open(page, product, path);
  return page;
}

/** Expects that the screen has loaded, fits the width, and is accessible. */
async function usable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

const textOn = (page: Page, words: string) => page.getByText(words, { exact: true }).first();
const panel = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');
const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true });
const orderedButton = (page: Page) => page.getByRole('button', { name: /^Ordered/ });

async function chooseSize(page: Page, { children }: Style): Promise<void> {
  const [child] = children;
  if (!child) throw new Error('This style has no sizes.');
  if (child.attributes.variation_colour) await panel(page).getByRole('button', { name: child.attributes.variation_colour, exact: true }).click();
  await panel(page)
    .getByRole('group', { name: 'Size', exact: true })
    .getByText(sizeOf(child.attributes) ?? '', { exact: true })
    .click();
}

interface Role {
  id: number;
  name: string;
}
interface Listed {
  uuid: string;
  order_number: string;
  delivery_site: { name: string };
  requester: { name: string; email: string | null; contact_phone: string | null };
  dispatches: { days_lapsed: number | null; consignment: { tracking_number: string; tracking_url: string } | null }[];
}
interface Pictured {
  name: string;
  media: { url: string }[];
  children: { media: { url: string }[] }[];
}

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
  manager = await product.signIn('manager@northgate.test');
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as { items: { id: number; name: string }[] };
  // What the demo's wearers have spent depends on the day, so those with the most money left are taken. They stay in the order of the list.
  const offered: (Wearer & { money: number })[] = [];
  for (const { id, name } of items) {
    const style = id === manager.who.user.id ? undefined : await plainStyle(manager, id);
    if (style) offered.push({ id, name, style, money: await moneyOf(id) });
  }
  const least = offered.map(({ money }) => money).sort((one, other) => (other > one ? 1 : -1))[2] ?? 0;
  wearers = offered.filter(({ money }) => money >= least).slice(0, 3);
});
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

test('notes can be added with a product and changed later, and a counter shows their length', async () => {
  const [wearer] = wearers as [Wearer];
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }).click();
  await chooseSize(page, wearer.style);
  const notes = panel(page).getByLabel('Notes');
  await notes.fill('x'.repeat(2001));
  await expect(panel(page).getByText('2000 / 2000')).toBeVisible();
  await notes.fill('Long in the arm, please');
  await expect(panel(page).getByText('23 / 2000')).toBeVisible();
  await usable(page);
  await panel(page).getByRole('button', { name: 'Next', exact: true }).click();
  await expect(textOn(page, 'Product added to order!')).toBeVisible();
  // The focus returns to the button that opened the panel.
  await expect(page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true })).toBeFocused();
  await expect.poll(async () => (await orderOf(uuid)).lines[0]?.notes).toBe('Long in the arm, please');

  await orderedButton(page).click();
  await expect(page.getByText('Long in the arm, please')).toBeVisible();
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Change size, notes' }).click();
  await notes.fill('Short in the arm');
  await expect(panel(page).getByText('16 / 2000')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(textOn(page, 'Notes Updated')).toBeVisible();
  await expect(page.getByText('Short in the arm')).toBeVisible();
  await expect(page.getByRole('button', { name: /^More for/ })).toBeFocused();
});

test('the card and the dialog of a product show the same picture, of a colour that the wearer may have', async () => {
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as { items: { id: number }[] };
  for (const { id } of items) {
    const { items: styles } = (await product.get(manager, `/api/employees/${id}/products`)) as { items: Pictured[] };
    const style = styles.find(({ media, children }) => media[0] && children.every((child) => child.media[0] && child.media[0].url !== media[0]?.url));
    if (!style) continue;
    const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [id] })).body as { uuid: string };
    const page = await seenBy(manager, `/orders/${uuid}/edit`);
    const card = page.locator('.product-card').filter({ hasText: style.name });
    const pictures = style.children.map(({ media }) => media[0]?.url);
    await expect.poll(async () => pictures.includes((await card.locator('img').getAttribute('src')) ?? '')).toBe(true);
    await card.getByRole('button', { name: `Look at ${style.name}` }).click();
    await expect(panel(page).locator('img').first()).toHaveAttribute('src', (await card.locator('img').getAttribute('src')) ?? '');
    return;
  }
  throw new Error('The demo has no style whose own picture is of a colour that somebody may not have.');
});

test('an added product shows at once, before the server’s response, and is removed again if the server refuses it', async () => {
  const [wearer] = wearers as [Wearer];
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  let answer: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/lines', async (route) => {
    await gate;
    await route.fulfill({ status: 422, json: { message: 'Invalid data submitted', errors: { 'lines.0.product_id': ['Not any more.'] } } });
  });
  const card = page.locator('.product-card').filter({ has: page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }) });
  await page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }).click();
  await chooseSize(page, wearer.style);
  await panel(page).getByRole('button', { name: 'Next', exact: true }).click();
  await expect(panel(page)).toBeHidden();
  await expect(card.getByText(/× 1$/)).toBeVisible();
  await expect(page.getByText('Saving…')).toBeVisible();
  answer();
  await expect(page.getByRole('dialog', { name: 'Invalid data submitted' })).toContainText('Not any more.');
  await expect(card.getByText(/× 1$/)).toBeHidden();
  expect((await orderOf(uuid)).lines).toEqual([]);
});

test('a line of a draft is deleted at once and comes back with Undo; an allocated line of a submitted order is not deleted', async () => {
  const [wearer] = wearers as [Wearer];
  const uuid = await draft(manager, [wearer, wearers[1] as Wearer]);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  const none = page.getByText('No order lines for this employee');
  await orderedButton(page).click();
  // At a quantity of one, the minus button deletes the line. One tap deletes it, and one tap brings it back.
  await page.getByRole('button', { name: 'Take it off' }).click();
  await expect(textOn(page, 'Line Deleted')).toBeVisible();
  await expect(none).toBeVisible();
  expect((await orderOf(uuid)).lines).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(textOn(page, 'Line back on order')).toBeVisible();
  await expect(none).toBeHidden();
  await usable(page);
  expect((await orderOf(uuid)).lines).toHaveLength(2);
  const count = page.getByRole('spinbutton');
  await count.fill('0');
  await count.press('Enter');
  await expect(textOn(page, 'Line Deleted')).toBeVisible();
  expect((await orderOf(uuid)).lines).toHaveLength(1);

  // Somebody else submits the order and the office allocates it while this phone still shows the draft.
  await page.getByRole('group', { name: 'Employees on this order' }).getByRole('button', { name: wearers[1]?.name }).click();
  await page.getByRole('button', { name: /^More for/ }).click();
  // The phone does not get that change: from now on its requests for the order get no response.
  await page.route(`**/api/orders/${uuid}`, (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
  const response = await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, whole(manager));
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  await send(office, 'POST', `/api/admin/orders/${uuid}/allocate-all`);
  const [line] = (await orderOf(uuid)).lines;
  expect(line?.qty_allocated).toBe(1);
  await page.getByRole('menuitem', { name: 'Delete line' }).click();
  await expect(panel(page)).toContainText('This order has been submitted. It can no longer be changed.');
  expect((await send(office, 'DELETE', `/api/orders/${uuid}/lines/${line?.id}`)).body).toMatchObject({ code: 'line_allocated' });
  expect((await orderOf(uuid)).lines).toHaveLength(1);
});

test('the message that a product was added disappears when the next product opens, so it does not cover the fields', async () => {
  const [wearer] = wearers as [Wearer];
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }).click();
  await chooseSize(page, wearer.style);
  await panel(page).getByRole('button', { name: 'Next', exact: true }).click();
  const message = page.locator('.toast', { hasText: 'Product added to order!' });
  await expect(message).toBeVisible();
  // The message has been visible for a moment, and would stay for some more seconds.
  await page.waitForTimeout(700);
  await page
    .getByRole('button', { name: /^Choose Size/ })
    .first()
    .click();
  await expect(panel(page)).toBeVisible();
  await expect(message).toHaveCount(0, { timeout: 2000 });
});

test('if an order is submitted elsewhere while somebody fills it, their screen shows a message and the submitted order', async () => {
  const [wearer] = wearers as [Wearer];
  const uuid = await draft(manager, [wearer]);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await orderedButton(page).click();
  await expect(page.getByRole('button', { name: 'Take it off' })).toBeVisible();
  expect((await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, whole(manager))).status).toBe(200);
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}$`));
  await expect(textOn(page, 'This order has been submitted. It can no longer be changed.')).toBeVisible();
  // The order is cancelled, so that its money is free again for the orders of the tests that follow.
  expect((await send(office, 'POST', `/api/orders/${uuid}/cancel`)).status).toBe(200);
});

test('the list of orders has all its columns, and links to call or email the requester and to track the parcel', async () => {
  const uuid = await draft(manager, wearers.slice(0, 1));
  const { order_number } = await orderOf(uuid);
  const page = await seenBy(manager, '/orders', desk);
  await expect(page.getByRole('link', { name: 'Create New Order' })).toHaveAttribute('href', '/employees');
  const next = page.getByRole('link', { name: `Continue order ${order_number}` });
  await expect(next).toHaveAttribute('href', `/orders/${uuid}/edit`);
  await expect(page.getByRole('row').filter({ has: next })).toContainText('Not submitted');
  const headings = ['Order', 'Submitted', 'PO Number', 'Requester', 'Progress', 'Dispatched', 'Days L.', 'Sub Total'];
  await expect(page.getByRole('columnheader')).toHaveText(headings.map((heading) => new RegExp(`^${heading.replace('.', '\\.')}`)));
  await expect(page.getByRole('columnheader', { name: 'Submitted' })).toHaveAttribute('aria-sort', 'descending');
  const { items } = (await product.get(manager, '/api/orders?per_page=100')) as { items: Listed[] };
  const order = items.find(({ dispatches, requester }) => dispatches[0]?.consignment?.tracking_url && requester.contact_phone && requester.email);
  const [dispatch] = order?.dispatches ?? [];
  if (!order || !dispatch?.consignment) throw new Error('The demo has dispatched nothing for the manager.');
  await page.getByRole('searchbox').fill(order.order_number);
  const row = page.getByRole('row').filter({ hasText: order.order_number });
  // Waits for the heading and the one result: until then the earlier list is visible, faded.
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row.getByRole('link', { name: order.order_number, exact: true })).toHaveAttribute('href', `/orders/${order.uuid}`);
  await expect(row).toContainText(order.delivery_site.name);
  await expect(row.getByRole('link', { name: `Call ${order.requester.name}` })).toHaveAttribute('href', /^tel:\d+$/);
  await expect(row.getByRole('link', { name: `Email ${order.requester.name}` })).toHaveAttribute('href', `mailto:${order.requester.email}`);
  const parcel = row.getByRole('link', { name: dispatch.consignment.tracking_number });
  await expect(parcel).toHaveAttribute('href', dispatch.consignment.tracking_url);
  const cell = (heading: string) => row.getByRole('cell').nth(headings.indexOf(heading));
  await expect(cell('Days L.')).toHaveText(String(dispatch.days_lapsed));
  for (const heading of ['Submitted', 'Dispatched']) await expect(cell(heading).locator('time')).toHaveText(/^\d\d\/\d\d\/\d\d$/);
  await expect(cell('Sub Total')).toHaveText(/^£[\d,]+\.\d\d$/);
  await usable(page);
  await page.getByRole('searchbox').fill('nothing is called this');
  await expect(page.getByText('No orders to show')).toBeVisible();
});

test('a wearer is added to an order, and a line of a wearer with two roles can be charged to the second role', async () => {
  const [one, other] = wearers as [Wearer, Wearer];
  const { employee_roles } = (await product.get(manager, `/api/accounts/${manager.who.account?.id}/employee-roles`)) as { employee_roles: Role[] };
  const { employee_roles: heldRoles, version } = (await product.get(manager, `/api/employees/${other.id}`)) as {
    employee_roles: Role[];
    version: number;
  };
  const second = employee_roles.find(({ id }) => !heldRoles.some((role) => role.id === id));
  const roles = [...heldRoles, ...(second ? [second] : [])].map(({ id }) => id);
  expect((await send(manager, 'PUT', `/api/employees/${other.id}`, { employee_roles: roles, version })).status).toBe(200);

  const uuid = await draft(manager, [one]);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  const rail = page.getByRole('group', { name: 'Employees on this order' });
  await page.getByRole('button', { name: 'Add an employee' }).click();
  await expect(panel(page).getByRole('checkbox', { name: one.name })).toBeDisabled();
  await panel(page).getByLabel('Search employees').fill(other.name);
  // Until the search takes effect, everybody is listed.
  await expect(panel(page).getByRole('checkbox')).toHaveCount(1);
  await panel(page).getByRole('checkbox', { name: other.name }).check();
  await usable(page);
  await panel(page).getByRole('button', { name: 'Add 1 person' }).click();
  await expect(textOn(page, 'Order updated')).toBeVisible();
  // A wearer's button is primary if selected, green if all lines have sizes, amber if a size is missing.
  const chip = (name: string) => rail.getByRole('button', { name });
  await expect(chip(other.name)).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(one.name)).toHaveClass(/\bdone\b/);

  await page.getByRole('button', { name: `Look at ${other.style.name}`, exact: true }).click();
  const colours = panel(page).getByRole('group', { name: 'Colour', exact: true }).getByRole('button');
  const colour = (await colours.last().innerText()).trim();
  await colours.last().click();
  await panel(page).getByRole('button', { name: 'Order without a size' }).click();
  await panel(page)
    .getByLabel('Charge to')
    .selectOption({ label: second?.name ?? '' });
  await panel(page).getByRole('button', { name: 'Next', exact: true }).click();
  await expect(textOn(page, 'Product added to order!')).toBeVisible();
  await chip(one.name).click();
  await expect(chip(other.name)).toHaveClass(/\bwarn\b/);
  await expect.poll(async () => (await orderOf(uuid)).lines.map((line) => line.budget_employee_role_id)).toContain(second?.id);
  expect((await orderOf(uuid)).lines.find(({ is_size_selected }) => !is_size_selected)?.variation_colour).toBe(colour);
});

test('an employee is removed from an order at once, and Undo brings them back with their lines', async () => {
  const [one, other, third] = wearers as [Wearer, Wearer, Wearer];
  // Sizes are missing, and the text that tells screen readers this must not make the page wider.
  const uuid = await draft(manager, [one, other, third], false);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  const rail = page.getByRole('group', { name: 'Employees on this order' });
  await usable(page);
  // The row of wearers scrolls sideways, so that a thumb can reach every wearer.
  expect(await rail.evaluate((it) => it.scrollWidth > it.clientWidth)).toBe(true);
  // A wearer whose name is cut off is scrolled into view after a tap; the tap itself moves nothing.
  const last = rail.getByRole('button', { name: third.name });
  await last.evaluate((chip: HTMLElement) => chip.click());
  await expect.poll(() => last.evaluate((chip) => chip.getBoundingClientRect().right)).toBeLessThanOrEqual(phone.width);
  const linesBefore = (await orderOf(uuid)).lines.length;
  await rail.getByRole('button', { name: other.name }).click();
  await more(page).click();
  await page.getByRole('menuitem', { name: `Remove ${other.name}` }).click();
  await expect(textOn(page, 'Employee removed from order')).toBeVisible();
  await expect(rail.getByRole('button', { name: other.name })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(textOn(page, 'Employee back on order')).toBeVisible();
  expect((await orderOf(uuid)).employees).toHaveLength(3);
  expect((await orderOf(uuid)).lines).toHaveLength(linesBefore);
  await rail.getByRole('button', { name: other.name }).click();
  await more(page).click();
  await page.getByRole('menuitem', { name: `Remove ${other.name}` }).click();
  await expect(rail.getByRole('button', { name: other.name })).toBeHidden();
  expect((await orderOf(uuid)).employees.map(({ id }) => id).sort()).toEqual([one.id, third.id].sort());

  // The review shows everybody's lines, or those of one person.
  await open(page, product, `/orders/${uuid}`);
  await expect(page.getByRole('region', { name: 'Progress' }).getByRole('img', { name: 'Lines with a size' })).toBeVisible();
  const partOf = (name: string) => page.getByRole('heading', { level: 2, name });
  for (const { name } of [one, third]) await expect(partOf(name)).toBeVisible();
  await rail.getByRole('button', { name: one.name }).click();
  await expect(partOf(third.name)).toHaveCount(0);
  await expect(partOf(one.name)).toBeVisible();
  await rail.getByRole('button', { name: 'All', exact: true }).click();
  await expect(partOf(third.name)).toBeVisible();
});

test('after a reload, the product that was open is open again, for the same wearer', async () => {
  const [one, other] = wearers as [Wearer, Wearer];
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [one.id, other.id] })).body as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: new RegExp(`^${other.name}`) }).click();
  await page.getByRole('button', { name: `Look at ${other.style.name}`, exact: true }).click();
  await expect(panel(page).getByText(`for ${other.name}`)).toBeVisible();
  await expect(page).toHaveURL(/#product=/);
  await page.reload();
  await expect(panel(page).getByText(`for ${other.name}`)).toBeVisible();
});

test('a draft is deleted at once, and Undo brings it back', async () => {
  const uuid = await draft(manager, [wearers[0] as Wearer]);
  const { order_number } = await orderOf(uuid);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Delete order' }).click();
  await expect(textOn(page, `Order ${order_number} deleted`)).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(product.get(office, `/api/orders/${uuid}`)).rejects.toThrow('404');
  await usable(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(textOn(page, `Order ${order_number} is back`)).toBeVisible();
  expect((await orderOf(uuid)).lines).toHaveLength(1);
});

test('whoever ordered corrects size and quantity of a submitted line, and Undo takes the correction back', async () => {
  const uuid = await draft(manager, [wearers[0] as Wearer]);
  // A sample is charged to no budget.
  await send(office, 'PUT', `/api/admin/orders/${uuid}/update`, { is_sample: true });
  expect((await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, whole(manager))).status).toBe(200);
  const quantity = async () => ((await orderOf(uuid)).lines as { qty_requested?: number }[])[0]?.qty_requested;
  const page = await seenBy(manager, `/orders/${uuid}`);
  await page.getByRole('button', { name: /^Change size or quantity/ }).click();
  await expect(panel(page)).toBeVisible();
  await usable(page);
  await panel(page).getByRole('button', { name: 'One more' }).click();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Changed to .*2 of /)).toBeVisible();
  expect(await quantity()).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Back to .*1 of /)).toBeVisible();
  expect(await quantity()).toBe(1);
  await send(office, 'POST', `/api/admin/orders/${uuid}/allocate-all`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Change size or quantity/ })).toHaveCount(0);
});

test('a request is withdrawn, changed and sent again', async () => {
  const asking = await product.signIn('employee@northgate.test');
  const { id, name } = asking.who.user;
  const style = await plainStyle(asking, id);
  if (!style) throw new Error('The demo offers its employee nothing plain.');
  const uuid = await draft(asking, [{ id, name, style }]);
  expect((await send(asking, 'PUT', `/api/orders/${uuid}?submitted=true`, whole(asking))).status).toBe(200);
  const { order_number } = await orderOf(uuid);
  const page = await seenBy(asking, `/orders/${uuid}`);
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Withdraw request' }).click();
  await expect(textOn(page, `Request ${order_number} is a draft again`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}/edit$`));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}$`));
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
  expect((await orderOf(uuid)).status).toBe('requested');
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Withdraw request' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}/edit$`));
  expect((await orderOf(uuid)).status).toBe('draft');
});

test('open pages of a request update themselves when the request is withdrawn, declined or approved', async () => {
  const asking = await product.signIn('employee@northgate.test');
  const { id, name } = asking.who.user;
  const style = await plainStyle(asking, id);
  if (!style) throw new Error('The demo offers its employee nothing plain.');
  const uuid = await draft(asking, [{ id, name, style }]);
  const ask = async () => expect((await send(asking, 'PUT', `/api/orders/${uuid}?submitted=true`, whole(asking))).status).toBe(200);
  await ask();
  const boss = await product.signIn('client.admin@northgate.test');
  const requester = await seenBy(asking, `/orders/${uuid}`);
  const approver = await seenBy(boss, `/orders/${uuid}`);
  await expect(requester.getByText('Waiting for approval', { exact: true }).first()).toBeVisible();
  const approve = approver.getByRole('button', { name: 'Approve and submit' });
  await expect(approve).toBeVisible();
  expect((await send(asking, 'POST', `/api/orders/${uuid}/withdraw`)).status).toBe(200);
  await expect(approver.getByText(/^This request was withdrawn or declined meanwhile/).first()).toBeVisible();
  await expect(approve).toHaveCount(0);
  await ask();
  await expect(requester.getByText('Waiting for approval', { exact: true }).first()).toBeVisible();
  expect((await send(boss, 'POST', `/api/orders/${uuid}/decline`, { reason: 'Next month, please' })).status).toBe(200);
  await expect(requester.getByText('Next month, please').first()).toBeVisible();
  await ask();
  const { client_po_reference, cost_code } = whole(boss);
  const approved = { submitted_at: new Date().toISOString(), po_reference: client_po_reference, cost_code, force_over_budget_order: true };
  expect((await send(boss, 'PUT', `/api/orders/${uuid}`, approved)).status).toBe(200);
  await expect(requester.getByText('Submitted').first()).toBeVisible();
});

test('a saved delivery address is chosen, and a new address is found by its postcode', async () => {
  const address = { address_line_1: 'Stage door, The Playhouse', address_line_4: 'Leeds', postcode: 'LS2 7UP' };
  const earlierUuid = await draft(manager, [wearers[0] as Wearer]);
  const { client_po_reference, cost_code, delivery_site_id } = whole(manager);
  const details = { set_delivery_details: true, saveAddress: true, delivery_site_id, delivery_address: address, client_po_reference, cost_code };
  expect((await send(manager, 'PUT', `/api/orders/${earlierUuid}`, details)).status).toBe(200);

  const uuid = await draft(manager, [wearers[0] as Wearer]);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'Order Items' }).click();
  await page.getByRole('button', { name: 'Change the delivery address' }).click();
  await page.getByLabel('Saved addresses').selectOption({ label: 'Stage door, The Playhouse, Leeds, LS2 7UP' });
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Stage door, The Playhouse');
  await expect(page.getByLabel('Postcode', { exact: true })).toHaveValue('LS2 7UP');
  await usable(page);

  const search = page.getByLabel('Find by postcode');
  const find = page.getByRole('button', { name: 'Find', exact: true });
  await search.fill('LS2');
  await expect(find).toBeDisabled();
  await search.fill('NOTAPOST');
  await find.click();
  await expect(page.getByText('This is not a UK postcode.')).toBeVisible();
  await expect(search).toHaveAttribute('aria-invalid', 'true');
  await search.fill('EH1 1YZ');
  await find.click();
  await expect(page.getByText('No address is known here. Type it below.')).toBeVisible();
  await search.fill('LS9 0PX');
  await search.press('Enter');
  await page
    .getByRole('button', { name: /LS9 0PX/ })
    .first()
    .click();
  await expect(page.getByLabel('Postcode', { exact: true })).toHaveValue('LS9 0PX');
  await usable(page);
  await expect
    .poll(
      async () =>
        ((await product.get(manager, `/api/orders/${uuid}`)) as { delivery_address: { postcode: string } | null }).delivery_address?.postcode,
    )
    .toBe('LS9 0PX');
});

test('a missing size is marked in the list of orders, on the wearer’s button and on the line until the size is chosen', async () => {
  const [wearer] = wearers as [Wearer];
  const uuid = await draft(manager, [wearer], false);
  const { order_number } = await orderOf(uuid);
  const page = await seenBy(manager, '/orders');
  await expect(page.getByRole('listitem').filter({ hasText: order_number }).getByText('1 missing size')).toBeVisible();
  await page.getByRole('link', { name: `Continue order ${order_number}` }).click();
  const chip = page.getByRole('group', { name: 'Employees on this order' }).getByRole('button', { name: wearer.name });
  await expect(chip).toContainText('1');
  await expect(page.getByText('No size × 1')).toBeVisible();
  await orderedButton(page).click();
  await expect(page.getByText('Missing size', { exact: true })).toBeVisible();
  await usable(page);
  await page.goto(`${product.url}/orders/${uuid}`);
  await expect(page.getByText('1 missing size').first()).toBeVisible();
  await expect(page.getByText('0 of 1 line has a size')).toBeVisible();
  await page.getByRole('button', { name: /^Choose Size/ }).click();
  await chooseSize(page, wearer.style);
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(textOn(page, 'Size Selected!')).toBeVisible();
  await expect(page.getByText('Missing size', { exact: true })).toHaveCount(0);
  expect((await orderOf(uuid)).lines[0]?.is_size_selected).toBe(true);
});

test('the list shows whose size is missing of a submitted order and all names of those who get something; others are not on the order', async () => {
  const [unsized, sized, forgotten] = wearers as [Wearer, Wearer, Wearer];
  const uuid = await draft(manager, [unsized], false);
  const employees = [sized, forgotten].map(({ id }) => ({ id }));
  for (const { id } of employees)
    expect((await send(manager, 'POST', `/api/orders/${uuid}/employees`, { employees: [id] })).status).toBeLessThan(300);
  const lines = [{ product_id: sized.style.children[0]?.id, quantity: 1, is_size_selected: true }];
  expect((await send(manager, 'POST', `/api/orders/${uuid}/employees/${sized.id}/lines`, { lines })).status).toBe(201);
  const body = { ...whole(manager), confirm_missing_sizes: true };
  expect(await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, body)).toMatchObject({ status: 200 });
  const { order_number } = await orderOf(uuid);
  const page = await seenBy(manager, '/orders');
  const card = page.getByRole('listitem').filter({ hasText: order_number });
  await expect(card.getByText(`1 missing size: ${unsized.name.split(' ')[0]}`)).toBeVisible();
  await expect(card.getByText('Submitted', { exact: true })).toBeVisible();
  for (const { name } of [unsized, sized]) {
    const words = card.locator('.card-contents p');
    await expect(words).toContainText(name);
    // The whole name is in view: nothing is cut off.
    expect(await words.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
  }
  await expect(card).not.toContainText(forgotten.name);
  await usable(page);
  await card.getByRole('link', { name: order_number, exact: true }).click();
  const chips = page.getByRole('group', { name: 'Employees on this order' });
  await expect(chips.getByRole('button', { name: sized.name })).toBeVisible();
  await expect(chips.getByRole('button', { name: forgotten.name })).toHaveCount(0);
  const desktop = await seenBy(manager, '/orders', desk);
  await expect(desktop.getByRole('row').filter({ hasText: order_number }).getByText('1 missing size')).toBeVisible();
  // The filters stand beside the search.
  const [search, filter] = await Promise.all([
    desktop.getByRole('searchbox').boundingBox(),
    desktop.getByLabel('Orders', { exact: true }).boundingBox(),
  ]);
  expect(Math.abs((search?.y ?? 0) - (filter?.y ?? 99))).toBeLessThan(8);

  // What one wearer has is ordered again without what the others have.
  await chips.getByRole('button', { name: sized.name }).click();
  await page.getByRole('button', { name: `Re-order for ${sized.name.split(' ')[0]}` }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit$/);
  const again = await orderOf(/orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '');
  expect(again.employees.map(({ id }) => id)).toEqual([sized.id]);
  // The budgets of these people are needed below.
  expect(await send(office, 'POST', `/api/orders/${uuid}/cancel`)).toMatchObject({ status: 200 });
});

test('an earlier order is re-ordered in one tap', async () => {
  // Only the first wearer: the second has spent their budget by now.
  const uuid = await draft(manager, wearers.slice(0, 1));
  expect(await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, whole(manager))).toMatchObject({ status: 200 });
  const page = await seenBy(manager, `/orders/${uuid}`);
  await page.getByRole('button', { name: 'Re-order' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit$/);
  const again = await orderOf(/orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '');
  expect(again.uuid).not.toBe(uuid);
  expect(again.status).toBe('draft');
  expect(again.lines.map(({ product_name }) => product_name)).toEqual((await orderOf(uuid)).lines.map(({ product_name }) => product_name));
  await expect(textOn(page, `Order ${again.order_number} is a draft with the same items`)).toBeVisible();
  await usable(page);
});

test('screens with a special header and screens of the floor also have the bell that opens notifications', async () => {
  const uuid = await draft(manager, [wearers[0] as Wearer]);
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
  for (const path of [`/orders/${uuid}/edit`, `/orders/${uuid}`, '/employees']) {
    const page = await seenBy(manager, path);
    await bell(page).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await usable(page);
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();
  }
  const tablet = await seenBy(await product.signIn('warehouse@kitroom.test'), '/admin/picking/orders', { width: 820, height: 1180 });
  await bell(tablet).click();
  await expect(tablet.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications');
  await usable(tablet);
});

test('the office browses one client’s products as that client sees them', async () => {
  const client = await product.signIn('client.admin@harbour.test');
  const { total, items } = (await product.get(client, '/api/products')) as { total: number; items: { name: string; price_from: number }[] };
  const page = await seenBy(office, '/products', desk);
  await expect(page.getByText('Choose a client', { exact: true })).toBeVisible();
  await usable(page);
  const client_name = page.getByRole('combobox', { name: 'Client' });
  await client_name.fill('H');
  await expect(page.getByRole('option', { name: 'Harbour Care' })).toHaveCount(0);
  await client_name.fill('Harb');
  await page.getByRole('option', { name: 'Harbour Care' }).click();
  await expect(page).toHaveURL(new RegExp(`/products#account_id=${client.who.account?.id}$`));
  await expect(page.getByText(`${total} products`, { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(client_name).toHaveValue('Harbour Care');
  await page.getByRole('button', { name: items[0]?.name ?? '', exact: true }).click();
  await expect(panel(page)).toContainText('Parent SKU');
  await usable(page);
});

test('if saving a detail fails, “Not saved” is shown beside the button that sends the order, before the terms are ticked', async () => {
  const uuid = await draft(manager, wearers.slice(0, 1));
  // A sample is charged to no budget, so no earlier test can have used it up.
  await send(office, 'PUT', `/api/admin/orders/${uuid}/update`, { is_sample: true });
  for (const viewport of [phone, desk]) {
    const page = await seenBy(manager, `/orders/${uuid}/edit#details`, viewport);
    await page.route(`**/api/orders/${uuid}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { message: 'No.', request_id: 'test' } }) : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Cost code' }).fill('CC-9');
    await expect(page.getByRole('status').getByText('Not saved', { exact: true })).toBeInViewport();
    await expect(page.getByText('Tick the terms to go on')).toBeInViewport();
    await usable(page);
    await page.unroute(`**/api/orders/${uuid}`);
    // At a desk the products are visible behind the dialog, three in a row.
    const columns = () => page.locator('.product-grid').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    if (viewport === desk) expect(await columns()).toBe(3);
  }
});

test('if sending an order fails, “Not sent” stays beside the button until the order is sent', async () => {
  const uuid = await draft(manager, wearers.slice(0, 1));
  // A sample is charged to no budget.
  await send(office, 'PUT', `/api/admin/orders/${uuid}/update`, { is_sample: true });
  const { terms: _, ...details } = whole(manager);
  expect((await send(manager, 'PUT', `/api/orders/${uuid}`, details)).status).toBe(200);
  const page = await seenBy(manager, `/orders/${uuid}/edit#details`);
  const submit = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Submit Order' }).click();
    await page.getByRole('button', { name: 'Deliver here' }).click();
  };
  await page.getByLabel('I accept the terms').check();
  await page.route('**/api/**', (route) => route.abort());
  await submit();
  const mark = page.getByRole('status').filter({ hasText: /^\s*Not sent$/ });
  await expect(mark).toBeInViewport();
  await usable(page);
  await page.unroute('**/api/**');
  await expect(page.getByText(/^The server cannot be reached\. What you see/)).toBeHidden();
  await expect(mark).toBeInViewport();
  await submit();
  await expect(page).toHaveURL(/\/orders$/);
});

test('turning a phone keeps typed text and ticked boxes', async () => {
  const uuid = await draft(manager, wearers.slice(0, 1));
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true, reducedMotion: 'reduce', serviceWorkers: 'block' });
  contexts.push(context);
  await enter(context, product, manager);
  const page = await context.newPage();
  await open(page, product, `/orders/${uuid}/edit#details`);
  await page.route(`**/api/orders/${uuid}`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  const code = page.getByRole('textbox', { name: 'Cost code' });
  const terms = page.getByRole('checkbox', { name: /terms/i });
  await code.fill('CC-TURNED');
  await terms.check();
  await page.setViewportSize({ width: phone.height, height: phone.width });
  await expect(page.getByRole('heading', { name: 'Contact and delivery', level: 1 })).toBeVisible();
  await expect(code).toHaveValue('CC-TURNED');
  await expect(terms).toBeChecked();
  await usable(page);
});

test('a product chosen without a connection is marked as not saved on its card until it is saved or discarded', async () => {
  const [wearer] = wearers as [Wearer];
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`, phone, 'allow');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/lines')) keys.push(request.headers()['idempotency-key']);
  });
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }) });
  const mark = card.getByText(/not saved$/);
  const failed = page.getByRole('status').getByText('Not saved', { exact: true });
  const next = panel(page).getByRole('button', { name: 'Next', exact: true });
  const choose = async (notes: string): Promise<void> => {
    await card.getByRole('button', { name: /^Look at/ }).click();
    await chooseSize(page, wearer.style);
    await panel(page).getByLabel('Notes').fill(notes);
  };

  // Once the service worker is ready, the code and the texts of the dialog are on this device.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await choose('Typed with a thumb');
  await page.context().setOffline(true);
  await next.click();
  await expect(mark).toBeVisible();
  await expect(failed).toBeVisible();
  await usable(page);
  // Until the product is saved, the order cannot be sent, because the product would be missing.
  await expect(page.getByRole('button', { name: 'Order Items' })).toBeDisabled();
  await expect(page.getByText('A product is not saved yet').first()).toBeVisible();
  // A panel opens and closes without a question; leaving the screen asks.
  await page.getByRole('button', { name: /^In this order/ }).click();
  await expect(panel(page)).toBeVisible();
  // The address names the panel a moment after the panel is visible: going back before then would leave the screen.
  await expect(page).toHaveURL(/\/edit#./);
  await goBack(page);
  await expect(panel(page)).toBeHidden();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await question(page).getByRole('button', { name: 'Stay here' }).click();
  await card.getByRole('button', { name: /^Try again/ }).click();
  await expect(mark).toBeHidden();
  await expect(mark).toBeVisible();

  // The manual retry and the automatic retry send the same idempotency key, so the product is added once.
  await page.context().setOffline(false);
  await expect(textOn(page, 'Product added to order!')).toBeVisible();
  await expect(mark).toBeHidden();
  await expect(page.getByText('All changes kept')).toBeVisible();
  expect((await orderOf(uuid)).lines.map(({ notes }) => notes)).toEqual(['Typed with a thumb']);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);

  // After a server error, a product that was not saved stays on its card and can be discarded.
  const lines = '**/api/orders/*/employees/*/lines';
  await page.route(lines, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }));
  await choose('Let go');
  await next.click();
  await page.getByRole('alertdialog').or(panel(page)).getByRole('button', { name: 'Close' }).first().click();
  await expect(mark).toBeVisible();
  await card.getByRole('button', { name: /^Discard/ }).click();
  await expect(mark).toBeHidden();
  await expect(page.getByText('All changes kept')).toBeVisible();

  // A refused product does not stay on its card.
  await page.unroute(lines);
  await page.route(lines, (route) => route.fulfill({ status: 422, json: { message: 'No.', errors: { 'lines.0.quantity': ['No.'] } } }));
  await choose('Refused');
  await next.click();
  await expect(panel(page).or(question(page))).toContainText('No.');
  await expect(mark).toBeHidden();
  expect((await orderOf(uuid)).lines).toHaveLength(1);
});

test('failed reads and saves are repeated automatically once the server answers', async () => {
  const [wearer] = wearers as [Wearer];
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.clock.install();
  // Only after a reload do all timers of the page follow the test's clock.
  await page.reload();
  /** Moves the page's clock forward to the next attempt, again and again, until the message is gone. */
  const goneInTime = (message: Locator): Promise<void> =>
    expect(async () => {
      await page.clock.fastForward(20_000);
      await expect(message).toBeHidden({ timeout: 1000 });
    }).toPass({ timeout: 40_000 });
  const away = () => page.route('**/api/**', (route) => route.fulfill({ status: 502, json: { message: 'The gateway is closed.' } }));
  const banner = page.getByText(/^The server cannot be reached\. What you see/);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }) });
  await card.getByRole('button', { name: `Look at ${wearer.style.name}`, exact: true }).click();
  await chooseSize(page, wearer.style);
  await away();
  await panel(page).getByRole('button', { name: 'Next', exact: true }).click();
  const failure = page.getByRole('dialog', { name: 'Unhandled Error' });
  await expect(failure).toContainText('The gateway is closed.');
  await failure.getByRole('button', { name: 'Close' }).first().click();
  await expect(card.getByText(/not saved$/)).toBeVisible();
  await expect(banner).toBeVisible();
  // The device never lost its network, so no event of the browser shows that the server is back.
  await page.unroute('**/api/**');
  await goneInTime(card.getByText(/not saved$/));
  await expect.poll(async () => (await orderOf(uuid)).lines).toHaveLength(1);

  await away();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByText('The orders did not load')).toBeVisible();
  await page.unroute('**/api/**');
  await goneInTime(page.getByText('The orders did not load'));
  await expect(banner).toBeHidden();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: (await orderOf(uuid)).order_number })
      .first(),
  ).toBeVisible();
});

import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

const phone = { width: 390, height: 844 };
const at = (name: string): string => `${name}@northgate.test`;

let product: Product;
let browser: Browser;
let office: Session;
const faults: string[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

/** Opens the list of orders for a person of the client, on a phone of their own. */
async function person(name: string, { hears = true } = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: phone });
  // A stream without a response brings no changes by other people.
  if (!hears) await page.route('**/api/notifications/stream', () => undefined);
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await enter(page.context(), product, await product.signIn(at(name)));
  await page.goto(`${product.url}/orders`);
  return page;
}

/** Expects that the screen has loaded, fits the phone, and is accessible. */
async function usable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
}

const checked = new Set<string>();
/** Calls `usable` once for each part of the app, because many tests go through the same parts. */
async function usableOnce(page: Page, part: string): Promise<void> {
  if (checked.has(part)) return;
  checked.add(part);
  await usable(page);
}

/** The text of a toast: the first match, because the text is also in an element for screen readers. */
const textOn = (page: Page, words: string) => page.getByText(words, { exact: true }).first();

const uuidOf = (page: Page): string => /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

interface Style {
  name: string;
  price_from: number;
  price_to: number;
  decorations_for_employee: string[];
  children: { attributes: Sized & { variation_colour: string | null } }[];
}

/** Of the styles that the employee is offered and that have at least two sizes and no decoration, the cheapest. */
async function plainStyle(session: Session, employee_id: number): Promise<Style> {
  const { items } = (await product.get(session, `/api/employees/${employee_id}/products`)) as { items: Style[] };
  const style = items
    .filter(({ children, decorations_for_employee }) => children.length > 1 && decorations_for_employee.length === 0)
    .sort((one, other) => one.price_to - other.price_to)[0];
  if (!style) throw new Error('The demo offers nothing plain.');
  return style;
}

/** Adds this many of a style to the open order, in its first size. */
async function add(page: Page, style: Style, quantity = 1): Promise<void> {
  const [child] = style.children;
  await page.getByRole('button', { name: `Look at ${style.name}`, exact: true }).click();
  const panel = page.getByRole('dialog');
  if (child?.attributes.variation_colour) await panel.getByRole('button', { name: child.attributes.variation_colour, exact: true }).click();
  await panel
    .getByRole('group', { name: 'Size', exact: true })
    .getByText(sizeOf(child?.attributes ?? ({} as Sized)) ?? '', { exact: true })
    .click();
  const count = panel.getByRole('spinbutton');
  await count.fill(String(quantity));
  await count.press('Enter');
  await usableOnce(page, 'size chooser');
  await panel.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(textOn(page, 'Product added to order!')).toBeVisible();
  await expect(panel).toBeHidden();
}

const orderItems = (page: Page) => page.getByRole('button', { name: 'Order Items' });
const terms = (page: Page) => page.getByRole('checkbox', { name: 'I accept the terms' });

/** Sends an order whose form is filled in. */
async function send(page: Page, button: string, last: string): Promise<void> {
  await expect(page.getByRole('button', { name: button })).toBeDisabled();
  await terms(page).check();
  await usableOnce(page, 'last step');
  await page.getByRole('button', { name: button }).click();
  const question = page.getByRole('dialog', { name: 'Confirm the delivery address' });
  await usableOnce(page, 'delivery address');
  await question.getByRole('button', { name: last }).click();
  await expect(page).toHaveURL(/\/orders$/);
}

interface Mail {
  kind: string;
  to: string;
  subject: string;
  text: string;
}
const mailTo = async (to: string, kind: string, about: string): Promise<Mail | undefined> => {
  const { items } = (await product.get(office, `/api/admin/mail?search=${encodeURIComponent(to)}&per_page=50`)) as { items: Mail[] };
  return items.find((mail) => mail.kind === kind && mail.to === to && mail.text.includes(about));
};
const orderOf = async (uuid: string) =>
  (await product.get(office, `/api/orders/${uuid}`)) as {
    order_number: string;
    status: string;
    client_po_reference: string | null;
    cost_code: string | null;
    force_over_budget_order: boolean;
    lines: { id: number; qty_requested: number; notes: string | null }[];
  };

/** Starts an order for one of the manager's people, found by name; returns its uuid. */
async function begin(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'Create New Order' }).click();
  await page.getByLabel('Search employees').fill(name);
  await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Start Order' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/edit/);
  return uuidOf(page);
}
const employee = async (session: Session, name: string): Promise<number> => {
  const { items } = (await product.get(session, `/api/employees?search=${encodeURIComponent(name)}`)) as { items: { id: number; name: string }[] };
  const id = items.find((one) => one.name === name)?.id;
  if (!id) throw new Error(`There is no ${name}.`);
  return id;
};

test('somebody orders for themself within their budget', async () => {
  const self = await product.signIn(at('self.order'));
  const style = await plainStyle(self, self.who.user.id);
  const page = await person('self.order');
  const start = page.getByRole('link', { name: 'Create New Order For Myself' });
  await expect(start).toHaveAttribute('href', '/orders/create');
  await start.click();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByRole('button', { name: 'Add an employee' })).toHaveCount(0);
  await expect(orderItems(page)).toBeDisabled();
  await usable(page);
  await add(page, style);
  const budget = page.getByRole('region', { name: 'Budget' });
  await expect(budget).toContainText(/£[\d,.]+ of £320\.00 used, this order £[\d,.]+\./);
  await expect(page.getByText('All changes kept')).toBeVisible();
  const uuid = uuidOf(page);
  await orderItems(page).click();
  await expect(page.getByRole('checkbox', { name: 'Order over budget' })).toHaveCount(0);
  await terms(page).check();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.getByText('A PO reference is needed.')).toBeVisible();
  await terms(page).uncheck();
  await page.getByLabel('PO reference').fill('PO-SELF');
  await expect(page.getByText('7 / 100')).toBeVisible();
  await send(page, 'Submit Order', 'Deliver here');
  const { order_number, status } = await orderOf(uuid);
  expect(status).toBe('submitted');
  await expect(page.getByRole('listitem').filter({ hasText: order_number }).filter({ hasText: 'PO-SELF' })).toBeVisible();
  expect(await mailTo(at('self.order'), 'order_confirmation', order_number)).toBeTruthy();

  await page.goto(`${product.url}/orders/${uuid}/confirmation`);
  const sheet = page.getByRole('article');
  for (const text of [order_number, 'PO-SELF', style.name, 'Deliver to', 'Ordered by', 'Submitted', self.who.user.name])
    await expect(sheet).toContainText(text);
  await expect(sheet.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await usable(page);
  await page.context().close();
});

/** An employee sends a request for one product. Returns its uuid. */
async function request(page: Page): Promise<string> {
  const asking = await product.signIn(at('employee'));
  const style = await plainStyle(asking, asking.who.user.id);
  await page.getByRole('link', { name: 'Create New Order For Myself' }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await add(page, style);
  const uuid = uuidOf(page);
  await orderItems(page).click();
  await send(page, 'Send for Approval', 'Send for approval');
  return uuid;
}

test('a manager opens a request through the link in the email and approves it, and the order is submitted', async () => {
  const asker = await person('employee');
  const uuid = await request(asker);
  const { order_number } = await orderOf(uuid);
  const requestMail = await mailTo(at('manager'), 'approval_request', order_number);
  const link = /https?:\/\/\S+\/orders\/[0-9a-f-]{36}/.exec(requestMail?.text ?? '')?.[0] ?? '';
  expect(link).toContain(uuid);

  const page = await person('manager');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Request ${order_number}` })).toBeVisible();
  await usable(page);
  const approve = page.getByRole('button', { name: 'Approve and submit' });
  const po = page.getByLabel('PO reference');
  // The reference of the last order to the site is proposed.
  await expect(po).not.toHaveValue('');
  await expect(page.getByText('As on the last order to this site')).toBeVisible();
  await po.fill('');
  await approve.click();
  await expect(page.getByText('A PO reference is needed.')).toBeVisible();
  await usable(page);
  await po.fill('x'.repeat(60));
  await expect(page.getByText('50 / 50')).toBeVisible();
  await po.fill('PO-ASKED');
  await approve.click();
  await expect(textOn(page, `Order ${order_number} is approved and submitted`)).toBeVisible();
  expect(await orderOf(uuid)).toMatchObject({ status: 'submitted', client_po_reference: 'PO-ASKED' });

  await asker.goto(`${product.url}/orders/${uuid}`);
  await expect(asker.getByText('Approved by')).toBeVisible();
  await expect(asker.getByText('Farah Hussain').first()).toBeVisible();
  await usable(asker);
  expect(await mailTo(at('employee'), 'approval_decision', order_number)).toMatchObject({ subject: `Your request ${order_number} is approved` });
  await Promise.all([asker.context().close(), page.context().close()]);
});

test('a request is declined with a reason, changed, sent again, edited by the manager and approved', async () => {
  const asker = await person('employee');
  const uuid = await request(asker);
  const { order_number } = await orderOf(uuid);
  const page = await person('manager');
  await page.goto(`${product.url}/orders/${uuid}`);
  await page.getByRole('button', { name: 'Decline' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Decline order' })).toBeDisabled();
  await question.getByLabel('Reason').fill('Two are enough for the winter');
  await usable(page);
  await question.getByRole('button', { name: 'Decline order' }).click();
  await expect(textOn(page, `Order ${order_number} was declined`)).toBeVisible();
  const decisionMail = await mailTo(at('employee'), 'approval_decision', order_number);
  expect(decisionMail).toMatchObject({ subject: `Your request ${order_number} was declined` });

  await asker.goto(/https?:\/\/\S+\/edit/.exec(decisionMail?.text ?? '')?.[0] ?? '');
  await expect(asker.getByText('Two are enough for the winter')).toBeVisible();
  await asker.getByRole('button', { name: /^Ordered/ }).click();
  await asker.getByRole('button', { name: 'One more' }).first().click();
  await expect(textOn(asker, 'Quantity Requested Updated')).toBeVisible();
  await usable(asker);
  await orderItems(asker).click();
  await send(asker, 'Send for Approval', 'Send for approval');
  expect((await orderOf(uuid)).lines).toMatchObject([{ qty_requested: 2 }]);

  await page.goto(`${product.url}/orders/${uuid}`);
  await page.getByRole('link', { name: 'Edit before approving' }).click();
  await expect(page.getByText('Agnieszka Wójcik requested these items.')).toBeVisible();
  await usable(page);
  await orderItems(page).click();
  await page.getByLabel('PO reference').fill('PO-AGAIN');
  await send(page, 'Submit Order', 'Deliver here');
  expect(await orderOf(uuid)).toMatchObject({ status: 'submitted', client_po_reference: 'PO-AGAIN' });
  await Promise.all([asker.context().close(), page.context().close()]);
});

test('an order over a budget is blocked if the budget cannot be exceeded; otherwise it can be forced, and an alert is emailed', async () => {
  const manager = await product.signIn(at('manager'));
  const page = await person('manager');
  const fill = async (name: string): Promise<string> => {
    const style = await plainStyle(manager, await employee(manager, name));
    await page.goto(`${product.url}/orders`);
    const uuid = await begin(page, name);
    await add(page, style, Math.ceil(60_000 / style.price_from));
    await expect(page.getByRole('region', { name: 'Budget' })).toContainText('over');
    await orderItems(page).click();
    await expect(page.getByText('Placing this order will go over budget')).toBeVisible();
    await page.getByLabel('PO reference').fill('PO-OVER');
    await terms(page).check();
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeDisabled();
    await usable(page);
    return uuid;
  };
  const blocked = await fill('Wayne Sugden');
  await expect(page.getByText('This budget cannot be exceeded.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Order over budget' })).toHaveCount(0);
  expect((await orderOf(blocked)).status).toBe('draft');

  const forced = await fill('Mark Hardcastle');
  await expect(page.getByText('An alert e-mail may be sent to a manager.')).toBeVisible();
  await terms(page).uncheck();
  await page.getByRole('checkbox', { name: 'Order over budget' }).check();
  await send(page, 'Submit Order', 'Deliver here');
  const { order_number, ...order } = await orderOf(forced);
  expect(order).toMatchObject({ status: 'submitted', force_over_budget_order: true });
  const alert = await mailTo('budgets@northgate.test', 'over_budget', order_number);
  expect(alert?.text).toContain('Mark Hardcastle');
  expect(alert?.text).toContain('Over by: £');
  await page.context().close();
});

test('a decoration has at most 200 characters including the chosen option, and a counter shows how many are used', async () => {
  const manager = await product.signIn(at('manager'));
  const { items } = (await product.get(manager, `/api/employees/${await employee(manager, 'Dele Ogunleye')}/products`)) as { items: Style[] };
  const style = items.find(({ decorations_for_employee, children }) => decorations_for_employee.length > 0 && children.length > 1);
  const [choice = ''] = style?.decorations_for_employee ?? [];
  const page = await person('manager');
  const uuid = await begin(page, 'Dele Ogunleye');
  await page.getByRole('button', { name: `Look at ${style?.name}`, exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Decoration', { exact: true }).selectOption(choice);
  await panel.getByLabel('Decoration instruction').pressSequentially('Dele');
  await expect(panel.getByText(`${choice.length + 6} / 200`)).toBeVisible();
  await panel.getByLabel('Decoration instruction').fill('x'.repeat(200 - choice.length - 2));
  await panel.getByLabel('Decoration instruction').pressSequentially('yz');
  await expect(panel.getByText('200 / 200')).toBeVisible();
  await usable(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete order' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(product.get(office, `/api/orders/${uuid}`)).rejects.toThrow('404');
  await page.context().close();
});

test('two people who fill one draft do not overwrite each other’s entries', async () => {
  const manager = await product.signIn(at('manager'));
  const style = await plainStyle(manager, await employee(manager, 'Dele Ogunleye'));
  const one = await person('manager', { hears: false });
  const uuid = await begin(one, 'Dele Ogunleye');
  await add(one, style);
  const other = await person('site.admin');
  await other.goto(`${product.url}/orders/${uuid}/edit`);

  // Both people open one line. The second person saves a new quantity, then the first person saves new notes.
  const panel = (page: Page) => page.getByRole('dialog');
  for (const page of [one, other]) {
    await page.getByRole('button', { name: `Change ${style.name}`, exact: true }).click();
    await expect(panel(page).getByLabel('Notes')).toBeVisible();
  }
  await panel(other).getByRole('button', { name: 'One more' }).click();
  await panel(other).getByRole('button', { name: 'Save' }).click();
  await expect(textOn(other, 'Quantity Requested Updated')).toBeVisible();
  await panel(one).getByLabel('Notes').fill('Long sleeves');
  await panel(one).getByRole('button', { name: 'Save' }).click();
  await expect(panel(one).getByText('Somebody else changed this meanwhile.')).toBeVisible();
  await usable(one);
  await panel(one).getByRole('button', { name: 'Save' }).click();
  await expect(textOn(one, 'Notes Updated')).toBeVisible();
  expect((await orderOf(uuid)).lines).toMatchObject([{ qty_requested: 2, notes: 'Long sleeves' }]);

  // In the details, changes of different fields are merged, and two changes of the same field cause a question.
  for (const page of [one, other]) {
    await orderItems(page).click();
    await expect(page.getByLabel('PO reference')).toBeVisible();
  }
  await one.getByLabel('Cost code').fill('CC-ONE');
  await expect.poll(async () => (await orderOf(uuid)).cost_code).toBe('CC-ONE');
  await other.getByLabel('PO reference').fill('PO-OTHER');
  await expect.poll(async () => (await orderOf(uuid)).client_po_reference).toBe('PO-OTHER');
  await expect(other.getByLabel('Cost code')).toHaveValue('CC-ONE');
  await one.getByLabel('PO reference').fill('PO-ONE');
  const clash = one.getByRole('dialog', { name: 'Somebody else changed this meanwhile.' });
  await expect(clash).toContainText('PO-OTHER');
  await usable(one);
  await clash.getByRole('button', { name: 'Take theirs' }).click();
  await expect(one.getByLabel('PO reference')).toHaveValue('PO-OTHER');
  expect(await orderOf(uuid)).toMatchObject({ client_po_reference: 'PO-OTHER', cost_code: 'CC-ONE' });

  // Nobody submits changes that they have not seen.
  await terms(one).check();
  await one.getByRole('button', { name: 'Submit Order' }).click();
  const { lines } = await orderOf(uuid);
  const changed = await fetch(`${product.url}/api/orders/${uuid}/lines/${lines[0]?.id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${manager.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ qty_requested: 3 }),
  });
  expect(changed.status).toBe(200);
  await one.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  const question = one.getByRole('alertdialog', { name: 'Somebody else changed this meanwhile.' });
  await expect(question).toContainText('Quantity is now “3”.');
  await expect(question).toContainText('The order has 3 items now');
  await usable(one);
  expect((await orderOf(uuid)).status).toBe('draft');
  await question.getByRole('button', { name: 'Look at it' }).click();
  await one.getByRole('button', { name: 'Submit Order' }).click();
  await one.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect(one).toHaveURL(/\/orders$/);
  expect((await orderOf(uuid)).status).toBe('submitted');
  await Promise.all([one.context().close(), other.context().close()]);
});

test('submitting an order opens the list of orders, even if the screen gets the submitted order before the response', async () => {
  const manager = await product.signIn(at('manager'));
  const style = await plainStyle(manager, await employee(manager, 'Dele Ogunleye'));
  const page = await person('manager');
  const uuid = await begin(page, 'Dele Ogunleye');
  await add(page, style);
  await orderItems(page).click();
  await page.getByLabel('PO reference').fill('PO-SLOW');
  await page.route(`**/api/orders/${uuid}?submitted=true`, async (route) => {
    const read = page.waitForResponse(
      async (response) =>
        response.url().endsWith(`/api/orders/${uuid}`) && response.request().method() === 'GET' && (await response.json()).is_submitted,
    );
    const response = await route.fetch();
    await read;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await route.fulfill({ response });
  });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await send(page, 'Submit Order', 'Deliver here');
  await expect(textOn(page, `Order ${(await orderOf(uuid)).order_number} is submitted`)).toBeVisible();
  expect(visited.filter((path) => path === `/orders/${uuid}`)).toEqual([]);
  await page.context().close();
});

test('the open dialog of a line shows that another person has deleted the line', async () => {
  const manager = await product.signIn(at('manager'));
  const style = await plainStyle(manager, await employee(manager, 'Dele Ogunleye'));
  const page = await person('manager');
  const uuid = await begin(page, 'Dele Ogunleye');
  await add(page, style);
  await page.getByRole('button', { name: `Change ${style.name}`, exact: true }).click();
  const panel = page.getByRole('dialog', { name: style.name });

  // A size that has been removed is not shown as selected.
  await panel.getByRole('button', { name: 'Order without a size' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(textOn(page, 'Order updated')).toBeVisible();
  await expect(page.getByText('Size Selected!')).toHaveCount(0);

  await page.getByRole('button', { name: `Change ${style.name}`, exact: true }).click();
  await panel.getByLabel('Notes').fill('Long sleeves');
  const [line] = (await orderOf(uuid)).lines;
  const response = await fetch(`${product.url}/api/orders/${uuid}/lines/${line?.id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${(await product.signIn(at('site.admin'))).token}` },
  });
  expect(response.status).toBe(200);
  // A shared order is read again every 15 seconds.
  const removedDialog = page.getByRole('dialog', { name: 'This line is no longer on the order' });
  await expect(removedDialog).toBeVisible({ timeout: 30_000 });
  await usable(page);
  await removedDialog.getByRole('button', { name: 'Back to the order' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}/edit$`));
  await expect(page.getByRole('button', { name: new RegExp(`^(Choose Size,|Add( \\d+)?) ${style.name}`) })).toBeVisible();

  // An order that is not submitted has no confirmation page.
  await page.goto(`${product.url}/orders/${uuid}/confirmation`);
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}$`));
  await page.context().close();
});

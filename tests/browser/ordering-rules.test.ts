import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;
let manager: Session;
const contexts: BrowserContext[] = [];

interface Style {
  id: number;
  name: string;
  decorations_for_employee: string[];
  children: { id: number; attributes: Sized & { variation_colour: string | null } }[];
}

async function send(by: Session, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`);
  return response.json();
}

/** Creates a draft with one line, as this person, for one of their people; returns its uuid. */
async function draft(by: Session, employee_id: number, isSized = true): Promise<string> {
  const { uuid } = (await send(by, 'POST', '/api/orders', { employees: [employee_id] })) as { uuid: string };
  const style = (await stylesOf(by, employee_id)).find(
    ({ children, decorations_for_employee }) => children.length > 1 && !decorations_for_employee.length,
  );
  const line = { product_id: isSized ? style?.children[0]?.id : style?.id, quantity: 1, is_size_selected: isSized };
  await send(by, 'POST', `/api/orders/${uuid}/employees/${employee_id}/lines`, { lines: [line] });
  return uuid;
}
const stylesOf = async (by: Session, employee_id: number): Promise<Style[]> =>
  ((await product.get(by, `/api/employees/${employee_id}/products`)) as { items: Style[] }).items;
const statusOf = async (by: Session, uuid: string): Promise<string> => ((await product.get(by, `/api/orders/${uuid}`)) as { status: string }).status;
const wearerOf = async (by: Session): Promise<number> => {
  const { items } = (await product.get(by, '/api/employees?per_page=50')) as { items: { id: number }[] };
  return items.find(({ id }) => id !== by.who.user.id)?.id ?? 0;
};

async function seenBy(session: Session, path: string, { hears = true, viewport = phone } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  contexts.push(context);
  // The stream gets no response, so that the page does not hear of changes by other people.
  if (!hears) await context.route('**/api/notifications/stream', () => undefined);
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await open(page, product, path);
  return page;
}

/** The message below an invalid field, which screen readers read out with the field. */
async function messageOf(field: Locator): Promise<string | null> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const id = ids.find((one) => one.endsWith('-error'));
  return id ? field.page().locator(`[id="${id}"]`).textContent() : null;
}

/** Types more into a field than it accepts, and expects that the value ends at the limit and that the counter, if any, shows the limit. */
async function endsAt(field: Locator, most: number, hasCounter: boolean): Promise<void> {
  await field.fill('1'.repeat(most + 5));
  await expect(field).toHaveValue('1'.repeat(most));
  if (hasCounter) {
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
    const id = ids.find((one) => one.endsWith('-hint'));
    await expect(field.page().locator(`[id="${id}"]`)).toContainText(`${most} / ${most}`);
  }
  await field.fill('');
}

const terms = (page: Page) => page.getByRole('checkbox', { name: 'I accept the terms' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Order' });

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  manager = await product.signIn('manager@northgate.test');
});
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

test('invalid details of an order show a message under each field, and nothing is sent', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'Order Items' }).click();
  const site = page.getByLabel('Site', { exact: true });
  await expect(site).not.toHaveValue('');

  // Without a site there is no address to edit.
  await site.selectOption('');
  await expect(page.getByText('Choose a site first; its address appears here.')).toBeVisible();
  await expect(page.getByLabel('Postcode', { exact: true })).toHaveCount(0);
  await expect(submit(page)).toBeDisabled();
  await terms(page).check();
  await submit(page).click();
  await expect.poll(() => messageOf(site)).toBe('Choose a site.');
  await site.selectOption({ index: 1 });

  const po = page.getByLabel('PO reference');
  const cost = page.getByLabel('Cost code');
  const telephone = page.getByLabel('Phone', { exact: true });
  await endsAt(po, 100, true);
  await endsAt(cost, 100, true);
  await endsAt(telephone, 64, false);
  await endsAt(page.getByLabel('Notes'), 2000, true);

  const email = page.getByLabel('Email', { exact: true });
  await email.fill('farah@');
  await email.blur();
  await expect.poll(() => messageOf(email)).toBe('Enter a full email address, such as name@company.co.uk');
  await email.fill('farah@northgate.test');

  await page.getByRole('button', { name: 'Change the delivery address' }).click();
  const line = page.getByLabel('Address', { exact: true });
  const postcode = page.getByLabel('Postcode', { exact: true });
  await line.fill('');
  await postcode.fill('');
  await submit(page).click();
  await expect.poll(() => messageOf(line)).toBe('Enter the first line of the address');
  await expect.poll(() => messageOf(postcode)).toBe('Enter the postcode');
  await line.fill('x'.repeat(121));
  await expect.poll(() => messageOf(line)).toBe('At most 120 characters');
  await postcode.fill('LS10 1RT and more');
  await expect.poll(() => messageOf(postcode)).toBe('This is not a UK postcode.');
  expect(await faultsOf(page)).toEqual([]);
  await line.fill('1 Mill Lane');
  await postcode.fill('LS1 4AP');

  await submit(page).click();
  await expect.poll(() => messageOf(po)).toBe('A PO reference is needed.');
  await po.fill('PO-RULES');
  await cost.fill('CC-RULES');

  // The address is confirmed in a second dialog. Cancelling the second dialog sends nothing.
  await submit(page).click();
  const question = page.getByRole('dialog', { name: 'Confirm the delivery address' });
  await expect(question).toContainText('1 Mill Lane');
  await question.getByRole('button', { name: 'Change it' }).click();
  await expect(question).toBeHidden();
  await terms(page).uncheck();
  await expect(submit(page)).toBeDisabled();
  expect(await statusOf(manager, uuid)).toBe('draft');
});

test('a click outside an invalid field takes effect, because the message about the field appears only after the click', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const page = await seenBy(manager, `/orders/${uuid}/edit#details`, { viewport: desk });
  const email = page.getByLabel('Email', { exact: true });
  const message = page.getByText('Enter a full email address, such as name@company.co.uk');
  const words = page.getByText('I accept the terms');
  for (const isTicked of [true, false]) {
    await email.fill('farah@northgate.test');
    await expect(message).toHaveCount(0);
    await email.fill('farah@');
    await email.focus();
    const box = await words.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 4);
    await page.mouse.down();
    await expect(email).not.toBeFocused();
    // A finger rests for about this long.
    await page.waitForTimeout(150);
    await page.mouse.up();
    await expect(terms(page)).toBeChecked({ checked: isTicked });
    await expect(message).toBeVisible();
  }
});

test('a site that is chosen again while the sites are loading keeps its address, so that no address is required', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  let answer = (): void => {};
  const requested = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/sites?**', async (route) => {
    await requested;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Order Items' }).click();
  const site = page.getByLabel('Site', { exact: true });
  const siteId = await site.inputValue();
  await site.selectOption('');
  await terms(page).check();
  await submit(page).click();
  await expect.poll(() => messageOf(site)).toBe('Choose a site.');
  await site.selectOption(siteId);
  const change = page.getByRole('button', { name: 'Change the delivery address' });
  await expect(change).toBeVisible();
  answer();
  await expect(page.getByText('Loading sites…')).toHaveCount(0);
  await expect(change).toBeVisible();
  await expect(page.getByText('Enter the first line of the address')).toHaveCount(0);
});

test('somebody who orders for themself cannot submit the order until every size is chosen', async () => {
  const self = await product.signIn('self.order@northgate.test');
  const uuid = await draft(self, self.who.user.id, false);
  const page = await seenBy(self, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'Order Items' }).click();
  await page.getByLabel('PO reference').fill('PO-SELF');
  await page.getByLabel('Cost code').fill('CC-SELF');
  await terms(page).check();
  await submit(page).click();
  const question = page.getByRole('dialog', { name: 'Sizes Missing' });
  await expect(question).toContainText('There are still order lines with missing sizes. Please choose all sizes before ordering.');
  await expect(question.getByRole('button', { name: 'Send without sizes' })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Choose sizes' }).click();
  await expect(page.getByText('No size × 1')).toBeVisible();
  expect(await statusOf(self, uuid)).toBe('draft');
});

test('a product shows what is still to be chosen: a size, a quantity, a decoration', async () => {
  const wearer = await wearerOf(manager);
  const styles = await stylesOf(manager, wearer);
  const plain = styles.find(({ children, decorations_for_employee }) => children.length > 1 && !decorations_for_employee.length);
  const decorated = styles.find(({ children, decorations_for_employee }) => children.length > 1 && decorations_for_employee.length > 0);
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer] })) as { uuid: string };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await expect(page.getByRole('button', { name: 'Order Items' })).toBeDisabled();
  const panel = page.getByRole('dialog');
  const takeFirst = async (style: Style | undefined): Promise<void> => {
    const child = style?.children[0];
    if (child?.attributes.variation_colour) await panel.getByRole('button', { name: child.attributes.variation_colour, exact: true }).click();
    await panel
      .getByRole('group', { name: 'Size', exact: true })
      .getByText(sizeOf(child?.attributes ?? ({} as Sized)) ?? '', { exact: true })
      .click();
  };

  await page.getByRole('button', { name: `Look at ${plain?.name}`, exact: true }).click();
  // The panel shows the product's picture, price, codes and description; a button shows the longer part of the description.
  await expect(panel.getByRole('img').first()).toBeVisible();
  for (const text of ['ex VAT', 'SKU', 'Parent SKU']) await expect(panel).toContainText(text);
  await panel.getByRole('button', { name: 'More information' }).click();
  await expect(panel.getByRole('button', { name: 'Less', exact: true })).toHaveAttribute('aria-expanded', 'true');
  // A size on file is chosen from the start; if no size is on file, a size has to be chosen.
  if (!(await panel.getByText('Size on file:').isVisible()))
    await expect(panel.getByRole('button', { name: 'Choose a size', exact: true })).toBeDisabled();
  await takeFirst(plain);
  const count = panel.getByRole('spinbutton');
  await panel.getByRole('button', { name: 'One less' }).click();
  await expect(count).toHaveAttribute('aria-valuenow', '0');
  await expect(panel.getByRole('button', { name: 'One less' })).toBeDisabled();
  await expect(panel.getByRole('button', { name: 'Choose how many', exact: true })).toBeDisabled();
  await count.fill('-4');
  await count.press('Enter');
  await expect(page.getByText('A quantity is never below 0.', { exact: true })).toBeVisible();
  await expect(count).toHaveAttribute('aria-valuenow', '0');
  await count.fill('99999');
  await count.press('Enter');
  await expect(count).toHaveAttribute('aria-valuenow', '9999');
  await expect(panel.getByRole('button', { name: 'One more' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Look at ${decorated?.name}`, exact: true }).click();
  await takeFirst(decorated);
  const offered = decorated?.decorations_for_employee ?? [];
  const decoration = panel.getByLabel('Decoration', { exact: true });
  await decoration.selectOption('');
  await expect(panel.getByRole('button', { name: 'Choose a decoration', exact: true })).toBeDisabled();
  await decoration.selectOption(offered[0] ?? '');
  await expect(panel.getByRole('button', { name: 'Next', exact: true })).toBeEnabled();
  expect(await faultsOf(page)).toEqual([]);
});

test('an order can only be started for at least one person; the phone number in the profile has at most 32 characters', async () => {
  const page = await seenBy(manager, '/employees');
  const start = page.getByRole('button', { name: 'Start Order' });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription('Choose at least one person');
  await page.getByRole('checkbox').first().check();
  await expect(start).toBeEnabled();
  await page.getByRole('checkbox').first().uncheck();
  await expect(start).toBeDisabled();

  await page.goto(`${product.url}/profile`);
  await endsAt(page.getByLabel('Phone', { exact: true }), 32, false);
});

/** Somebody at the manager's site who has no budget, with their clothing sets. */
async function freeWearer(by: Session): Promise<{ id: number; clothing_sets: { id: number }[] }> {
  const { items } = (await product.get(by, '/api/employees?per_page=50')) as {
    items: { id: number; employee_roles: { is_budgeted: boolean }[]; clothing_sets: { id: number }[] }[];
  };
  const free = items.find(({ employee_roles }) => employee_roles.every(({ is_budgeted }) => !is_budgeted));
  if (!free) throw new Error('Everybody has a budget.');
  return free;
}
const whole = {
  set_delivery_details: true,
  delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
  client_po_reference: 'PO-RULES',
};

test('the line of a product that is no longer offered to the wearer shows a message, both in a draft and in a submitted order', async () => {
  const { id, clothing_sets } = await freeWearer(manager);
  const dress = (sets: number[]) => send(manager, 'PUT', `/api/employees/${id}`, { clothing_sets: sets });
  const sets = clothing_sets.map((set) => set.id);
  const uuid = await draft(manager, id, false);
  await send(manager, 'PUT', `/api/orders/${uuid}`, whole);

  await dress([]);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: /^Ordered/ }).click();
  await page.getByRole('button', { name: /^Choose Size/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('is no longer offered to its wearer. Remove it from the order.');
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(panel).toHaveCount(0);

  await dress(sets);
  await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, { terms: true, confirm_missing_sizes: true });
  await dress([]);
  await open(page, product, `/orders/${uuid}`);
  await page.getByRole('button', { name: /^Choose Size/ }).click();
  await expect(panel).toContainText('any more. Ask us what can be sent instead.');
  await dress(sets);
});

test('a discontinued article on a draft is replaced by its successor with one press', async () => {
  const { id } = await freeWearer(manager);
  const uuid = await draft(manager, id);
  const productOf = async (): Promise<number> =>
    ((await product.get(manager, `/api/orders/${uuid}`)) as { lines: { product_id: number }[] }).lines[0]?.product_id ?? 0;
  const old = await productOf();
  const sizes = (await stylesOf(manager, id)).find(({ children }) => children.some((child) => child.id === old))?.children;
  const next = sizes?.find((child) => child.id !== old)?.id ?? 0;
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  connection.pragma('busy_timeout = 5000');
  const end = connection.prepare('update products set discontinued_at = ?, successor_id = ? where id = ?');
  end.run('2026-01-01T00:00:00.000Z', next, old);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: /^Ordered/ }).click();
  await page.getByRole('button', { name: /^Order .+ instead$/ }).click();
  await expect(page.getByText(/is ordered instead$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Order .+ instead$/ })).toHaveCount(0);
  expect(await productOf()).toBe(next);
  expect(await faultsOf(page)).toEqual([]);
  end.run(null, null, old);
  connection.close();
});

test('a stored PO reference that is longer than its field in the review is sent in full unless another is entered', async () => {
  const long = `${'PO-'.repeat(20)}END`;
  const uuid = await draft(manager, (await freeWearer(manager)).id);
  await send(manager, 'PUT', `/api/orders/${uuid}`, { ...whole, client_po_reference: long });
  const page = await seenBy(manager, `/orders/${uuid}#send`);
  await expect(page.getByLabel('PO reference')).toHaveValue(long.slice(0, 50));
  await expect(page.getByLabel('PO reference')).toHaveAccessibleDescription(new RegExp(`Sent as ${long}`));
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.poll(() => statusOf(manager, uuid)).toBe('submitted');
  expect(await product.get(manager, `/api/orders/${uuid}`)).toMatchObject({ client_po_reference: long });
});

test('somebody who submits an order that another person has just submitted sees a message about it and the current order', async () => {
  const other = await product.signIn('site.admin@northgate.test');
  for (const [at, press] of [
    ['#send', ['Submit']],
    ['/edit#details', ['Submit Order', 'Deliver here']],
  ] as const) {
    const uuid = await draft(manager, (await freeWearer(manager)).id);
    await send(manager, 'PUT', `/api/orders/${uuid}`, whole);
    const page = await seenBy(manager, `/orders/${uuid}${at}`, { hears: false });
    await expect(page.getByLabel('PO reference')).toHaveValue('PO-RULES');
    if (at !== '#send') await terms(page).check();
    await send(other, 'PUT', `/api/orders/${uuid}`, { submitted_at: new Date().toISOString(), po_reference: 'PO-OTHER' });
    for (const name of press) await page.getByRole('button', { name, exact: true }).last().click();
    await expect(page.getByText('This order has been submitted already.')).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(page.getByText('PO-OTHER').first()).toBeVisible();
  }
});

interface Budgeted {
  employee_id: number;
  /** A line that costs more than half of what is left of the wearer's budget. */
  line: { product_id: number; quantity: number };
}

/** Returns a person who has money left in a budget. Orders may exceed that budget if a box is ticked. */
async function budgeted(by: Session): Promise<Budgeted> {
  const { items } = (await product.get(by, '/api/employees?per_page=50')) as { items: { id: number; employee_roles: { is_budgeted: boolean }[] }[] };
  for (const { id, employee_roles } of items) {
    if (id === by.who.user.id || !employee_roles.some(({ is_budgeted }) => is_budgeted)) continue;
    const uuid = await draft(by, id);
    const answer = (await product.get(by, `/api/orders/${uuid}/budgets`)) as {
      items: { budget_value: number | null; total_spent: number; this_order: number; is_budget_forceable: boolean; is_binding: boolean }[];
    };
    const { lines } = (await product.get(by, `/api/orders/${uuid}`)) as { lines: { product_id: number }[] };
    await send(by, 'DELETE', `/api/orders/${uuid}`, {});
    const charged = answer.items.find(({ this_order }) => this_order > 0);
    if (!charged?.is_budget_forceable || !charged.is_binding || charged.budget_value === null) continue;
    const remaining = charged.budget_value - charged.total_spent;
    const quantity = Math.floor(remaining / 2 / charged.this_order) + 1;
    if (remaining >= charged.this_order * quantity) return { employee_id: id, line: { product_id: lines[0]?.product_id ?? 0, quantity } };
  }
  throw new Error('Nobody has a budget that may be exceeded.');
}

async function draftOf(by: Session, { employee_id, line }: Budgeted): Promise<string> {
  const { uuid } = (await send(by, 'POST', '/api/orders', { employees: [employee_id] })) as { uuid: string };
  await send(by, 'POST', `/api/orders/${uuid}/employees/${employee_id}/lines`, { lines: [line] });
  await send(by, 'PUT', `/api/orders/${uuid}`, { ...whole, cost_code: 'CC-RULES' });
  return uuid;
}

test('when somebody else adds a line that exceeds the budget, an open draft asks at once to confirm an order over budget', async () => {
  const other = await product.signIn('site.admin@northgate.test');
  const wearer = await budgeted(manager);
  const uuid = await draftOf(manager, wearer);
  const page = await seenBy(manager, `/orders/${uuid}/edit#details`);
  await terms(page).check();
  await expect(submit(page)).toBeEnabled();
  await send(other, 'POST', `/api/orders/${uuid}/employees/${wearer.employee_id}/lines`, { lines: [wearer.line] });
  await expect(page.getByRole('checkbox', { name: 'Order over budget' })).toBeVisible({ timeout: 30_000 });
  await expect(submit(page)).toBeDisabled();
});

test('if somebody else has used up the budget meanwhile, submitting an order shows this; a tick then sends the order over budget', async () => {
  const admin = await product.signIn('client.admin@northgate.test');
  for (const [at, press] of [
    ['#send', ['Submit']],
    ['/edit#details', ['Submit Order', 'Deliver here']],
  ] as const) {
    const wearer = await budgeted(admin);
    const uuid = await draftOf(admin, wearer);
    const other = await draftOf(admin, wearer);
    const page = await seenBy(admin, `/orders/${uuid}${at}`);
    const sends = async (): Promise<void> => {
      for (const name of press) await page.getByRole('button', { name, exact: true }).last().click();
    };
    const po = page.getByLabel('PO reference');
    await expect(po).toHaveValue('PO-RULES');
    if (at !== '#send') await terms(page).check();
    // Waits until the details are saved and the budgets are read again: from then on the page gets no changes.
    const requestsOf = (method: string, path: string) =>
      page.waitForResponse((response) => response.request().method() === method && response.url().endsWith(path));
    const read = at === '#send' ? null : requestsOf('PUT', `/api/orders/${uuid}`).then(() => requestsOf('GET', `/api/orders/${uuid}/budgets`));
    await po.fill('PO-TYPED');
    await read;
    if (read) expect(await product.get(admin, `/api/orders/${uuid}`)).toMatchObject({ client_po_reference: 'PO-TYPED' });
    // Until the order is submitted, each read of the budgets returns the budgets as they were before the other order.
    const budgets = `**/api/orders/${uuid}/budgets`;
    const json = await product.get(admin, `/api/orders/${uuid}/budgets`);
    await page.route(budgets, (route) => route.fulfill({ json }));
    await send(admin, 'PUT', `/api/orders/${other}?submitted=true`, { terms: true });

    const tick = page.getByRole('checkbox', { name: 'Order over budget' });
    await expect(tick).toHaveCount(0);
    await page.unroute(budgets);
    await sends();
    await expect.poll(() => messageOf(tick)).toBe('Placing this order will go over budget');
    await expect(page.locator('.over-budget')).toContainText(/£[\d,.]+ of £[\d,.]+ used, this order £[\d,.]+, £[\d,.]+ over\./);
    await expect(tick).toBeInViewport();
    await expect(page.getByText('Invalid data submitted')).toHaveCount(0);
    await expect(page.getByRole('button', { name: press[0], exact: true }).last()).toBeDisabled();
    await expect(po).toHaveValue('PO-TYPED');
    expect(await faultsOf(page)).toEqual([]);

    await tick.check();
    await sends();
    await expect.poll(() => statusOf(admin, uuid)).toBe('submitted');
    expect(await product.get(admin, `/api/orders/${uuid}`)).toMatchObject({ client_po_reference: 'PO-TYPED', force_over_budget_order: true });
  }
});

test('somebody who presses Submit just as another person’s change arrives is shown the change, and asked to confirm', async () => {
  const other = await product.signIn('site.admin@northgate.test');
  const { id } = await freeWearer(manager);
  const change = async (uuid: string, qty_requested: number) => {
    const { lines } = (await product.get(manager, `/api/orders/${uuid}`)) as { lines: { id: number; product_name: string }[] };
    await send(other, 'PUT', `/api/orders/${uuid}/lines/${lines[0]?.id}`, { qty_requested });
    return lines[0]?.product_name ?? '';
  };
  for (const { at, press, isChangedBefore } of [
    // The change arrives while the panel is open, or just before the panel is opened.
    { at: '#send', press: ['Submit'], isChangedBefore: false },
    { at: '', press: ['Submit', 'Submit'], isChangedBefore: true },
    { at: '/edit#details', press: ['Submit Order', 'Deliver here'], isChangedBefore: false },
  ]) {
    const uuid = await draft(manager, id);
    await send(manager, 'PUT', `/api/orders/${uuid}`, whole);
    const page = await seenBy(manager, `/orders/${uuid}${at}`, { viewport: desk, hears: false });
    await page.clock.install();
    // The page reads the order again every 15 seconds, and when the window gets the focus again.
    const reread = async (): Promise<void> => {
      const read = page.waitForResponse(
        (response) => new URL(response.url()).pathname === `/api/orders/${uuid}` && response.request().method() === 'GET',
      );
      await page.clock.fastForward(16_000);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await read;
    };
    const question = page.getByRole('alertdialog', { name: 'Somebody else changed this meanwhile.' });
    if (isChangedBefore) await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
    else await expect(page.getByLabel('PO reference')).toHaveValue('PO-RULES');
    if (at === '/edit#details') await terms(page).check();
    const name = await change(uuid, 7);
    await reread();
    for (const button of press) await page.getByRole('button', { name: button, exact: true }).last().click();
    await expect(question).toContainText(name);
    await expect(question).toContainText('Quantity is now “7”.');
    await expect(question).toContainText('The order has 7 items now');
    expect(await faultsOf(page)).toEqual([]);
    expect(await statusOf(manager, uuid)).toBe('draft');
    // A change that arrives while the question is open causes a second question.
    await change(uuid, 8);
    await question.getByRole('button', { name: 'Send it as it is' }).click();
    await expect(question).toContainText('Quantity is now “8”.');
    await question.getByRole('button', { name: 'Send it as it is' }).click();
    await expect.poll(() => statusOf(manager, uuid)).toBe('submitted');
  }
});

test('the review never silently overwrites a PO reference that somebody else wrote meanwhile', async () => {
  const other = await product.signIn('site.admin@northgate.test');
  const { id } = await freeWearer(manager);
  const poOf = async (uuid: string) => ((await product.get(manager, `/api/orders/${uuid}`)) as { client_po_reference: string }).client_po_reference;
  for (const ownReference of [null, 'PO-MINE']) {
    const uuid = await draft(manager, id);
    await send(manager, 'PUT', `/api/orders/${uuid}`, whole);
    const page = await seenBy(manager, `/orders/${uuid}#send`, { hears: false });
    const dialog = page.getByRole('dialog');
    const po = dialog.getByLabel('PO reference');
    await expect(po).toHaveValue('PO-RULES');
    if (ownReference) await po.fill(ownReference);
    await send(other, 'PUT', `/api/orders/${uuid}`, { client_po_reference: 'PO-OTHER' });
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Somebody else changed this meanwhile.' });
    await expect(question).toContainText(
      ownReference ? `PO reference is PO-OTHER now. Yours, ${ownReference}, is sent instead.` : 'PO reference is now “PO-OTHER”.',
    );
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect(dialog).toContainText(`PO reference is PO-OTHER now.${ownReference ? ` Yours, ${ownReference}, is sent instead.` : ''}`);
    await expect(po).toHaveValue(ownReference ?? 'PO-OTHER');
    expect(await faultsOf(page)).toEqual([]);
    if (ownReference) {
      await dialog.getByRole('button', { name: 'Take theirs' }).click();
      await expect(po).toHaveValue('PO-OTHER');
      await expect(dialog.getByText('is sent instead')).toHaveCount(0);
      await po.fill(ownReference);
    }
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect.poll(() => statusOf(manager, uuid)).toBe('submitted');
    expect(await poOf(uuid)).toBe(ownReference ?? 'PO-OTHER');
  }
});

test('a card in the list of orders or returns opens wherever it is pressed, and the links on it still work', async () => {
  const page = await seenBy(manager, '/orders');
  const cards = page.locator('.list-card');
  const card = cards.filter({ hasNot: page.getByRole('link', { name: /^Continue/ }) }).first();
  const number = (await card.getByRole('link').first().textContent()) ?? '';
  const box = await card.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) - 6);
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);

  await page.goto(`${product.url}/orders`);
  const phoned = cards.filter({ has: page.getByRole('link', { name: /^Email / }) }).first();
  const mail = await phoned.getByRole('link', { name: /^Email / }).boundingBox();
  const top = await page.evaluate(
    ([x, y]) =>
      document
        .elementFromPoint(x ?? 0, y ?? 0)
        ?.closest('a')
        ?.getAttribute('href'),
    [(mail?.x ?? 0) + 10, (mail?.y ?? 0) + 10],
  );
  expect(top).toMatch(/^mailto:/);

  const admin = await product.signIn('client.admin@northgate.test');
  const returns = await seenBy(admin, '/returns');
  const first = returns.locator('.list-card').first();
  await first.click({ position: { x: 160, y: 8 } });
  await expect(returns).toHaveURL(/\/returns\/\d+$/);
});

test('an invalid field is scrolled into view with the message under it, and no toast covers a control', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'Order Items' }).click();
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('farah@');
  await terms(page).check();
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await submit(page).click();
  await expect(email).toBeFocused();
  const error = page.locator('.field:has(:focus) .err');
  await expect(error).toBeInViewport({ ratio: 1 });
  const dock = await page.locator('.dock').boundingBox();
  const isAboveDock = async (): Promise<void> => {
    const message = await error.boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  };
  await isAboveDock();

  // If a field is visible but its message does not fit below it, the field and the message move up.
  await email.fill('farah@northgate.test');
  const po = page.getByLabel('PO reference');
  await po.fill('');
  await po.evaluate((field) => {
    const main = document.querySelector('main');
    if (main) main.scrollTop += field.getBoundingClientRect().bottom - main.getBoundingClientRect().bottom + 1;
  });
  await submit(page).click();
  await expect(po).toBeFocused();
  await expect(error).toHaveText('A PO reference is needed.');
  await expect(error).toBeInViewport({ ratio: 1 });
  await isAboveDock();

  // After two successes in a row there is one message, above the buttons.
  await page.goto(`${product.url}/orders/${uuid}/edit`);
  await page.getByRole('button', { name: /^Ordered/ }).click();
  for (const count of ['2', '3']) {
    await page
      .getByRole('textbox', { name: /^Quantity, / })
      .or(page.getByRole('spinbutton'))
      .first()
      .fill(count);
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => ((await product.get(manager, `/api/orders/${uuid}`)) as { lines: { qty_requested: number }[] }).lines[0]?.qty_requested)
      .toBe(Number(count));
  }
  const toast = page.locator('.toast');
  await expect(toast).toHaveCount(1);
  const [toastBox, bar] = [await toast.boundingBox(), await page.locator('.dock').boundingBox()];
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  // The end of the screen can be scrolled out from under the message.
  await expect(page.locator('.frame > main')).toHaveCSS('padding-bottom', '88px');
  await page.getByRole('button', { name: /^In this order/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a negative quantity is refused with a message, without a question about removing the line', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const linesOf = async () => ((await product.get(manager, `/api/orders/${uuid}`)) as { lines: { qty_requested: number }[] }).lines;
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: /^Ordered/ }).click();
  const count = page.getByRole('spinbutton', { name: /^Quantity, / });
  await count.fill('-3');
  await count.press('Enter');
  await expect(page.getByText('A quantity is never below 0.', { exact: true })).toBeVisible();
  await expect(count).toHaveValue('1');
  expect(await faultsOf(page)).toEqual([]);
  expect((await linesOf())[0]?.qty_requested).toBe(1);
  await count.fill('0');
  await count.press('Enter');
  await expect(page.getByText('Line Deleted', { exact: true })).toBeVisible();
  expect(await linesOf()).toHaveLength(0);
});

test('before an order is sent, the page asks about a wearer without lines', async () => {
  const { items } = (await product.get(manager, '/api/employees?per_page=50')) as { items: { id: number; name: string }[] };
  const [one, other] = items.filter(({ id }) => id !== manager.who.user.id);
  const uuid = await draft(manager, one?.id ?? 0);
  await send(manager, 'POST', `/api/orders/${uuid}/employees`, { employees: [other?.id] });
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: one?.name, exact: true }).click();
  await page.getByRole('button', { name: 'Order Items' }).click();
  await page.getByLabel('PO reference').fill('PO-1');
  await page.getByLabel('Cost code').fill('CC-1');
  await terms(page).check();
  await submit(page).click();
  const question = page.getByRole('dialog', { name: `Nothing is ordered for ${other?.name}.` });
  await expect(question).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Choose items' }).click();
  // The button leads to that wearer's products.
  await expect(page.getByRole('button', { name: other?.name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: one?.name, exact: true }).click();
  await page.getByRole('button', { name: 'Order Items' }).click();
  await terms(page).check();
  await submit(page).click();
  await question.getByRole('button', { name: 'Order without them' }).click();
  await page.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect.poll(() => statusOf(manager, uuid)).toBe('submitted');
});

test('as soon as a site is chosen, the order names each product that is not sent to the site, and its wearer', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const { lines, employees } = (await product.get(manager, `/api/orders/${uuid}`)) as {
    lines: { product_name: string }[];
    employees: { name: string }[];
  };
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  connection.pragma('busy_timeout = 5000');
  const away = connection.prepare(
    `insert into clothing_set_excluded_sites (clothing_set_id, site_id) select s.id, o.delivery_site_id from clothing_sets s join orders o on o.account_id = s.account_id
     where o.uuid = ? on conflict do nothing`,
  );
  away.run(uuid);
  await page.getByRole('button', { name: 'Order Items' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'cannot be ordered for this site' });
  await expect(refusal).toContainText(lines[0]?.product_name ?? '');
  await expect(refusal).toContainText(`for ${employees[0]?.name} is not sent to this site.`);
  await expect(refusal).toBeInViewport();
  await terms(page).check();
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAccessibleDescription('1 line cannot be ordered for this site');
  expect(await faultsOf(page)).toEqual([]);
  await refusal.getByRole('button', { name: /^Go to what is ordered for/ }).click();
  await page.getByRole('button', { name: /^Ordered/ }).click();
  await expect(page.getByText('Not sent to this site', { exact: true })).toBeVisible();
  // The review also names the withheld product, and why the button is disabled.
  await send(manager, 'PUT', `/api/orders/${uuid}`, {
    set_delivery_details: true,
    delivery_address: { address_line_1: '1 Mill Lane', address_line_3: 'West Yorkshire', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
  });
  await page.goto(`${product.url}/orders/${uuid}`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(`for ${employees[0]?.name} is not sent to this site.`);
  await expect(dialog.getByRole('button', { name: 'Submit' })).toHaveAccessibleDescription('1 line cannot be ordered for this site');
  // The address is written with the town before the county.
  await expect(dialog.getByRole('group').or(dialog.locator('address'))).toHaveText(/1 Mill Lane\s*Leeds\s*West Yorkshire\s*LS1 4AP/);
  connection.prepare('delete from clothing_set_excluded_sites where site_id = (select delivery_site_id from orders where uuid = ?)').run(uuid);
  connection.close();
});

test('a declined request shows who declined it and why, in the list and on the order', async () => {
  const asker = await product.signIn('employee@northgate.test');
  const uuid = await draft(asker, asker.who.user.id);
  await send(asker, 'PUT', `/api/orders/${uuid}?submitted=true`, {
    set_delivery_details: true,
    delivery_site_id: asker.who.sites[0]?.id,
    delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
    terms: true,
  });
  await send(manager, 'POST', `/api/orders/${uuid}/decline`, { reason: 'Two are enough for the winter' });
  const page = await seenBy(asker, '/orders');
  const card = page.locator('.list-card').first();
  const by = `Declined by ${manager.who.user.name}`;
  await expect(card.getByText('Declined', { exact: true })).toBeVisible();
  await expect(card).toContainText(`${by}: Two are enough for the winter`);
  await card.click({ position: { x: 120, y: 8 } });
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByText(by, { exact: true })).toBeVisible();
  await expect(page.getByText('Two are enough for the winter')).toBeVisible();
  await expect(page.locator('header')).toContainText('Declined');
  expect(await faultsOf(page)).toEqual([]);
});

test('an order with 500 lines shows that it is full and that further lines need another order', async () => {
  const uuid = await draft(manager, await wearerOf(manager));
  const order = (await product.get(manager, `/api/orders/${uuid}`)) as { lines: { product_id: number; employee: { id: number } }[] };
  const [{ product_id, employee } = { product_id: 0, employee: { id: 0 } }] = order.lines;
  const add = (count: number) =>
    send(manager, 'POST', `/api/orders/${uuid}/employees/${employee.id}/lines`, { lines: Array(count).fill({ product_id, quantity: 1 }) });
  for (const count of [200, 200, 98]) await add(count);
  const full = (page: Page) => page.getByText('An order holds at most 500 lines. Start another one for the rest.', { exact: true });
  const before = await seenBy(manager, `/orders/${uuid}/edit`);
  await expect(before.getByRole('button', { name: /^Ordered/ })).toBeVisible();
  await expect(full(before)).toHaveCount(0);
  await add(1);
  const page = await seenBy(manager, `/orders/${uuid}/edit`);
  await expect(full(page)).toBeVisible();
});

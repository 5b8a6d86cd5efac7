import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countTaps } from './count-taps.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

let product: Product;
let browser: Browser;
let admin: Session;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  admin = await product.signIn('client.admin@northgate.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

async function open(session: Session, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await enter(context, product, session);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(product.url + path);
  return page;
}

const send = async (who: Session, method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
  const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};

interface Style {
  id: number;
  name: string;
  price_from: number;
  allowances: object[];
  decorations_for_employee: string[];
  children: { id: number }[];
}

/** Sets the allowance of a person: one item, once, of the cheapest style that is theirs and has no allowance, so that no budget stands in the way. */
async function limit(employee_id: number, when_exceeded: 'approve' | 'refuse'): Promise<{ style: Style; name: string }> {
  const { items } = (await product.get(admin, `/api/employees/${employee_id}/products`)) as { items: Style[] };
  const [style] = items.filter(({ allowances }) => allowances.length === 0).sort((a, b) => a.price_from - b.price_from);
  if (!style) throw new Error('Every style that the person may have has an allowance.');
  const name = `Limit of ${style.name}`.slice(0, 40);
  await send(admin, 'POST', `/api/accounts/${admin.who.account?.id}/allowances`, {
    name,
    user_id: employee_id,
    unit: 'items',
    amount: 1,
    covers: { styles: [style.id] },
    period_months: null,
    anchor: 'fixed',
    starts_on: '2026-11-01',
    when_exceeded,
  });
  return { style, name };
}

/** A draft with two items of a style for somebody, with its delivery details. */
async function draftOf(orderer: Session, employee_id: number, style: Style, quantity = 2): Promise<string> {
  const [sku] = style.children;
  if (!sku) throw new Error('The style has no sizes.');
  const { uuid } = (await send(orderer, 'POST', '/api/orders', { employees: [employee_id] })) as { uuid: string };
  const decoration = style.decorations_for_employee[0] ?? null;
  await send(orderer, 'POST', `/api/orders/${uuid}/employees/${employee_id}/lines`, {
    lines: [{ product_id: sku.id, quantity, is_size_selected: true, decoration }],
  });
  const { items: sites } = (await product.get(orderer, '/api/sites?per_page=1&include=delivery_address')) as {
    items: { id: number; delivery_address: object }[];
  };
  await send(orderer, 'PUT', `/api/orders/${uuid}`, {
    set_delivery_details: true,
    delivery_site_id: sites[0]?.id,
    delivery_address: sites[0]?.delivery_address,
    contact_name: 'Ann Field',
    client_po_reference: 'PO-LIMIT',
    cost_code: 'CC-1',
  });
  return uuid;
}

const orderOf = async (uuid: string) =>
  (await product.get(admin, `/api/orders/${uuid}`)) as {
    is_requested: boolean;
    is_submitted: boolean;
    excess_reason: string | null;
    lines: { qty_requested: number }[];
  };

test('a wearer at their limit asks for more with a reason, and the manager approves it', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const { id } = wearer.who.user;
  const { style, name } = await limit(id, 'approve');
  const before = (await product.get(wearer, `/api/employees/${id}/allowances`)) as { items: { name: string; used: number }[] };
  const used = before.items.find((one) => one.name === name)?.used ?? 0;
  const uuid = await draftOf(wearer, id, style);

  const page = await open(wearer, `/orders/${uuid}`);
  await page.getByRole('button', { name: 'Send for approval' }).click();
  const panel = page.getByRole('dialog', { name: 'Send for approval' });
  await expect(panel).toContainText(`${name}: 1 once, ${used} used, this order 2`);
  await expect(panel).toContainText('The order then needs an approval, with a reason.');
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await panel.getByRole('textbox', { name: 'Why are more needed?' }).fill('Two torn at the baler');
  await panel.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText(/was sent for approval/).first()).toBeVisible();
  await page.context().close();

  const approver = await open(admin, `/orders/${uuid}`);
  await expect(approver.getByText('The reason: Two torn at the baler')).toBeVisible();
  expect(await layoutFaultsOf(approver)).toEqual([]);
  await approver
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect.poll(async () => ((await product.get(admin, `/api/orders/${uuid}`)) as { is_submitted: boolean }).is_submitted).toBe(true);
  await approver.context().close();

  const person = await open(admin, `/employees/${id}`);
  const card = person.getByRole('region', { name: 'Allowances' });
  await expect(card).toContainText('0 of');
  await expect(card).toContainText(name);
  expect(await faultsOf(person)).toEqual([]);
  expect(await layoutFaultsOf(person)).toEqual([]);
  await person.context().close();
});

test('a wearer at their limit sends the request from the details form, where the reason is asked', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const { style } = await limit(wearer.who.user.id, 'approve');
  const uuid = await draftOf(wearer, wearer.who.user.id, style);
  const page = await open(wearer, `/orders/${uuid}/edit#details`);
  const reason = page.getByRole('textbox', { name: 'Why are more needed?' });
  await expect(reason).toBeVisible();
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  // Without a reason, the button leads to the field.
  await page.getByRole('button', { name: 'Send for Approval' }).click();
  await expect(reason).toBeFocused();
  await expect(page.getByText('Say why, in a few words.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await reason.fill('Two torn at the baler');
  await page.getByRole('button', { name: 'Send for Approval' }).click();
  await page.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText(/was sent for approval/).first()).toBeVisible();
  expect(await orderOf(uuid)).toMatchObject({ is_requested: true, is_submitted: false, excess_reason: 'Two torn at the baler' });
  await page.context().close();
});

/** Somebody else for whom the manager orders; `place` chooses among them, so that each test has its own person. */
async function wearerOf(manager: Session, place: number): Promise<{ id: number; name: string }> {
  const { items } = (await product.get(manager, '/api/employees?per_page=50&orderBy=name')) as {
    items: { id: number; name: string; leaves_on: string | null }[];
  };
  const wearer = items.filter(({ id, leaves_on }) => leaves_on === null && id !== manager.who.user.id && id !== admin.who.user.id)[place];
  if (!wearer) throw new Error('The manager orders for too few people.');
  return wearer;
}

test('the summary of a draft, its review and the usual say for each wearer what the order leaves of their allowances', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const one = await wearerOf(manager, 1);
  const other = await wearerOf(manager, 2);
  const within = await limit(one.id, 'approve');
  const over = await limit(other.id, 'approve');
  const uuid = await draftOf(manager, one.id, within.style, 1);
  await send(manager, 'POST', `/api/orders/${uuid}/employees`, { employees: [other.id] });
  const [sku] = over.style.children;
  await send(manager, 'POST', `/api/orders/${uuid}/employees/${other.id}/lines`, {
    lines: [{ product_id: sku?.id, quantity: 3, is_size_selected: true, decoration: over.style.decorations_for_employee[0] ?? null }],
  });
  const page = await open(manager, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: /^In this order/ }).click();
  const ofOne = `${within.name}: 0 of 1 left after this order`;
  const ofOther = `${over.name}: 2 over`;
  const summary = page.getByRole('dialog', { name: 'In this order' });
  await expect(summary.getByRole('list', { name: `Allowances of ${one.name}` })).toHaveText(ofOne);
  await expect(summary.getByRole('list', { name: `Allowances of ${other.name}` })).toHaveText(ofOther);
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  for (const path of [`/orders/${uuid}`, `/orders/${uuid}/usual`]) {
    await page.goto(product.url + path);
    await expect(page.getByRole('list', { name: `Allowances of ${one.name}` })).toHaveText(ofOne);
    await expect(page.getByRole('list', { name: `Allowances of ${other.name}` })).toHaveText(ofOther);
    expect(await layoutFaultsOf(page)).toEqual([]);
  }
  await page.context().close();
});

test('a manager confirms an order beyond somebody’s allowance in the details form, with a reason', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const wearer = await wearerOf(manager, 0);
  const { style } = await limit(wearer.id, 'approve');
  const uuid = await draftOf(manager, wearer.id, style);
  const page = await open(manager, `/orders/${uuid}/edit#details`);
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check();
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Order over the allowance' }).check();
  await page.getByRole('textbox', { name: 'Why are more needed?' }).fill('She works five days now');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.getByRole('dialog', { name: 'Confirm the delivery address' }).getByRole('button', { name: 'Deliver here' }).click();
  await expect(page.getByText(/is submitted/).first()).toBeVisible();
  expect(await orderOf(uuid)).toMatchObject({ is_submitted: true, excess_reason: 'She works five days now' });
  await page.context().close();
});

/** Orders for somebody what is left of an allowance, so that nothing is left. */
async function exhaust(orderer: Session, employee_id: number, { style, name }: { style: Style; name: string }): Promise<void> {
  const { items } = (await product.get(admin, `/api/employees/${employee_id}/allowances`)) as { items: { name: string; left: number }[] };
  const left = items.find((one) => one.name === name)?.left ?? 0;
  if (left === 0) return;
  const uuid = await draftOf(orderer, employee_id, style, left);
  await send(orderer, 'PUT', `/api/orders/${uuid}?submitted=true`, { terms: true });
}

test('a wearer with nothing left asks for more with one tap on the product, and gives the reason when they send the order', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const { id } = wearer.who.user;
  const limited = await limit(id, 'approve');
  await exhaust(wearer, id, limited);
  const { uuid } = (await send(wearer, 'POST', '/api/orders', {})) as { uuid: string };
  const page = await open(wearer, `/orders/${uuid}/edit`);
  await expect(page.getByText(`${limited.name}: 0 of 1 left`)).toBeVisible();
  const ask = page.getByRole('button', { name: `Ask for more ${limited.style.name}` });
  await expect(ask).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const taps = await countTaps(page);
  await ask.click();
  await expect(page.getByRole('button', { name: `Change ${limited.style.name}` })).toBeVisible();
  expect(taps()).toBe(1);
  await page.getByRole('button', { name: 'Order Items' }).click();
  await expect(page.getByRole('textbox', { name: 'Why are more needed?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send for Approval' })).toBeVisible();
  expect(taps()).toBe(2);
  await page.context().close();
});

test('a wearer with nothing left starts to ask for more from their own page with one tap', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const { id } = wearer.who.user;
  const limited = await limit(id, 'approve');
  await exhaust(wearer, id, limited);
  const page = await open(wearer, `/employees/${id}`);
  const ask = page.getByRole('button', { name: `Ask for more, ${limited.name}` });
  await expect(ask).toBeVisible();
  const taps = await countTaps(page);
  await ask.click();
  await page.waitForURL(/\/orders\/.+\/edit/);
  expect(taps()).toBe(1);
  await expect(page.getByText(`${limited.name}: 0 of 1 left`)).toBeVisible();
  await page.context().close();
});

test('the panel of a product asks for more, or orders only what is left', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const { id } = wearer.who.user;
  const limited = await limit(id, 'approve');
  const { uuid } = (await send(wearer, 'POST', '/api/orders', {})) as { uuid: string };
  const page = await open(wearer, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: `Look at ${limited.style.name}` }).click();
  const panel = page.getByRole('dialog', { name: limited.style.name });
  const card = panel.getByRole('region', { name: 'Allowances' });
  await expect(card).toContainText('of 1 left');
  await panel.getByRole('button', { name: 'One more' }).click();
  await panel.getByRole('button', { name: 'One more' }).click();
  await expect(card).toContainText(/so [23] are over/);
  await expect(card).toContainText(/The whole order waits for .+\. The reason is asked when it is sent\./);
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await card.getByRole('button', { name: 'Order only the 1 that is left' }).click();
  await expect(card.getByText(/over/)).toHaveCount(0);
  await page.context().close();
});

test('a wearer with nothing left of what may not be exceeded reads with one tap who can give an extra', async () => {
  const wearer = await product.signIn('self.order@northgate.test');
  const { id } = wearer.who.user;
  const limited = await limit(id, 'refuse');
  await exhaust(wearer, id, limited);
  const { uuid } = (await send(wearer, 'POST', '/api/orders', {})) as { uuid: string };
  const page = await open(wearer, `/orders/${uuid}/edit`);
  const none = page.getByRole('button', { name: `None left, ${limited.style.name}` });
  await expect(none).toBeVisible();
  const taps = await countTaps(page);
  await none.click();
  const panel = page.getByRole('dialog', { name: limited.style.name });
  await expect(panel).toContainText(/No more can be ordered\. .+ can give an extra\./);
  expect(taps()).toBe(1);
  await expect(panel.getByRole('button', { name: 'Give extra' })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.context().close();
});

test('whoever may approve for a wearer gives them an extra with two taps and a reason, and nobody gives one to themself', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const wearer = await wearerOf(manager, 3);
  const limited = await limit(wearer.id, 'refuse');
  await exhaust(manager, wearer.id, limited);
  const page = await open(admin, `/employees/${wearer.id}`);
  const card = page.getByRole('region', { name: 'Allowances' });
  await expect(card).toContainText(`${limited.name}: 0 of 1 left`);
  const taps = await countTaps(page);
  await card.getByRole('button', { name: `Give extra, ${limited.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Give extra' });
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Torn at the baler');
  await dialog.getByRole('button', { name: 'Give extra' }).click();
  await expect(card).toContainText(`${limited.name}: 1 of 2 left`);
  expect(taps()).toBe(2);
  await page.context().close();

  const own = await limit(admin.who.user.id, 'refuse');
  const mine = await open(admin, `/employees/${admin.who.user.id}`);
  const myCard = mine.getByRole('region', { name: 'Allowances' });
  await expect(myCard).toContainText(own.name);
  await expect(myCard.getByRole('button', { name: /^Give extra/ })).toHaveCount(0);
  await mine.context().close();
});

test('an approver gives the extra that a request lacks from the request, and then approves it', async () => {
  const asker = await product.signIn('employee@northgate.test');
  const { id } = asker.who.user;
  const { items } = (await product.get(asker, `/api/employees/${id}/products`)) as { items: Style[] };
  const [style] = items.filter(({ allowances }) => allowances.length === 0).sort((a, b) => a.price_from - b.price_from);
  if (!style) throw new Error('Every style that the person may have has an allowance.');
  const uuid = await draftOf(asker, id, style, 2);
  await send(asker, 'PUT', `/api/orders/${uuid}?submitted=true`, { terms: true });
  // The allowance is set up after the request.
  const limited = await limit(id, 'refuse');
  expect(limited.style.id).toBe(style.id);
  const page = await open(admin, `/orders/${uuid}`);
  await expect(page.getByRole('button', { name: 'Approve and submit' })).toBeDisabled();
  const taps = await countTaps(page);
  await page.getByRole('button', { name: `Give extra, ${limited.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Give extra' });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('She works five days now');
  await dialog.getByRole('button', { name: 'Give extra' }).click();
  await expect(page.getByText('This order goes over an allowance')).toHaveCount(0);
  expect((await orderOf(uuid)).is_submitted).toBe(false);
  await page.getByRole('button', { name: 'Approve and submit' }).click();
  await expect.poll(async () => (await orderOf(uuid)).is_submitted).toBe(true);
  expect(taps()).toBe(3);
  await page.context().close();
});

test('the office submits a draft beyond an allowance with the reason that it is asked for', async () => {
  const office = await product.signIn('super@kitroom.test');
  const manager = await product.signIn('manager@northgate.test');
  const wearer = await wearerOf(manager, 4);
  const { style, name } = await limit(wearer.id, 'approve');
  const uuid = await draftOf(manager, wearer.id, style, 2);
  const page = await open(office, `/admin/orders/${uuid}/create`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This order goes over an allowance' });
  await expect(dialog).toContainText(`${name}: 1 once`);
  expect(await faultsOf(page)).toEqual([]);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Submit over the allowance' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Why are more needed?' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Why are more needed?' }).fill('Agreed by phone');
  await dialog.getByRole('button', { name: 'Submit over the allowance' }).click();
  await expect.poll(async () => await orderOf(uuid)).toMatchObject({ is_submitted: true, excess_reason: 'Agreed by phone' });
  await page.context().close();
});

test('the office is asked before a line of a submitted order goes beyond an allowance', async () => {
  const office = await product.signIn('super@kitroom.test');
  const manager = await product.signIn('manager@northgate.test');
  const wearer = await wearerOf(manager, 5);
  const { style, name } = await limit(wearer.id, 'approve');
  const uuid = await draftOf(manager, wearer.id, style, 1);
  await send(manager, 'PUT', `/api/orders/${uuid}?submitted=true`, { terms: true });
  const page = await open(office, `/admin/orders/${uuid}/edit`);
  await page.setViewportSize({ width: 1440, height: 900 });
  const quantity = page.locator('.office-lines [data-cell$=":qty"]').first();
  await quantity.fill('2');
  await quantity.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'This order goes over an allowance' });
  await expect(question).toContainText(`${name}: 1 once`);
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Leave it as it was' }).click();
  await expect.poll(async () => (await orderOf(uuid)).lines[0]?.qty_requested).toBe(1);
  await quantity.fill('2');
  await quantity.press('Enter');
  await question.getByRole('button', { name: 'Go over the allowance' }).click();
  await expect.poll(async () => (await orderOf(uuid)).lines[0]?.qty_requested).toBe(2);
  await page.context().close();
});

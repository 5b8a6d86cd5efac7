import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { type Sized, sizeOf } from '../../shared/catalogue/size-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { countTaps } from './count-taps.ts';
import { exchangeSizes } from './exchanged-sizes.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter } from './screens.ts';

const phone = { width: 390, height: 844 };

let product: Product;
let browser: Browser;
let manager: Session;
const faults: string[] = [];

interface Person {
  id: number;
  name: string;
}
interface Child {
  id: number;
  attributes: Sized & { variation_colour: string | null };
}
interface Style {
  id: number;
  name: string;
  decorations_for_employee: string[];
  children: Child[];
}
interface OrderAnswer {
  status: string;
  client_po_reference: string | null;
  lines: { employee: Person; product_name: string; qty_requested: number; is_size_selected: boolean; decoration: string | null }[];
}

/** Sends a request as somebody, and returns the answer. */
async function call<Answer>(by: Session, method: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(product.url + path, {
    method,
    headers: { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Three people in one role who have ordered two decorated polos, a trouser and boots each, and three in the same role who have not ordered. */
async function crew(): Promise<{ known: Person[]; newcomers: Person[] }> {
  const office = await product.signIn('super@kitroom.test');
  const admin = await product.signIn('client.admin@northgate.test');
  const { items } = (await product.get(manager, '/api/employees?search=Wayne')) as { items: Person[] };
  const example = (await product.get(office, `/api/employees/${items[0]?.id}`)) as {
    account_id: number;
    sites: { id: number }[];
    clothing_sets: { id: number }[];
  };
  const role = await call<{ id: number }>(office, 'POST', `/api/admin/accounts/${example.account_id}/employee-roles`, { name: 'Yard Crew' });
  const people: Person[] = [];
  for (const forenames of ['Priya', 'Tom', 'Marek', 'Ines', 'Olga', 'Ravi'])
    people.push(
      await call<Person>(admin, 'POST', '/api/employees', {
        forenames,
        surname: 'Yardley',
        email: `${forenames.toLowerCase()}.yardley@northgate.test`,
        roles: ['employee'],
        sites: example.sites.map(({ id }) => id),
        clothing_sets: example.clothing_sets.map(({ id }) => id),
        employee_roles: [role.id],
      }),
    );
  const known = people.slice(0, 3);
  const { uuid } = await call<{ uuid: string }>(manager, 'POST', '/api/orders', { employees: known.map(({ id }) => id) });
  const offered = (await product.get(manager, `/api/employees/${known[0]?.id}/products`)) as { items: Style[] };
  const styleOf = (pattern: RegExp): Style => {
    const style = offered.items.find(({ name, children }) => pattern.test(name) && children.length > 3);
    if (!style) throw new Error(`The demo offers no ${pattern}.`);
    return style;
  };
  const kit = [
    { style: styleOf(/Classic Piqué Polo/), quantity: 2 },
    { style: styleOf(/Cargo Trouser/), quantity: 1 },
    { style: styleOf(/Safety Boot/), quantity: 1 },
  ];
  for (const [n, { id }] of known.entries())
    await call(manager, 'POST', `/api/orders/${uuid}/employees/${id}/lines`, {
      lines: kit.map(({ style, quantity }) => {
        const [first] = style.children;
        const inColour = style.children.filter(({ attributes }) => attributes.variation_colour === first?.attributes.variation_colour);
        const [decoration] = style.decorations_for_employee;
        return { product_id: inColour[n]?.id ?? first?.id, quantity, ...(decoration && { decoration }) };
      }),
    });
  await call(manager, 'PUT', `/api/orders/${uuid}`, { submitted_at: new Date().toISOString(), po_reference: 'PO-FIRST' });
  return { known, newcomers: people.slice(3) };
}

let people: Awaited<ReturnType<typeof crew>>;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  manager = await product.signIn('manager@northgate.test');
  people = await crew();
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
  expect(faults).toEqual([]);
});

/** Opens a screen for the manager on a phone. */
async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: phone });
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await enter(page.context(), product, manager);
  await page.goto(product.url + path);
  return page;
}

/** Expects that the screen has loaded, fits the phone, and is accessible. */
async function usable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
}

const uuidOf = (page: Page): string => /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
const orderOf = async (uuid: string): Promise<OrderAnswer> => (await product.get(manager, `/api/orders/${uuid}`)) as OrderAnswer;

/** From the list of orders: chooses people and starts an order with what they usually have. Returns its uuid. */
async function orderUsual(page: Page, who: readonly Person[]): Promise<string> {
  await page.getByRole('link', { name: 'Create New Order' }).click();
  for (const { name } of who) {
    // Typed with keys: two taps at the same place within half a second with no key between them would count as a double tap.
    await page.getByLabel('Search employees').selectText();
    await page.getByLabel('Search employees').pressSequentially(name);
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByRole('button', { name: 'The usual' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/usual/);
  return uuidOf(page);
}

/** Sends the order on the screen. Only the PO reference is typed. */
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send order' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('PO reference').fill('PO-USUAL');
  await panel.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/orders$/);
}

const summaryOf = ({ lines }: OrderAnswer): string[] =>
  lines.map(({ employee, product_name, qty_requested }) => `${employee.name}: ${qty_requested} ${product_name}`).sort();

test('a manager orders the usual for three people with sizes on file in at most 9 taps', async () => {
  const page = await open('/orders');
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  const taps = await countTaps(page);
  const uuid = await orderUsual(page, people.known);
  await expect(page.getByRole('heading', { name: 'The usual for 3 people' })).toBeVisible();
  await expect(page.getByText('All sizes known')).toBeVisible();
  for (const { name } of people.known) await expect(page.getByRole('region', { name })).toContainText('As ordered on');
  await usable(page);
  await send(page);
  expect(taps()).toBeLessThanOrEqual(9);
  const order = await orderOf(uuid);
  expect(order).toMatchObject({ status: 'submitted', client_po_reference: 'PO-USUAL' });
  expect(order.lines).toHaveLength(9);
  expect(order.lines.every(({ is_size_selected }) => is_size_selected)).toBe(true);
  expect(
    order.lines.filter(({ product_name }) => /Polo/.test(product_name)).every(({ decoration, qty_requested }) => decoration && qty_requested === 2),
  ).toBe(true);
  await page.context().close();
});

test('a manager orders the usual for three people without sizes on file in at most 20 taps', async () => {
  const page = await open('/orders');
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  const taps = await countTaps(page);
  const uuid = await orderUsual(page, people.newcomers);
  await expect(page.getByText('9 missing sizes').first()).toBeVisible();
  await usable(page);
  for (let missing = 9; missing > 0; missing--) {
    const question = page.getByRole('region', { name: /^Which / });
    await expect(question).toContainText(missing === 1 ? 'The only size that is missing' : `${missing} missing sizes`);
    // A second tap at the same place within half a second would count as a double tap.
    const sizes = question.getByRole('group', { name: 'Size', exact: true });
    await expect(sizes).toBeVisible();
    // Trousers are chosen in two rows: by the waist and then by the leg.
    const leg = sizes.getByRole('group', { name: /^Leg/ });
    const first = (await leg.count()) > 0 ? sizes.getByRole('group', { name: /^Waist/ }) : sizes;
    await first
      .getByRole('button')
      .nth(missing % 2 ? 0 : 3)
      .click();
    if ((await leg.count()) > 0) await leg.getByRole('button').first().click();
    await expect(page.getByText(missing === 1 ? 'All sizes known' : `${missing - 1} missing size`).first()).toBeVisible();
  }
  await expect(page.getByRole('region', { name: /^Which / })).toHaveCount(0);
  await send(page);
  expect(taps()).toBeLessThanOrEqual(20);
  const order = await orderOf(uuid);
  expect(order.status).toBe('submitted');
  expect(order.lines).toHaveLength(9);
  expect(order.lines.every(({ is_size_selected }) => is_size_selected)).toBe(true);
  await page.context().close();
});

test('a manager orders the usual for one person from their page in 3 taps', async () => {
  const [person] = people.known;
  const page = await open(`/employees/${person?.id}`);
  await expect(page.getByRole('heading', { name: person?.name })).toBeVisible();
  const taps = await countTaps(page);
  await page.getByRole('button', { name: 'Order the usual' }).click();
  await expect(page.getByRole('heading', { name: 'The usual for Priya' })).toBeVisible();
  await expect(page.getByText('All sizes known')).toBeVisible();
  const uuid = uuidOf(page);
  await send(page);
  expect(taps()).toBe(3);
  expect(summaryOf(await orderOf(uuid))).toHaveLength(3);
  await page.context().close();
});

test('the review of the usual has the PO reference that its site needs: the last one is taken in one tap, and the order is sent with it', async () => {
  const [person] = people.known;
  const admin = await product.signIn('client.admin@northgate.test');
  const office = await product.signIn('super@kitroom.test');
  await call(office, 'PUT', `/api/admin/accounts/${admin.who.account?.id}`, { require_po: true });
  const page = await open(`/employees/${person?.id}`);
  await page.getByRole('button', { name: 'Order the usual' }).click();
  await expect(page.getByText('All sizes known')).toBeVisible();
  const uuid = uuidOf(page);
  // The form with all details offers it too.
  const details = await open(`/orders/${uuid}/edit#details`);
  await details.getByRole('button', { name: /^Use PO-USUAL/ }).click();
  await expect(details.getByLabel('PO reference')).toHaveValue('PO-USUAL');
  await expect.poll(async () => (await orderOf(uuid)).client_po_reference).toBe('PO-USUAL');
  await details.context().close();
  await call(manager, 'PUT', `/api/orders/${uuid}`, { client_po_reference: '' });
  await page.reload();
  const card = page.getByRole('region', { name: 'PO reference' });
  await card.getByRole('button', { name: /^Use PO-USUAL/ }).click();
  await expect(card.getByRole('textbox')).toHaveValue('PO-USUAL');
  await expect.poll(async () => (await orderOf(uuid)).client_po_reference).toBe('PO-USUAL');
  await expect(card.getByRole('button')).toHaveCount(0);
  await usable(page);
  // A reference that is typed is saved when the field is left.
  await card.getByRole('textbox').fill('PO-TYPED');
  await card.getByRole('textbox').blur();
  await expect.poll(async () => (await orderOf(uuid)).client_po_reference).toBe('PO-TYPED');
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('dialog').getByLabel('PO reference')).toHaveValue('PO-TYPED');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  expect(await orderOf(uuid)).toMatchObject({ status: 'submitted', client_po_reference: 'PO-TYPED' });
  await page.context().close();
});

test('a wearer gets the link for the size that is left to them, and the review says so before it is sent', async () => {
  const newcomer = await call<Person>(await product.signIn('client.admin@northgate.test'), 'POST', '/api/employees', {
    forenames: 'Lena',
    surname: 'Yardley',
    email: 'lena.yardley@northgate.test',
    roles: ['employee'],
    ...(await likeTheCrew()),
  });
  const page = await open('/orders');
  const uuid = await orderUsual(page, [newcomer]);
  for (let left = 3; left > 0; left--) {
    await expect(page.getByRole('region', { name: /^Which / })).toBeVisible();
    await page.getByRole('button', { name: 'Let Lena choose' }).click();
  }
  await expect(page.getByRole('region', { name: /^Which / })).toHaveCount(0);
  await expect(page.getByText('3 missing sizes')).toBeVisible();
  await page.getByRole('button', { name: 'Send order' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('Lena Yardley');
  // The emails wait because no mail server is set; one sentence about it is enough.
  await expect(panel.getByText(/No mail server is set/)).toHaveCount(1);
  await panel.getByLabel('PO reference').fill('PO-LEFT');
  await panel.getByRole('checkbox', { name: /Order with 3 missing sizes/ }).check();
  await panel.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  expect((await orderOf(uuid)).lines.some(({ is_size_selected }) => is_size_selected)).toBe(false);
  // The message leads to the order, which has all that follows.
  const sent = page.locator('.toast', { hasText: 'is submitted' });
  await expect(sent).toContainText('Lena is asked for a size.');
  await sent.getByRole('button', { name: 'See the order' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${uuid}$`));
  await page.context().close();
});

/** The site, the sets and the role of the crew. */
async function likeTheCrew(): Promise<{ sites: number[]; clothing_sets: number[]; employee_roles: number[] }> {
  const person = (await product.get(await product.signIn('super@kitroom.test'), `/api/employees/${people.known[0]?.id}`)) as Record<
    'sites' | 'clothing_sets' | 'employee_roles',
    { id: number }[]
  >;
  const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
  return { sites: ids(person.sites), clothing_sets: ids(person.clothing_sets), employee_roles: ids(person.employee_roles) };
}

test('one tap adds a product whose size and decoration are known, and can be undone; a tap on the card opens the panel', async () => {
  const [person] = people.known;
  const { uuid } = await call<{ uuid: string }>(manager, 'POST', '/api/orders', { employees: [person?.id] });
  const page = await open(`/orders/${uuid}/edit`);
  const add = page.getByRole('button', { name: /^Add 2 Classic Piqué Polo/ });
  await add.click();
  const toast = page.locator('.toast', { hasText: 'Product added to order!' });
  await expect(page.getByRole('button', { name: 'Change Classic Piqué Polo' })).toBeVisible();
  await usable(page);
  expect(summaryOf(await orderOf(uuid))).toEqual([`${person?.name}: 2 Classic Piqué Polo`]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(add).toBeVisible();
  expect((await orderOf(uuid)).lines).toEqual([]);
  await page.getByRole('button', { name: 'Look at Classic Piqué Polo' }).click();
  await expect(page.getByRole('dialog', { name: 'Classic Piqué Polo' })).toBeVisible();
  await page.context().close();
});

test('the others get the same in their own sizes, all decorations change at once, and quantities change in place', async () => {
  const [first, second, third] = [...people.known].sort((one, other) => one.name.localeCompare(other.name));
  const { uuid } = await call<{ uuid: string }>(manager, 'POST', '/api/orders', { employees: people.known.map(({ id }) => id) });
  const page = await open(`/orders/${uuid}/usual`);
  await page.getByRole('region', { name: first?.name }).getByRole('button', { name: 'Add the usual' }).click();
  await expect(page.getByRole('region', { name: first?.name }).getByRole('listitem')).toHaveCount(3);
  // Whoever chooses products for each person finds the button under what is ordered.
  const edit = await open(`/orders/${uuid}/edit#wearer=${first?.id}`);
  await edit.getByRole('button', { name: /^Ordered/ }).click();
  await edit.getByRole('button', { name: 'Give the others the same' }).click();
  const added = edit.locator('.toast', { hasText: 'Added for Priya and Tom' });
  await added.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await orderOf(uuid)).lines.length).toBe(3);
  await usable(edit);
  await edit.context().close();
  await page.getByRole('region', { name: first?.name }).getByRole('button', { name: 'Give the others the same' }).click();
  const toast = page.locator('.toast', { hasText: 'Added for' });
  await expect(toast).toContainText('Priya and Tom');
  expect((await orderOf(uuid)).lines).toHaveLength(9);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: second?.name }).getByText('Nothing is ordered for them')).toBeVisible();
  expect((await orderOf(uuid)).lines).toHaveLength(3);
  await expect(page.getByRole('region', { name: third?.name }).getByRole('button', { name: 'Add the usual' })).toBeVisible();

  await page.getByRole('button', { name: /^Change Northgate/ }).click();
  const panel = page.getByRole('dialog', { name: 'Decoration' });
  await usable(page);
  await panel.getByRole('button', { pressed: false }).first().click();
  await expect(panel).toBeHidden();
  const before = (await orderOf(uuid)).lines.find(({ decoration }) => decoration)?.decoration;
  await expect(page.getByRole('region', { name: 'Decoration' })).toContainText(before ?? '');

  const polo = page.getByRole('region', { name: first?.name }).getByRole('listitem').filter({ hasText: 'Polo' });
  await polo.getByRole('button', { name: 'One more' }).click();
  await expect.poll(async () => (await orderOf(uuid)).lines.find(({ product_name }) => /Polo/.test(product_name))?.qty_requested).toBe(3);
  await expect(page.getByRole('region', { name: first?.name })).toContainText(/As ordered on [\d/]+, changed/);
  await page.context().close();
});

test('whoever chooses a size reads which sizes others exchanged: for a missing size, in the product and on the link of the wearer', async () => {
  const admin = await product.signIn('client.admin@northgate.test');
  const email = 'zoe.yardley@northgate.test';
  const zoe = await call<Person>(admin, 'POST', '/api/employees', {
    ...{ forenames: 'Zoe', surname: 'Yardley', email, roles: ['employee'] },
    ...(await likeTheCrew()),
  });
  const { uuid } = await call<{ uuid: string }>(manager, 'POST', '/api/orders', { employees: [zoe.id] });
  const { items } = (await product.get(manager, `/api/employees/${zoe.id}/products?order=${uuid}`)) as { items: Style[] };
  const boot = items.find(({ name }) => /Safety Boot/.test(name));
  const [first, second] = boot?.children ?? [];
  if (!boot || !first || !second) throw new Error('The demo offers no boot.');
  exchangeSizes(product.data, first.id, second.id);
  const sentence = `Others exchanged ${sizeOf(first.attributes)} for ${sizeOf(second.attributes)}.`;
  await call(manager, 'POST', `/api/orders/${uuid}/employees/${zoe.id}/lines`, {
    lines: [{ product_id: boot.id, quantity: 1, is_size_selected: false }],
  });

  const page = await open(`/orders/${uuid}/usual`);
  const question = page.getByRole('region', { name: /^Which .*Safety Boot.* for Zoe/ });
  await expect(question).toContainText(sentence);
  await usable(page);
  await page.goto(`${product.url}/orders/${uuid}/edit`);
  await page.getByRole('button', { name: `Look at ${boot.name}` }).click();
  const panel = page.getByRole('dialog', { name: boot.name });
  await expect(panel).toContainText(sentence);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await usable(page);

  await call(manager, 'PUT', `/api/orders/${uuid}`, {
    ...{ submitted_at: new Date().toISOString(), po_reference: 'PO-ZOE', confirm_missing_sizes: true },
  });
  const office = await product.signIn('super@kitroom.test');
  const mails = (await product.get(office, `/api/admin/mail?search=${encodeURIComponent(email)}&per_page=50`)) as { items: { text: string }[] };
  const link = mails.items.map(({ text }) => /https?:\/\/\S+\/sizes\/[\w-]+/.exec(text)?.[0]).find(Boolean);
  await page.goto(link ?? '');
  await expect(page.getByRole('article', { name: boot.name })).toContainText(sentence);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await usable(page);
  await page.context().close();
});

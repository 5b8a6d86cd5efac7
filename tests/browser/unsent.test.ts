import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { officePage } from './office-page.ts';
import { releaseOrder } from './release-order.ts';

const office = officePage();
let admin: Session;
let client: Session;
/** The uuids of a submitted order and of a client's draft, with one line each, and the id of a supplier return. */
let submitted: string;
let drafted: string;
let returned: number;
let otherRole: { id: number; name: string };

async function send<Answer>(by: Session, method: string, path: string, body: unknown): Promise<Answer> {
  const headers = { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(office.product.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const read = (path: string): Promise<any> => office.product.get(admin, path);

test.beforeAll(async () => {
  const { product } = office;
  admin = await product.signIn('super@kitroom.test');
  client = await product.signIn('client.admin@northgate.test');
  submitted = await releaseOrder(product, { styles: 1, quantity: 1 });
  await send(admin, 'PUT', `/api/admin/orders/${submitted}`, { unallocate: true });
  const line = (await read(`/api/orders/${submitted}`)).lines[0];
  const { employee_roles } = await read(`/api/employees/${line.employee.id}/products?order=${submitted}`);
  const { items: roles } = await read('/api/admin/accounts/1/employee-roles');
  otherRole = roles.find(({ id }: { id: number }) => id !== line.budget_employee_role_id);
  const heldRoles = [...employee_roles.map(({ id }: { id: number }) => id), otherRole.id];
  await send(admin, 'PUT', `/api/employees/${line.employee.id}`, { employee_roles: [...new Set(heldRoles)] });
  drafted = (await send<{ uuid: string }>(client, 'POST', '/api/orders', { employees: [line.employee.id] })).uuid;
  await send(client, 'POST', `/api/orders/${drafted}/employees/${line.employee.id}/lines`, {
    lines: [{ product_id: line.product.id, quantity: 1, is_size_selected: true, decoration: line.decoration }],
  });
  const { items } = await read('/api/admin/suppliers?per_page=50');
  const supplier = items.find(({ sales_email }: { sales_email: string | null }) => sales_email);
  returned = (await send<{ id: number }>(admin, 'POST', '/api/admin/supplier-returns', { supplier_id: supplier.id, email: false })).id;
});

interface Kind {
  path: () => string;
  by?: string;
  field: (page: Page) => Locator;
  /** Puts another value in the field and sends it. */
  change: (page: Page, field: Locator) => Promise<void>;
  /** Expects the value that `change` has put in the field. */
  expectTyped: (page: Page, field: Locator) => Promise<void>;
  mark: (page: Page) => Locator;
  again: (page: Page) => Promise<void>;
  stored: () => Promise<unknown>;
  value: unknown;
}

const notSent = (page: Page): Locator => page.locator('.not-sent').filter({ hasText: 'Not sent' });
/** Does nothing: `NotSent` itself sends again once the server is back. */
const byItself = async (): Promise<void> => undefined;
const fill =
  (text: string) =>
  async (_: Page, field: Locator): Promise<void> => {
    await field.fill(text);
    await field.press('Tab');
  };
const expectValue = (text: string) => (_: Page, field: Locator) => expect(field).toHaveValue(text);
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
const firstSupplier = async (): Promise<{ id: number; contact_name: string }> => (await read('/api/admin/suppliers?per_page=1')).items[0];

const kinds: Record<string, Kind> = {
  'the order quantity of a client': {
    path: () => `/orders/${drafted}/edit`,
    by: 'client.admin@northgate.test',
    field: (page) => page.getByRole('spinbutton', { name: /^Quantity, / }),
    change: fill('3'),
    expectTyped: expectValue('3'),
    mark: notSent,
    again: byItself,
    stored: async () => (await read(`/api/orders/${drafted}`)).lines[0].qty_requested,
    value: 3,
  },
  'the order quantity of the office': {
    path: () => `/admin/orders/${submitted}/edit`,
    field: (page) => page.getByRole('textbox', { name: /^Quantity, / }),
    change: fill('2'),
    expectTyped: async (page, field) => {
      await expectValue('2')(page, field);
      // The field does not touch the border of its row.
      const room = await field.evaluate((input) => input.getBoundingClientRect().top - (input.closest('td')?.getBoundingClientRect().top ?? 0));
      expect(room).toBeGreaterThanOrEqual(4);
    },
    mark: notSent,
    again: byItself,
    stored: async () => (await read(`/api/orders/${submitted}`)).lines[0].qty_requested,
    value: 2,
  },
  'the PO reference': {
    path: () => `/admin/orders/${submitted}/edit`,
    field: (page) => page.getByLabel('PO reference', { exact: true }),
    change: fill('PO-UNSENT'),
    expectTyped: expectValue('PO-UNSENT'),
    mark: notSent,
    again: byItself,
    stored: async () => (await read(`/api/orders/${submitted}`)).client_po_reference,
    value: 'PO-UNSENT',
  },
  'the role that a line is charged to': {
    path: () => `/admin/orders/${submitted}/edit`,
    field: (page) => page.getByRole('button', { name: /^Actions for / }),
    change: async (page, field) => {
      await page.context().setOffline(false);
      await field.click();
      await page.getByRole('menuitem', { name: 'Budget' }).click();
      const role = page.getByRole('dialog').getByRole('radio', { name: otherRole.name });
      await expect(role).toBeVisible();
      await page.context().setOffline(true);
      await role.check();
      await save(page);
    },
    expectTyped: (page) => expect(page.getByRole('dialog').getByRole('radio', { name: otherRole.name })).toBeChecked(),
    mark: (page) =>
      page
        .getByRole('dialog')
        .getByRole('status')
        .filter({ hasText: /^\s*Not sent$/ }),
    again: save,
    stored: async () => (await read(`/api/orders/${submitted}`)).lines[0].employee_role?.name,
    get value() {
      return otherRole.name;
    },
  },
  'the email tick of a supplier return': {
    path: () => `/admin/supplier-returns/${returned}/edit`,
    field: (page) => page.getByRole('checkbox', { name: 'Send Confirmation Email' }),
    change: (_, field) => field.press('Space'),
    expectTyped: (_, field) => expect(field).toBeChecked(),
    mark: notSent,
    again: byItself,
    stored: async () => (await read(`/api/admin/supplier-returns/${returned}`)).email,
    value: true,
  },
  'a price of the catalogue': {
    path: () => '/admin/products',
    field: (page) => page.locator('tr[data-row="0"]').locator('[data-cell$=":price"], [aria-label^="Price of "]').first(),
    change: async (page, field) => {
      await field.press('Enter');
      await page.keyboard.type('8.15');
      await page.keyboard.press('Enter');
    },
    expectTyped: (_, field) => expect(field).toHaveText('8.15'),
    mark: (page) => page.getByRole('alert').filter({ hasText: 'Price “8.15” is not saved.' }),
    again: async (page) => {
      await page
        .locator('tr[data-row="0"]')
        .getByRole('button', { name: /^Price of / })
        .press('Enter');
      await page.keyboard.press('Enter');
    },
    stored: async () => (await read('/api/admin/products?per_page=1')).items[0].price,
    value: 815,
  },
  'the contact of a supplier': {
    path: () => '/admin/suppliers',
    field: (page) => page.getByLabel('Contact Name'),
    change: async (page, field) => {
      await field.fill('Grace Unsent');
      await save(page);
    },
    expectTyped: expectValue('Grace Unsent'),
    mark: (page) => page.getByRole('status').filter({ hasText: /^\s*Not sent$/ }),
    again: save,
    stored: async () => (await firstSupplier()).contact_name,
    value: 'Grace Unsent',
  },
};

for (const [name, kind] of Object.entries(kinds))
  test(`${name} stays as typed without a network, is marked as not sent, and is sent once the network is back`, async () => {
    const page = await office.openOwnPage(kind.by);
    const path = name === 'the contact of a supplier' ? `/admin/suppliers/${(await firstSupplier()).id}/edit` : kind.path();
    await page.goto(office.product.url + path);
    const field = kind.field(page);
    await expect(field).toBeVisible();
    const before = await kind.stored();
    expect(before).not.toEqual(kind.value);
    await page.context().setOffline(true);
    await kind.change(page, field);
    await expect(kind.mark(page)).toBeVisible();
    await kind.expectTyped(page, field);
    await expect(page.getByText(/all changes kept/i)).toHaveCount(0);
    await page.context().setOffline(false);
    await kind.again(page);
    await expect.poll(kind.stored, { timeout: 30_000 }).toEqual(kind.value);
    await expect(kind.mark(page)).toHaveCount(0);
    await page.context().close();
  });

for (const [kind, path, by, label] of [
  ['the PO reference, typed by the office', () => `/admin/orders/${submitted}/edit`, undefined, 'PO reference'],
  ['a quantity, typed by the office', () => `/admin/orders/${submitted}/edit`, undefined, /^Quantity, /],
  ['a quantity, typed by a client', () => `/orders/${drafted}/edit`, 'client.admin@northgate.test', /^Quantity, /],
] as const)
  test(`a typed value is not shown as saved while the field has the focus: ${kind}`, async () => {
    const page = await office.openOwnPage(by);
    await page.goto(office.product.url + path());
    const field = page.getByRole(by ? 'spinbutton' : 'textbox', { name: label });
    await expect(page.getByText(/all changes kept/i)).toBeVisible();
    await field.fill('9');
    await expect(page.getByText('Changes not saved yet', { exact: true })).toBeVisible();
    await field.press('Escape');
    await expect(page.getByText(/all changes kept/i)).toBeVisible();
    await page.context().close();
  });

test('if somebody else changes a quantity that a person is editing, the typed quantity stays, and the person chooses one of the two', async () => {
  const page = await office.openOwnPage('client.admin@northgate.test');
  // The stream never responds, so the page does not learn of changes by other people.
  await page.route('**/api/notifications/stream', () => undefined);
  await page.goto(`${office.product.url}/orders/${drafted}/edit`);
  const field = page.getByRole('spinbutton', { name: /^Quantity, / });
  await expect(field).toBeVisible();
  const line = async () => (await read(`/api/orders/${drafted}`)).lines[0];
  const { id } = await line();
  const change = (qty_requested: number) => send(client, 'PUT', `/api/orders/${drafted}/lines/${id}`, { qty_requested });
  const question = page.getByRole('alert').filter({ hasText: 'changed it' });
  await change(6);
  await fill('5')(page, field);
  await expect(question).toContainText('6 now');
  await expect(field).toHaveValue('5');
  await question.getByRole('button', { name: 'Save 5' }).click();
  await expect.poll(async () => (await line()).qty_requested).toBe(5);
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue('5');

  await change(7);
  await fill('4')(page, field);
  await expect(question).toContainText('7 now');
  await question.getByRole('button', { name: 'Keep 7' }).click();
  await expect(field).toHaveValue('7');
  expect((await line()).qty_requested).toBe(7);

  // The person's own earlier presses do not count as changes by somebody else.
  for (let press = 0; press < 3; press++) {
    await page.getByRole('button', { name: 'One more' }).click();
    await page.waitForTimeout(600);
  }
  await expect.poll(async () => (await line()).qty_requested).toBe(10);
  await expect(field).toHaveValue('10');
  await expect(question).toHaveCount(0);
  await page.context().close();
});

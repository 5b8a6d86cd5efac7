import { type Browser, expect, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { csvOf } from '../../shared/csv.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { layoutFaultsOf } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import { enter, open } from './screens.ts';

let product: Product;
let browser: Browser;
let office: Session;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
  office = await product.signIn('super@kitroom.test');
});
test.afterAll(async () => {
  await closeContexts(browser);
  await product.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
async function send(method: string, path: string, body?: unknown): Promise<any> {
  const isForm = body instanceof FormData;
  const response = await fetch(product.url + path, {
    method,
    headers: { Authorization: `Bearer ${office.token}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

test('a starter from the HR file chooses sizes on a phone, and their bag has the day on which they start', async () => {
  const starts_on = new Date(Date.now() + 21 * 24 * 3_600_000).toISOString().slice(0, 10);
  const email = 'wintle.starter@northgate.test';
  const { employee_roles } = await send('GET', '/api/accounts/1/employee-roles');
  const { items: styles } = (await product.get(office, '/api/accounts/1/kit-products?search=Classic')) as {
    items: { id: number; colours: string[]; decorations: string[] }[];
  };
  const [style] = styles;
  const role = employee_roles[0];
  await send('PUT', `/api/accounts/1/employee-roles/${role.id}/kit`, {
    lines: [{ product_id: style?.id, quantity: 1, variation_colour: style?.colours[0], decoration: style?.decorations[0] ?? null }],
  });
  await send('PUT', '/api/admin/accounts/1', { starter_kit: 'order', require_po: false, require_cc: false });
  const header = ['employee_number', 'forenames', 'surname', 'email', 'sites', 'employee_roles', 'clothing_sets', 'started_on'];
  const row = ['HR-77', 'Gareth', 'Wintle', email, 'Leeds Cross Green Depot', role.name, 'Site Operations', formatDate(starts_on)];
  const form = new FormData();
  form.append('csv', new File([csvOf([header, row])], 'hr.csv', { type: 'text/csv' }));
  form.append('type', 'employees');
  form.append('account_id', '1');
  for (const [column, field] of header.entries()) form.append(`mapping[${column}]`, field);
  const { id } = await send('POST', '/api/admin/imports', form);
  await expect.poll(async () => (await send('GET', `/api/admin/imports/${id}`)).check !== null).toBe(true);
  await send('POST', `/api/admin/imports/${id}/run`, { skip_faulty: false });
  const linkOf = async (): Promise<string | undefined> => {
    const { items } = await send('GET', `/api/admin/mail?search=${encodeURIComponent(email)}`);
    return /\/sizes\/[\w-]+/.exec(items.find(({ kind }: { kind: string }) => kind === 'size_request')?.text ?? '')?.[0];
  };
  await expect.poll(linkOf).toBeTruthy();

  const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;
  const wearer = await (await browser.newContext(phone)).newPage();
  await wearer.goto(product.url + (await linkOf()));
  await expect(wearer.getByText('is getting this ready for you')).toBeVisible();
  await wearer.getByRole('group', { name: 'Size' }).getByRole('button', { name: /^L\b/ }).click();
  expect(await faultsOf(wearer)).toEqual([]);
  await wearer.getByRole('button', { name: 'Send my size' }).click();
  await expect(wearer.getByText('Your sizes are sent')).toBeVisible();

  const mine = async () => (await send('GET', '/api/accounts/1/starters?search=Wintle')).items[0];
  await expect.poll(async () => (await mine()).order !== null).toBe(true);
  const context = await browser.newContext(phone);
  await enter(context, product, await product.signIn('client.admin@northgate.test'));
  const manager = await context.newPage();
  await open(manager, product, '/starters');
  await expect(manager.getByRole('link', { name: 'Gareth Wintle', exact: true })).toBeVisible();
  expect(await faultsOf(manager)).toEqual([]);
  expect(await layoutFaultsOf(manager)).toEqual([]);
  await open(manager, product, `/kits/${role.id}`);
  await expect(manager.getByRole('list', { name: 'Kit' }).getByRole('listitem')).toHaveCount(1);
  expect(await faultsOf(manager)).toEqual([]);
  expect(await layoutFaultsOf(manager)).toEqual([]);

  const { order } = await mine();
  await send('POST', `/api/admin/orders/${order.uuid}/allocate-all`);
  await send('POST', `/api/admin/orders/${order.uuid}/allocate`);
  const floor = await browser.newContext(phone);
  await enter(floor, product, await product.signIn('warehouse@kitroom.test'));
  const picker = await floor.newPage();
  await open(picker, product, '/admin/picking/orders');
  await expect(picker.locator('.order-row').filter({ hasText: order.order_number })).toContainText(`Required by ${formatDate(starts_on)}`);

  const { lines } = await send('PUT', `/api/admin/picking/orders/${order.uuid}`, { action: 'start' });
  for (const { id: line, qty_allocated } of lines) await send('PUT', `/api/admin/picking/lines/${line}`, { qty_picked: qty_allocated });
  await send('POST', `/api/admin/picking/orders/${order.uuid}/move-to-prep`);
  await open(picker, product, '/admin/prep');
  await expect(picker.locator('.order-row').filter({ hasText: order.order_number })).toContainText(`Required by ${formatDate(starts_on)}`);
});

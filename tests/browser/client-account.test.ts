import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Session } from '../../pwa/session/store.ts';
import { codeOf } from '../auth/code-of.ts';
import { faultsOf } from './axe.ts';
import { closeContexts, sharedChromium } from './chromium.ts';
import { type Product, startProduct } from './product.ts';
import { enter, goBack, open } from './screens.ts';

/** ZXing's WebAssembly file, which ZXing would otherwise load from the network. */
const zxing = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))));
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let product: Product;
let browser: Browser;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await sharedChromium();
});

test.afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

async function contextOf(session: Session, viewport = phone, serviceWorkers: 'allow' | 'block' = 'block'): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers });
  await enter(context, product, session);
  return context;
}

async function send(session: Session, method: string, path: string, body?: unknown): Promise<{ status: number; body: { uuid: string } }> {
  const response = await fetch(product.url + path, {
    method,
    headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { uuid: string } };
}

/** Sends a request for an order as an employee of the demo; returns the uuid of the order. */
async function request(asking: Session): Promise<string> {
  const { id } = asking.who.user;
  const { items } = (await product.get(asking, `/api/employees/${id}/products`)) as {
    items: { children: { id: number; price: number }[]; decorations_for_employee: string[] }[];
  };
  const [style] = items
    .filter(({ children }) => children.length > 0)
    .sort((one, other) => (one.children[0]?.price ?? 0) - (other.children[0]?.price ?? 0));
  const { uuid } = (await send(asking, 'POST', '/api/orders', { employees: [id] })).body;
  const [decoration] = style?.decorations_for_employee ?? [];
  await send(asking, 'POST', `/api/orders/${uuid}/employees/${id}/lines`, {
    lines: [{ product_id: style?.children[0]?.id, quantity: 1, ...(decoration && { decoration }) }],
  });
  const { status } = await send(asking, 'PUT', `/api/orders/${uuid}?submitted=true`, {
    set_delivery_details: true,
    delivery_site_id: asking.who.sites[0]?.id,
    delivery_address: { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
    client_po_reference: 'PO-BELL',
    cost_code: 'CC-BELL',
    terms: true,
  });
  if (status !== 200) throw new Error(`The request was not sent: ${status}`);
  return uuid;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
/** The number of unread notifications that the bell shows. */
const readUnreadCount = async (page: Page): Promise<number> =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);

test('a new request appears at once on the approver’s bell in every tab, and a press on the request opens the order', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const asking = await product.signIn('employee@northgate.test');
  const { unread_count: before } = (await product.get(manager, '/api/notifications')) as { unread_count: number };
  const context = await contextOf(manager);
  const page = await context.newPage();
  await open(page, product, '/orders');
  await expect.poll(() => readUnreadCount(page)).toBe(before);
  const desktop = await contextOf(manager, desk);
  const other = await desktop.newPage();
  await open(other, product, '/orders');

  const uuids = [await request(asking), await request(asking)];
  const newest = uuids[1];
  await expect.poll(() => readUnreadCount(page)).toBe(before + 2);
  await expect.poll(() => readUnreadCount(other)).toBe(before + 2);

  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const items = panel.getByRole('listitem');
  await expect(items).toHaveCount(5);
  await expect(items.first()).toContainText('needs your approval');
  await expect(items.first()).toContainText(/asks you to approve.*\d\d\/\d\d\/\d{4} \d\d:\d\d$/s);
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole('button', { name: 'More' }).click();
  await expect.poll(() => items.count()).toBeGreaterThan(5);

  // A third request arrives while the list is open.
  await request(asking);
  await expect.poll(() => readUnreadCount(page)).toBe(before + 3);
  await expect(panel.getByRole('link').nth(1)).toHaveAttribute('href', `/orders/${newest}`);

  await items
    .first()
    .getByRole('button', { name: /^Mark as read/ })
    .click();
  await expect.poll(() => readUnreadCount(page)).toBe(before + 2);
  await expect.poll(() => readUnreadCount(other)).toBe(before + 2);
  await expect(items.first().getByRole('button')).toHaveCount(0);

  await panel.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(`${product.url}/orders/${newest}`);
  await expect(panel).toBeHidden();
  // The screen of an order has its own header, which contains the bell.
  await expect.poll(() => readUnreadCount(page)).toBe(before + 1);
  await goBack(page);
  await expect.poll(() => readUnreadCount(page)).toBe(before + 1);

  await bell(other).click();
  await other.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => readUnreadCount(other)).toBe(0);
  await expect.poll(() => readUnreadCount(page)).toBe(0);
  await other.keyboard.press('Escape');
  await expect(bell(other)).toBeFocused();
  await context.close();
  await desktop.close();
});

test('the bell counts a notification that was sent while the person had no network', async () => {
  const manager = await product.signIn('manager@northgate.test');
  await request(await product.signIn('employee@northgate.test'));
  const context = await contextOf(manager, desk, 'allow');
  const page = await context.newPage();
  await open(page, product, '/orders');
  await expect.poll(() => readUnreadCount(page)).toBeGreaterThan(0);
  const before = await readUnreadCount(page);
  await context.setOffline(true);
  await request(await product.signIn('employee@northgate.test'));
  await context.setOffline(false);
  await expect.poll(() => readUnreadCount(page)).toBe(before + 1);
  await context.close();
});

test('a notice is no longer marked as new once its file is downloaded', async () => {
  const context = await contextOf(await product.signIn('manager@northgate.test'), phone, 'allow');
  const page = await context.newPage();
  await open(page, product, '/notices');
  const notice = page.getByRole('listitem').filter({ hasText: 'Last orders before Christmas' });
  await expect(notice.getByText('New', { exact: true })).toBeVisible();
  const downloadPromise = page.waitForEvent('download');
  await notice.getByRole('link').click();
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toBe('last-orders.csv');
  expect(await download.failure()).toBeNull();
  await expect(notice.getByText('New', { exact: true })).toBeHidden();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(notice.getByText('New', { exact: true })).toBeHidden();
  await expect(page.getByText('New', { exact: true })).toHaveCount(1);
  await page.setViewportSize(desk);
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Starts', 'Ends']);
  await page.route('**/api/notices?*', (route) => route.fulfill({ json: { items: [], current_page: 1, per_page: 100, total: 0, last_page: 1 } }));
  await page.reload();
  await expect(page.getByText('No notices found', { exact: true })).toBeVisible();
  await context.close();
});

test('a profile is saved, and its invalid fields show what is wrong', async () => {
  const context = await contextOf(await product.signIn('site.admin@northgate.test'));
  const page = await context.newPage();
  await open(page, product, '/profile');
  await expect(page.getByText('Site Manager', { exact: true }).first()).toBeVisible();
  const save = page.getByRole('button', { name: 'Save profile' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  for (const name of ['First names', 'Surname']) await page.getByLabel(name, { exact: true }).fill('  ');
  await save.click();
  await expect(page.getByText('Enter a full email address, such as name@company.co.uk')).toBeVisible();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByLabel('Surname', { exact: true }).fill('Ashworth-Smythe');
  await page.getByLabel('Email', { exact: true }).fill('manager@northgate.test');
  await save.click();
  await expect(page.getByText('Enter your password to change your email address.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const own = page.getByLabel('Your password', { exact: true });
  await own.fill('not my password');
  await save.click();
  // The field itself shows the message, and all fields of the form keep what was typed.
  await expect(own).toHaveAccessibleDescription(/This is not your current password\./);
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await expect(own).toHaveValue('not my password');
  await expect(page.getByLabel('Surname', { exact: true })).toHaveValue('Ashworth-Smythe');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('manager@northgate.test');
  await page.getByLabel('Your password', { exact: true }).fill('kitroom-demo');
  await save.click();
  await expect(page.getByText('This email address already exists')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('Site.Admin@northgate.test');
  await page.getByLabel('Phone', { exact: true }).fill('0113 496 0123');
  await save.click();
  await expect(page.getByText('The profile has been saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/profile`);
  await page.reload();
  await expect(page.getByLabel('Surname', { exact: true })).toHaveValue('Ashworth-Smythe');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('site.admin@northgate.test');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('0113 496 0123');
  await context.close();
});

test('a saved profile keeps a change made elsewhere; saving twice sends one request, and leaving with unsaved input asks first', async () => {
  const session = await product.signIn('site.admin@northgate.test');
  const context = await contextOf(session, desk);
  const page = await context.newPage();
  await open(page, product, '/profile');
  const telephone = page.getByLabel('Phone', { exact: true });
  await telephone.fill('0113 496 0999');
  expect((await send(session, 'POST', '/api/profile', { surname: 'Elsewhere' })).status).toBe(200);
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/profile')) requestCount += 1;
  });
  const submitTwice = (): Promise<void> =>
    telephone.evaluate((field: HTMLInputElement) => {
      field.form?.requestSubmit();
      field.form?.requestSubmit();
    });
  await submitTwice();
  await expect(page.getByRole('status').filter({ hasText: 'Surname is now “Elsewhere”.' })).toBeVisible();
  await expect(page.getByLabel('Surname', { exact: true })).toHaveValue('Elsewhere');
  await expect(telephone).toHaveValue('0113 496 0999');
  expect(requestCount).toBe(1);
  expect(await faultsOf(page)).toEqual([]);

  await page
    .getByRole('link', { name: /^Orders/ })
    .first()
    .click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click();
  await submitTwice();
  await expect(page.getByText('The profile has been saved', { exact: true })).toBeVisible();
  expect(requestCount).toBe(2);
  await page.reload();
  await expect(telephone).toHaveValue('0113 496 0999');
  await expect(page.getByLabel('Surname', { exact: true })).toHaveValue('Elsewhere');
  await context.close();
});

test('a saved address is deleted after a confirmation', async () => {
  const context = await contextOf(await product.signIn('manager@northgate.test'));
  const page = await context.newPage();
  await open(page, product, '/profile');
  const addresses = page.getByRole('region', { name: 'Saved addresses' });
  const remove = addresses.getByRole('button', { name: /^Delete / });
  await expect(remove.first()).toBeVisible();
  for (let remaining = await remove.count(); remaining > 0; remaining--) {
    await remove.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();
    await expect(remove).toHaveCount(remaining);
    await remove.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete address' }).click();
    await expect(remove).toHaveCount(remaining - 1);
    await expect(addresses.getByRole('heading', { name: 'Saved addresses', exact: true })).toBeFocused();
  }
  await expect(addresses.getByText('No saved addresses to show')).toBeVisible();
  await context.close();
});

test('a person signs out one other device, then all other devices at once; a new password also signs out all other devices', async () => {
  const email = 'self.order@northgate.test';
  const [here, otherDevice] = [await product.signIn(email), await product.signIn(email)];
  const signedIn = async (session: Session): Promise<number> => (await send(session, 'GET', '/api/auth/me')).status;
  const context = await contextOf(here);
  const page = await context.newPage();
  await open(page, product, '/profile');
  const devices = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
  await devices.getByRole('button', { name: /^Sign out/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(devices).toHaveCount(1);
  expect([await signedIn(here), await signedIn(otherDevice)]).toEqual([200, 401]);

  const more = [await product.signIn(email), await product.signIn(email)];
  await page.reload();
  await expect(devices).toHaveCount(3);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(devices).toHaveCount(1);
  expect(await Promise.all([here, ...more].map(signedIn))).toEqual([200, 401, 401]);

  const third = await product.signIn(email);
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Your password now').fill('not my password');
  await page.getByLabel('New password').fill('a fine long password');
  await page.getByLabel('Repeat it').fill('a fine long passwort');
  await change.click();
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
  await page.getByLabel('Repeat it').fill('a fine long password');
  await change.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Your password now').fill('kitroom-demo');
  await change.click();
  await expect(page.getByText('Your password has been changed', { exact: true })).toBeVisible();
  expect([await signedIn(here), await signedIn(third)]).toEqual([200, 401]);
  await context.close();
});

test('acting as somebody else needs a reason and the super’s own password, and each field shows what is wrong with it', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const context = await contextOf(await product.signIn('super@kitroom.test'));
  const page = await context.newPage();
  await open(page, product, `/impersonate/take/${manager.who.user.id}`);
  const take = page.getByRole('button', { name: `Act as ${manager.who.user.name}` });
  const password = page.getByLabel('Your own password');
  await take.click();
  await expect(password).toHaveAccessibleDescription('Enter your password.');
  await page.getByLabel('Why').fill('They asked how to order');
  await password.fill('not-my-password');
  await take.click();
  await expect(password).toHaveAccessibleDescription('This is not your current password.');
  await expect(password).toHaveValue('not-my-password');
  await password.fill('kitroom-demo');
  await take.click();
  await expect(page).not.toHaveURL(/impersonate/);
  await expect(page.getByText(manager.who.user.name).first()).toBeVisible();

  // The manager ends the impersonation from their own session, and the stream notifies this page.
  const headers = { Authorization: `Bearer ${manager.token}` };
  const { items } = await (await fetch(`${product.url}/api/auth/sessions`, { headers })).json();
  const { id } = items.find(({ impersonator }: { impersonator: unknown }) => impersonator);
  await fetch(`${product.url}/api/auth/sessions/${id}`, { method: 'DELETE', headers });
  const ended = page.getByRole('dialog', { name: `You no longer act as ${manager.who.user.name}` });
  await expect(ended).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await ended.getByRole('button', { name: /^Back to/ }).click();
  // The session of the super is stored before the app leads to its start page.
  await expect(page).toHaveURL(/\/admin\/day$/);
  await expect(page.getByText('Acting as')).toHaveCount(0);
  await open(page, product, '/admin/mail');
  await expect(page.getByText(/of Kitroom has used your account/).first()).toBeVisible();
  await context.close();
});

test('a second factor is set up by a QR code, required at the next sign-in, and turned off with the password', async () => {
  const email = 'super@kitroom.test';
  const context = await contextOf(await product.signIn(email));
  const page = await context.newPage();
  await open(page, product, '/profile');
  const card = page.getByRole('region', { name: 'Second factor' });
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Set up a second factor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
  prepareZXingModule({ overrides: { wasmBinary: zxing.buffer as ArrayBuffer } });
  const [code] = await readBarcodes(await dialog.getByRole('img').screenshot(), { formats: ['QRCode'] });
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  expect(code?.text).toMatch(new RegExp(`^otpauth://totp/Kitroom:.*[?&]secret=${secret}(&|$)`));
  expect(await faultsOf(page)).toEqual([]);
  const turnOn = dialog.getByRole('button', { name: 'Turn on' });
  await turnOn.click();
  await expect(dialog.getByText('Enter the code that your authenticator app shows.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, new Date().toISOString(), 20));
  await turnOn.click();
  await expect(dialog.getByText('This code is not right, or it has been used. Wait for the next one.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, new Date().toISOString()));
  await turnOn.click();
  await expect(page.getByText('Your second factor is on', { exact: true })).toBeVisible();
  await expect(card.getByText('On', { exact: true })).toBeVisible();

  const elsewhere = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' });
  const other = await elsewhere.newPage();
  await other.goto(`${product.url}/sign-in`);
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByLabel('Code', { exact: true })).toBeFocused();
  await other.getByLabel('Code', { exact: true }).fill(codeOf(secret, new Date().toISOString(), 1));
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).not.toHaveURL(/sign-in/);
  await elsewhere.close();

  await card.getByRole('button', { name: 'Turn off' }).click();
  const question = page.getByRole('dialog', { name: 'Turn the second factor off?' });
  await question.getByLabel('Your password').fill('not my password');
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(question.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password.');
  await expect(question.getByLabel('Your password')).toHaveValue('not my password');
  await question.getByLabel('Your password').fill('kitroom-demo');
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await context.close();
});

test('the catalogue is searched by category, clothing set and text, and a size of a found product can be chosen', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const account_id = manager.who.account?.id;
  const { items: sets } = (await product.get(manager, `/api/accounts/${account_id}/clothing-sets`)) as { items: { id: number; name: string }[] };
  const listProducts = (set: number | undefined) =>
    product.get(manager, `/api/products?clothing_set_id=${set}&per_page=100`) as Promise<{ items: { id: number; name: string }[] }>;
  const [one, other] = sets;
  const inOne = (await listProducts(one?.id)).items;
  const inOther = new Set((await listProducts(other?.id)).items.map(({ id }) => id));
  const only = inOne.find(({ id }) => !inOther.has(id));
  if (!one || !other || !only) throw new Error('The demo’s sets hold the same');

  // If there is a short description, a button shows the full one.
  const brief = { field: 'short_description_1', value: 'Made for the yard' };
  expect((await send(await product.signIn('super@kitroom.test'), 'PUT', `/api/admin/products/${only.id}`, brief)).status).toBe(200);
  const context = await contextOf(manager);
  const page = await context.newPage();
  await open(page, product, '/products');
  const cards = page.getByRole('main').getByRole('list').last().getByRole('listitem');
  await expect(cards.first().getByRole('button').first()).toBeVisible();
  const all = await cards.count();
  const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await categories.nth(1).click();
  await expect(page).toHaveURL(/\/products\/category\/\d+$/);
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await goBack(page);
  await expect(cards).toHaveCount(all);

  await page.getByLabel('Clothing set').selectOption({ label: one.name });
  await expect(cards).toHaveCount(inOne.length);
  await page.getByRole('searchbox').fill(only.name);
  await expect(page).toHaveURL(/[#&]search=/);
  await page.getByRole('button', { name: only.name, exact: true }).click();
  const card = page.getByRole('dialog', { name: only.name });
  await expect(card.getByText('ex VAT')).toBeVisible();
  await expect(card).toContainText(/SKUChoose a sizeParent SKU[A-Z]+\d+/);
  await expect(card.getByText('Made for the yard')).toBeVisible();
  await card.getByRole('button', { name: 'More information' }).click();
  await expect(card.getByRole('button', { name: 'Less' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const size = card.getByRole('group', { name: 'Size' }).getByRole('button').last();
  await size.click();
  await expect(card.getByText('Choose a size')).toBeHidden();
  await card.getByLabel('In clothing set').selectOption({ label: other.name });
  await expect(card.getByText('This Clothing Set does not include any children of this product', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No products to show')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(cards).toHaveCount(all);
  await context.close();
});

test('a manager removes an employee’s clothing sets in an order, and the products of these sets are no longer offered', async () => {
  const manager = await product.signIn('manager@northgate.test');
  const { items: people } = (await product.get(manager, '/api/employees?per_page=100')) as {
    items: { id: number; name: string; primary_role: string; clothing_sets: { id: number }[] }[];
  };
  const wearer = people.find(({ primary_role, clothing_sets }) => primary_role === 'employee' && clothing_sets.length > 0);
  if (!wearer) throw new Error('The manager has no employees');
  const { uuid } = (await send(manager, 'POST', '/api/orders', { employees: [wearer.id] })).body;
  const context = await contextOf(manager);
  const page = await context.newPage();
  await open(page, product, `/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change Roles and Clothing Sets' }).click();
  const panel = page.getByRole('dialog', { name: 'Change Roles and Clothing Sets' });
  const sets = panel.getByRole('group', { name: 'Clothing sets' }).getByRole('checkbox');
  await expect(sets.first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
  for (const box of await sets.all()) await box.uncheck();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Roles and Sets Updated', { exact: true })).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByText('This employee has no products associated')).toBeVisible();
  const after = (await product.get(manager, `/api/employees/${wearer.id}`)) as { clothing_sets: unknown[] };
  expect(after.clothing_sets).toEqual([]);
  await context.close();
});

test('while a super acts as somebody else, every page shows it and offers to stop', async () => {
  const [boss, manager] = [await product.signIn('super@kitroom.test'), await product.signIn('manager@northgate.test')];
  const context = await contextOf(boss, desk);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await open(page, product, `/impersonate/take/${manager.who.user.id}`);
  const { name } = manager.who.user;
  const act = page.getByRole('button', { name: `Act as ${name}` });
  const banner = page.getByRole('status').filter({ hasText: 'Acting as' });
  await act.click();
  await expect(page.getByLabel('Your own password')).toHaveAttribute('aria-invalid', 'true');
  await expect(banner).toHaveCount(0);
  await page.getByLabel('Why').fill('They cannot find their order');
  await page.getByLabel('Your own password').fill('kitroom-demo');
  await act.click();
  await expect(banner).toContainText(`Acting as ${name}`);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Notices' }).first().click();
  await expect(page).toHaveURL(/\/notices$/);
  await expect(banner).toContainText('what you do is recorded with both names');
  await page.getByRole('button', { name: `Back to ${boss.who.user.name}` }).click();
  await expect(banner).toHaveCount(0);
  await context.close();
});

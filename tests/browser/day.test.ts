import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { dayRowNames, dayRowPath, dayRows } from '../../shared/day/day-rows.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';

const office = officePage();
const row = (page: Page, name: RegExp) => page.getByRole('region', { name: 'What waits' }).getByRole('link', { name });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const numberOf = async (page: Page, name: RegExp): Promise<number> => Number(await row(page, name).locator('b').textContent());

/** Deletes a client's draft, as the client does it: the board hears of it. */
async function deleteDraft(): Promise<void> {
  const { product } = office;
  const client = await product.signIn('client.admin@northgate.test');
  const { items } = (await product.get(client, '/api/orders?status=draft')) as { items: { uuid: string }[] };
  const answer = await fetch(`${product.url}/api/orders/${items[0]?.uuid}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${client.token}` },
  });
  expect(answer.ok).toBe(true);
}

test('the office signs in, lands on the day, and releases every order that is ready by keyboard alone', async () => {
  const { product } = office;
  const page = await office.openOwnPage(null);
  await page.goto(`${product.url}/sign-in`);
  await page.getByLabel('Email').fill('super@kitroom.test');
  await page.getByLabel('Password', { exact: true }).fill('kitroom-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/day$/);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()).toHaveText('Today');
  await expect(row(page, /Ready to release/)).toHaveAttribute('aria-current', 'true');
  expect(await faultsOf(page)).toEqual([]);

  const ready = await numberOf(page, /Ready to release/);
  expect(ready).toBeGreaterThan(0);
  await expect(panel(page, 'Ready to release').getByRole('button', { name: `Start Pick for ${ready} orders` })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Start Pick: ${ready} orders` });
  await expect(dialog).toBeVisible();
  // A letter does nothing behind a dialog.
  await page.keyboard.press('l');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: `Start Pick for ${ready} orders` }).press('Enter');
  await expect(dialog.getByText(`${ready} done`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(row(page, /Ready to release/).locator('b')).toHaveText('0');
  await expect(row(page, /Ready to release/)).toContainText('Nothing waits');
  await expect(panel(page, 'Ready to release').getByText('Nothing is ready to release')).toBeVisible();
  await page.close();
});

test('the start page of the office is the day, and the dashboard keeps its own entry in the menu', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/`);
  await expect(page).toHaveURL(/\/admin\/day$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('arrows choose a row, whose items are shown at its right; its letter opens a list with as many rows', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/day`);
  await expect(row(page, /Ready to release/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('region', { name: 'What waits' }).locator('[aria-current=true]');
  await expect(chosen).toBeFocused();
  const words = (await chosen.locator('p').first().textContent()) ?? '';
  await expect(panel(page, words)).toBeVisible();
  await page.keyboard.press('End');
  await expect(panel(page, 'Mail that failed').getByText('No email has failed')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(panel(page, 'Ready to release')).toBeVisible();

  for (const name of dayRowNames) {
    await page.goto(`${product.url}/admin/day`);
    const link = page.locator(`[data-row=${name}]`);
    const count = Number((await link.locator('b').textContent())?.replace(',', ''));
    await page.keyboard.press(dayRows[name].key);
    await expect(page).toHaveURL(product.url + dayRowPath(name));
    // The foot of each list says how many rows it has.
    if (count > 0) await expect(page.getByText(new RegExp(`\\b${count} (order|return|item|SKU|purchase order)s?\\b`)).first()).toBeVisible();
  }
});

test('a press of a row shows its items, and the next press opens its list; a letter in a field is text', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/day`);
  await row(page, /^S.*Short/).click();
  await expect(panel(page, 'Short').getByRole('button', { name: /^Allocate \d+ orders/ })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/day$/);
  expect(await faultsOf(page)).toEqual([]);
  await row(page, /^S.*Short/).click();
  await expect(page).toHaveURL(/\/admin\/orders#short=1$/);
  await page.getByRole('searchbox').pressSequentially('krl');
  await expect(page).toHaveURL(/\/admin\/orders#/);
});

test('the board follows when somebody else works on an order', async () => {
  const { product } = office;
  const page = await office.openOwnPage();
  await page.goto(`${product.url}/admin/day`);
  const drafts = await numberOf(page, /Drafts and requests/);
  await deleteDraft();
  await expect(row(page, /Drafts and requests/).locator('b')).toHaveText(String(drafts - 1), { timeout: 15_000 });
  await page.close();
});

test('a part that fails fails alone, and Retry reads it again; a board that cannot be read again keeps its numbers', async () => {
  const { product } = office;
  const page = await office.openOwnPage();
  const fail = { status: 500, contentType: 'application/json', body: JSON.stringify({ message: 'It failed.' }) };
  await page.route('**/api/admin/orders?*', (route) => route.fulfill(fail));
  await page.goto(`${product.url}/admin/day`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('did not load', { timeout: 15_000 });
  await expect(row(page, /Waiting for courier/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/api/admin/orders?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table')).toBeVisible();

  const waiting = await numberOf(page, /Waiting for courier/);
  await page.route('**/api/admin/day', (route) => route.fulfill(fail));
  await deleteDraft();
  const banner = page.getByText('The numbers could not be read again.');
  await expect(banner).toBeVisible({ timeout: 15_000 });
  expect(await numberOf(page, /Waiting for courier/)).toBe(waiting);
  await expect(row(page, /Waiting for courier/)).toContainText('as of');
  await page.unroute('**/api/admin/day');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(banner).toBeHidden();
  await page.close();
});

test('a board whose connection is lost stops saying that it is live before its own next read', async () => {
  const page = await office.openOwnPage();
  await page.goto(`${office.product.url}/admin/day`);
  const state = page.locator('.live');
  await expect(state).toContainText('Live');
  await expect(page.getByRole('table')).toBeVisible();
  // The orders of another row are read, and that is the first request without a network.
  await page.context().setOffline(true);
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(state).toContainText('As of');
  await page.context().setOffline(false);
  await expect(state).toContainText('Live', { timeout: 30_000 });
  await page.close();
});

test('where nothing waits the board keeps its rows at a desk, and on a phone one sentence says so', async () => {
  const { product } = office;
  const page = await office.openOwnPage();
  await page.route('**/api/admin/day', async (route) => {
    const day = (await (await route.fetch()).json()) as Record<string, Record<string, unknown>>;
    for (const name of dayRowNames) day[name] = { ...day[name], total: 0, oldest_at: null, oldest_on: null };
    await route.fulfill({ json: day });
  });
  await page.goto(`${product.url}/admin/day`);
  await expect(page.getByText('Nothing waits')).toHaveCount(dayRowNames.length);
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/admin/day`);
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.close();
});

test('by keyboard alone the office sends failed emails again, sets one aside, and takes a lost tablet out of use', async () => {
  const { product } = office;
  const page = await office.openOwnPage();
  const at = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
  const connection = new BetterSqlite(join(product.data, 'kitroom.db'));
  const email = connection.prepare(
    `insert into outbox (kind, "to", subject, text, html, created_at, due_at, expires_at, failed_at, error) values (?, ?, ?, 'Hello', '<p>Hello</p>', ?, ?, ?, ?, 'No such mailbox')`,
  );
  for (const [kind, to] of [
    ['order_confirmation', 'ann@example.test'],
    ['password_reset', 'bo@example.test'],
  ])
    email.run(kind, to, `For ${to}`, at, at, at, at);
  connection
    .prepare(`insert into sync_devices (device, secret_hash, name, created_at, last_seen_at) values (?, 'x', 'Packing 2', ?, ?)`)
    .run(randomUUID(), at, at);
  connection.close();

  await page.goto(`${product.url}/admin/day`);
  await expect(row(page, /Mail that failed/).locator('b')).toHaveText('2');
  await page.keyboard.press('End');
  await expect(panel(page, 'Mail that failed').getByRole('listitem')).toHaveCount(2);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 email is sent again. The links of 1 have expired', { exact: true })).toBeVisible();
  await expect(row(page, /Mail that failed/).locator('b')).toHaveText('1');

  await page.keyboard.press('m');
  await page.getByRole('row', { name: /For bo@example.test/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'For bo@example.test' });
  await expect(dialog.getByText('No such mailbox')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set aside' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No email has failed')).toBeVisible();

  await page.goto(`${product.url}/admin/day`);
  await expect(row(page, /Tablets not seen/)).toContainText('Packing 2, last seen');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/admin\/tablets#show=missing$/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Packing 2' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Out of use' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Out of use' }).press('Enter');
  await expect(page.getByText('No tablets to show')).toBeVisible();
  await page.close();
});

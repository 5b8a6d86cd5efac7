import { expect, type Page, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { releaseOrder } from './release-order.ts';

const office = officePage();
let who: Session;
let uuid: string;
let number: string;
let line: number;

interface Read {
  order_number: string;
  status: string;
  lines: { id: number }[];
}
const read = async () => (await office.product.get(who, `/api/orders/${uuid}`)) as Read;

async function send(method: string, path: string, body?: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(office.product.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

/** Brings the order back to allocation, with this many of its 2 items allocated. */
async function allocate(qty_allocated: number): Promise<void> {
  const { status } = await read();
  if (status !== 'submitted') await send('PUT', `/api/admin/orders/${uuid}`, { sendBack: true });
  await send('PUT', `/api/admin/orders/${uuid}/lines/${line}/allocation`, { qty_allocated });
}

const question = (page: Page) => page.getByRole('alertdialog', { name: `Start Pick for a part of order ${number}?` });
const ready = (page: Page) => page.getByText(/is now ready to pick$/).last();

/** The requests that release an order, from now on. */
function countReleases(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/orders/actions')) count += 1;
  });
  return () => count;
}

async function openOrder(page: Page): Promise<void> {
  await page.goto(`${office.product.url}/admin/orders/${uuid}/edit`);
  await expect(page.getByRole('button', { name: 'Start Pick' })).toBeEnabled();
}

/** Chooses Start Pick among the actions of the order that the palette finds. */
async function startInPalette(page: Page): Promise<void> {
  await page.goto(`${office.product.url}/admin/stock`);
  await expect(page.getByRole('button', { name: /^Find or do/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(number);
  await expect(page.getByRole('option', { selected: true })).toContainText(number);
  await page.keyboard.press('Tab');
  await page.keyboard.type('start');
  await expect(page.getByRole('option', { selected: true })).toContainText('Start Pick');
  await page.keyboard.press('Enter');
}

test.beforeAll(async () => {
  who = await office.product.signIn('super@kitroom.test');
  uuid = await releaseOrder(office.product, { styles: 1, quantity: 2 });
  const order = await read();
  number = order.order_number;
  line = order.lines[0]?.id ?? 0;
});

test('Start Pick on an order that would go in part says what would go and what follows, and releases it once it is confirmed', async () => {
  const { page } = office;
  await allocate(1);
  await openOrder(page);
  const releases = countReleases(page);
  await page.keyboard.press('Control+Enter');
  await expect(question(page)).toContainText('1 of 2 items would go. What is missing would follow later, in another parcel.');
  await expect(question(page).getByRole('listitem')).toContainText('1 goes, 1 follows');
  expect(await faultsOf(page)).toEqual([]);
  await expect(question(page).getByRole('button', { name: 'Leave it as it is' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveCount(0);
  expect((await read()).status).toBe('submitted');
  expect(releases()).toBe(1);

  await page.getByRole('button', { name: 'Start Pick' }).click();
  await question(page).getByRole('button', { name: 'Start Pick for this part' }).click();
  await expect(ready(page)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start Pick' })).toHaveCount(0);
  expect((await read()).status).toBe('allocated');
});

test('Start Pick releases an order that goes in full at once, by key and from the palette', async () => {
  const { page } = office;
  await allocate(2);
  await openOrder(page);
  const releases = countReleases(page);
  await page.keyboard.press('Control+Enter');
  await expect(ready(page)).toBeVisible();
  expect((await read()).status).toBe('allocated');
  await allocate(2);
  await startInPalette(page);
  await expect(page.getByText(`Order ${number} is now ready to pick`, { exact: true })).toBeVisible();
  expect(releases()).toBe(2);
});

test('the palette asks the same question on any screen, and says why an order without stock cannot start', async () => {
  const { page } = office;
  await allocate(1);
  await startInPalette(page);
  await expect(question(page)).toContainText('1 of 2 items would go.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(ready(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/stock$/);
  expect((await read()).status).toBe('allocated');

  await allocate(0);
  const releases = countReleases(page);
  await startInPalette(page);
  await expect(page.getByRole('option', { selected: true })).toContainText('Nothing allocated yet');
  expect(releases()).toBe(0);
});

test('the result of an allocation goes once somebody changes what a line has got', async () => {
  const { page } = office;
  await allocate(0);
  await page.goto(`${office.product.url}/admin/orders/${uuid}/edit`);
  await page.getByRole('button', { name: 'Allocate ALL' }).click();
  const result = page.getByText('2 items allocated.');
  await expect(result).toBeVisible();
  await page
    .getByRole('group', { name: /^Allocated, / })
    .getByRole('button', { name: 'One less' })
    .click();
  await expect(result).toHaveCount(0);
});

import { expect, test } from '@playwright/test';
import type { Session } from '../../pwa/session/store.ts';
import { faultsOf } from './axe.ts';
import { officePage } from './office-page.ts';
import { releaseOrder } from './release-order.ts';

const office = officePage();
let who: Session;

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const read = (path: string): Promise<any> => office.product.get(who, path);

async function send(method: string, path: string, body?: unknown, by = who) {
  const headers = { Authorization: `Bearer ${by.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(office.product.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Ships an order of five items and requests their return; returns the return's id. */
async function returnFive(): Promise<number> {
  const uuid = await releaseOrder(office.product, { styles: 1, quantity: 5 });
  await send('PUT', `/api/admin/orders/${uuid}/update`, { skip_dispatch: true });
  const path = `/api/admin/picking/orders/${uuid}`;
  const { lines } = await send('PUT', path, { action: 'start' });
  for (const { id, qty_allocated } of lines) await send('PUT', `/api/admin/picking/lines/${id}`, { qty_picked: qty_allocated });
  await send('POST', `${path}/move-to-prep`);
  const order = await read(`/api/orders/${uuid}`);
  if (order.status === 'picked') await send('PUT', `/api/admin/prep/orders/${uuid}`, { prep_completed: true });
  const reason = (await read('/api/return-reasons')).items.find(({ description }: { description: string }) => description === 'Too small');
  const client = await office.product.signIn('client.admin@northgate.test');
  const back = { lines: [{ id: order.lines[0].id, qty_to_return: 5, return_reason: reason.id }] };
  return (await send('POST', `/api/orders/${uuid}/returns`, back, client)).id;
}

test.beforeAll(async () => {
  who = await office.product.signIn('super@kitroom.test');
});

test('the office splits a returned line of five by keyboard: three go back to stock and two are written off', async () => {
  const { page, product } = office;
  const id = await returnFive();
  await page.goto(`${product.url}/admin/returns/${id}/edit`);
  await page.getByRole('button', { name: 'Approve all' }).press('Enter');
  await page.getByRole('button', { name: /^Split, / }).press('Enter');
  const written = page.getByRole('spinbutton', { name: /^Written off, / });
  await expect(written).toBeFocused();
  await written.press('2');
  await written.press('Enter');
  await expect(page.getByText('3 restocked')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved').last()).toBeVisible();
  expect((await read(`/api/admin/returns/${id}`)).lines[0]).toMatchObject({ qty_approved: 5, outcome: 'restock', qty_written_off: 2 });

  await page.reload();
  await expect(written).toHaveValue('2');
  await page.getByRole('combobox', { name: /^Outcome for / }).selectOption('Exchange');
  await page.getByRole('button', { name: /^Split, / }).press('Enter');
  await page.getByRole('spinbutton', { name: /^Exchanged, / }).fill('4');
  await page.getByRole('spinbutton', { name: /^Exchanged, / }).press('Enter');
  await expect(page.getByText('1 credited')).toBeVisible();
  await page.getByRole('combobox', { name: 'Send instead' }).selectOption({ index: 1 });
  await written.fill('2');
  await written.press('Enter');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Finalise' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('A draft order with 4 items in exchange is created. 2 items are written off.');
  await question.getByRole('button', { name: 'Finalise' }).press('Enter');
  await expect(page).toHaveURL(/\/admin\/returns$/);
  const { lines, exchange_order } = await read(`/api/admin/returns/${id}`);
  expect(lines[0]).toMatchObject({ qty_approved: 5, outcome: 'exchange', came_back: 'restock', qty_written_off: 2, qty_exchanged: 4 });
  expect((await read(`/api/orders/${exchange_order.uuid}`)).lines).toMatchObject([{ qty_requested: 4 }]);
  await page.goto(`${product.url}/admin/returns/${id}/edit`);
  await expect(page.getByText(/^4 exchanged for .*, 2 written off$/)).toBeVisible();
});

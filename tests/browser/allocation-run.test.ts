import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { faultsOf } from './axe.ts';
import { countTaps } from './count-taps.ts';
import { officePage } from './office-page.ts';

const office = officePage();

test('a rule allocates waiting orders: the run is previewed, carried out and reported', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/allocation`);
  await page.getByRole('button', { name: 'Allocate waiting orders' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Whole orders first/ }).check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/would be allocated/).first()).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: /^Allocate .* items?$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Allocation run');
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByText(/(is|are) allocated/).first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: /^preview \d+$/ }).click();
  await expect(page.getByRole('link', { name: /^Carried out by run/ })).toBeVisible();
});

/** How many orders have had their picking list downloaded. */
function printedOrders(): number {
  const connection = new BetterSqlite(join(office.product.data, 'kitroom.db'), { readonly: true });
  const { n } = connection.prepare('select count(*) as n from orders where printed_at is not null').get() as { n: number };
  connection.close();
  return n;
}

test('three clicks lead from a run to printed picking lists, and orders in part are named first', async () => {
  const { page, product } = office;
  // The run that the test above carried out.
  await page.getByRole('link', { name: /^Carried out by run/ }).click();
  const start = page.getByRole('button', { name: /^Start Pick for the \d+ full$/ });
  await expect(start).toBeVisible();
  const full = Number(/\d+/.exec(await start.innerText())?.[0]);
  expect(full).toBeGreaterThan(1);

  const clicks = await countTaps(page);
  await start.click();
  const dialog = page.getByRole('dialog', { name: /^Start Pick: \d+ orders$/ });
  await expect(dialog.getByText(/^\d+ orders? would go in part\./)).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /^Start Pick for (these \d+|this one) too$/ })).not.toBeChecked();
  await expect(dialog.getByRole('region', { name: 'Orders that would go in part' }).getByRole('listitem').first()).toContainText(/\d+ of \d+ items/);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Start Pick for ${full} orders` }).click();
  const print = dialog.getByRole('link', { name: `Print ${full} picking lists` });
  await expect(print).toBeFocused({ timeout: 60_000 });
  await expect(dialog.getByRole('status')).toHaveText(`${full} done.`);
  expect(await faultsOf(page)).toEqual([]);
  const before = printedOrders();
  await print.click();
  await expect.poll(() => printedOrders() - before, { timeout: 60_000 }).toBe(full);
  expect(clicks()).toBe(3);

  const lists = await page.request.get(new URL((await print.getAttribute('href')) ?? '', product.url).href, { timeout: 60_000 });
  expect(lists.headers()['content-type']).toBe('application/pdf');
  expect((await lists.body()).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(full);

  // The run goes on to offer the lists, and Start Pick for the orders in part alone.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /^Start Pick for \d+ in part$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: `Print ${full} picking lists` })).toBeVisible();
  await page.getByRole('button', { name: /^Start Pick for \d+ in part$/ }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('None of them goes in full.')).toBeVisible();
  await question.getByRole('checkbox').check();
  await expect(question.getByRole('button', { name: /^Start Pick for \d+ orders?$/ })).toBeEnabled();
  await question.getByRole('button', { name: 'Leave all as they are' }).click();
});

/** Stores a copy of a preview as a run whose process died after two orders, without a job that continues the run; returns its id. */
function interrupted(): number {
  const connection = new BetterSqlite(join(office.product.data, 'kitroom.db'));
  connection.pragma('busy_timeout = 5000');
  const columns = (table: string, without: string) =>
    (connection.pragma(`table_info(${table})`) as { name: string }[]).flatMap(({ name }) => (name === without ? [] : [name])).join(', ');
  const { id: previewId } = connection
    .prepare('select id from allocation_runs where is_preview and orders_total > 3 order by id desc limit 1')
    .get() as {
    id: number;
  };
  const run = columns('allocation_runs', 'id');
  const { lastInsertRowid: id } = connection
    .prepare(`insert into allocation_runs (${run}) select ${run} from allocation_runs where id = ?`)
    .run(previewId);
  const orders = columns('allocation_run_orders', 'run_id');
  connection
    .prepare(`insert into allocation_run_orders (run_id, ${orders}) select ?, ${orders} from allocation_run_orders where run_id = ?`)
    .run(id, previewId);
  connection
    .prepare(
      `update allocation_runs set state = 'running', ended_at = null, is_stopping = 0, pass = 1, position = 2, orders_done = 2,
         orders_full = 0, orders_part = 0, orders_none = 2, orders_left_out = 0, qty_added = 0, qty_short = 0, moved_at = ? where id = ?`,
    )
    .run(new Date(Date.now() - 600_000).toISOString(), id);
  connection
    .prepare(
      `update allocation_run_orders set qty_added = 0, qty_short = 0, reason = null, outcome = case when position <= 2 then 'none' end where run_id = ?`,
    )
    .run(id);
  connection.close();
  return Number(id);
}

test('an interrupted run shows its progress, and can be continued', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/allocation/${interrupted()}`);
  await expect(page.getByText(/^2 of \d+ orders asked$/)).toBeVisible();
  await expect(page.getByText(/^Interrupted since/)).toContainText('What it allocated stays, and it continues by itself.');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue now' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Interrupted since/)).toHaveCount(0);
  const outcomeFilter = page.getByRole('group', { name: 'Outcome' });
  const total = Number(/All\s*(\d+)/.exec(await outcomeFilter.innerText())?.[1]);
  expect(total).toBeGreaterThan(3);
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0);
});

test('a run is stopped after a confirmation, and keeps its allocations', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/allocation/${interrupted()}`);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const question = page.getByRole('alertdialog');
  await stop.click();
  await expect(question).toContainText('It ends after its current batch of orders.');
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Let it run' }).click();
  await stop.click();
  await question.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(stop).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Allocate/ })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('orders selected in the list are allocated by a rule after a preview', async () => {
  const { page, product } = office;
  await page.goto(`${product.url}/admin/orders#short=1`);
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Allocate by a rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Allocate 2 chosen orders' });
  await dialog.getByRole('radio', { name: /By required date/ }).check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Preview');
  await expect(page.getByText('By required date', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Outcome' })).toContainText(/All\s*[12]/);
  expect(await faultsOf(page)).toEqual([]);
});

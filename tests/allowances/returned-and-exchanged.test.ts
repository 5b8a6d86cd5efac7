import { beforeEach, expect, test } from 'vitest';
import { returnReasons } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';

let f: Awaited<ReturnType<typeof clientFixture>>;
let office: Caller;
let role: { id: number };
let path: string;

beforeEach(async () => {
  f = await clientFixture();
  f.setClock('2026-11-20T09:00:00.000Z');
  office = await f.as('super');
  role = await f.employeeRole({ account_id: f.client.id, holders: [f.wearer.id] });
  path = `/api/accounts/${f.client.id}/allowances`;
  for (const { id } of [f.medium, f.large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
});

const terms = (change: Record<string, unknown> = {}) => ({
  name: 'Shirts',
  employee_role_id: role.id,
  unit: 'items',
  amount: 3,
  covers: { styles: [f.parent.id] },
  period_months: 12,
  anchor: 'fixed',
  starts_on: '2026-04-01',
  when_exceeded: 'refuse',
  ...change,
});
const add = async (change: Record<string, unknown> = {}): Promise<number> => (await f.admin.post(path, terms(change))).body.id;
const figure = async (by = f.admin) => (await by.get(`/api/employees/${f.wearer.id}/allowances`)).body.items[0];
/** Submits and ships an order of the wearer. Returns its uuid and the id of its line. */
async function shipped(quantity: number): Promise<{ uuid: string; line: number }> {
  const uuid = await f.draft();
  const { id: line } = await f.order(uuid, f.medium.id, quantity);
  expect((await f.submit(uuid)).status).toBe(200);
  await ship(office, uuid);
  return { uuid, line };
}
/** Decides the return, with so many pieces approved. */
async function decide(id: number, qty_approved: number, by = office): Promise<void> {
  const at = `/api/admin/returns/${id}`;
  const { lines } = (await by.get(at)).body;
  const { status } = await by.put(at, { finalise: true, approver_comments: null, lines: [{ id: lines[0].id, qty_approved }] });
  expect(status).toBe(200);
}

test.each(['items', 'points', 'pence'])(
  'an approved return gives back exactly what it took of an allowance of %s, in the period of its order',
  async (unit) => {
    await add({ unit, amount: 10_000 });
    const { uuid, line } = await shipped(3);
    const taken = (await figure()).used;
    await f.database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
    const [reason] = (await f.admin.get('/api/return-reasons')).body.items;
    const { body } = await f.admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: line, qty_to_return: 2, return_reason: reason.id }] });
    expect(await figure()).toMatchObject({ used: taken });
    // The next period has begun when the return is decided, and is not credited.
    f.setClock('2027-04-02T09:00:00.000Z');
    const later = await f.as('super');
    await decide(body.id, 2, later);
    expect(await figure(later)).toMatchObject({ used: 0, left: 10_000 });
    f.setClock('2026-11-21T09:00:00.000Z');
    expect(await figure(await f.as('super'))).toMatchObject({ used: taken / 3 });
  },
);

test('an exchange for another size of the style counts once, also for somebody at the limit', async () => {
  await add();
  const { uuid, line } = await shipped(3);
  expect(await figure()).toMatchObject({ used: 3, left: 0 });
  const exchanged = await f.admin.post(`/api/orders/${uuid}/exchanges`, {
    order_line_id: line,
    quantity: 2,
    reason: 'too_small',
    product_id: f.large.id,
  });
  expect([exchanged.status, exchanged.body.errors]).toEqual([201, undefined]);
  expect(await figure()).toMatchObject({ used: 3, left: 0 });
  await decide(exchanged.body.return.id, 2);
  expect(await figure()).toMatchObject({ used: 3, left: 0 });
});

test('a style that leaves a clothing set no longer counts for an allowance of the set', async () => {
  await add({ covers: { clothing_sets: [f.set.id] } });
  const { uuid } = await shipped(2);
  expect(await figure()).toMatchObject({ used: 2 });
  const { lines } = (await f.admin.get(`/api/orders/${uuid}`)).body;
  expect(lines).toHaveLength(1);
  expect((await office.delete(`/api/admin/clothing-sets/${f.set.id}/products/${f.parent.id}`)).status).toBeLessThan(300);
  expect(await figure()).toMatchObject({ used: 0, left: 3 });
});

test('a request of the only approver is granted by the office and not by themself', async () => {
  const own = await f.employeeRole({ account_id: f.client.id, holders: [f.admin.id] });
  await add({ employee_role_id: own.id, when_exceeded: 'approve' });
  await f.dress(f.admin.id);
  const uuid = await f.draft(f.admin, [f.admin.id]);
  await f.order(uuid, f.medium.id, 4, f.admin, f.admin.id);
  const reason = { force_over_allowance: true, excess_reason: 'Torn' };
  expect((await f.submit(uuid, reason)).body).toMatchObject({ is_requested: true, is_submitted: false });
  expect((await f.submit(uuid, reason)).body).not.toMatchObject({ is_submitted: true });
  expect((await f.submit(uuid, reason, office)).body).toMatchObject({ is_submitted: true });
  expect((await f.admin.get(`/api/employees/${f.admin.id}/allowances`)).body.items[0]).toMatchObject({ amount: 4, parts: { extra: 1 } });
});

test('two changes of one allowance at the same time make two versions, and the last one counts', async () => {
  const id = await add();
  const answers = await Promise.all([4, 5].map((amount) => f.admin.put(`${path}/${id}`, terms({ amount }))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await f.admin.get(`${path}/${id}`);
  expect(body.version).toBe(3);
  expect([4, 5]).toContain(body.amount);
  expect(await figure()).toMatchObject({ amount: body.amount });
});

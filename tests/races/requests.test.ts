import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, orderLines, orders } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Answer } from '../world.ts';

const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();

/** A wearer with a budget for four garments, and `n` requests of this wearer for one garment each. */
async function requestedOrders(n: number, role: Record<string, unknown> = {}) {
  const fixture = await clientFixture({ price: 2500 });
  const { client, wearer, signIn, signed, draft, order, submit, medium, employeeRole } = fixture;
  await employeeRole({
    account_id: client.id,
    holders: [wearer.id],
    is_budgeted: true,
    budget_value: 10_000,
    budget_start_date: '2026-01-01',
    budget_duration: 12,
    ...role,
  });
  const me = await signIn(wearer);
  const requests: { uuid: string; version: number; id: number }[] = [];
  for (let i = 0; i < n; i++) {
    const uuid = await draft(me, [wearer.id]);
    await order(uuid, medium.id, 1, me);
    const { body } = await submit(uuid, {}, me);
    requests.push({ uuid, version: body.version, id: body.id });
  }
  return { ...fixture, me, requests, bosses: [await signed('manager'), await signed('site_admin'), fixture.admin] as const };
}

test('a request that is approved, declined and withdrawn at the same time has exactly one of these outcomes', async () => {
  const { me, requests, bosses, submit, database } = await requestedOrders(6, { budget_value: null });
  const [manager, site_admin, admin] = bosses;
  for (const { uuid, version, id } of requests) {
    const answers = await Promise.all([
      submit(uuid, { version }, manager),
      admin.post(`/api/orders/${uuid}/decline`, { reason: 'Not this month' }),
      me.post(`/api/orders/${uuid}/withdraw`),
      submit(uuid, { version }, site_admin),
    ]);
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    const { body } = await admin.get(`/api/orders/${uuid}`);
    const isApproved = answers[0].status === 200 || answers[3].status === 200;
    expect(body).toMatchObject({ is_submitted: isApproved, is_requested: false, status: isApproved ? 'submitted' : 'draft' });
    expect(body.declined_reason).toBe(answers[1].status === 200 ? 'Not this month' : null);
    const decided = await database.reader
      .select({ what: auditRows.what })
      .from(auditRows)
      .where(
        and(
          eq(auditRows.on_type, 'order'),
          eq(auditRows.on_id, id),
          inArray(auditRows.what, ['order.approved', 'order.declined', 'order.withdrawn', 'order.submitted']),
        ),
      );
    expect(decided).toHaveLength(1);
  }
});

test('if three people approve ten requests for one budget at the same time, as many succeed as the budget covers', async () => {
  const { requests, bosses, submit, database, admin, wearer } = await requestedOrders(10);
  const answers = await Promise.all(requests.flatMap(({ uuid }) => bosses.map((boss) => submit(uuid, {}, boss))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  for (const { status, body } of answers) {
    if (status === 422) expect(Object.keys(body.errors)).toEqual(['budget']);
    else expect([200, 409]).toContain(status);
  }
  const submittedLines = await database.reader
    .select({ uuid: orders.uuid, qty: orderLines.qty_requested, price: orderLines.unit_price })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(eq(orders.status, 'submitted'), eq(orderLines.employee_id, wearer.id)));
  expect(submittedLines.reduce((sum, { qty, price }) => sum + qty * price, 0)).toBe(10_000);
  const unsentRequest = requests.find(({ uuid }) => !submittedLines.some((one) => one.uuid === uuid));
  expect((await admin.get(`/api/orders/${unsentRequest?.uuid}/budgets`)).body.items).toMatchObject([
    { total_spent: 10_000, this_order: 2500, over_by: 2500 },
  ]);
});

test('a line that is added while an order is submitted is either checked with the order or refused', async () => {
  const { admin, wearer, medium, draft, order, submit, employeeRole, client } = await clientFixture({ price: 2500 });
  await employeeRole({
    account_id: client.id,
    holders: [wearer.id],
    is_budgeted: true,
    budget_value: 10_000,
    budget_start_date: '2026-11-01',
    budget_duration: 1,
  });
  for (let turn = 0; turn < 6; turn++) {
    const uuid = await draft();
    await order(uuid);
    const add = () => admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: medium.id, quantity: 3 }] });
    const [submission, ...added] = await Promise.all([submit(uuid), add(), add()]);
    const { body } = await admin.get(`/api/orders/${uuid}`);
    expect(body.lines).toHaveLength(1 + added.filter(({ status }) => status === 201).length);
    expect(body.is_submitted).toBe(submission.status === 200);
    if (submission.status === 200) expect(body.sub_total).toBeLessThanOrEqual(10_000);
    if (submission.status === 200) expect((await admin.post(`/api/orders/${uuid}/cancel`)).status).toBe(200);
  }
});

test('a draft that is submitted, deleted and used for a re-order at the same time is either submitted or deleted', async () => {
  const { admin, signed, draft, order, submit, submitted } = await clientFixture();
  const manager = await signed('manager');
  for (let turn = 0; turn < 6; turn++) {
    const uuid = await draft();
    await order(uuid);
    const [submission, deletion, again] = await Promise.all([
      submit(uuid),
      manager.delete(`/api/orders/${uuid}`),
      admin.post(`/api/orders/${uuid}/reorder`),
    ]);
    expect([submission.status, deletion.status].filter((status) => status === 200)).toHaveLength(1);
    expect((await admin.get(`/api/orders/${uuid}`)).status).toBe(submission.status === 200 ? 200 : 404);
    expect([201, 404, 409]).toContain(again.status);
  }
  const uuid = await submitted(2);
  const reorders = await Promise.all(Array.from({ length: 5 }, () => admin.post(`/api/orders/${uuid}/reorder`)));
  expect(statuses(reorders)).toEqual(Array(5).fill(201));
  expect(new Set(reorders.map(({ body }) => body.uuid)).size).toBe(5);
});

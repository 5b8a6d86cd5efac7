import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderLines, orders, outbox, rolloutPeople } from '../../server/db/tables/index.ts';
import { rolloutRemindersJob } from '../../server/rollouts/ask-people.ts';
import { rolloutFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof rolloutFixture>>;
let f: Fixture;

beforeEach(async () => {
  f = await rolloutFixture();
});

/** The lines of the orders of a roll-out, by wearer. */
const linesOf = (id: number) =>
  f.database.reader
    .select({ employee_id: orderLines.employee_id, product_id: orderLines.product_id, qty: orderLines.qty_requested, order_id: orderLines.order_id })
    .from(orderLines)
    .innerJoin(rolloutPeople, eq(rolloutPeople.order_id, orderLines.order_id))
    .where(eq(rolloutPeople.rollout_id, id))
    .groupBy(orderLines.id)
    .orderBy(orderLines.employee_id);

describe('a draft', () => {
  test('knows who has sizes on file, is listed, and can be changed', async () => {
    const sized = await f.wearer(f.medium.id);
    const unsized = await f.wearer();
    const id = await f.create([sized.id, unsized.id]);
    expect(await f.read(id)).toMatchObject({ state: 'draft', counts: { people: 2, ready: 1, asked: 0, ordered: 0, failed: 0 }, version: 1 });
    expect((await f.admin.get(f.path)).body).toMatchObject({ total: 1, items: [{ id, name: 'Winter kit', counts: { ready: 1 } }] });
    const { status, body } = await f.admin.put(f.of(id), { ...f.body([sized.id]), name: 'Spring kit', version: 1 });
    expect([status, body]).toMatchObject([200, { name: 'Spring kit', counts: { people: 1, ready: 1 }, version: 2 }]);
    expect(await f.admin.put(f.of(id), { ...f.body([sized.id]), version: 1 })).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect(await f.people(id, '?status=ready')).toMatchObject([{ id: sized.id, status: 'ready', lines: [{ product_id: f.medium.id, size: 'M' }] }]);
  });

  test('takes the kits of employee roles, people of a filter, or employee numbers of a file', async () => {
    const one = await f.wearer(f.medium.id, { employee_number: 'N-1' });
    const two = await f.wearer(f.large.id, { employee_number: 'N-2' });
    const role = await f.employeeRole({ account_id: f.client.id, holders: [one.id] });
    await f.admin.put(`/api/accounts/${f.client.id}/employee-roles/${role.id}/kit`, { lines: [{ product_id: f.parent.id, quantity: 3 }] });
    const byRole = await f.create([one.id, two.id], { kit: 'role' });
    expect(await f.read(byRole)).toMatchObject({ kit: 'role', counts: { ready: 1, failed: 1 } });
    expect(await f.people(byRole, '?status=failed')).toMatchObject([{ id: two.id, reason: 'Their employee roles have no kit.' }]);
    const filtered = await f.create([], { people: { filter: { employee_role_id: role.id } } });
    expect((await f.read(filtered)).counts.people).toBe(1);
    const numbered = await f.create([], { people: { employee_numbers: ['N-2', 'N-1', 'N-2'] } });
    expect((await f.read(numbered)).counts).toMatchObject({ people: 2, ready: 2 });
  });

  test.each([
    ['no name', { name: '' }, 'name'],
    ['no deadline', { deadline: 'soon' }, 'deadline'],
    ['a past deadline', { deadline: '2026-11-19' }, 'deadline'],
    ['nobody', { people: { ids: [] } }, 'people.ids'],
    ['people in two ways', { people: { ids: [1], filter: {} } }, 'people'],
    ['somebody unknown', { people: { ids: [999_999] } }, 'people.ids.0'],
    ['unknown numbers', { people: { employee_numbers: ['?'] } }, 'people.employee_numbers'],
    ['a filter that nobody matches', { people: { filter: { search: 'zzzzzz' } } }, 'people.filter'],
    ['an unknown filter', { people: { filter: { colour: 'red' } } }, 'people.filter'],
    ['no kit', { kit: { lines: [] } }, 'kit.lines'],
    ['kits that no role has', { kit: 'role' }, 'kit'],
    ['a product of no set', { kit: { lines: [{ product_id: 999_999, quantity: 1 }] } }, 'kit.lines.0.product_id'],
    ['orders per week', { order_per: 'week' }, 'order_per'],
  ])('with %s is refused on its field', async (_name, change, field) => {
    const { status, body } = await f.admin.post(f.path, f.body([(await f.wearer()).id], change));
    expect([status, Object.keys(body.errors ?? {})[0]]).toEqual([422, field]);
  });

  test('belongs to the office and to the client’s own manager', async () => {
    const sized = await f.wearer(f.medium.id);
    const id = await f.create([sized.id]);
    const stranger = await f.as('client_admin', { account_id: (await f.account()).id });
    const reads = (by: typeof stranger) => [
      by.get(f.path),
      by.get(f.of(id)),
      by.get(`${f.of(id)}/people`),
      by.get(`${f.of(id)}/export`),
      by.get(`${f.of(id)}/people/${sized.id}/sizes`),
      by.put(`${f.of(id)}/people/${sized.id}`, { lines: [{ line: 0, product_id: f.small.id }] }),
    ];
    const changes = (by: typeof stranger) => [
      by.post(f.path, f.body([sized.id])),
      by.get(`/api/accounts/${f.client.id}/rollout-products`),
      by.put(f.of(id), f.body([sized.id])),
      by.post(`${f.of(id)}/ask`),
      by.post(`${f.of(id)}/preview`, {}),
      by.post(`${f.of(id)}/submit`, { confirm: 1 }),
      by.post(`${f.of(id)}/retry`),
      by.post(`${f.of(id)}/close`),
    ];
    const statusesOf = async (calls: ReturnType<typeof reads>) => new Set((await Promise.all(calls)).map(({ status }) => status));
    expect(await statusesOf([...reads(stranger), ...changes(stranger)])).toEqual(new Set([404]));
    for (const role of ['manager', 'site_admin'] as const) expect(await statusesOf(changes(await f.signed(role)))).toEqual(new Set([403]));
    expect(await statusesOf(reads(await f.signed('employee_with_order')))).toEqual(new Set([403]));
    expect((await (await f.as('super')).get(f.of(id))).status).toBe(200);
  });
});

describe('a manager of a site', () => {
  test.each(['manager', 'site_admin'] as const)('sees a roll-out as a %s with the people there alone, and fills in for them', async (role) => {
    const own = await f.wearer();
    const other = await f.wearer(f.medium.id, { sites: [f.elsewhere.id] });
    const manager = await f.signed(role);
    const id = await f.create([own.id, other.id]);
    const notTheirs = await f.create([other.id]);
    expect((await f.read(id)).counts.people).toBe(2);
    const list = (await manager.get(f.path)).body;
    expect([list.total, list.items.map((one: { id: number }) => one.id)]).toEqual([1, [id]]);
    expect(list.items[0].counts).toMatchObject({ people: 1, ready: 0 });
    expect((await manager.get(f.of(notTheirs))).status).toBe(404);
    expect((await manager.get(`${f.of(notTheirs)}/people`)).status).toBe(404);
    const { body } = await manager.get(f.of(id));
    expect(body).toMatchObject({ counts: { people: 1 }, sites: [{ id: f.site.id, people: 1 }], run: null, mailings: [] });
    expect((await manager.get(`${f.of(id)}/people`)).body.items).toMatchObject([{ id: own.id }]);
    const fill = (person: number) => manager.put(`${f.of(id)}/people/${person}`, { lines: [{ line: 0, product_id: f.small.id }] });
    expect((await manager.get(`${f.of(id)}/people/${other.id}/sizes`)).status).toBe(404);
    expect((await fill(other.id)).status).toBe(404);
    expect((await manager.get(`${f.of(id)}/people/${own.id}/sizes`)).body.items[0].sizes).toHaveLength(3);
    expect(await fill(own.id)).toMatchObject({ status: 200, body: { status: 'filled' } });
    const rows = (await manager.get(`${f.of(id)}/export`)).body.split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain('Filled in');
  });
});

describe('people without sizes', () => {
  test('are asked by a link, answer without a sign-in, and are not asked again', async () => {
    const person = await f.wearer();
    const silent = await f.wearer(undefined, { email: null });
    const id = await f.create([person.id, silent.id]);
    expect((await f.admin.post(`${f.of(id)}/ask`)).body).toEqual({ asked: 1, without_email: 1 });
    await f.work();
    expect(await f.read(id)).toMatchObject({ state: 'open', counts: { asked: 1 }, mailings: [{ kind: 'ask', people: 1 }] });
    expect(await f.admin.post(`${f.of(id)}/ask`)).toMatchObject({ status: 409, body: { code: 'rollout_nobody_to_ask' } });
    expect(await f.admin.put(f.of(id), f.body([person.id]))).toMatchObject({ status: 409, body: { code: 'rollout_not_draft' } });
    const link = `/api/rollout-sizes/${await f.tokenFor(person.email)}`;
    const opened = await f.anyone.get(link);
    expect(opened).toMatchObject({ status: 200, body: { order_number: 'Winter kit', lines: [{ id: 1, product_id: f.parent.id, quantity: 2 }] } });
    expect(await f.anyone.put(link, { lines: [{ id: 1, product_id: 999_999 }] })).toMatchObject({ status: 422 });
    expect((await f.anyone.put(link, { lines: [{ id: 1, product_id: f.large.id }] })).body).toEqual({ lines: [], chosen_already: [] });
    expect((await f.read(id)).counts).toMatchObject({ asked: 0, answered: 1 });
    expect((await f.anyone.get(link)).body.code).toBe('link_sized');
    expect((await f.anyone.get(`/api/rollout-sizes/${'x'.repeat(43)}`)).body.code).toBe('link_unknown');
    expect((await f.anyone.get(`${link}/pictures/${'0'.repeat(64)}`)).status).toBe(404);
  });

  test('take one of several styles by their link, in a size of it', async () => {
    const skirt = await f.style(['10', '12'], { name: 'Skirt' });
    const trousers = await f.style(['30', '32'], { name: 'Trousers' });
    const set = await f.clothingSet(f.client.id, { products: [{ product_id: skirt.parent.id }, { product_id: trousers.parent.id }] });
    const person = await f.wearer(f.small.id);
    await f.wear(person.id, set.id);
    const choose_from = [trousers.parent.id, skirt.parent.id];
    const id = await f.create([person.id], {
      kit: {
        lines: [
          { product_id: f.parent.id, quantity: 2 },
          { product_id: null, quantity: 1, choose_from },
        ],
      },
    });
    await f.admin.post(`${f.of(id)}/ask`);
    await f.work();
    const link = `/api/rollout-sizes/${await f.tokenFor(person.email)}`;
    const { lines } = (await f.anyone.get(link)).body;
    expect(lines.map((line: { product_name: string; choice: number }) => [line.product_name, line.choice])).toEqual([
      ['Trousers', 1],
      ['Skirt', 1],
    ]);
    const [one, other] = lines.map((line: { id: number; sizes: { id: number }[] }) => ({ id: line.id, product_id: line.sizes[0]?.id }));
    expect(await f.anyone.put(link, { lines: [one, other] })).toMatchObject({ status: 422, body: { errors: { 'lines.1.id': expect.anything() } } });
    expect((await f.anyone.put(link, { lines: [other] })).body).toEqual({ lines: [], chosen_already: [] });
    expect((await f.anyone.put(link, { lines: [one] })).body.chosen_already).toMatchObject([{ product_id: other.product_id }]);
    await f.send(id);
    expect(await f.people(id)).toMatchObject([{ status: 'ordered', lines: [{ name: f.parent.name }, { name: 'Skirt', size: '10' }] }]);
  });

  test('are reminded 7 and 2 days before the deadline, until they answer or it is closed', async () => {
    const slow = await f.wearer();
    const quick = await f.wearer();
    const id = await f.create([slow.id, quick.id]);
    await f.admin.post(`${f.of(id)}/ask`);
    await f.work();
    const remind = async (day: string) => {
      f.setClock(`${day}T06:30:00.000Z`);
      await rolloutRemindersJob.run(f.services, {}, new AbortController().signal);
      await f.work();
    };
    const counts = async () => [(await f.mails(slow.email)).length, (await f.mails(quick.email)).length];
    await remind('2026-11-26');
    expect(await counts()).toEqual([1, 1]);
    await remind('2026-11-27');
    await remind('2026-11-28');
    expect(await counts()).toEqual([2, 2]);
    await f.anyone.put(`/api/rollout-sizes/${await f.tokenFor(quick.email)}`, { lines: [{ id: 1, product_id: f.small.id }] });
    await remind('2026-12-02');
    expect(await counts()).toEqual([3, 2]);
    const admin = await f.signed('client_admin');
    const other = await f.create([slow.id], { deadline: '2026-12-20' }, admin);
    await admin.post(`${f.of(other)}/ask`);
    await f.work();
    await admin.post(`${f.of(other)}/close`);
    await remind('2026-12-13');
    expect(await counts()).toEqual([4, 2]);
    expect((await f.anyone.get(`/api/rollout-sizes/${await f.tokenFor(slow.email)}`)).body.code).toBe('link_cancelled');
  });

  test('are filled in by a manager, each fault on its field', async () => {
    const person = await f.wearer();
    const id = await f.create([person.id]);
    const fill = (lines: unknown) => f.admin.put(`${f.of(id)}/people/${person.id}`, { lines });
    const [offered] = (await f.admin.get(`${f.of(id)}/people/${person.id}/sizes`)).body.items;
    expect(offered).toMatchObject({ line: 0, sizes: [{ size: 'S' }, { size: 'M' }, { size: 'L' }] });
    expect(Object.keys((await fill([])).body.errors)).toEqual(['lines']);
    expect(Object.keys((await fill([{ line: 1, product_id: f.small.id }])).body.errors)).toEqual(['lines.0.line']);
    expect(Object.keys((await fill([{ line: 0, product_id: 999_999 }])).body.errors)).toEqual(['lines.0.product_id']);
    expect(await fill([{ line: 0, product_id: f.small.id }])).toMatchObject({ status: 200, body: { status: 'filled', lines: [{ size: 'S' }] } });
    expect((await f.admin.put(`${f.of(id)}/people/999999`, { lines: [{ line: 0, product_id: f.small.id }] })).status).toBe(404);
    await f.send(id);
    expect(await fill([{ line: 0, product_id: f.large.id }])).toMatchObject({ status: 409, body: { code: 'rollout_ordered' } });
  });

  test('get one size if they answer while a manager fills in', async () => {
    const person = await f.wearer();
    const id = await f.create([person.id]);
    await f.admin.post(`${f.of(id)}/ask`);
    await f.work();
    const link = `/api/rollout-sizes/${await f.tokenFor(person.email)}`;
    const [filled, answered] = await Promise.all([
      f.admin.put(`${f.of(id)}/people/${person.id}`, { lines: [{ line: 0, product_id: f.small.id }] }),
      f.anyone.put(link, { lines: [{ id: 1, product_id: f.large.id }] }),
    ]);
    expect([filled.status, answered.status]).toEqual([200, 200]);
    const [row] = await f.people(id);
    // Whoever was last to fill in wins; an answer after that keeps the size and says so.
    expect(row).toMatchObject({ status: 'filled', lines: [{ product_id: f.small.id }] });
  });
});

describe('sending orders', () => {
  test('makes one order for each person, once, and only for people with sizes', async () => {
    const sized = [await f.wearer(f.medium.id), await f.wearer(f.large.id)];
    const unsized = await f.wearer();
    const id = await f.create([...sized.map((one) => one.id), unsized.id]);
    expect(await f.preview(id)).toMatchObject({ orders: 2, pieces: 4, total: 5000, unanswered: 1, over_allowance: [], refused_total: 0 });
    const answer = await f.send(id);
    expect([answer.status, answer.body]).toEqual([202, { done: 0, total: 2, failed: 0 }]);
    expect(await f.read(id)).toMatchObject({
      state: 'open',
      is_running: false,
      run: { done: 2, total: 2, failed: 0 },
      counts: { ordered: 2, people: 3 },
    });
    const lines = await linesOf(id);
    expect(lines.map(({ employee_id, product_id, qty }) => [employee_id, product_id, qty])).toEqual([
      [sized[0]?.id, f.medium.id, 2],
      [sized[1]?.id, f.large.id, 2],
    ]);
    const [stored] = await f.database.reader
      .select()
      .from(orders)
      .where(eq(orders.id, lines[0]?.order_id ?? 0));
    expect(stored).toMatchObject({ status: 'submitted', delivery_site_id: f.site.id, requester_id: f.admin.id, is_frozen: false });
    expect(await f.admin.post(`${f.of(id)}/submit`, { confirm: 0 })).toMatchObject({ status: 409, body: { code: 'rollout_nothing' } });
  });

  test('makes one order for each site, with all its people', async () => {
    const near = await Promise.all(Array.from({ length: 14 }, () => f.wearer(f.medium.id)));
    const far = await f.wearer(f.small.id, { sites: [f.elsewhere.id] });
    const id = await f.create([...near.map((one) => one.id), far.id], { order_per: 'site' });
    expect(await f.preview(id)).toMatchObject({ orders: 2, pieces: 30 });
    await f.send(id);
    const lines = await linesOf(id);
    expect(lines).toHaveLength(15);
    expect(new Set(lines.map(({ order_id }) => order_id)).size).toBe(2);
    expect((await f.orders()).filter(({ status }) => status === 'submitted')).toHaveLength(2);
    expect((await f.read(id)).sites).toMatchObject([{ ordered: 14 }, { ordered: 1 }]);
  });

  test('asks people without sizes for theirs by their order, if they are included', async () => {
    const unsized = await f.wearer();
    const id = await f.create([unsized.id]);
    expect(await f.preview(id, true)).toMatchObject({ orders: 1, pieces: 2, unanswered: 1 });
    await f.send(id, true);
    expect((await f.read(id)).counts.ordered).toBe(1);
    expect((await f.mails(unsized.email)).at(-1)?.text).toMatch(/\/sizes\//);
  });

  test('is refused with the number of orders if it is another one by now', async () => {
    const one = await f.wearer(f.medium.id);
    const two = await f.wearer();
    const id = await f.create([one.id, two.id]);
    const { orders: confirm } = await f.preview(id);
    await f.admin.put(`${f.of(id)}/people/${two.id}`, { lines: [{ line: 0, product_id: f.small.id }] });
    expect(await f.admin.post(`${f.of(id)}/submit`, { confirm })).toMatchObject({ status: 409, body: { code: 'rollout_changed', expected: 2 } });
    expect(Object.keys((await f.admin.post(`${f.of(id)}/submit`, { confirm: -1 })).body.errors)).toEqual(['confirm']);
    expect((await f.read(id)).counts.ordered).toBe(0);
  });

  test('begins once if two people send at the same time, and orders once if two processes run it', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => f.wearer(f.medium.id)));
    const id = await f.create(people.map((one) => one.id));
    const office = await f.as('super');
    const answers = await Promise.all([f.admin, office].map((by) => by.post(`${f.of(id)}/submit`, { confirm: 20 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const { orderRolloutJob } = await import('../../server/rollouts/run-rollout.ts');
    await Promise.all([1, 2].map(() => orderRolloutJob.run(f.services, { id }, new AbortController().signal)));
    const lines = await linesOf(id);
    expect(lines).toHaveLength(20);
    expect(new Set(lines.map(({ employee_id }) => employee_id)).size).toBe(20);
    expect((await f.read(id)).run).toEqual({ done: 20, total: 20, failed: 0 });
  });

  test('fails for leavers and for budgets that do not allow it, with the reason, and is tried again', async () => {
    const leaver = await f.wearer(f.medium.id);
    const poor = await f.wearer(f.medium.id);
    const fine = await f.wearer(f.medium.id);
    await f.employeeRole({
      account_id: f.client.id,
      holders: [poor.id],
      is_budgeted: true,
      budget_value: 100,
      budget_start_date: '2026-01-01',
      budget_duration: 12,
    });
    const id = await f.create([leaver.id, poor.id, fine.id]);
    await f.admin.put(`/api/employees/${leaver.id}`, { leaves_on: '2026-11-20' });
    expect(await f.preview(id)).toMatchObject({ orders: 2, refused_total: 2 });
    await f.send(id);
    expect(await f.read(id)).toMatchObject({ run: { done: 1, total: 3, failed: 2 }, counts: { ordered: 1, failed: 2 } });
    const reasons = Object.fromEntries((await f.people(id, '?status=failed')).map((one: { id: number; reason: string }) => [one.id, one.reason]));
    expect(reasons[leaver.id]).toContain('left on 20/11/2026');
    expect(reasons[poor.id]).toContain('£25.00');
    await f.admin.put(`/api/employees/${leaver.id}`, { leaves_on: null });
    expect(await f.admin.post(`${f.of(id)}/retry`)).toMatchObject({ status: 202, body: { done: 0, total: 2, failed: 0 } });
    await f.work();
    expect((await f.read(id)).counts).toMatchObject({ ordered: 2, failed: 1 });
    expect(new Set((await linesOf(id)).map(({ employee_id }) => employee_id)).size).toBe(2);
    const done = await f.create([fine.id]);
    expect(await f.admin.post(`${f.of(done)}/retry`)).toMatchObject({ status: 409, body: { code: 'rollout_nothing' } });
  });

  test('needs the references that the account needs', async () => {
    const strict = await rolloutFixture({ account: { require_po: true } });
    const person = await strict.wearer(strict.medium.id);
    const without = await strict.create([person.id]);
    await strict.send(without);
    expect(await strict.people(without)).toMatchObject([{ status: 'failed', reason: expect.stringMatching(/PO/) }]);
    const id = await strict.create([person.id], { client_po_reference: 'PO 7' });
    await strict.send(id);
    expect((await strict.read(id)).counts.ordered).toBe(1);
  });

  test('counts with an allowance only if it says so, and waits for an approval of what goes over', async () => {
    const person = await f.wearer(f.medium.id);
    const role = await f.employeeRole({ account_id: f.client.id, holders: [person.id] });
    const terms = {
      name: 'Shirts',
      employee_role_id: role.id,
      unit: 'items',
      amount: 1,
      covers: { all: true },
      period_months: 12,
      anchor: 'fixed',
      starts_on: '2026-04-01',
    };
    const add = (more: Record<string, unknown>) => f.admin.post(`/api/accounts/${f.client.id}/allowances`, { ...terms, ...more });
    await add({ name: 'Own', when_exceeded: 'refuse' });
    const free = await f.create([person.id]);
    await f.send(free);
    expect((await f.read(free)).counts.ordered).toBe(1);
    const used = async (name: string) =>
      (await f.admin.get(`/api/employees/${person.id}/allowances`)).body.items.find((one: { name: string }) => one.name === name).used;
    expect(await used('Own')).toBe(0);

    await add({ name: 'All', when_exceeded: 'approve', counts_rollouts: true });
    expect(await used('All')).toBe(2);
    const id = await f.create([person.id]);
    expect(await f.preview(id)).toMatchObject({ over_allowance_total: 1, over_allowance: [{ id: person.id, when_exceeded: 'approve' }] });
    await f.send(id);
    const [row] = await f.people(id);
    expect(row).toMatchObject({ status: 'ordered' });
    expect((await f.admin.get(`/api/orders/${row.order.uuid}`)).body.status).toBe('requested');

    await add({ name: 'Strict', when_exceeded: 'refuse', counts_rollouts: true });
    const refused = await f.create([person.id]);
    await f.send(refused);
    expect(await f.people(refused)).toMatchObject([{ status: 'failed', reason: expect.stringContaining('Strict: 1 a year') }]);
  });

  test('is over once the roll-out is closed', async () => {
    const person = await f.wearer(f.medium.id);
    const id = await f.create([person.id]);
    expect(await f.admin.post(`${f.of(id)}/close`)).toMatchObject({ status: 200, body: { state: 'closed' } });
    for (const [call, body] of [
      ['close', undefined],
      ['ask', undefined],
      ['submit', { confirm: 1 }],
      ['retry', undefined],
    ] as const)
      expect(await f.admin.post(`${f.of(id)}/${call}`, body)).toMatchObject({ status: 409, body: { code: 'rollout_closed' } });
  });

  test('tells whoever sent them when it is done, by one notification', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => f.wearer(f.medium.id)));
    const id = await f.create(people.map((one) => one.id));
    await f.send(id);
    expect(JSON.stringify((await f.admin.get('/api/notifications')).body)).toContain('Winter kit: 3 of 3 ordered');
    const confirmations = await f.database.reader.select().from(outbox).where(eq(outbox.kind, 'order_confirmation'));
    expect(confirmations.filter(({ account_id }) => account_id === f.client.id)).toEqual([]);
  });
});

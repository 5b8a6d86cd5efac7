import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

type Fixture = Awaited<ReturnType<typeof clientFixture>>;
let f: Fixture;
let role: { id: number };
let path: string;

beforeEach(async () => {
  f = await clientFixture();
  f.setClock('2026-11-20T09:00:00.000Z');
  role = await f.employeeRole({ account_id: f.client.id, holders: [f.wearer.id] });
  path = `/api/accounts/${f.client.id}/allowances`;
});

/** The body of an allowance of three shirts a year for the fixture's role. */
const shirts = (change: Record<string, unknown> = {}) => ({
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
const add = async (change: Record<string, unknown> = {}, by = f.admin): Promise<number> => {
  const { status, body } = await by.post(path, shirts(change));
  expect([status, body]).toEqual([201, expect.objectContaining({ version: 1 })]);
  return body.id;
};
const figureOf = async (by = f.admin) => (await by.get(`/api/employees/${f.wearer.id}/allowances`)).body.items[0];
/** Submits an order of the wearer. */
const orderOf = async (quantity: number, more: Record<string, unknown> = {}, by = f.admin) => {
  const uuid = await f.draft(by);
  await f.order(uuid, f.medium.id, quantity, by);
  return { uuid, ...(await f.submit(uuid, more, by)) };
};

describe('the allowances of a client', () => {
  test('are added, listed, changed from a day on and ended by the client’s manager', async () => {
    const id = await add();
    expect((await f.admin.get(`${path}?search=shi`)).body).toMatchObject({
      total: 1,
      items: [{ id, name: 'Shirts', amount: 3, effective_from: '2026-11-20' }],
    });
    const changed = await f.admin.put(`${path}/${id}`, { ...shirts({ amount: 5 }), version: 1 });
    expect(changed).toMatchObject({ status: 200, body: { amount: 5, version: 2 } });
    expect(await f.admin.put(`${path}/${id}`, { ...shirts({ amount: 6 }), version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { amount: 5, version: 2 } },
    });
    // The same terms again change nothing.
    expect((await f.admin.put(`${path}/${id}`, shirts({ amount: 5 }))).body.version).toBe(2);
    expect((await f.admin.delete(`${path}/${id}`)).status).toBe(200);
    expect((await f.admin.get(path)).body.total).toBe(0);
    expect((await f.admin.get(`${path}/${id}`)).status).toBe(404);
    expect((await f.admin.delete(`${path}/${id}`)).status).toBe(404);
    expect(await figureOf()).toBeUndefined();
  });

  test('belong to the office and to the client’s own manager', async () => {
    const office = await f.as('super');
    const id = await add({}, office);
    const stranger = await f.as('client_admin', { account_id: (await f.account()).id });
    for (const call of [() => stranger.get(path), () => stranger.post(path, shirts()), () => stranger.delete(`${path}/${id}`)])
      expect((await call()).status).toBe(404);
    for (const who of ['site_admin', 'manager', 'employee'] as const) {
      const person = await f.signed(who);
      expect((await person.get(path)).status).toBe(403);
      expect((await person.put(`${path}/${id}`, shirts())).status).toBe(403);
    }
    expect((await office.get('/api/accounts/999999/allowances')).status).toBe(404);
    // An allowance is found under its own account only.
    const other = await f.account();
    expect((await office.get(`/api/accounts/${other.id}/allowances/${id}`)).status).toBe(404);
  });

  test.each([
    ['neither a role nor a person', { employee_role_id: null }, 'employee_role_id'],
    ['both a role and a person', { user_id: 1 }, 'employee_role_id'],
    ['nothing that it covers', { covers: {} }, 'covers'],
    ['an amount of nothing', { amount: 0 }, 'amount'],
    ['an amount that is not whole', { amount: 1.5 }, 'amount'],
    ['a period of no months', { period_months: 0 }, 'period_months'],
    ['a period of 61 months', { period_months: 61 }, 'period_months'],
    ['a period of one and a half months', { period_months: 1.5 }, 'period_months'],
    ['a fixed period without its first day', { starts_on: null }, 'starts_on'],
    ['a rolling period that never ends', { anchor: 'rolling', period_months: null }, 'period_months'],
    ['a rolling period with instalments', { anchor: 'rolling', instalments: [{ after_months: 0, amount: 1 }] }, 'instalments'],
    ['a rolling period that carries over', { anchor: 'rolling', carry_over_max: 1 }, 'carry_over_max'],
    ['instalments and bands', { instalments: [{ after_months: 0, amount: 1 }], bands: [{ min_percent: 1, amount: 2 }] }, 'bands'],
    ['a long first period without instalments', { first_period_min_months: 13 }, 'first_period_min_months'],
    [
      'two bands from one percentage',
      {
        bands: [
          { min_percent: 50, amount: 2 },
          { min_percent: 50, amount: 3 },
        ],
      },
      'bands',
    ],
    [
      'instalments that do not rise',
      {
        instalments: [
          { after_months: 6, amount: 2 },
          { after_months: 6, amount: 3 },
        ],
      },
      'instalments',
    ],
    ['a past day', { effective_from: '2026-11-19' }, 'effective_from'],
  ])('an allowance with %s is refused on its field', async (_name, change, field) => {
    const { status, body } = await f.admin.post(path, shirts(change));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  test('that have ended are listed when somebody asks for them, with the day', async () => {
    const id = await add();
    const other = await add({ name: 'Coats' });
    await f.admin.delete(`${path}/${id}`);
    const namesOf = async (stage: string) => (await f.admin.get(`${path}?stage=${stage}`)).body.items.map((one: { name: string }) => one.name);
    expect(await namesOf('open')).toEqual(['Coats']);
    expect(await namesOf('all')).toEqual(['Coats', 'Shirts']);
    expect((await f.admin.get(`${path}?stage=ended`)).body.items).toMatchObject([{ id, amount: 3, ended_on: '2026-11-20' }]);
    expect((await f.admin.get(`${path}/${other}`)).body).toMatchObject({
      employee_role: { id: role.id },
      user: null,
      covered: { categories: [], styles: [{ id: f.parent.id }], clothing_sets: [] },
    });
    expect((await f.admin.get(`${path}?stage=all&user_id=${f.wearer.id}`)).body.total).toBe(0);
  });

  test('are given to other roles in one step: to all of them, or to none', async () => {
    const id = await add({ amount: 5, carry_over_max: 1 });
    const [second, third] = [await f.employeeRole({ account_id: f.client.id }), await f.employeeRole({ account_id: f.client.id })];
    const stranger = await f.employeeRole({ account_id: (await f.account()).id });
    const copy = (employee_role_ids: number[], by = f.admin) => by.post(`${path}/${id}/copy`, { employee_role_ids });
    expect((await copy([second.id, stranger.id])).body.errors).toEqual({ employee_role_ids: [expect.any(String)] });
    expect((await copy([])).status).toBe(422);
    expect((await copy([second.id], await f.signed('manager'))).status).toBe(403);
    expect((await f.admin.get(path)).body.total).toBe(1);
    const { status, body } = await copy([second.id, third.id, second.id]);
    expect([status, body.items]).toEqual([
      201,
      [second.id, third.id].map((employee_role_id) =>
        expect.objectContaining({ name: 'Shirts', employee_role_id, amount: 5, carry_over_max: 1, version: 1 }),
      ),
    ]);
    // A role that has one of the same name gets no second one.
    expect((await copy([third.id])).body.errors.employee_role_ids[0]).toMatch(/^There is an allowance of this name already for /);
    expect((await f.admin.get(path)).body.total).toBe(3);
  });

  test('names only records of its own client', async () => {
    const other = await f.account();
    const otherRole = await f.employeeRole({ account_id: other.id });
    const otherPerson = await f.user('employee', { account_id: other.id });
    const otherSet = await f.clothingSet(other.id);
    const otherStyle = await f.product({ account_id: other.id });
    for (const [change, field] of [
      [{ employee_role_id: otherRole.id }, 'employee_role_id'],
      [{ employee_role_id: null, user_id: otherPerson.id }, 'user_id'],
      [{ covers: { clothing_sets: [otherSet.id] } }, 'covers.clothing_sets'],
      [{ covers: { styles: [otherStyle.id] } }, 'covers.styles'],
      [{ covers: { categories: [999_999] } }, 'covers.categories'],
    ] as const)
      expect((await f.admin.post(path, shirts(change))).body.errors).toEqual({ [field]: [expect.any(String)] });
  });

  test('show before they are stored for whom they would be, and who has had more already', async () => {
    const office = await f.as('super');
    const idle = await f.person('employee');
    await f.employeeRole({ account_id: f.client.id, holders: [idle.id] });
    await orderOf(5);
    const preview = await office.post(`${path}/preview`, shirts());
    expect(preview).toMatchObject({ status: 200, body: { people: 1, over: [{ id: f.wearer.id, used: 5, amount: 3 }], over_total: 1 } });
    expect((await office.post(`${path}/preview`, shirts({ amount: 5 }))).body).toEqual({ people: 1, over: [], over_total: 0 });
    expect((await office.post(`${path}/preview`, shirts({ amount: 0 }))).status).toBe(422);
    // What was granted of the stored allowance counts for the terms that would replace its own.
    const id = await add({ amount: 5 });
    await office.post(`/api/employees/${f.wearer.id}/allowances/${id}/extra`, { amount: 2, reason: 'Torn' });
    expect((await office.post(`${path}/preview`, shirts({ id }))).body.over_total).toBe(0);
    expect((await office.post(`${path}/preview`, shirts())).body.over_total).toBe(1);
    expect((await office.post(`${path}/preview`, shirts({ id: 999_999 }))).status).toBe(404);
    expect((await f.admin.delete(`${path}/${id}`)).status).toBe(200);
    expect((await (await f.signed('manager')).post(`${path}/preview`, shirts())).status).toBe(403);
    expect((await office.get(path)).body.total).toBe(0);
  });
});

describe('what a wearer has left', () => {
  test('is what they may have, less their submitted orders, plus what they returned; samples and cancelled orders take nothing', async () => {
    const id = await add();
    expect(await figureOf()).toEqual({
      id,
      name: 'Shirts',
      unit: 'items',
      amount: 3,
      used: 0,
      left: 3,
      from: '2026-04-01',
      until: '2027-04-01',
      next: { on: '2027-04-01', amount: 3 },
      when_exceeded: 'refuse',
      reason: null,
      parts: { base: 3, carried: 0, extra: 0 },
    });
    const draft = await f.draft();
    await f.order(draft, f.medium.id, 1);
    expect((await figureOf()).used).toBe(0);
    await f.submit(draft);
    expect(await figureOf()).toMatchObject({ used: 1, left: 2 });
    await f.admin.post(`/api/orders/${draft}/cancel`);
    expect(await figureOf()).toMatchObject({ used: 0, left: 3 });
  });

  test('is seen by the wearer and by people who may see the wearer', async () => {
    await add();
    const wearer = await f.signIn(f.wearer);
    const other = await f.signed('employee');
    expect((await figureOf(wearer)).left).toBe(3);
    expect((await figureOf(await f.signed('manager'))).left).toBe(3);
    expect((await other.get(`/api/employees/${f.wearer.id}/allowances`)).status).toBe(404);
    expect((await (await f.as('warehouse')).get(`/api/employees/${f.wearer.id}/allowances`)).status).toBe(404);
  });

  test('comes with who may grant more, and whether the reader may', async () => {
    await add();
    const read = async (caller: typeof f.admin) => (await caller.get(`/api/employees/${f.wearer.id}/allowances`)).body;
    // Without a manager at the person's site, the client's managers are asked.
    const admins = (await read(await f.signIn(f.wearer))).approvers;
    expect(admins.length).toBeGreaterThan(0);
    await f.person('manager', { forenames: 'Nell', surname: 'Near' });
    await f.person('manager', { forenames: 'Nat', surname: 'Supervised', is_supervised_orderer: true });
    expect(await read(await f.signIn(f.wearer))).toMatchObject({ approvers: ['Nell Near'], can: { grant_extra: false } });
    expect((await read(f.admin)).can).toEqual({ grant_extra: true });
  });

  test('stands at each style that may be ordered', async () => {
    const id = await add();
    await f.admin.post(path, shirts({ name: 'Points', unit: 'points', amount: 40, covers: { all: true } }));
    const { items } = (await f.admin.get(`/api/employees/${f.wearer.id}/products`)).body;
    // 12.50 takes 13 points of 40, so points allow 3 as well.
    expect(items[0].allowances).toEqual([
      { id, name: 'Shirts', unit: 'items', takes: 1, left: 3, until: '2027-04-01' },
      expect.objectContaining({ name: 'Points', unit: 'points', takes: 13, left: 40 }),
    ]);
  });

  test('is a reason why somebody may have a product or not', async () => {
    const reason = async () => {
      const { reasons } = (await f.admin.get(`/api/employees/${f.wearer.id}/products/${f.medium.id}/why`)).body;
      return reasons.find(({ code }: { code: string }) => code === 'allowance');
    };
    expect(await reason()).toMatchObject({ ok: true, message: 'The number of items is not limited.' });
    const id = await add({ amount: 1 });
    expect(await reason()).toMatchObject({ ok: true, message: 'Shirts: 1 of 1 left, next on 01/04/2027.' });
    await orderOf(1);
    expect(await reason()).toMatchObject({ ok: false, message: 'Shirts: 0 of 1 left, next on 01/04/2027. No more can be ordered.' });
    await f.admin.put(`${path}/${id}`, shirts({ amount: 1, when_exceeded: 'approve' }));
    expect(await reason()).toMatchObject({ ok: true, message: expect.stringContaining('needs an approval') });
  });

  test('is more after an extra, which nobody grants to themself', async () => {
    const id = await add();
    const extra = `/api/employees/${f.wearer.id}/allowances/${id}/extra`;
    const manager = await f.signed('manager');
    expect(await manager.post(extra, { amount: 2, reason: 'Torn at the baler' })).toMatchObject({
      status: 201,
      body: { items: [{ amount: 5, left: 5, parts: { base: 3, carried: 0, extra: 2 } }] },
    });
    expect((await manager.post(extra, { amount: 0, reason: 'x' })).body.errors).toHaveProperty('amount');
    expect((await manager.post(extra, { amount: 1, reason: '' })).body.errors).toHaveProperty('reason');
    expect((await (await f.signIn(f.wearer)).post(extra, { amount: 1, reason: 'I want it' })).status).toBe(403);
    expect((await manager.post(extra.replace(String(id), '999999'), { amount: 1, reason: 'x' })).status).toBe(404);
    const stranger = await f.as('client_admin', { account_id: (await f.account()).id });
    expect((await stranger.post(extra, { amount: 1, reason: 'x' })).status).toBe(404);
  });
});

describe('an order over an allowance', () => {
  test('that refuses is refused on the line that goes over, with the calculation, and passes with what is left', async () => {
    await add();
    const { uuid, status, body } = await orderOf(4);
    expect([status, body.errors]).toEqual([422, { 'lines.0.quantity': ['Shirts: 3 a year, 0 used, this order 4; next 3 on 01/04/2027'] }]);
    await f.order(uuid, f.large.id, 1);
    const [line] = (await f.admin.get(`/api/orders/${uuid}`)).body.lines;
    await f.admin.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 3 });
    expect(Object.keys((await f.submit(uuid)).body.errors)).toEqual(['lines.1.quantity']);
  });

  test('that needs an approval becomes a request with its reason; whoever approves grants the excess', async () => {
    const id = await add({ when_exceeded: 'approve' });
    const wearer = await f.signed('employee_with_order');
    const own = await f.employeeRole({ account_id: f.client.id, holders: [wearer.id] });
    await f.admin.post(path, shirts({ name: 'Own', employee_role_id: own.id, when_exceeded: 'approve' }));
    await f.dress(wearer.id);
    const uuid = (await wearer.post('/api/orders', {})).body.uuid;
    await f.order(uuid, f.medium.id, 4, wearer, wearer.id);
    expect((await f.submit(uuid, {}, wearer)).body.errors).toEqual({
      excess_reason: ['Say why, in a few words.', 'Own: 3 a year, 0 used, this order 4; next 3 on 01/04/2027'],
    });
    const asked = await f.submit(uuid, { excess_reason: 'Two torn at the baler' }, wearer);
    expect(asked).toMatchObject({ status: 200, body: { is_requested: true, is_submitted: false, excess_reason: 'Two torn at the baler' } });
    expect(asked.body.excess).toEqual([{ allowance_id: expect.any(Number), employee_id: wearer.id, over: 1 }]);
    const approved = await f.submit(uuid);
    expect(approved).toMatchObject({ status: 200, body: { is_submitted: true } });
    const { items } = (await wearer.get(`/api/employees/${wearer.id}/allowances`)).body;
    expect(items[0]).toMatchObject({ amount: 4, used: 4, left: 0, parts: { base: 3, extra: 1 } });
    expect((await figureOf()).id).toBe(id);
  });

  test('for somebody else is confirmed by whoever may approve, with a reason, and never for themself', async () => {
    await add({ when_exceeded: 'approve' });
    const { uuid, body } = await orderOf(4);
    expect(body.errors.force_over_allowance[0]).toBe('This order goes over an allowance');
    expect(Object.keys((await f.submit(uuid, { force_over_allowance: true })).body.errors)).toEqual(['excess_reason']);
    expect(await f.submit(uuid, { force_over_allowance: true, excess_reason: 'Works five days now' })).toMatchObject({
      status: 200,
      body: { is_submitted: true },
    });
    expect(await figureOf()).toMatchObject({ amount: 4, left: 0, parts: { extra: 1 } });
    // For themself, a client's manager asks as everybody does.
    const own = await f.employeeRole({ account_id: f.client.id, holders: [f.admin.id] });
    await f.admin.post(path, shirts({ name: 'Own', employee_role_id: own.id, when_exceeded: 'approve' }));
    await f.dress(f.admin.id);
    const mine = await f.draft(f.admin, [f.admin.id]);
    await f.order(mine, f.medium.id, 4, f.admin, f.admin.id);
    expect(await f.submit(mine, { force_over_allowance: true, excess_reason: 'I want them' })).toMatchObject({
      status: 200,
      body: { is_submitted: false, is_requested: true },
    });
  });

  test('that only warns passes, and the next one is over from its first item', async () => {
    await add({ when_exceeded: 'warn' });
    expect(await orderOf(4)).toMatchObject({
      status: 200,
      body: { is_submitted: true, allowances: [{ this_order: 4, over: 1, when_exceeded: 'warn' }] },
    });
    expect(await orderOf(1)).toMatchObject({ status: 200, body: { allowances: [{ used: 4, this_order: 1, over: 1 }] } });
  });

  test('of samples, and of people without the role, takes nothing', async () => {
    await add({ amount: 1 });
    const other = await f.person('employee');
    await f.dress(other.id);
    const uuid = await f.draft(f.admin, [other.id]);
    await f.order(uuid, f.medium.id, 9, f.admin, other.id);
    expect((await f.submit(uuid)).status).toBe(200);
  });

  test('is judged by the terms of its own day; what was counted under older terms stays counted', async () => {
    const id = await add({ covers: { all: true } });
    await orderOf(2);
    const other = await f.style(['S']);
    f.setClock(1);
    await f.admin.put(`${path}/${id}`, shirts({ covers: { styles: [other.parent.id] } }));
    expect(await figureOf()).toMatchObject({ used: 2, left: 1 });
    f.setClock(1);
    // The new terms do not cover the polo.
    expect((await orderOf(7)).status).toBe(200);
    expect(await figureOf()).toMatchObject({ used: 2, left: 1 });
  });

  test('that counts points keeps what it took when the style’s points change', async () => {
    await add({ unit: 'points', amount: 40 });
    const office = await f.as('super');
    await orderOf(1);
    expect((await figureOf()).used).toBe(13);
    const product = (await office.get(`/api/admin/products/${f.parent.id}`)).body;
    expect((await office.put(`/api/admin/products/${f.parent.id}`, { points: 5, version: product.version })).status).toBe(200);
    expect((await figureOf()).used).toBe(13);
    await orderOf(1);
    expect((await figureOf()).used).toBe(18);
  });

  test('cannot pass beside another one for the last item', async () => {
    await add();
    const uuids = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const uuid = await f.draft();
        await f.order(uuid, f.medium.id, 1);
        return uuid;
      }),
    );
    const answers = await Promise.all(uuids.map((uuid) => f.submit(uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422]);
    expect(await figureOf()).toMatchObject({ used: 3, left: 0 });
  });
});

describe('a change after submission', () => {
  test('cannot take a client over an allowance; the office confirms what only needs an approval', async () => {
    await add({ when_exceeded: 'approve' });
    const { uuid } = await orderOf(3);
    const [line] = (await f.admin.get(`/api/orders/${uuid}`)).body.lines;
    const office = await f.as('super');
    const own = { qty_requested: 5 };
    expect((await office.put(`/api/admin/order-lines/${line.id}`, own)).body.errors.force_over_allowance[1]).toBe(
      'Shirts: 3 a year, 0 used, this order 5; next 3 on 01/04/2027',
    );
    expect((await office.put(`/api/admin/order-lines/${line.id}`, { ...own, force_over_allowance: true })).status).toBe(200);
    expect(await figureOf()).toMatchObject({ amount: 5, used: 5, left: 0 });
    expect((await office.put(`/api/admin/order-lines/${line.id}`, { qty_requested: 6, force_over_allowance: true })).status).toBe(200);
    expect(await figureOf()).toMatchObject({ amount: 6, used: 6 });
  });

  test('of an allowance that refuses is refused on the quantity, and fewer items give back what they took', async () => {
    await add();
    const { uuid } = await orderOf(3);
    const [line] = (await f.admin.get(`/api/orders/${uuid}`)).body.lines;
    const correct = (qty_requested: number) => f.admin.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested });
    expect((await correct(4)).body.errors).toEqual({ qty_requested: [expect.stringContaining('this order 4')] });
    expect((await correct(2)).status).toBe(200);
    expect(await figureOf()).toMatchObject({ used: 2, left: 1 });
    expect((await correct(3)).status).toBe(200);
  });
});

describe('the alert address of a role', () => {
  test('gets one email for an order that goes over allowances with a warning, without a budget too', async () => {
    const office = await f.as('super');
    const path_of_role = `/api/admin/accounts/${f.client.id}/employee-roles/${role.id}`;
    expect((await office.put(path_of_role, { budget_forced_alert_email: 'watch@client.test' })).status).toBe(200);
    await add({ when_exceeded: 'warn' });
    await add({ name: 'All', covers: { all: true }, amount: 1, when_exceeded: 'warn' });
    const { uuid } = await orderOf(5);
    const mails = await f.database.reader.select().from(outbox).where(eq(outbox.to, 'watch@client.test'));
    expect(mails).toHaveLength(1);
    for (const words of ['Shirts: 3 a year, 0 used, this order 5', 'All: 1 a year', uuid]) expect(mails[0]?.text).toContain(words);
    expect((await orderOf(1)).status).toBe(200);
  });

  test('a deleted role ends its allowances', async () => {
    const id = await add();
    const office = await f.as('super');
    await office.delete(`/api/admin/accounts/${f.client.id}/employee-roles/${role.id}`);
    expect((await f.admin.get(`${path}/${id}`)).status).toBe(404);
  });
});

import { eq, gte } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { dispatches, outbox, products } from '../../server/db/tables/index.ts';
import { replacementNoticesJob } from '../../server/replacements/notify-managers.ts';
import { ship } from '../returns/shipped.ts';
import { returnableWearer } from '../wearers/fixture.ts';
import { world } from '../world.ts';

type Fixture = Awaited<ReturnType<typeof returnableWearer>>;
let f: Fixture;
let path: string;

beforeEach(async () => {
  (await world()).setClock('2027-04-01T09:00:00.000Z');
  f = await returnableWearer();
  path = `/api/accounts/${f.client.id}/replacements`;
  await f.database.unitOfWork(async (db) => {
    await db.update(products).set({ wear_months: 12 }).where(eq(products.id, f.parent.id));
  });
});

/** Dates all dispatches that are of today back to an earlier day, so that the sessions of the test go on. */
const dateBack = (day: string) =>
  f.database.unitOfWork(async (db) => {
    await db
      .update(dispatches)
      .set({ dispatched_at: `${day}T08:00:00.000Z` })
      .where(gte(dispatches.dispatched_at, '2027-04-01T00:00:00.000Z'));
  });
/** Dispatches items to the wearer on a day. */
const issue = async (day: string, ...lines: Parameters<Fixture['sent']>) => {
  const sent = await f.sent(...lines);
  await dateBack(day);
  return sent;
};
const list = async (query = '', by = f.admin) => (await by.get(`${path}${query}`)).body;
const item = (product_id = f.medium.id, employee_id = f.wearer.id) => ({ items: [{ employee_id, product_id }] });

describe('the items to replace', () => {
  test('are those whose wear life is over by a day, with their days, price and total', async () => {
    await issue('2026-03-10', [f.medium.id, 2]);
    expect(await list('?due_by=2027-03-09')).toMatchObject({ total: 0, total_cost: 0, items: [] });
    expect(await list('?due_by=2027-03-10')).toMatchObject({
      total: 1,
      total_cost: 2500,
      items: [
        {
          employee: { id: f.wearer.id },
          site: { id: f.site.id },
          product: { id: f.medium.id },
          sku: f.medium.sku,
          quantity: 2,
          issued_on: '2026-03-10',
          due_on: '2027-03-10',
          price: 1250,
        },
      ],
    });
  });

  test('leave out what has come back, what was sent since, what is on its way, and people who have left', async () => {
    const first = await issue('2026-03-10', [f.medium.id, 1]);
    expect((await list()).total).toBe(1);

    const uuid = await f.draft();
    const { id: line } = await f.order(uuid, f.medium.id, 1);
    expect((await list()).total).toBe(0);
    await f.admin.delete(`/api/orders/${uuid}/lines/${line}`);
    expect((await list()).total).toBe(1);

    await f.admin.put(`/api/employees/${f.wearer.id}`, { leaves_on: '2027-04-01' });
    expect((await list()).total).toBe(0);
    await f.admin.put(`/api/employees/${f.wearer.id}`, { leaves_on: null });
    expect((await list()).total).toBe(1);

    const { body } = await f.admin.post(`${f.path}/returns`, { lines: [f.back(first.lines[0] ?? 0, 1)] });
    await f.finalise(body.items[0].id);
    expect((await list()).total).toBe(0);
  });

  test('are of the newest issue of a style and colour, whatever its size', async () => {
    await issue('2026-03-10', [f.small.id, 1]);
    await issue('2026-09-10', [f.medium.id, 1]);
    expect((await list()).items).toEqual([]);
    expect((await list('?due_by=2027-09-10')).items).toMatchObject([{ product: { id: f.medium.id }, due_on: '2027-09-10' }]);
  });

  test('are found by site, role and name, in pages', async () => {
    await issue('2026-03-10', [f.medium.id, 1]);
    const role = await f.employeeRole({ account_id: f.client.id, holders: [f.wearer.id] });
    const other = await f.employeeRole({ account_id: f.client.id });
    const totals = async (...queries: string[]) => Promise.all(queries.map(async (query) => (await list(query)).total));
    expect(await totals(`?site=${f.site.id}`, `?site=${f.elsewhere.id}`, `?employee_role=${role.id}`, `?employee_role=${other.id}`)).toEqual([
      1, 0, 1, 0,
    ]);
    expect(await totals(`?search=${f.wearer.surname.slice(-4)}`, '?search=nobody', '?per_page=1&page=2')).toEqual([1, 0, 1]);
    expect((await f.admin.get(`${path}?due_by=tomorrow`)).body.errors).toHaveProperty('due_by');
  });

  test('are for people who order for others, in their scope', async () => {
    await issue('2026-03-10', [f.medium.id, 1]);
    for (const role of ['manager', 'site_admin'] as const) {
      expect((await list('', await f.signed(role))).total).toBe(1);
      expect((await list('', await f.signed(role, { sites: [f.elsewhere.id] }))).total).toBe(0);
    }
    expect((await list('', f.office)).total).toBe(1);
    const stranger = await f.as('client_admin', { account_id: (await f.account()).id });
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(path, item())).status).toBe(404);
    const employee = await f.signed('employee');
    expect((await employee.get(path)).status).toBe(403);
    expect((await employee.post(path, item())).status).toBe(403);
  });
});

describe('to replace items', () => {
  test('begins a draft for each site with what people hold', async () => {
    await issue('2026-03-10', [f.medium.id, 2]);
    const manager = await f.signed('manager');
    const { status, body } = await manager.post(path, item());
    expect([status, body]).toMatchObject([201, { items: [{ site: { id: f.site.id }, items: 1 }] }]);
    const order = (await manager.get(`/api/orders/${body.items[0].uuid}`)).body;
    expect(order).toMatchObject({ status: 'draft', delivery_site: { id: f.site.id }, sub_total: 2500 });
    expect((await list()).total).toBe(0);
  });

  test('makes one draft each where people are at different sites', async () => {
    await issue('2026-03-10', [f.medium.id, 1]);
    const far = await f.person('employee', { sites: [f.elsewhere.id] });
    await f.dress(far.id);
    const uuid = await f.draft(f.admin, [far.id]);
    await f.order(uuid, f.large.id, 1, f.admin, far.id);
    await f.submit(uuid);
    await ship(f.office, uuid);
    await dateBack('2026-03-10');
    const { items } = await list();
    const { status, body } = await f.admin.post(path, {
      items: items.map((due: { employee: { id: number }; product: { id: number } }) => ({
        employee_id: due.employee.id,
        product_id: due.product.id,
      })),
    });
    expect(status).toBe(201);
    expect(body.items.map(({ site }: { site: { id: number } }) => site.id).sort()).toEqual([f.site.id, f.elsewhere.id].sort());
  });

  test('is refused on the field of the item', async () => {
    await issue('2026-03-10', [f.medium.id, 1]);
    const stranger = await f.user('employee', { account_id: (await f.account()).id });
    const errors = async (body: unknown) => Object.keys((await f.admin.post(path, body)).body.errors ?? {});
    expect(await errors({ items: [] })).toEqual(['items']);
    expect(await errors(item(f.medium.id, stranger.id))).toEqual(['items.0.employee_id']);
    expect(await errors(item(f.large.id))).toEqual(['items.0.product_id']);
    expect(await errors({ items: [...item().items, ...item().items] })).toEqual(['items.1.product_id']);
    expect(await errors({ items: [{ employee_id: 0, product_id: 'x' }] })).toEqual(['items.0.employee_id', 'items.0.product_id']);
  });

  test('is done once if two managers do it at the same time', async () => {
    await issue('2026-03-10', [f.medium.id, 1]);
    const answers = await Promise.all([f.admin.post(path, item()), f.office.post(path, item())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

test('managers are told of theirs once a month, by one notification and one email', async () => {
  await issue('2026-03-10', [f.medium.id, 2]);
  const manager = await f.person('manager');
  const far = await f.person('manager', { sites: [f.elsewhere.id] });
  const run = () => replacementNoticesJob.run(f.services, {}, new AbortController().signal);
  await run();
  await run();
  const mails = async () => {
    const rows = await f.database.reader.select({ to: outbox.to, text: outbox.text }).from(outbox).where(eq(outbox.kind, 'replacements_due'));
    return rows.filter(({ to }) => [manager.email, far.email].includes(to));
  };
  expect(await mails()).toEqual([{ to: manager.email, text: expect.stringContaining('£25.00') }]);
  const bell = (await (await f.signIn(manager)).get('/api/notifications')).body;
  expect(JSON.stringify(bell)).toContain('1 item of 1 person to replace');
  f.setClock('2027-05-01T06:00:00.000Z');
  await run();
  expect(await mails()).toHaveLength(2);
});

import { randomUUID } from 'node:crypto';
import { type Column, eq, getTableColumns, getTableName, inArray, is, or, type SQL, sql, Table } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepared } from '../../server/db/db.ts';
import * as tables from '../../server/db/tables/index.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { openScene, type Scene } from './scene.ts';
import { type Call, type CallerName, table } from './table.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

let scene: Scene;
let otherRecords: Awaited<ReturnType<typeof thingsOf>>;
let operations: Map<string, Operation>;
let schemas: Record<string, Schema>;
/** Reads the rows of the other company. */
let fingerprint: () => Promise<string>;
/** The other company's rows before the first call. */
let otherRows: string;

/** Makes one record of every kind that the other company can have, as the other company's admin or as the office. Returns their ids. */
async function thingsOf({ callers: { stranger }, office, picker, other, parcel, notification, savedAddress, notice, returnable }: Scene) {
  const ok = async (response: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await response;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
    return body as any;
  };
  const draft = async (): Promise<{ uuid: string; line: number }> => {
    const { uuid } = await ok(stranger.post('/api/orders', { employees: [other.wearer.id] }));
    const line = { product_id: other.product.id, quantity: 2 };
    const { lines } = await ok(stranger.post(`/api/orders/${uuid}/employees/${other.wearer.id}/lines`, { lines: [line] }));
    return { uuid, line: lines[0].id };
  };
  const submitOrder = async () => {
    const newDraft = await draft();
    const delivery_address = { address_line_1: '1 Far Lane', postcode: 'LS1 4AP' };
    const details = { set_delivery_details: true, delivery_site_id: other.site.id, delivery_address, terms: true };
    await ok(stranger.put(`/api/orders/${newDraft.uuid}?submitted=true`, details));
    return newDraft;
  };
  await ok(office.put(`/api/admin/products/${other.product.id}`, { field: 'qty_available', value: 50 }));
  const shippedOrder = await submitOrder();
  await ok(office.post(`/api/admin/orders/${shippedOrder.uuid}/allocate-all`));
  await ok(office.post(`/api/admin/orders/${shippedOrder.uuid}/allocate`));
  const pick = await ok(picker.put(`/api/admin/picking/orders/${shippedOrder.uuid}`, { action: 'start' }));
  await ok(picker.put(`/api/admin/picking/lines/${pick.lines[0].id}`, { qty_picked: 2 }));
  await ok(picker.post(`/api/admin/picking/orders/${shippedOrder.uuid}/move-to-prep`));
  const { items } = await ok(picker.post('/api/admin/shipping/orders/dispatch', { orders: [parcel(shippedOrder.uuid)], consolidated: false }));
  await ok(picker.put(`/api/admin/shipping/orders/dispatches/${items[0].id}`, { tracking_number: 'FAR1' }));
  const { sent } = await returnable();
  const back = { ...sent, id: shippedOrder.line };
  const { id: return_id } = await ok(stranger.post(`/api/orders/${shippedOrder.uuid}/returns`, { lines: [back] }));
  const { id: collection_id } = await ok(
    stranger.post(`/api/employees/${other.wearer.id}/collections`, { lines: [{ order_line_id: shippedOrder.line, quantity: 1 }] }),
  );
  const rollout = await ok(
    stranger.post(`/api/accounts/${other.account.id}/rollouts`, {
      name: 'Winter kit',
      deadline: '2999-12-31',
      people: { ids: [other.wearer.id] },
      kit: { lines: [{ product_id: other.product.id, quantity: 1 }] },
      order_per: 'wearer',
    }),
  );
  const news = await notice();
  await scene.database.unitOfWork(async (db) => {
    await db.update(tables.noticeAccounts).set({ account_id: other.account.id }).where(eq(tables.noticeAccounts.notice_id, news));
  });
  const sessions = await ok(stranger.get('/api/auth/sessions'));
  return {
    draft: await draft(),
    submitted: await submitOrder(),
    shipped: shippedOrder,
    dispatch: items[0].id as number,
    return: return_id as number,
    collection: collection_id as number,
    rollout: rollout.id as number,
    notice: news,
    notification: await notification(stranger.id),
    address: await savedAddress(stranger.id),
    session: sessions.items[0].id as number,
  };
}

/** Returns the other company's ids for a parameter of a path, by its name or by the segment `before` it. An unknown parameter fails the test. */
const inPath = (name: string, before: string): (string | number)[] => {
  const { other } = scene;
  const ids: Record<string, (string | number)[]> = {
    uuid: [otherRecords.draft.uuid, otherRecords.submitted.uuid, otherRecords.shipped.uuid],
    employeeId: [other.wearer.id],
    lineId: [otherRecords.draft.line, otherRecords.shipped.line],
    productId: [other.product.id],
    styleId: [other.product.id],
    setId: [other.set.id],
    'employees/id': [other.wearer.id],
    'users/id': [other.wearer.id],
    userId: [other.wearer.id],
    'restore/id': [other.wearer.id],
    roleId: [other.role.id],
    allowanceId: [other.allowance.id],
    'accounts/id': [other.account.id],
    'products/id': [other.product.id],
    'returns/id': [otherRecords.return],
    'collections/id': [otherRecords.collection],
    collectionId: [otherRecords.collection],
    rolloutId: [otherRecords.rollout],
    'addresses/id': [otherRecords.address],
    'notifications/id': [otherRecords.notification],
    'notices/id': [otherRecords.notice],
    'sessions/id': [otherRecords.session],
    'sites/id': [other.site.id],
    'dispatch/id': [otherRecords.dispatch],
    dispatchId: [otherRecords.dispatch],
    // Supplier notes, receipts, kinds of graph, names of fields, secrets, and hashes of files belong to no company, so these parameters have no ids.
    commentId: [],
    rid: [],
    field: [],
    graph: [],
    token: [],
    trackingNumber: [],
    hash: [],
  };
  const values = ids[name] ?? ids[`${before}/${name}`];
  if (!values) throw new Error(`What is {${name}} after ${before}? Say it here.`);
  return values;
};

/** Returns the other company's ids for a field of a body or a filter. The office serves all companies, but one record never refers to two of them. */
const inField = (name: string, parent: string, by: CallerName): number[] => {
  const { other } = scene;
  const people: Record<string, number> = {
    employees: other.wearer.id,
    employee_id: other.wearer.id,
    requester_id: other.wearer.id,
    site_id: other.site.id,
    delivery_site_id: other.site.id,
    sites: other.site.id,
    excluded_sites: other.site.id,
    budget: other.role.id,
    employee_roles: other.role.id,
    clothing_sets: other.set.id,
    selectedClothingSets: other.set.id,
    clothing_set_id: other.set.id,
    move_to: other.site.id,
    children: other.product.id,
  };
  const things: Record<string, number> = { account_id: other.account.id, product_id: other.product.id };
  if (parent === 'lines' && name === 'id') return [otherRecords.draft.line, otherRecords.shipped.line];
  const value = people[name] ?? (by === 'office' || by === 'picker' ? undefined : things[name]);
  return value === undefined ? [] : [value];
};

/** Returns the call once for each parameter of the path, with the other company's id as the parameter. With `isWithin`, the first parameter stays. */
function elsewhere(route: string, call: Call, isWithin = false): Call[] {
  const template = route.slice(route.indexOf(' ') + 1).split('/');
  const [address = '', query] = call.path.split('?');
  const parts = address.split('/');
  const first = template.findIndex((part) => part.startsWith('{'));
  return template.flatMap((part, place) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!name || (isWithin && place === first)) return [];
    return inPath(name, template[place - 1] ?? '').map((value) => {
      const path = parts.map((one, n) => (n === place ? String(value) : one)).join('/');
      return { ...call, path: query === undefined ? path : `${path}?${query}` };
    });
  });
}

const resolved = (schema: Schema | undefined): Schema => {
  const { $ref, anyOf } = schema ?? {};
  if ($ref) return resolved(schemas[$ref.split('/').at(-1) ?? '']);
  return anyOf ? (anyOf.map(resolved).find(({ properties, items }) => properties ?? items) ?? {}) : (schema ?? {});
};

/**
 * Returns changed copies of the body. In each copy, one field that names a record has the other company's id. For a list there is also a copy in
 * which this id follows the original values.
 */
function mixed(body: unknown, schema: Schema, by: CallerName, parent = ''): unknown[] {
  if (Array.isArray(body)) {
    const [first, ...rest] = body;
    return first === undefined ? [] : mixed(first, resolved(schema.items), by, parent).map((changed) => [changed, ...rest]);
  }
  const fields = (body ?? {}) as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = resolved(property);
    const own = inField(name, parent, by).flatMap((value) => {
      // A link names a line by its place, which may be the id of another company's line: such a copy changes nothing.
      if (!inner.items) return fields[name] === value ? [] : [{ ...fields, [name]: value }];
      const values = Array.isArray(fields[name]) ? fields[name] : [];
      return [{ ...fields, [name]: [value] }, ...(values.length ? [{ ...fields, [name]: [...values, value] }] : [])];
    });
    // Fields of an object are tried even if the call leaves the object out.
    const part = fields[name] ?? (inner.properties ? {} : undefined);
    const deeper = part && typeof part === 'object' ? mixed(part, inner, by, name) : [];
    return [...own, ...deeper.map((changed) => ({ ...fields, [name]: changed }))];
  });
}

beforeAll(async () => {
  scene = await openScene();
  otherRecords = await thingsOf(scene);
  const { body } = await scene.anyone.get('/api/openapi.json');
  schemas = body.components.schemas;
  operations = new Map(
    Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

  const { database, other } = scene;
  const db = database.reader;
  const users = db.select({ id: tables.users.id }).from(tables.users).where(eq(tables.users.account_id, other.account.id));
  const orders = db.select({ id: tables.orders.id }).from(tables.orders).where(eq(tables.orders.account_id, other.account.id));
  const back = db.select({ id: tables.returns.id }).from(tables.returns).where(inArray(tables.returns.order_id, orders));
  const sets = db.select({ id: tables.clothingSets.id }).from(tables.clothingSets).where(eq(tables.clothingSets.account_id, other.account.id));
  const whose = { user_id: users, employee_id: users, order_id: orders, return_id: back, clothing_set_id: sets };
  const parts = Object.values(tables).flatMap((one) => {
    if (!is(one, Table)) return [];
    const columns: Record<string, Column> = getTableColumns(one as Table);
    const where: SQL[] = Object.entries(whose).flatMap(([name, ids]) => (columns[name] ? [inArray(columns[name], ids)] : []));
    if (columns.account_id) where.push(eq(columns.account_id, other.account.id));
    if (getTableName(one) === 'accounts' && columns.id) where.push(eq(columns.id, other.account.id));
    if (!where.length) return [];
    const values = Object.values(columns).map((column) => sql`coalesce(cast(${column} as text), 'null')`);
    const row = sql<string>`${getTableName(one)} || ' ' || ${sql.join(values, sql` || '|' || `)}`;
    return [
      db
        .select({ row })
        .from(one as typeof tables.orders)
        .where(or(...where)),
    ];
  });
  const [part, ...otherParts] = parts;
  if (!part) throw new Error('no table names a company');
  const everyRow = prepared('rows_of_another_company', () => otherParts.reduce((all, one) => all.unionAll(one) as never, part));
  fingerprint = async () =>
    (await everyRow(db))
      .map(({ row }) => row)
      .sort()
      .join('\n');
  otherRows = await fingerprint();
  for (const name of ['orders', 'order_lines', 'users', 'returns', 'return_lines', 'notifications', 'saved_addresses', 'clothing_set_products'])
    expect(otherRows).toMatch(new RegExp(`^${name} `, 'm'));
  return closePrinters;
});

describe.each(
  Object.keys(table).filter((route) => !route.startsWith('GET /api/sync') && !/ \/api\/(auth\/(log|forgot|reset|demo)|sync)/.test(route)),
)('%s', (route) => {
  const entry = table[route];
  test('with another company’s records in the request is refused as if these records did not exist, and changes nothing', async () => {
    if (!entry) throw new Error(`${route} is not in the table`);
    const isOffice = entry.by === 'office' || entry.by === 'picker' || entry.by === 'embroiderer';
    const method = route.split(' ')[0] ?? '';
    const call = await entry.call(scene);
    const by = call.by ?? scene.callers[entry.by];
    const { requestBody, parameters = [] } = operations.get(route) ?? {};
    const schema = resolved(requestBody?.content?.['application/json']?.schema);
    const filters = parameters.flatMap(({ name, in: where }) =>
      where !== 'query' || (isOffice && name !== 'move_to')
        ? []
        : [...inField(name, '', entry.by), ...(name === 'order' ? [otherRecords.draft.uuid] : [])].map((value) => {
            const start = `${call.path}${call.path.includes('?') ? '&' : '?'}${name}=`;
            return { ...call, path: start + value, nothing: `${start}${typeof value === 'string' ? randomUUID() : 2_000_000_000}` };
          }),
    );
    const refusedCalls = [
      // The office serves all companies, but a record of one company is not found under another.
      ...(entry.is_open ? [] : elsewhere(route, call, isOffice)),
      ...mixed(call.body, schema, entry.by).map((body) => ({ ...call, body })),
    ];

    const eventCount = await scene.trace();
    for (const { path, body } of [...refusedCalls, ...filters]) {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const response = await by.raw(path, {
        method,
        ...(json !== undefined && { body: json, headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(json)) } }),
      });
      const about = `${path} ${json ?? ''} was answered with ${response.status}`;
      const text = await response.text();
      expect(text, about).not.toContain('Elsewhere');
      const filter = filters.find((one) => one.path === path);
      // A filter by another company's record gives the same response as a filter by a missing record.
      if (filter && response.status === 200) expect(text, about).toBe(await (await by.raw(filter.nothing)).text());
      else expect([404, 422], `${about} ${text}`).toContain(response.status);
    }
    expect(await scene.trace()).toBe(eventCount);
    expect(await fingerprint()).toBe(otherRows);
  });
});

test('the generated calls cover every kind of record that an order refers to', async () => {
  const countCalls = (route: string, body: unknown) => {
    const entry = table[route];
    const schema = resolved(operations.get(route)?.requestBody?.content?.['application/json']?.schema);
    return mixed(body, schema, entry?.by ?? 'admin').length;
  };
  expect(elsewhere('GET /api/orders/{uuid}', { path: '/api/orders/1' })).toHaveLength(3);
  expect(countCalls('POST /api/orders', { employees: [1] })).toBe(2);
  expect(countCalls('PUT /api/orders/{uuid}', {})).toBe(1);
  expect(countCalls('POST /api/orders/{uuid}/employees/{employeeId}/lines', { lines: [{ product_id: 1 }] })).toBe(2);
  expect(countCalls('PUT /api/employees/{id}', { clothing_sets: [1] })).toBeGreaterThanOrEqual(3);
  // A bulk change can add and remove sites, employee roles and clothing sets, and its filter can name them.
  for (const route of ['POST /api/employees/bulk', 'POST /api/admin/accounts/{id}/employees/bulk'])
    expect(countCalls(route, { ids: [1] })).toBeGreaterThanOrEqual(6);
  const role = 'PUT /api/admin/accounts/{id}/employee-roles/{roleId}';
  expect(elsewhere(role, { path: '/api/admin/accounts/1/employee-roles/2' }, true)).toEqual([
    { path: `/api/admin/accounts/1/employee-roles/${scene.other.role.id}` },
  ]);
});

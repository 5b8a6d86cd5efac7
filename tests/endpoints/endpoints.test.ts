import { beforeAll, describe, expect, test } from 'vitest';
import { closePrinters } from '../../server/documents/print.ts';
import type { Caller } from '../world.ts';
import { openScene, type Scene } from './scene.ts';
import { type Call, type Entry, table } from './table.ts';

interface Operation {
  requestBody?: { content?: Record<string, { schema?: { $ref?: string } }> };
  responses: object;
}

let scene: Scene;
/** The description of each call: the schema of its body, and the statuses of its responses. */
let described: Map<string, { body: { type?: string; properties?: Record<string, unknown> } | undefined; statuses: number[] }>;

beforeAll(async () => {
  scene = await openScene();
  const { body } = await scene.anyone.get('/api/openapi.json');
  const schema = (operation: Operation) => {
    const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
    const name = bodySchema?.$ref?.split('/').at(-1);
    return name ? body.components.schemas[name] : bodySchema;
  };
  described = new Map(
    Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path}`, { body: schema(operation), statuses: Object.keys(operation.responses).map(Number) }] as const,
      ),
    ),
  );
  return closePrinters;
});

const methodOf = (route: string): string => route.split(' ')[0] ?? '';

/** Makes a call as over the network. Cancels a stream at once. Expects the API's description to name the status of the response. */
async function make(by: Caller, route: string, { path, body, form }: Call, raw?: string): Promise<{ status: number; text: string }> {
  const json = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await by.raw(path, {
    method: methodOf(route),
    ...(form && raw === undefined && { body: form() }),
    ...(json !== undefined && { body: json, headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(json)) } }),
  });
  expect(described.get(route)?.statuses, `the description of ${route}`).toContain(response.status);
  if (table[route]?.is_stream && response.ok) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

/** Returns bodies that no route accepts: single values, a list for an object or an object for a list, and fields of the wrong type. */
const garbage = (properties: readonly string[], isList: boolean): string[] => [
  'null',
  isList ? '{}' : '[]',
  '42',
  '"text"',
  ...(properties.length > 0 ? [JSON.stringify(Object.fromEntries(properties.map((name) => [name, { not: ['this'] }])))] : []),
];

/** Matches fields that only the office may read, if they have a value. */
const costsAndSuppliers = /"(cost|margin|supplier|supplier_id|supplier_sku|supplier_price|supplier_price_tenths)":(?!null)/;

const nonsense = ['nonsense', '0', '-1', '1.5', '99999999999999999999', '%00', '00000000-0000-0000-0000-000000000000', "'; drop table orders; --"];
/** Returns the paths of a route with all parameters replaced by a value that names no record. */
const nowhere = (route: string): string[] => {
  const path = route.slice(route.indexOf(' ') + 1);
  return path.includes('{') ? nonsense.map((word) => path.replaceAll(/\{\w+\}/g, encodeURIComponent(word))) : [];
};

const entryOf = (route: string): Entry => {
  const entry = table[route];
  if (!entry) throw new Error(`${route} is not in the table`);
  return entry;
};

test('the table contains exactly the routes of the API', () => {
  const routes = [...described.keys()].filter((route) => !/openapi|\/api\/docs/.test(route));
  expect(Object.keys(table).sort()).toEqual(routes.sort());
});

test('a list that is filtered by another company’s records finds none of them', async () => {
  const { admin, other } = scene;
  for (const path of [
    `/api/sites?account_id=${other.account.id}`,
    `/api/sites?account_id=${other.account.id}&include=delivery_address`,
    `/api/employees?site_id=${other.site.id}`,
    '/api/sites?search=Elsewhere',
    '/api/employees?search=Elsewhere',
    '/api/orders?search=Elsewhere',
  ]) {
    const { status, body } = await admin.get(path);
    expect([200, 404, 422], path).toContain(status);
    expect(body.items ?? [], path).toEqual([]);
  }
});

describe.each(Object.keys(table))('%s', (route) => {
  const entry = entryOf(route);
  const isRead = methodOf(route) === 'GET' && !entry.acts;

  // Refused calls change nothing, so the same call is accepted afterwards.
  let preparedCall: Call | undefined;
  const prepareCall = async (): Promise<Call> => {
    preparedCall ??= await entry.call(scene);
    return preparedCall;
  };

  test('refuses invalid input without a server error', async () => {
    const call = await prepareCall();
    const by = call.by ?? scene.callers[entry.by];
    const before = await scene.trace();
    const { body } = described.get(route) ?? {};
    // A body is checked before the database is read, so one engine is enough to test these refusals.
    if (body && scene.database.engine === 'sqlite') {
      for (const raw of garbage(Object.keys(body.properties ?? {}), body.type === 'array')) {
        const { status, text } = await make(by, route, call, raw);
        expect([400, 422], `${raw} was answered with ${status} ${text}`).toContain(status);
      }
      expect(await make(by, route, call, '{"half":')).toMatchObject({ status: 400 });
    }
    for (const path of nowhere(route)) {
      const { status, text } = await make(by, route, { ...call, path });
      expect([400, 404, 422], `${path} was answered with ${status} ${text}`).toContain(status);
    }
    // A list with only invalid or unknown parameters responds or refuses, but never fails.
    if (isRead && !entry.is_stream && !call.path.includes('?')) {
      const { status, text } = await make(by, route, {
        ...call,
        path: `${call.path}?page=x&per_page=-1&orderBy=;&include=?&search=%25&sku[]=&order=1`,
      });
      expect(status, text).toBeLessThan(500);
    }
    expect(await scene.trace()).toBe(before);
  });

  if (entry.foreign)
    test('refuses another company’s records with 404 or 422', async () => {
      const call = await prepareCall();
      const by = call.by ?? scene.callers[entry.by];
      const before = await scene.trace();
      for (const foreign of entry.foreign?.(scene, call) ?? []) {
        const { status, text } = await make(by, route, foreign);
        expect([404, 422], `${JSON.stringify(foreign)} was answered with ${status} ${text}`).toContain(status);
      }
      expect(await scene.trace()).toBe(before);
    });

  test('responds to people with the permission; people without it are refused and change nothing', async () => {
    const call = await prepareCall();
    const before = await scene.trace();
    if (!entry.is_open) expect(await make(scene.callers.nobody, route, call)).toMatchObject({ status: 401 });
    if (entry.forbidden) {
      const [who, status] = entry.forbidden;
      expect(await make(scene.callers[who], route, call)).toMatchObject({ status });
    }
    expect(await scene.trace()).toBe(before);
    const answer = await make(call.by ?? scene.callers[entry.by], route, call);
    expect(answer).toMatchObject({ status: entry.status });
    if (entry.by === 'admin' || entry.by === 'employee') expect(answer.text).not.toContain('Elsewhere');
    if (entry.by !== 'office') expect(answer.text).not.toMatch(costsAndSuppliers);
  });

  if (isRead && !entry.is_stream && !entry.is_open)
    test('hides costs and suppliers from clients and from the floor', async () => {
      const call = await prepareCall();
      for (const who of ['admin', 'employee', 'picker'] as const)
        expect((await make(scene.callers[who], route, call)).text, who).not.toMatch(costsAndSuppliers);
    });
});

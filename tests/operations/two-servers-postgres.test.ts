import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../auth/code-of.ts';
import { releaseOrder } from '../browser/release-order.ts';
import { type PostgresServer, startPostgres } from '../engines/postgres-server.ts';
import { Tablet } from '../sync/tablet.ts';
import type { Caller } from '../world.ts';
import { emptyFolder, launch, runScript } from './product.ts';
import { callerOf, type ServerPair, startServerPair } from './server-pair.ts';

const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
const email = 'jo@company.example';
const password = 'a long enough secret';

let postgres: PostgresServer;
/** A pair of servers on an empty database, and a pair on the demo data. */
let pair: ServerPair;
let demo: ServerPair;

beforeAll(async () => {
  postgres = await startPostgres();
  for (const name of ['shared', 'demo']) await postgres.query(`create database ${name}`);
  pair = await startServerPair({ DATABASE_URL: postgres.url('shared'), SECRET_KEY });
  demo = await startServerPair({ DATABASE_URL: postgres.url('demo'), SECRET_KEY, DEMO: '1' });
}, 400_000);
afterAll(async () => {
  await Promise.all([pair.stop(), demo.stop()]);
  await postgres.stop();
});

async function ask(query: string, database = 'shared'): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.url(database));
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Returns a function whose requests go through the balancer, to the two servers in turn. */
const caller = (token?: string) => callerOf(pair.address, token);

const formOf = (rows: string, fields: Record<string, string>): FormData => {
  const form = new FormData();
  form.append('csv', new File([rows], 'stock.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** Reads again until the answer is as expected. Throws with the last answer after half a minute. */
async function until<Answer>(read: () => Promise<Answer>, isThere: (answer: Answer) => boolean): Promise<Answer> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answer = await read();
    if (isThere(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Not there in time: ${JSON.stringify(answer).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Signs the office in with a second factor that was set up across both servers. Returns the token. */
async function signIn(): Promise<string> {
  const anyone = caller();
  const environment = { DATABASE_URL: postgres.url('shared'), DATA_DIR: emptyFolder() };
  const { stdout } = await runScript('add-super', ['--email', email, '--name', 'Jo Pike'], environment);
  const link = /token=(\S+)/.exec(stdout)?.[1];
  expect((await anyone('POST', '/api/auth/reset-password', { token: link, password })).status).toBe(200);
  expect((await anyone('POST', '/api/auth/reset-password', { token: link, password })).status).toBe(422);
  const first = await anyone('POST', '/api/auth/login', { email, password });
  expect(first.status).toBe(200);
  const { secret } = (await caller(first.body.token)('POST', '/api/auth/totp', {})).body;
  const now = new Date().toISOString();
  expect((await caller(first.body.token)('PUT', '/api/auth/totp', { code: codeOf(secret, now) })).status).toBe(200);
  expect(await anyone('POST', '/api/auth/login', { email, password })).toMatchObject({ status: 401, body: { code: 'totp_required' } });
  const signedIn = await anyone('POST', '/api/auth/login', { email, password, totp: codeOf(secret, now, 1) });
  expect(signedIn.status).toBe(200);
  // The code can be used only once, at either of the two servers.
  for (let n = 0; n < 2; n++)
    expect((await anyone('POST', '/api/auth/login', { email, password, totp: codeOf(secret, now, 1) })).status).not.toBe(200);
  return signedIn.body.token;
}

test('two servers with separate data folders act as one server behind one address', async () => {
  const token = await signIn();
  const office = caller(token);
  for (let n = 0; n < 2; n++) expect((await office('GET', '/api/auth/me')).body.user.email).toBe(email);

  // A request repeated at the other server gets the first response.
  const once = { 'Idempotency-Key': randomUUID() };
  const account = { name: 'Northgate', reference: 'NG' };
  const made = await office('POST', '/api/admin/accounts', account, once);
  expect(made.status).toBeLessThan(300);
  const again = await office('POST', '/api/admin/accounts', account, once);
  expect([again.status, again.body.id, again.headers.get('Idempotent-Replay')]).toEqual([made.status, made.body.id, 'true']);

  // A stream at one server gets the events that the other server causes.
  const heard = new AbortController();
  const stream = await fetch(`${pair.address}/api/notifications/stream`, { headers: { Authorization: `Bearer ${token}` }, signal: heard.signal });
  expect(stream.status).toBe(200);
  const events: string[] = [];
  const listening = (async () => {
    for await (const bytes of stream.body as unknown as AsyncIterable<Uint8Array>) events.push(new TextDecoder().decode(bytes));
  })().catch(() => undefined);

  // An import is previewed, uploaded, corrected, run and read by requests that go to the two servers in turn.
  const rows = 'sku,name,price\nAB-1,Polo,five\nAB-2,Cap,3.50\n';
  const fields = { type: 'products', 'mapping[0]': 'sku', 'mapping[1]': 'name', 'mapping[2]': 'price' };
  for (let n = 0; n < 2; n++) expect((await office('POST', '/api/admin/imports/preview', formOf(rows, { type: 'products' }))).status).toBe(200);
  const uploaded = await office('POST', '/api/admin/imports', formOf(rows, fields));
  expect(uploaded).toMatchObject({ status: 201, body: { status: 'checked', check: { new: 1, faulty: 1 } } });
  const path = `/api/admin/imports/${uploaded.body.id}`;
  expect(await office('POST', `${path}/fixes`, { row: 2, column: 2, value: '5.00' })).toMatchObject({
    status: 200,
    body: { check: { new: 2, faulty: 0 } },
  });
  pair.repeatTurn();
  expect(await office('POST', `${path}/fixes`, { row: 2, column: 2, value: '5.50' })).toMatchObject({ status: 200, body: { check: { new: 2 } } });
  expect((await office('POST', `${path}/run`, {})).status).toBe(202);
  const done = await until(
    () => office('GET', path),
    ({ body }) => !['queued', 'running'].includes(body.status),
  );
  expect(done.body).toMatchObject({ status: 'done', progress: { new: 2 } });
  for (let n = 0; n < 2; n++) expect((await office('GET', `${path}/log.csv`)).body).toContain('Done: 2 new');
  await until(
    async () => events.join(''),
    (text) => /"unread_count":[1-9]/.test(text),
  );
  heard.abort();
  await listening;

  // A file that one server stored can be opened at both, and a search at each server finds the product that the import created.
  const [product] = await ask("select id from products where sku = 'AB-1'");
  const sheet = new FormData();
  sheet.append('file', new File(['%PDF-1.4 care'], 'care.pdf', { type: 'application/pdf' }));
  sheet.append('name', 'Care');
  expect((await office('POST', `/api/admin/products/${product?.id}/datasheets`, sheet)).status).toBeLessThan(300);
  const [stored] = await ask('select hash from files order by id desc limit 1');
  for (let n = 0; n < 2; n++) expect((await office('GET', `/files/${stored?.hash}`)).status).toBe(200);
  for (let n = 0; n < 2; n++) expect((await office('GET', '/api/admin/products?search=polo&fts=polo')).body.items.length).toBe(1);

  // A link that one server sent can be used once at the other.
  expect((await caller()('POST', '/api/auth/forgot-password', { email })).status).toBe(202);
  const [mail] = await until(
    () => ask("select text from outbox where text like '%reset-password?token=%' order by id desc limit 1"),
    ({ length }) => length > 0,
  );
  const link = /token=([\w-]+)/.exec(String(mail?.text))?.[1];
  expect((await caller()('POST', '/api/auth/reset-password', { token: link, password: `${password} too` })).status).toBe(200);
  expect((await caller()('POST', '/api/auth/reset-password', { token: link, password: `${password} too` })).status).toBe(422);
  for (let n = 0; n < 2; n++) expect((await office('GET', '/api/auth/me')).status).toBe(401);
}, 120_000);

/** Opens a stream. `heard` returns all events so far as one text. */
async function listen(url: string, token: string): Promise<{ heard: () => string; end: () => Promise<void> }> {
  const ending = new AbortController();
  const stream = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal: ending.signal });
  expect(stream.status).toBe(200);
  let text = '';
  const listening = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of stream.body as unknown as AsyncIterable<Uint8Array>) text += decoder.decode(bytes);
  })().catch(() => undefined);
  return {
    heard: () => text,
    end: async () => {
      ending.abort();
      await listening;
    },
  };
}

/** Signs a person of the demo in. Returns functions that send requests to each server of the demo's pair, and to the balancer. */
async function demoPerson(who: string) {
  const { status, body, headers } = await callerOf(demo.address)('POST', '/api/auth/login', {
    email: who,
    password: 'kitroom-demo',
    device_name: 'Bench',
  });
  expect(status).toBe(200);
  const { token, user } = body;
  const cookie = headers
    .getSetCookie()
    .map((line: string) => line.split(';')[0])
    .join('; ');
  const at = demo.servers.map(({ url }) => callerOf(url, token));
  return { id: user.id as number, token: token as string, cookie, at, anywhere: callerOf(demo.address, token) };
}

const product = () => ({
  url: demo.address,
  signIn: async (who: string) => (await callerOf(demo.address)('POST', '/api/auth/login', { email: who, password: 'kitroom-demo' })).body,
  get: async (session: { token: string } | null, path: string) => (await callerOf(demo.address, session?.token)('GET', path)).body,
});

test('a link for choosing sizes that one server emailed opens at both servers; a size chosen at one server is shown at both', async () => {
  const client = await demoPerson('client.admin@northgate.test');
  const { items: people } = (await client.anywhere('GET', '/api/employees?per_page=100')).body;
  const { items: sites } = (await client.anywhere('GET', '/api/sites?per_page=1&include=delivery_address')).body;
  const withEmail = people.find(({ email: address, id }: { email: string | null; id: number }) => address && id !== client.id);
  const { items: styles } = (await client.anywhere('GET', `/api/employees/${withEmail.id}/products`)).body;
  const style = styles.find(({ children }: { children: unknown[] }) => children.length > 1);
  const [decoration = null] = style.decorations_for_employee;
  const { uuid } = (await client.anywhere('POST', '/api/orders', { employees: [withEmail.id] })).body;
  const line = { product_id: style.id, quantity: 1, is_size_selected: false, decoration };
  expect((await client.anywhere('POST', `/api/orders/${uuid}/employees/${withEmail.id}/lines`, { lines: [line] })).status).toBe(201);
  const details = { delivery_site_id: sites[0].id, delivery_address: sites[0].delivery_address, contact_name: 'Ann Field' };
  const submitted = await client.anywhere('PUT', `/api/orders/${uuid}?submitted=true`, {
    ...{ set_delivery_details: true, ...details, client_po_reference: 'PO-2', cost_code: 'CC-1', terms: true },
    ...{ force_over_budget_order: true, confirm_missing_sizes: true },
  });
  expect([submitted.status, submitted.body.message]).toEqual([200, undefined]);

  const [mail] = await ask(`select text from outbox where kind = 'size_request' and "to" = '${withEmail.email}' order by id desc limit 1`, 'demo');
  const token = /sizes\/([\w-]+)/.exec(String(mail?.text))?.[1];
  const link = demo.servers.map(({ url }) => callerOf(url));
  const opened = await Promise.all(link.map((at) => at('GET', `/api/sizes/${token}`)));
  expect(opened.map(({ status, body }) => [status, body.lines.length])).toEqual([
    [200, 1],
    [200, 1],
  ]);
  const [open] = opened[0]?.body.lines ?? [];
  const choice = { lines: [{ id: open.id, product_id: open.sizes[0].id }] };
  expect((await link[0]?.('PUT', `/api/sizes/${token}`, choice))?.status).toBe(200);
  for (const at of client.at) expect((await at('GET', `/api/orders/${uuid}`)).body.lines[0]).toMatchObject({ is_size_selected: true });
  // All sizes are chosen, so the link no longer opens at either server.
  for (const at of link) expect((await at('GET', `/api/sizes/${token}`)).status).toBe(404);
}, 120_000);

test('a change at one server reaches the second server’s screens at most two seconds later than the first server’s screens', async () => {
  const [office, colleague] = [await demoPerson('super@kitroom.test'), await demoPerson('super@kitroom.test')];
  const [{ id = 0, uuid = '' } = {}] = (await office.anywhere('GET', '/api/admin/orders?stage=requires_allocation&per_page=1')).body.items;
  const [line] = (await office.anywhere('GET', `/api/orders/${uuid}`)).body.lines;
  // The screens of the first server show how fast the machine is. The screens of the other server may be two seconds slower.
  const [own, screen] = await Promise.all(
    demo.servers.map(({ url }, n) => listen(`${url}/api/notifications/stream`, (n === 0 ? office : colleague).token)),
  );
  if (!own || !screen) throw new Error('Two servers have to run for this.');
  for (const each of [own, screen])
    await until(
      async () => each.heard(),
      (text) => text.includes('unread_count'),
    );
  const announcementCount = (text: string) =>
    [...text.matchAll(/"orders":\[([\d,]*)\]/g)].filter(([, ids = '']) => ids.split(',').includes(String(id))).length;
  // The second change follows the first at once and must still arrive soon, although a stream waits a second between two messages about orders.
  for (const [n, unit_price] of [11, 12].entries()) {
    expect((await office.at[0]?.('PUT', `/api/admin/order-lines/${line.id}`, { unit_price }))?.status).toBe(200);
    await until(
      async () => own.heard(),
      (text) => announcementCount(text) > n,
    );
    const heard_at = performance.now();
    await until(
      async () => screen.heard(),
      (text) => announcementCount(text) > n,
    );
    expect(performance.now() - heard_at).toBeLessThan(2_000);
    const read = await colleague.at[1]?.('GET', `/api/orders/${uuid}`);
    expect(read?.body.lines.find((one: { id: number }) => one.id === line.id)).toMatchObject({ unit_price });
  }
  for (const each of [own, screen]) await each.end();
}, 120_000);

test('tablets push changes through either server, are poked by both, and pull page after page from both', async () => {
  const uuid = await releaseOrder(product(), { styles: 1, quantity: 2 });
  const [mine, theirs] = [await demoPerson('warehouse@kitroom.test'), await demoPerson('super@kitroom.test')];
  const tabletOf = ({ id, anywhere, token }: typeof mine) =>
    new Tablet({ id, token, post: (path: string, body: unknown) => anywhere('POST', path, body) } as unknown as Caller);
  const [writer, reader] = [tabletOf(mine), tabletOf(theirs)];
  await writer.settle();
  await reader.settle();
  const pick = writer.rows.pick.get(uuid);
  expect(reader.rows.pick.get(uuid)).toEqual(pick);
  const pick_id = pick?.id ?? 0;
  const [line] = [...writer.rows.pick_line.values()].filter((row) => row.pick_id === pick_id);
  const product_id = line?.product_id ?? 0;

  const streams = await Promise.all(demo.servers.map(({ url }, n) => listen(`${url}/api/sync/poke?device=${reader.device}&n=${n}`, theirs.token)));
  const pokes = () => streams.map(({ heard }) => heard().match(/^data:/gm)?.length ?? 0);
  await until(
    async () => pokes(),
    ([first = 0, second = 0]) => first > 0 && second > 0,
  );
  const before = pokes();
  const pushed = await writer.sync(writer.start(pick_id), writer.record(pick_id, product_id, 1));
  expect(pushed.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
  await until(
    async () => pokes(),
    (now) => now.every((count, n) => count > (before[n] ?? 0)),
  );
  await Promise.all(streams.map(({ end }) => end()));

  await reader.settle();
  expect(reader.line(pick_id, product_id).qty_picked).toBe(1);
  expect(reader.rows.pick.get(uuid)?.picker).toMatchObject({ id: mine.id });
  // Actions that a tablet sends to one server and again to the other are applied once.
  const envelope = writer.envelope([writer.record(pick_id, product_id, 2)]);
  const recorded = () => ask("select count(*)::int as n from audit where what = 'pick.recorded'", 'demo');
  const [earlier] = await recorded();
  for (const at of mine.at) {
    const { results, lm } = (await at('POST', '/api/sync', envelope)).body;
    expect([results.map(({ outcome }: { outcome: string }) => outcome), lm[writer.c]]).toEqual([['applied'], writer.s]);
  }
  expect(await recorded()).toEqual([{ n: Number(earlier?.n) + 1 }]);
  await reader.settle();
  expect(reader.line(pick_id, product_id).qty_picked).toBe(2);
}, 120_000);

test('a PDF of a record that one server stored opens at both servers with the same cookies', async () => {
  const office = await demoPerson('super@kitroom.test');
  const uuid = await releaseOrder(product(), { styles: 1, quantity: 1 });
  const { items: suppliers } = (await office.anywhere('GET', '/api/admin/suppliers?per_page=1')).body;
  const made = await office.at[0]?.('POST', '/api/admin/purchase-orders', { supplier_id: suppliers[0].id });
  const documents = [`/admin/picking/orders/${uuid}/download`, `/admin/purchase-orders/${made?.body.id}/pdf`];
  for (const path of documents)
    for (const { url } of demo.servers) {
      const response = await fetch(url + path, { headers: { Cookie: office.cookie } });
      const pdf = Buffer.from(await response.arrayBuffer());
      expect([response.status, pdf.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  const [printed] = await ask(`select printed_at from orders where uuid = '${uuid}'`, 'demo');
  expect(printed?.printed_at).not.toBeNull();
}, 120_000);

test('a server with another secret key, or without a secret key, prints one line about the key and does not start', async () => {
  const environment = { DATABASE_URL: postgres.url('shared'), SECRET_KEY: Buffer.alloc(32, 8).toString('base64') };
  for (const one of [environment, { DATABASE_URL: environment.DATABASE_URL }]) {
    const { ended } = await launch({ data_dir: emptyFolder(), environment: one });
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^kitroom: SECRET_KEY: the database was used with another key\.[^\n]*\n$/),
    });
  }
}, 120_000);

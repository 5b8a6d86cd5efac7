import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { documentCookieHeader } from '../document-cookie-header.ts';
import { world } from '../world.ts';

const json = { 'Content-Type': 'application/json' };

test('a body that is invalid JSON gets 400, a body of another type gets 415, and a body that is too large gets 413', async () => {
  const { anyone } = await world();
  const post = (body: string, headers: Record<string, string>) =>
    anyone.raw('/api/auth/login', { method: 'POST', body, headers: { 'Content-Length': String(body.length), ...headers } });
  expect((await post('{"email":', json)).status).toBe(400);
  expect((await post('email=a', { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await post(JSON.stringify({ email: 'x'.repeat(1_100_000) }), json)).status).toBe(413);
});

test('a body that is not JSON gets 415 whether it is sent in chunks or with a length, even if the body is optional', async () => {
  const { as } = await world();
  const admin = await as('client_admin');
  const start = async (headers: Record<string, string>) => (await admin.raw('/api/orders', { method: 'POST', body: 'employees=1', headers })).status;
  expect(await start({ 'Transfer-Encoding': 'chunked' })).toBe(415);
  expect(await start({ 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/x-www-form-urlencoded' })).toBe(415);
  expect(await start({ 'Content-Length': '11', 'Content-Type': 'multipart/form-data; boundary=x' })).toBe(415);
  expect(await start({ 'Content-Length': '11', 'Content-Type': 'application/jsonp' })).toBe(415);
});

test('a body or a query with a character that a database cannot store gets 422', async () => {
  const { anyone, as } = await world();
  const admin = await as('client_admin');
  expect(await anyone.post('/api/auth/login', { email: 'a@b.test', password: 'x\0y' })).toMatchObject({
    status: 422,
    body: { errors: { password: [expect.any(String)] } },
  });
  expect(await admin.get('/api/orders?search=ab%00c')).toMatchObject({ status: 422, body: { errors: { search: [expect.any(String)] } } });
});

test('a known path with a wrong method gets 405 with the allowed methods; an unknown path gets 404', async () => {
  const { as } = await world();
  const office = await as('super');
  const ask = async (method: string, path: string) => {
    const { status, headers } = await office.raw(path, { method });
    return [status, headers.get('Allow')];
  };
  expect(await ask('DELETE', '/api/admin/attention')).toEqual([405, 'GET, HEAD']);
  expect(await ask('GET', '/api/auth/login')).toEqual([405, 'POST']);
  expect(await ask('HEAD', '/api/auth/login')).toEqual([405, 'POST']);
  expect(await ask('PATCH', '/api/admin/shipping/orders/dispatches/7')).toEqual([405, 'GET, HEAD, PUT']);
  for (const method of ['GET', 'POST', 'DELETE']) expect(await ask(method, '/api/admin/nothing')).toEqual([404, null]);
  expect((await office.put('/api/admin/shipping/orders/dispatches/999999', { total_items: 2 })).status).toBe(404);
});

test('a path with an impossible id gets 404, not 422', async () => {
  const { as } = await world();
  const office = await as('super');
  for (const path of ['/api/orders/nothing', '/api/employees/1.5', '/api/employees/9223372036854775808', '/api/admin/order-lines/0'])
    expect((await office.get(path)).status, path).toBe(404);
});

test('a list that supports no `include` refuses every value of `include` except an empty one', async () => {
  const { as } = await world();
  const office = await as('super');
  for (const list of ['/api/admin/audit', '/api/admin/mail', '/api/notifications', '/api/admin/stock/checks', '/api/admin/attention']) {
    expect(await office.get(`${list}?include=secret`)).toMatchObject({ status: 422, body: { errors: { include: [expect.any(String)] } } });
    expect((await office.get(`${list}?include=`)).status).toBe(200);
  }
});

test('a client’s people get 403 from the provider’s routes before the server checks the input', async () => {
  const { as } = await world();
  const admin = await as('client_admin');
  expect((await admin.get('/api/admin/stock')).status).toBe(403);
  expect((await admin.put('/api/admin/products/1', {})).status).toBe(403);
  expect((await admin.post('/api/admin/orders/nothing/reopen', {})).status).toBe(403);
  expect((await admin.get('/admin/labels')).status).toBe(403);
});

test('invalid input gets 422 with the first message of each field', async () => {
  const { anyone } = await world();
  const answer = await anyone.post('/api/auth/login', { email: '' });
  expect(answer).toMatchObject({
    status: 422,
    body: { message: 'Invalid data submitted', errors: { email: [expect.any(String)], password: [expect.any(String)] } },
  });
});

test('an unknown address under /api gets 404 as JSON, with a request id', async () => {
  const { anyone } = await world();
  const answer = await anyone.get('/api/no/such/thing');
  expect(answer).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{8,64}$/);
});

test('every response has the security headers, which forbid inline scripts', async () => {
  const { anyone } = await world();
  const { headers } = await anyone.get('/healthz');
  expect(headers.get('Content-Security-Policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Permissions-Policy')).toMatch(/^camera=\(self\), microphone=\(\),/);
  // Browsers show a warning in the console about a feature that they do not know.
  // The bench reads a scale at a serial port.
  expect(headers.get('Permissions-Policy')).toContain('serial=(self)');
  expect(headers.get('Permissions-Policy')).not.toContain('bluetooth');
  for (const path of ['/api/auth/me', '/api/auth/demo', '/api/nowhere'])
    expect((await anyone.get(path)).headers.get('Cache-Control')).toBe('no-store');
});

test('the API ignores cookies: document cookies give no access', async () => {
  const { as, anyone } = await world();
  const { token } = await as('super');
  expect((await anyone.get('/api/auth/me', documentCookieHeader(token))).status).toBe(401);
});

test('a write repeated with the same key gets the same response and is not carried out again; another write with the key is refused', async () => {
  const { user, signIn, key } = await world();
  const person = await user('manager', { password_hash: await hashPassword('the first password') });
  const session = await signIn({ id: person.id, role: 'manager' });
  const { body } = await session.get('/api/auth/sessions');
  const headers = key();
  const refusal = await session.post('/api/impersonate/take/1', { reason: 'Help', password: 'the first password' });
  expect(refusal.status).toBe(403);

  const other = await signIn({ id: person.id, role: 'manager' });
  const session_id = body.items[0].id;
  const first = await other.delete(`/api/auth/sessions/${session_id}`, undefined, headers);
  const again = await other.delete(`/api/auth/sessions/${session_id}`, undefined, headers);
  expect(first.status).toBe(200);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get('Idempotent-Replay')).toBe('true');
  expect((await other.delete(`/api/auth/sessions/${session_id}`)).status).toBe(404);

  const reused = await other.delete('/api/auth/sessions/424242', undefined, headers);
  expect(reused).toMatchObject({ status: 422, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } });
  expect((await other.delete('/api/auth/sessions/424242', undefined, { 'Idempotency-Key': 'not a uuid' })).status).toBe(422);
});

test('a refused write that is repeated with the same key gets the same refusal', async () => {
  const { as, key } = await world();
  const person = await as('manager');
  const headers = key();
  const first = await person.delete('/api/auth/sessions/424242', undefined, headers);
  const again = await person.delete('/api/auth/sessions/424242', undefined, headers);
  expect([first.status, again.status]).toEqual([404, 404]);
  expect(again.headers.get('Idempotent-Replay')).toBe('true');
});

test('the API’s description has every route, each with a summary', async () => {
  const { app, anyone } = await world();
  const { body } = await anyone.get('/api/openapi.json');
  const described = new Set(
    Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !/openapi|docs|\*/.test(path));
  const missing = routes
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
    .filter((route) => !described.has(route));
  expect([...new Set(missing)]).toEqual([]);
  const unnamed = Object.values(body.paths as Record<string, Record<string, { summary?: string }>>).flatMap((item) =>
    Object.values(item).filter(({ summary }) => !summary),
  );
  expect(unnamed).toEqual([]);
});

test('the API page loads no scripts, and nothing from other servers', async () => {
  const { anyone } = await world();
  const page = await (await anyone.raw('/api/docs')).text();
  expect(page).toContain('/api/auth/login');
  expect(page).not.toMatch(/<script|(?:src|href)="(?:https?:)?\/\//);
});

test('the API page and the API’s description are built once, so that later requests cost almost nothing', async () => {
  const { services } = await world();
  const app = createApp(services);
  const ask = async (times: number): Promise<number> => {
    const startedAt = performance.now();
    for (let time = 0; time < times; time++) for (const path of ['/api/docs', '/api/openapi.json']) await (await app.request(path)).text();
    return performance.now() - startedAt;
  };
  const first = await ask(1);
  // If each request built its document anew, twenty requests would take twenty times as long as the first.
  expect(await ask(20)).toBeLessThan(5 * first);
});

test('an unknown filter gets 422 with an error at the filter, in every form in which a filter can be sent', async () => {
  const { as } = await world();
  const office = await as('super');
  for (const list of [
    '/api/admin/orders',
    '/api/orders',
    '/api/sites',
    '/api/admin/stock/skus',
    '/api/admin/accounts',
    '/api/addresses',
    '/api/auth/sessions',
    '/api/admin/error-codes',
    '/admin/orders/export',
  ])
    for (const name of ['filters[stage]', 'filter', 'filter[status]', 'filters.colour', 'Filters']) {
      const { status, body } = await office.get(`${list}?${encodeURIComponent(name)}=requires_picking`);
      expect([list, status, body.errors]).toEqual([list, 422, { [name]: ['This list has no such filter.'] }]);
    }
  expect((await office.get('/api/admin/orders?filters.stage=requires_picking')).status).toBe(200);
  expect((await office.get('/api/sites?filters.stage=requires_picking')).status).toBe(422);
  expect((await office.get('/api/sites?unknown=1')).status, 'other names are ignored').toBe(200);
  expect((await office.get('/api/nothing?filter=1')).status).toBe(404);
});

test('the metrics are readable with the token, and a wrong token gets 404', async () => {
  const { services } = await world();
  const app = createApp({ ...services, settings: { ...services.settings, METRICS_TOKEN: 'cafe-cafe' } });
  const ask = async (token: string) => (await app.request('/metrics', { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await ask('cafe-cafe')).toBe(200);
  expect(await ask('caf\u00e9-cafe')).toBe(404);
});

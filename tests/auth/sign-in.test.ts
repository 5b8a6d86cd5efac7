import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { world } from '../world.ts';

test('the right password opens a session, and signing out ends it', async () => {
  const { user, anyone, app } = await world();
  const person = await user('client_admin', { email: 'ann@example.test', password_hash: await hashPassword('a good password') });

  const signedIn = await anyone.post('/api/auth/login', { email: 'Ann@Example.test', password: 'a good password' });
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id: person.id, primary_role: 'client_admin' } } });

  const headers = { Authorization: `Bearer ${signedIn.body.token}` };
  const me = await app.request('/api/auth/me', { headers });
  const { token: _, expires_at: __, ...who } = signedIn.body;
  expect(await me.json(), 'sign-in tells what /me does').toEqual(who);
  expect((await app.request('/api/auth/logout', { method: 'POST', headers })).status).toBe(200);
  expect((await app.request('/api/auth/me', { headers })).status).toBe(401);
});

test('an unknown email and a wrong password get the same response, and the fifth wrong password locks the sign-in', async () => {
  const { user, anyone } = await world();
  await user('client_admin', { email: 'bob@example.test', password_hash: await hashPassword('a good password') });
  const wrong = await anyone.post('/api/auth/login', { email: 'bob@example.test', password: 'not it' });
  const nobody = await anyone.post('/api/auth/login', { email: 'nobody@example.test', password: 'not it' });
  expect(wrong).toMatchObject({ status: 422 });
  expect(nobody.body).toEqual(wrong.body);
  for (let tries = 2; tries <= 5; tries++) await anyone.post('/api/auth/login', { email: 'bob@example.test', password: 'not it' });
  const refusal = await anyone.post('/api/auth/login', { email: 'bob@example.test', password: 'a good password' });
  expect(refusal.status).toBe(429);
  expect(refusal.headers.get('Retry-After')).toBe('900');
});

test('if fifteen wrong passwords are sent at once, only five are checked; fifteen right passwords sent at once all open a session', async () => {
  const { user, anyone, setClock } = await world();
  await user('client_admin', { email: 'eve@example.test', password_hash: await hashPassword('a good password') });
  const signIn = (guess: string) => anyone.post('/api/auth/login', { email: 'eve@example.test', password: guess });
  const many = async (guess: string) => (await Promise.all(Array.from({ length: 15 }, () => signIn(guess)))).map(({ status }) => status);
  expect((await many('a good password')).every((status) => status === 200)).toBe(true);
  const wrong = await many('not it at all');
  expect(wrong.filter((status) => status === 422)).toHaveLength(5);
  expect(wrong.filter((status) => status === 429)).toHaveLength(10);
  setClock(16);
  expect((await signIn('a good password')).status).toBe(200);
});

test('a request without a session gets 401', async () => {
  const { anyone } = await world();
  expect((await anyone.get('/api/auth/me')).status).toBe(401);
});

test('a request for one’s own profile renews the document cookie together with the session', async () => {
  const { as, app, setClock } = await world();
  const { token } = await as('manager');
  const me = () => app.request('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } });
  const expiresOf = (response: Response) => Date.parse(/expires=([^;]+)/i.exec(response.headers.getSetCookie()[0] ?? '')?.[1] ?? '');
  const first = expiresOf(await me());
  setClock(60);
  await me();
  expect(expiresOf(await me())).toBe(first + 60 * 60_000);
});

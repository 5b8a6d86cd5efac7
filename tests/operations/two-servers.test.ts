import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../server/auth/login.ts';
import { openDatabase } from '../../server/db/db.ts';
import { builders } from '../builders.ts';
import { folderWithDatabase, type Product, start } from './product.ts';

interface Request {
  token: string;
  method?: string;
  body?: unknown;
}

const statusOf = async ({ url }: Product, path: string, { token, method = 'GET', body }: Request): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return (await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })).status;
};

test('a person who is disabled or archived at one server is refused by the other server at the next request', async () => {
  const data_dir = folderWithDatabase();
  const database = await openDatabase(join(data_dir, 'kitroom.db'));
  const now = new Date();
  const build = builders(database, () => now.toISOString());
  const [office, colleague] = [await build.user('super'), await build.user('super')];
  const account = await build.account();
  const { id: site } = await build.site(account.id);
  const leaver = await build.user('client_admin', { account_id: account.id, sites: [site] });
  const outsider = await build.user('client_admin', { account_id: (await build.account()).id });
  const tokenOf = async (person: { id: number; role: string }) => (await database.unitOfWork((db) => openSession(db, person, now, {}))).token;
  const [token, disabled, archived, ofAccount] = [await tokenOf(office), await tokenOf(colleague), await tokenOf(leaver), await tokenOf(outsider)];
  await database.close();

  const first = await start({ data_dir });
  const second = await start({ data_dir, environment: { ALLOW_SECOND_SERVER: '1' } });
  const servers = [first, second];
  const seen = (person: string) => Promise.all(servers.map((server) => statusOf(server, '/api/auth/me', { token: person })));
  for (const person of [disabled, archived, ofAccount]) expect(await seen(person)).toEqual([200, 200]);

  expect(await statusOf(first, `/api/admin/users/${colleague.id}`, { token, method: 'PUT', body: { is_disabled: true } })).toBe(200);
  expect(await statusOf(second, '/api/auth/me', { token: disabled })).toBe(401);
  expect(await statusOf(first, `/api/employees/${leaver.id}/archive`, { token, method: 'POST' })).toBe(200);
  expect(await statusOf(second, '/api/orders', { token: archived })).toBe(401);
  // A change at the second server also takes effect at the first.
  expect(await statusOf(second, `/api/admin/accounts/${outsider.account_id}`, { token, method: 'DELETE' })).toBe(200);
  expect(await statusOf(first, '/api/auth/me', { token: ofAccount })).toBe(401);
  for (const person of [disabled, archived, ofAccount]) expect(await seen(person)).toEqual([401, 401]);
  expect(await seen(token)).toEqual([200, 200]);
});

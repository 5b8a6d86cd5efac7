import { expect, test } from 'vitest';
import { noticeAccounts, noticeDownloads, noticeSites, notices } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { storeFile } from '../../server/files/store-file.ts';
import { documentCookieHeader } from '../document-cookie-header.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Makes a client, and a function that posts notices to companies or sites, each with a file unless `text` is null. */
async function noticeBoard() {
  const fixture = await clientFixture();
  const { database, services, now, client } = fixture;
  const post = async (
    values: Partial<typeof notices.$inferInsert> = {},
    to: { accounts?: number[]; sites?: number[]; text?: string | null } = {},
  ) => {
    const { accounts = to.sites ? [] : [client.id], sites = [], text = 'Size,Chest\nS,92\n' } = to;
    const file = text === null ? null : await storeFile(services.settings.DATA_DIR, chunks(text), { kinds: ['csv'], max: 10_000 });
    return database.unitOfWork(async (db) => {
      const file_id = file && (await registerFile({ db, now: now() }, file));
      const [row] = await db
        .insert(notices)
        .values({ name: 'sizes', subject: 'Sizes', filename: 'Größen “2026”.csv', file_id, created_at: now(), ...values })
        .returning({ id: notices.id });
      if (!row) throw new Error('no notice');
      if (accounts.length) await db.insert(noticeAccounts).values(accounts.map((account_id) => ({ notice_id: row.id, account_id })));
      if (sites.length) await db.insert(noticeSites).values(sites.map((site_id) => ({ notice_id: row.id, site_id })));
      return row.id;
    });
  };
  const seen = async (by: Caller): Promise<number[]> => (await by.get('/api/notices?include=is_new')).body.items.map(({ id }: { id: number }) => id);
  return { ...fixture, post, seen };
}

const day = (days: number): string => new Date(Date.parse('2026-11-20T09:00:00.000Z') + days * 86_400_000).toISOString();

test('a notice is shown from its start to its end, or always if it has neither', async () => {
  const { admin, post, seen } = await noticeBoard();
  const always = await post({ name: 'a' });
  await post({ name: 'b', starts_at: day(1) });
  await post({ name: 'c', ends_at: day(-1) });
  const now = await post({ name: 'd', starts_at: day(0), ends_at: day(0) });
  expect(await seen(admin)).toEqual([always, now]);
});

test('a notice is shown to the client or the sites that it names, and to no other client', async () => {
  const { admin, signed, post, seen, account, newSite, site, elsewhere, as } = await noticeBoard();
  const other = await account();
  const otherNotice = await post({}, { accounts: [other.id] });
  const theirSite = await post({}, { sites: [(await newSite(other.id)).id] });
  const here = await post({}, { sites: [site.id] });
  const elsewhereNotice = await post({}, { sites: [elsewhere.id] });
  expect(await seen(admin)).toEqual([here, elsewhereNotice]);
  expect(await seen(await signed('site_admin'))).toEqual([here]);
  expect(await seen(await signed('employee', { sites: [elsewhere.id] }))).toEqual([elsewhereNotice]);
  const stranger = await signed('client_admin', { account_id: other.id, sites: [] });
  expect(await seen(stranger)).toEqual([otherNotice, theirSite]);
  expect((await stranger.raw(`/notices/${here}/download`)).status).toBe(404);
  expect(await seen(await as('super'))).toEqual(expect.arrayContaining([here, elsewhereNotice, otherNotice, theirSite]));
  expect((await (await as('warehouse')).get('/api/notices')).status).toBe(403);
});

test('a notice is shown as new to each person until this person has downloaded it', async () => {
  const { admin, signed, post, anyone, database } = await noticeBoard();
  const id = await post();
  const isNew = async (by: Caller): Promise<boolean> => (await by.get('/api/notices')).body.items[0].is_new;
  expect(await isNew(admin)).toBe(true);
  expect((await admin.raw(`/notices/${id}/download`, { method: 'HEAD' })).status).toBe(200);
  expect(await isNew(admin)).toBe(true);

  const withCookie = (by: Caller) => anyone.raw(`/notices/${id}/download`, { headers: documentCookieHeader(by.token) });
  expect((await anyone.raw(`/notices/${id}/download`)).status).toBe(401);
  for (const _ of [1, 2]) {
    const response = await withCookie(admin);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('Size,Chest\nS,92\n');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Gr__en _2026_.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fen%20%E2%80%9C2026%E2%80%9D.csv`,
    );
  }
  expect(await isNew(admin)).toBe(false);
  expect(await isNew(await signed('manager'))).toBe(true);
  expect((await database.reader.select().from(noticeDownloads)).filter(({ notice_id }) => notice_id === id)).toHaveLength(1);
});

test('a notice without a file has no download', async () => {
  const { admin, post } = await noticeBoard();
  const id = await post({}, { text: null });
  expect((await admin.get('/api/notices')).body.items).toMatchObject([{ id, filename: null }]);
  expect((await admin.raw(`/notices/${id}/download`)).status).toBe(404);
});

test('the list of notices is sorted by name, with a hundred notices on a page', async () => {
  const { admin, post } = await noticeBoard();
  const second = await post({ name: 'b', subject: 'Alpha' });
  const first = await post({ name: 'a', subject: 'Beta' });
  const { body } = await admin.get('/api/notices');
  expect(body).toMatchObject({ per_page: 100, total: 2, items: [{ id: first }, { id: second }] });
  expect(Object.keys(body.items[0]).sort()).toEqual(['ends_at', 'filename', 'id', 'is_new', 'name', 'starts_at', 'subject']);
  expect((await admin.get('/api/notices?orderBy=subject&search=alp')).body.items).toMatchObject([{ id: second, subject: 'Alpha' }]);
  expect((await admin.get('/api/notices?orderBy=file_id')).status).toBe(422);
  expect((await admin.get('/api/notices?include=accounts')).status).toBe(422);
});

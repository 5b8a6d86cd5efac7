import sharp from 'sharp';
import { expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const path = '/api/admin/notices';
const dataUrl = (bytes: string | Uint8Array, type = 'text/plain'): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const subjects = async (by: Caller): Promise<string[]> =>
  (await by.get('/api/notices')).body.items.map(({ subject }: { subject: string }) => subject);

test('a notice for two sites of one client is seen only by the people of these sites and the client’s admins', async () => {
  const { as, signed, account, newSite, client, site, elsewhere } = await clientFixture();
  const office = await as('super');
  const third = await newSite(client.id);
  const other = await account();
  const { status, body } = await office.post(path, { name: 'two', subject: 'Two sites', accounts: [client.id], sites: [site.id, elsewhere.id] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ accounts: [{ id: client.id }], sites: [{ account_id: client.id }, { account_id: client.id }] });
  const seeing = [await signed('client_admin'), await signed('site_admin'), await signed('employee', { sites: [elsewhere.id] })];
  const others = [
    await signed('site_admin', { sites: [third.id] }),
    await signed('employee', { sites: [] }),
    await signed('client_admin', { account_id: other.id, sites: [] }),
  ];
  for (const one of seeing) expect(await subjects(one)).toEqual(['Two sites']);
  for (const one of others) expect(await subjects(one)).toEqual([]);
  const { assignee_counts: before } = (await office.get(`${path}/${body.id}`)).body;
  expect(before).toMatchObject({ accounts: 1, sites: 2 });
  await signed('employee', { sites: [site.id] });
  await signed('employee', { sites: [third.id] });
  expect((await office.get(`${path}/${body.id}`)).body.assignee_counts.people).toBe(before.people + 1);

  // A notice without sites is for the whole client, and a notice without a client is for everybody.
  await office.put(`${path}/${body.id}`, { sites: [] });
  for (const one of [...seeing, others[0], others[1]]) expect(await subjects(one as Caller)).toEqual(['Two sites']);
  expect(await subjects(others[2] as Caller)).toEqual([]);
  const all = await office.put(`${path}/${body.id}`, { accounts: [] });
  expect(await subjects(others[2] as Caller)).toEqual(['Two sites']);
  expect(all.body.assignee_counts.accounts).toBeGreaterThan(1);
  await office.delete(`${path}/${body.id}`);
});

test('the clients and sites of a notice have to exist, and the sites have to belong to the clients', async () => {
  const { as, account, newSite, client } = await clientFixture();
  const office = await as('super');
  const foreign = await newSite((await account()).id);
  const notice = { name: 'n', subject: 's' };
  expect((await office.post(path, { ...notice, accounts: [client.id], sites: [foreign.id] })).body.errors).toEqual({
    sites: [messages.site_of_other_account],
  });
  expect((await office.post(path, { ...notice, accounts: [999999] })).body.errors).toHaveProperty('accounts');
  expect((await office.post(path, { name: '', subject: ' ' })).body.errors).toEqual({
    name: [messages.name_needed],
    subject: [messages.subject_needed],
  });
  // A caller may send the records instead of their ids.
  const { body } = await office.post(path, { ...notice, accounts: [{ id: client.id, name: client.name }], sites: [] });
  expect(body.accounts).toMatchObject([{ id: client.id }]);
  await office.delete(`${path}/${body.id}`);
});

test('a notice is shown from the first to the last day in UK time; an end before the start is refused', async () => {
  const { as, admin, setClock, now } = await clientFixture();
  const office = await as('super');
  const { body } = await office.post(path, { name: 'n', subject: 'Summer', starts_at: '2026-07-01', ends_at: '2026-07-02' });
  expect([body.starts_at, body.ends_at]).toEqual(['2026-06-30T23:00:00.000Z', '2026-07-02T22:59:59.999Z']);
  expect(await subjects(admin)).toEqual([]);
  const back = now();
  setClock('2026-07-02T22:30:00.000Z');
  expect(await subjects(admin)).toEqual(['Summer']);
  setClock(back);
  const change = (values: object) => office.put(`${path}/${body.id}`, values);
  expect((await change({ ends_at: '2026-06-01' })).body.errors).toEqual({ ends_at: [messages.ends_before_start] });
  expect((await change({ starts_at: 'soon' })).body.errors).toHaveProperty('starts_at');
  expect((await change({ starts_at: '', ends_at: null, version: body.version })).body).toMatchObject({ starts_at: null, ends_at: null });
  expect((await change({ name: 'late', version: body.version })).body.code).toBe('stale_version');
  await office.delete(`${path}/${body.id}`);
});

test('the type of a notice’s file is recognised by content, the file stays if no new one is sent, and its downloaders are listed', async () => {
  const { as, admin } = await clientFixture();
  const office = await as('super');
  const notice = { name: 'n', subject: 'File' };
  const { body } = await office.post(path, { ...notice, file: dataUrl('Size,Chest\nS,92\n'), filename: 'sizes.csv' });
  expect(body.filename).toBe('sizes.csv');
  expect((await office.put(`${path}/${body.id}`, { subject: 'Kept' })).body.filename).toBe('sizes.csv');
  expect(await (await admin.raw(`/notices/${body.id}/download`)).text()).toContain('Size,Chest');
  const { body: read } = await office.get(`${path}/${body.id}?include=sites,accounts`);
  expect(read).toMatchObject({ downloads_count: 1, downloads: [{ id: admin.id }] });
  for (const [file, message] of [
    [dataUrl('<script>alert(1)</script>', 'application/pdf'), messages.notice_file_type],
    [dataUrl(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'image/png'), messages.notice_file_type],
    ['nonsense', messages.notice_file_type],
    [dataUrl('a'.repeat(8 * 1024 * 1024 + 1)), messages.notice_file_too_large],
  ] as const)
    expect((await office.post(path, { ...notice, file, filename: 'x.pdf' })).body.errors, file.slice(0, 40)).toEqual({ file: [message] });
  expect((await office.post(path, { ...notice, file: dataUrl('%PDF-1.7\n1 0 obj\n'), filename: 'x.pdf' })).status).toBe(201);
  for (const [kind, type] of [
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
  ] as const) {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f2c4d' } })
      .toFormat(kind)
      .toBuffer();
    const posted = await office.post(path, { ...notice, name: kind, subject: 'Poster', file: dataUrl(picture, type), filename: `poster.${kind}` });
    expect(posted.status).toBe(201);
    expect((await admin.raw(`/notices/${posted.body.id}/download`)).headers.get('Content-Type')).toBe(type);
  }
  const listed = (await office.get(`${path}?search=poster&include=sites,accounts`)).body;
  expect(listed).toMatchObject({ per_page: 100, items: [{ name: 'jpeg', accounts: [], sites: [] }, { name: 'png' }] });
  for (const { id } of listed.items) await office.delete(`${path}/${id}`);
  expect((await office.get(`${path}?search=Kept&include=accounts`)).body.items).toMatchObject([{ id: body.id, accounts: [] }]);
  expect((await office.delete(`${path}/${body.id}`)).status).toBe(200);
  expect((await office.get(`${path}/${body.id}`)).status).toBe(404);
  expect((await admin.get('/api/notices')).body.total).toBe(1);
});

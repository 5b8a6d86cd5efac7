import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { roles } from '../../shared/roles.ts';
import type { Caller } from '../world.ts';
import { type Floor, floor } from './tablet.ts';

let here: Floor;
beforeAll(async () => {
  here = await floor();
});

/** Signs in a super again, because a test moves the clock past the end of earlier sessions. */
const signedIn = (): Promise<Caller> => here.as('super');
const listed = async (query = '') => (await (await signedIn()).get(`/api/admin/tablets${query}`)).body;
const tabletOf = async (device: string) => (await listed('?per_page=100')).items.find((one: { device: string }) => one.device === device);
/** A tablet on which somebody of the warehouse has signed in and synced. */
async function newTablet(surname = 'Pike') {
  const tablet = here.tablet(await here.as('warehouse', { forenames: 'Jo', surname }));
  await tablet.sync();
  return tablet;
}

test.each(roles.filter((role) => role !== 'super'))('a person with the role %s gets no list of tablets and takes none out of use', async (role) => {
  const person = await here.as(role);
  const { device } = await newTablet();
  expect((await person.get('/api/admin/tablets')).status).toBe(403);
  expect((await person.post(`/api/admin/tablets/${device}/retire`)).status).toBe(403);
});

test('a tablet that has sent everything is missing after a day without a sync', async () => {
  const { device } = await newTablet();
  expect(await tabletOf(device)).toMatchObject({ qty_unsent: 0, unsent_since: null, is_missing: false, people: ['Jo Pike'] });
  here.setClock(24 * 60 - 1);
  expect(await tabletOf(device)).toMatchObject({ is_missing: false });
  here.setClock(1);
  expect(await tabletOf(device)).toMatchObject({ is_missing: true });
  const missing = await listed('?show=missing&per_page=100');
  expect(missing.items.map((one: { device: string }) => one.device)).toContain(device);
});

test('a tablet that keeps work is missing after a quarter of an hour, until it has sent the work', async () => {
  const tablet = await newTablet();
  await tablet.send(tablet.envelope([], { pending: 7 }));
  const since = here.now();
  expect(await tabletOf(tablet.device)).toMatchObject({ qty_unsent: 7, unsent_since: since, is_missing: false });
  here.setClock(15);
  await tablet.send(tablet.envelope([], { pending: 9 }));
  expect(await tabletOf(tablet.device)).toMatchObject({ qty_unsent: 9, unsent_since: since, is_missing: true });
  await tablet.send(tablet.envelope([], { pending: 0 }));
  expect(await tabletOf(tablet.device)).toMatchObject({ qty_unsent: 0, unsent_since: null, is_missing: false });
});

test('a tablet out of use is not missing, and is in use again once it syncs', async () => {
  const tablet = await newTablet();
  here.setClock(2 * 24 * 60);
  const office = await signedIn();
  const first = await office.post(`/api/admin/tablets/${tablet.device}/retire`);
  expect(first).toMatchObject({ status: 200, body: { device: tablet.device, retired_at: here.now() } });
  here.setClock(1);
  expect((await office.post(`/api/admin/tablets/${tablet.device}/retire`)).body).toEqual(first.body);
  expect(await tabletOf(tablet.device)).toMatchObject({ is_missing: false });
  expect((await listed('?show=retired&per_page=100')).items.map((one: { device: string }) => one.device)).toContain(tablet.device);
  const { body } = await office.get('/api/admin/audit?what=tablet.retired');
  expect(body.total).toBe(1);
  expect(body.items[0].before).toMatchObject({ device: tablet.device });
  tablet.who = await here.as('warehouse');
  await tablet.sync();
  expect(await tabletOf(tablet.device)).toMatchObject({ retired_at: null, is_missing: false, last_seen_at: here.now() });
});

test('a tablet is found by the name of a person who uses it; an unknown tablet is 404', async () => {
  const { device } = await newTablet('Unmistakable');
  expect((await listed('?search=unmistak')).items).toMatchObject([{ device, people: ['Jo Unmistakable'] }]);
  const office = await signedIn();
  expect((await office.post(`/api/admin/tablets/${randomUUID()}/retire`)).status).toBe(404);
  expect((await office.get('/api/admin/tablets?show=lost')).status).toBe(422);
});

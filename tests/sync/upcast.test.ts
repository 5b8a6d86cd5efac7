import { afterEach, expect, test } from 'vitest';
import { picks } from '../../server/db/tables/index.ts';
import { upcast, upcasters } from '../../server/sync/upcast.ts';
import { mutations } from '../../shared/sync/mutations.ts';
import { floor, outcomesOf } from './tablet.ts';

afterEach(() => {
  mutations['pick.assign_tote'].version = 1;
  delete upcasters['pick.assign_tote'];
});

/** Adds two versions of the mutation: the argument `tote` was called `box` in version 1 and `trolley` in version 2. */
function renameTote(since: string): void {
  mutations['pick.assign_tote'].version = 3;
  upcasters['pick.assign_tote'] = {
    1: { since, up: ({ box, ...rest }) => ({ ...rest, trolley: box }) },
    2: { since, up: ({ trolley, ...rest }) => ({ ...rest, tote: trolley }) },
  };
}

test('actions of an older app are upcast step by step; a version replaced over ninety days ago or newer than the server’s waits', () => {
  renameTote('2026-11-01');
  const up = (nv: number, a: Record<string, unknown>, now = '2026-11-20T09:00:00.000Z') => upcast('pick.assign_tote', nv, a, now);
  expect(up(1, { pick_id: 1, box: 'T1' })).toEqual({ pick_id: 1, tote: 'T1' });
  expect(up(2, { pick_id: 1, trolley: 'T1' })).toEqual({ pick_id: 1, tote: 'T1' });
  expect(up(3, { pick_id: 1, tote: 'T1' })).toEqual({ pick_id: 1, tote: 'T1' });
  expect(up(4, { pick_id: 1, tote: 'T1' })).toBeNull();
  expect(up(1, { pick_id: 1, box: 'T1' }, '2027-01-30T00:00:00.000Z')).toEqual({ pick_id: 1, tote: 'T1' });
  expect(up(1, { pick_id: 1, box: 'T1' }, '2027-02-01T00:00:00.000Z')).toBeNull();
});

test('an updated server applies an old queue once, and recognises a repeat by the arguments that were sent', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  await t.sync();
  await t.sync(t.start(order.pick_id));
  renameTote(here.now());
  const old = t.next({ n: 'pick.assign_tote', nv: 1, a: { pick_id: order.pick_id, box: 'T7' } });
  expect(outcomesOf(await t.sync(old))).toEqual(['applied']);
  expect(outcomesOf(await t.sync(old))).toEqual(['applied']);
  const [pick] = await here.database.reader.select({ tote: picks.tote }).from(picks);
  expect(pick?.tote).toBe('T7');
  const newer = t.next({ n: 'pick.assign_tote', nv: 4, a: { pick_id: order.pick_id, tote: 'T8' } });
  expect(await t.sync(newer)).toMatchObject({ results: [], halt: { why: 'upgrade' } });
});

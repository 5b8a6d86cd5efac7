import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { orders, picks } from '../../server/db/tables/index.ts';
import { canBecome, type LifeCycle, stepsOf } from '../../shared/life-cycle.ts';
import { type PickState, pickStates, pickTransitions } from '../../shared/picking/pick-states.ts';
import { openScene, type Scene } from '../endpoints/scene.ts';

let s: Scene;
beforeAll(async () => {
  s = await openScene();
});

/** Returns functions that read the state of an order's latest pick, at once or after an action. */
async function follow(uuid: string) {
  const { reader } = s.database;
  const [row] = await reader
    .select({ id: picks.id })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .where(eq(orders.uuid, uuid))
    .orderBy(desc(picks.id))
    .limit(1);
  const stateOf = async (): Promise<PickState> =>
    (
      await reader
        .select({ state: picks.state })
        .from(picks)
        .where(eq(picks.id, row?.id ?? 0))
    )[0]?.state as PickState;
  const after = async (act: Promise<{ status: number; body: unknown }>): Promise<PickState> => {
    const { status, body } = await act;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return stateOf();
  };
  return { after, stateOf };
}

const { office, picker } = { office: () => s.callers.office, picker: () => s.callers.picker };
const floorOf = (uuid: string, rest = ''): string => `/api/admin/picking/orders/${uuid}${rest}`;
const officeOf = (uuid: string, rest = ''): string => `/api/admin/orders/${uuid}${rest}`;
const shipping = '/api/admin/shipping/orders';

test('picks go through every transition in the table of states, and through no other transition', async () => {
  const taken = new Set<string>();
  /** Carries out the actions one after the other and records each transition of the pick. */
  const walk = async (uuid: string, first: PickState, ...acts: (() => Promise<{ status: number; body: unknown }>)[]): Promise<void> => {
    const { after, stateOf } = await follow(uuid);
    let before = await stateOf();
    expect(before).toBe(first);
    for (const act of acts) {
      const state = await after(act());
      taken.add(`${before} ${state}`);
      before = state;
    }
  };
  const start = (uuid: string) => () => picker().put(floorOf(uuid), { action: 'start' });
  const pause = (uuid: string) => () => picker().post(floorOf(uuid, '/pause'));
  const handOver = (uuid: string) => () => picker().post(floorOf(uuid, '/handover'));
  const complete = (uuid: string) => () => picker().post(floorOf(uuid, '/move-to-prep'));
  const sendBack = (uuid: string) => () => office().put(officeOf(uuid), { sendBack: true });
  const reopen = (uuid: string) => () => office().post(officeOf(uuid, '/reopen'), { reason: 'Wrong colour' });
  const setAsAllocated = (uuid: string) => () => office().post(officeOf(uuid, '/set-as-allocated'));

  const released = [await s.released(), await s.released(), await s.released()] as const;
  await walk(released[0], 'released', sendBack(released[0]));
  await walk(released[1], 'released', start(released[1]), pause(released[1]), pause(released[1]), handOver(released[1]), start(released[1]));
  await walk(released[1], 'picking', pause(released[1]), handOver(released[1]), start(released[1]), sendBack(released[1]));
  await walk(released[2], 'released', start(released[2]), pause(released[2]), sendBack(released[2]));

  const { uuid: toBook } = await s.recorded();
  const book = { orders: [s.parcel(toBook)], consolidated: false };
  await walk(toBook, 'picking', complete(toBook), () => picker().post(`${shipping}/dispatch`, book), setAsAllocated(toBook));
  const { uuid: toPrep } = await s.picked();
  await walk(toPrep, 'picked', () => picker().put(`/api/admin/prep/orders/${toPrep}`, { prep_completed: true }), reopen(toPrep));
  const { uuid: toReopen } = await s.picked();
  await walk(toReopen, 'picked', reopen(toReopen));

  const { uuid: sent, id } = await s.dispatched();
  await walk(sent, 'awaiting_courier', () => picker().put(`${shipping}/dispatches/${id}`, { tracking_number: 'AB123' }));

  const [one, other] = [await s.booked(), await s.booked()];
  const together = { orders: [s.parcel(one), s.parcel(other)], consolidated: true };
  expect((await picker().post(`${shipping}/dispatch`, together)).status).toBeLessThan(300);
  await walk(other, 'awaiting_courier', setAsAllocated(one));

  // Completing the pick makes an order for two people *picked* and an order for one person ready; an order that skips dispatch ships at once.
  const toBag = await s.picked();
  taken.add('picking picked');
  await office().put(officeOf(toBag.uuid, '/update'), { skip_dispatch: true });
  await walk(toBag.uuid, 'picked', () => picker().put(`/api/admin/prep/orders/${toBag.uuid}`, { prep_completed: true }));
  expect(taken).toContain('picked shipped');
  taken.delete('picked shipped');
  taken.add('booked shipped');

  expect([...taken].sort()).toEqual(stepsOf(pickTransitions).sort());
});

test('a closed pick stays closed, and a pick in any other state can still be shipped', () => {
  const cycle: LifeCycle<PickState> = pickTransitions;
  expect(pickStates.filter((state) => canBecome(cycle, state, 'shipped'))).toEqual(pickStates.filter((state) => state !== 'closed'));
  expect(pickStates.filter((state) => canBecome(cycle, 'closed', state))).toEqual(['closed']);
});

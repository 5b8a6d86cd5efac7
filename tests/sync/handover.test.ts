import { expect, test } from 'vitest';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import type { PickRow } from '../../shared/sync/rows.ts';
import { floor, type Tablet } from './tablet.ts';

/** The picker and the state of a pick. Times are left out, because a tablet predicts them by its own clock. */
const pickerStateOf = (pick: PickRow | undefined) =>
  pick && {
    state: pick.state,
    picker: pick.picker?.id ?? null,
    is_claimed: Boolean(pick.claimed_at),
    rests: Boolean(pick.paused_at),
    handed_over_by: pick.handed_over?.name ?? null,
  };

test('a tablet predicts the picker, the pause and the handover of a pick, and the office confirms the prediction', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const { pick_id, uuid } = order;
  const name = (t: Tablet) => [...t.rows.staff.values()].find(({ id }) => id === t.who.id)?.name ?? '';
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  const otherTablet = here.tablet(await here.as('warehouse'));
  await otherTablet.sync();

  /** Applies an action, checks the predicted row against the synced row, and returns the synced row. */
  const act = async (t: Tablet, n: 'pick.start' | 'pick.pause' | 'pick.resume' | 'pick.handover') => {
    const mutation = t.next({ n, a: { pick_id } });
    const waiting = { ...mutation, actor: { id: t.who.id, name: name(t) } } as unknown as WaitingMutation;
    const guessed = pickerStateOf(applyMutations({ rows: t.rows, waiting: new Map() }, [waiting]).rows.pick.get(uuid));
    await t.sync(mutation);
    const is = t.rows.pick.get(uuid);
    expect(guessed, n).toEqual(pickerStateOf(is));
    return is;
  };

  const startAnswer = await act(myTablet, 'pick.start');
  expect(pickerStateOf(startAnswer)).toEqual({ state: 'picking', picker: myTablet.who.id, is_claimed: true, rests: false, handed_over_by: null });
  const resting = await act(myTablet, 'pick.pause');
  expect(pickerStateOf(resting)).toMatchObject({ state: 'paused', rests: true });
  expect(pickerStateOf(await act(myTablet, 'pick.resume'))).toMatchObject({ state: 'picking', rests: false, is_claimed: true });
  await act(myTablet, 'pick.pause');
  expect(pickerStateOf(await act(myTablet, 'pick.handover'))).toEqual({
    state: 'released',
    picker: null,
    is_claimed: false,
    rests: false,
    handed_over_by: name(myTablet),
  });
  await otherTablet.sync();
  expect(pickerStateOf(await act(otherTablet, 'pick.start'))).toMatchObject({
    picker: otherTablet.who.id,
    is_claimed: true,
    handed_over_by: name(myTablet),
  });
});

import { describe, expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { canPick, canTakeBack } from '../../shared/picking/can-pick.ts';
import { checkHandoverPick } from '../../shared/picking/handover-pick.ts';
import { checkOnFloor } from '../../shared/picking/on-floor.ts';
import { checkPausePick } from '../../shared/picking/pause-pick.ts';
import type { FloorActor, PickFacts, PickLineFacts } from '../../shared/picking/pick-facts.ts';
import type { PickState } from '../../shared/picking/pick-states.ts';
import { checkPick, checkRecording, pickedFacts } from '../../shared/picking/record-pick.ts';
import { checkResumePick } from '../../shared/picking/resume-pick.ts';
import { checkSendBackPick } from '../../shared/picking/send-back-pick.ts';
import { checkStartPick } from '../../shared/picking/start-pick.ts';
import { checkCompletePrep, isDecorated, isPrepped, prepLeft } from '../../shared/prep/complete-prep.ts';

const own: FloorActor = { id: 17, role: 'warehouse' };
const other: FloorActor = { id: 18, role: 'warehouse' };
const office: FloorActor = { id: 1, role: 'super' };
const pick = (state: PickState, change: Partial<PickFacts> = {}): PickFacts => ({
  state,
  picker: state === 'released' ? null : { id: 17, name: 'Dan' },
  is_frozen: false,
  ...change,
});
const full: PickLineFacts = { product_id: 1, qty_allocated: 3, qty_picked: 3, code: null, other_reason: null };
const can = (state: PickState, actor: FloorActor, change: Partial<PickFacts> = {}, lines = [full]): string[] =>
  Object.entries(canPick(pick(state, change), lines, actor)).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));

describe('what a person can do with a pick', () => {
  test.each<[PickState, FloorActor, string[]]>([
    ['released', own, ['start']],
    ['released', office, ['start', 'send_back']],
    ['picking', own, ['record', 'pause', 'handover', 'complete', 'send_back']],
    ['picking', other, []],
    ['picking', office, ['record', 'pause', 'handover', 'complete', 'send_back']],
    ['paused', own, ['start', 'resume', 'handover', 'send_back']],
    ['paused', other, []],
    ['paused', office, ['resume', 'handover', 'send_back']],
    ['picked', own, []],
    ['booked', office, []],
    ['awaiting_courier', office, []],
    ['shipped', office, []],
    ['closed', office, []],
  ])('a pick in state %s offers the actor %o these actions: %o', (state, actor, expected) => {
    expect(can(state, actor)).toEqual(expected);
  });

  test('only pausing and handing over are possible while the order is on hold', () => {
    expect(can('picking', own, { is_frozen: true })).toEqual(['pause', 'handover']);
    expect(can('paused', own, { is_frozen: true })).toEqual(['handover']);
    expect(can('released', office, { is_frozen: true })).toEqual([]);
  });

  test('a pick can be completed only if every line is picked in full or has a reason', () => {
    const short = { ...full, qty_picked: 2 };
    expect(can('picking', own, {}, [full, short])).not.toContain('complete');
    expect(can('picking', own, {}, [full, { ...short, code: 'DAMAGED' }])).toContain('complete');
  });
});

describe('refusals of a pick', () => {
  test.each<[string, () => unknown, string, string]>([
    ['work on a shipped order', () => checkOnFloor(pick('shipped')), 'order_shipped', messages.already_dispatched],
    ['work on a cancelled order', () => checkOnFloor(pick('closed', { close_reason: 'cancelled' })), 'order_cancelled', 'This order was cancelled.'],
    ['work on a pick that was taken back', () => checkOnFloor(pick('closed')), 'pick_closed', 'The office has taken back this pick.'],
    ['starting a completed pick', () => checkStartPick(pick('picked'), own), 'already_picked', 'This order is picked already.'],
    ['starting a booked pick', () => checkStartPick(pick('booked'), own), 'already_picked', 'This order is picked already.'],
    ['starting a pick at the courier', () => checkStartPick(pick('awaiting_courier'), own), 'already_picked', 'This order is picked already.'],
    ['starting a pick on hold', () => checkStartPick(pick('released', { is_frozen: true }), own), 'order_frozen', messages.order_held],
    ['starting somebody else’s pick', () => checkStartPick(pick('picking'), other), 'already_claimed', 'Dan is picking this order.'],
    ['pausing a pick that is not started', () => checkPausePick(pick('released'), own), 'not_picking', 'Start this pick first.'],
    ['pausing a completed pick', () => checkPausePick(pick('picked'), own), 'already_picked', 'This order is picked already.'],
    ['pausing somebody else’s pick', () => checkPausePick(pick('picking'), other), 'not_picker', 'Dan is picking this order.'],
    ['pausing an unclaimed pick', () => checkPausePick(pick('picking', { picker: null }), other), 'not_picker', 'You are not picking this order.'],
    ['resuming a pick on hold', () => checkResumePick(pick('paused', { is_frozen: true }), own), 'order_frozen', messages.order_held],
    ['handing over a pick that is not started', () => checkHandoverPick(pick('released'), own), 'not_picking', 'Start this pick first.'],
    ['handing over a completed pick', () => checkHandoverPick(pick('picked'), own), 'already_picked', 'This order is picked already.'],
    ['recording a pick that is not started', () => checkRecording(pick('released'), own), 'not_picking', 'Start this pick first.'],
    ['recording a paused pick', () => checkRecording(pick('paused'), own), 'pick_paused', 'This pick is paused. Resume it first.'],
    ['recording a pick on hold', () => checkRecording(pick('picking', { is_frozen: true }), own), 'order_frozen', messages.order_held],
    ['sending back a completed pick', () => checkSendBackPick(pick('picked'), office), 'order_picked', 'This order is picked already.'],
    ['sending back a booked pick', () => checkSendBackPick(pick('booked'), office), 'order_picked', 'This order is picked already.'],
    ['sending back one at the courier', () => checkSendBackPick(pick('awaiting_courier'), office), 'order_picked', 'This order is picked already.'],
    ['sending back somebody else’s pick', () => checkSendBackPick(pick('picking'), other), 'not_picker', 'Dan is picking this order.'],
    ['sending back a closed pick', () => checkSendBackPick(pick('closed'), office), 'pick_closed', 'The office has taken back this pick.'],
    ['prepping a pick before its completion', () => checkCompletePrep(pick('picking')), 'not_picked', messages.not_picked],
    ['prepping a pick that is ready', () => checkCompletePrep(pick('booked')), 'order_ready', 'This order is ready for dispatch already.'],
    ['prepping a pick at the courier', () => checkCompletePrep(pick('awaiting_courier')), 'order_ready', 'This order is ready for dispatch already.'],
    ['prepping a pick on hold', () => checkCompletePrep(pick('picked', { is_frozen: true })), 'order_frozen', messages.order_held],
    ['prepping a shipped pick', () => checkCompletePrep(pick('shipped')), 'order_shipped', messages.already_dispatched],
  ])('%s is refused with a code and a message that say why', (_case, check, code, message) => {
    expect(check()).toEqual({ ok: false, code, message });
  });

  test('completing the prep of a picked order is allowed', () => {
    expect(checkCompletePrep(pick('picked'))).toEqual({ ok: true });
  });
});

describe('an order on the floor', () => {
  const untouched = [{ qty_picked: 0 }];
  test.each<[string, PickFacts, { qty_picked: number; qty_shipped?: number }[], FloorActor, [boolean, boolean, boolean]]>([
    ['can be un-allocated, cancelled and deleted if nothing is picked', pick('picking'), untouched, office, [true, true, true]],
    ['can only be cancelled if one line of two is picked', pick('picking'), [...untouched, { qty_picked: 1 }], office, [false, true, false]],
    ['cannot be deleted after a line has shipped', pick('picking'), [...untouched, { qty_picked: 0, qty_shipped: 1 }], office, [true, true, false]],
    ['cannot be taken back while it is on hold', pick('picking', { is_frozen: true }), untouched, office, [false, false, false]],
    ['cannot be taken back once its pick is completed', pick('picked'), untouched, office, [false, false, false]],
    ['cannot be taken back once its prep is completed', pick('booked'), untouched, office, [false, false, false]],
    ['cannot be taken back once its courier is booked', pick('awaiting_courier'), untouched, office, [false, false, false]],
    ['cannot be taken back by a picker outside the office', pick('picking'), untouched, own, [false, false, false]],
  ])('%s', (_case, facts, lines, actor, [unallocate, cancel, canDelete]) => {
    expect(canTakeBack(facts, lines, actor)).toEqual({ unallocate, cancel, delete: canDelete });
  });
});

test('a line that is picked in full gets no reason; a short line gets the reason and its details', () => {
  const reason = { code: 'OTHER', other_reason: 'torn' };
  expect(pickedFacts(full, { qty_picked: 3, ...reason })).toEqual({ qty_picked: 3, code: null, other_reason: null });
  expect(pickedFacts(full, { qty_picked: 2, ...reason })).toEqual({ qty_picked: 2, ...reason });
  expect(pickedFacts(full, { qty_picked: 2, code: 'DAMAGED', other_reason: '' })).toEqual({ qty_picked: 2, code: 'DAMAGED', other_reason: null });
  expect(pickedFacts(full, { qty_picked: 2, other_reason: 'torn' })).toEqual({ qty_picked: 2, code: null, other_reason: null });
});

test('a line waits for its decoration if items of the line were picked and the line is not ticked', () => {
  const line = { qty_picked: 1, decoration: 'Logo', prep_ticked_at: null };
  expect([line, { ...line, qty_picked: 0 }, { ...line, decoration: null }].map(isDecorated)).toEqual([true, false, false]);
  expect(prepLeft([line, { ...line, qty_picked: 0 }, { ...line, decoration: null }, { ...line, prep_ticked_at: '2026-11-21T09:00:00.000Z' }])).toBe(
    1,
  );
});

test('the prep counts as complete once the order is ready for dispatch', () => {
  const states: PickState[] = ['released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier', 'shipped', 'closed'];
  expect(states.filter((state) => isPrepped({ state }))).toEqual(['booked', 'awaiting_courier', 'shipped']);
});

test('a reason is checked only if fewer items are picked than are allocated', () => {
  const reasons = [{ code: 'OTHER', requires_input: true }];
  const check = (qty_picked: number, code: string | null, other_reason: string | null = null) =>
    checkPick({ qty_allocated: 2 }, { qty_picked, code, other_reason }, reasons);
  expect([check(2, 'GONE'), check(1, null), check(1, 'OTHER', 'torn')]).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(check(1, 'GONE')).toMatchObject({ code: 'reason_unknown', field: 'code' });
  expect(check(1, 'OTHER')).toMatchObject({ code: 'details_required', field: 'other_reason' });
  expect(check(3, null)).toMatchObject({ code: 'over_pick', field: 'qty_picked' });
});

import { checkPlan, planDispatch } from '../../shared/dispatch/plan-dispatch.ts';
import { checkEditDispatch, checkRequestDispatch, checkTrackDispatch } from '../../shared/dispatch/request-dispatch.ts';
import { messages } from '../../shared/messages.ts';
import { checkCompletePick } from '../../shared/picking/complete-pick.ts';
import { checkHandoverPick } from '../../shared/picking/handover-pick.ts';
import { checkOnFloor } from '../../shared/picking/on-floor.ts';
import { checkPausePick } from '../../shared/picking/pause-pick.ts';
import type { FloorActor } from '../../shared/picking/pick-facts.ts';
import { checkPick, checkRecording } from '../../shared/picking/record-pick.ts';
import { checkResumePick } from '../../shared/picking/resume-pick.ts';
import { checkSendBackPick } from '../../shared/picking/send-back-pick.ts';
import { checkStartPick } from '../../shared/picking/start-pick.ts';
import { checkCompletePrep } from '../../shared/prep/complete-prep.ts';
import { checkTickPrepLine } from '../../shared/prep/tick-prep-line.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Rows } from '../../shared/sync/overlay.ts';
import type { PickLineRow, PickRow } from '../../shared/sync/rows.ts';
import { all, allow, refuse, type Verdict } from '../../shared/verdict.ts';
import { linesOf, pickById } from './views.ts';

const gone = (): Verdict => refuse('pick_closed', messages.pick_closed);

const onPick = (rows: Rows, pick_id: number, judge: (pick: PickRow, lines: readonly PickLineRow[]) => Verdict): Verdict => {
  const pick = pickById(rows, pick_id);
  return pick ? judge(pick, linesOf(rows, pick_id)) : gone();
};

type Judges = { [N in MutationName]: (rows: Rows, a: ArgsOf<N>, actor: FloorActor) => Verdict };

const judges: Judges = {
  'pick.start': (rows, { pick_id }, actor) => onPick(rows, pick_id, (pick) => checkStartPick(pick, actor)),
  'pick.record_line': (rows, a, actor) =>
    onPick(rows, a.pick_id, (pick) => {
      const line = rows.pick_line.get(a.pick_line_id);
      if (!line) return gone();
      if (line.product_id !== a.product_id) return refuse('product_changed', messages.wrong_product);
      return all(checkRecording(pick, actor), checkPick(line, a, [...rows.error_code.values()]));
    }),
  'pick.pause': (rows, { pick_id }, actor) => onPick(rows, pick_id, (pick) => checkPausePick(pick, actor)),
  'pick.resume': (rows, { pick_id }, actor) => onPick(rows, pick_id, (pick) => checkResumePick(pick, actor)),
  'pick.handover': (rows, { pick_id }, actor) => onPick(rows, pick_id, (pick) => checkHandoverPick(pick, actor)),
  'pick.complete': (rows, { pick_id }, actor) => onPick(rows, pick_id, (pick, lines) => checkCompletePick(pick, lines, actor)),
  'pick.send_back': (rows, { pick_id }, actor) => onPick(rows, pick_id, (pick) => checkSendBackPick(pick, actor)),
  'pick.assign_tote': (rows, { pick_id }) => onPick(rows, pick_id, checkOnFloor),
  'prep.tick_line': (rows, { pick_id }) => onPick(rows, pick_id, checkTickPrepLine),
  'prep.complete': (rows, { pick_id }) => onPick(rows, pick_id, checkCompletePrep),
  'dispatch.request': (rows, { orders, consolidated }) => {
    const picks = orders.map(({ uuid }) => rows.pick.get(uuid));
    const places = picks.flatMap((pick) => (pick?.delivery_address ? [{ ...pick, delivery_address: pick.delivery_address }] : []));
    return all(
      ...picks.map((pick) => (pick ? checkRequestDispatch(pick) : gone())),
      places.length === picks.length ? allow : refuse('no_delivery_address', messages.no_delivery_address),
      checkPlan(planDispatch(orders, places, consolidated)),
    );
  },
  'dispatch.edit': (rows, { dispatch_id }) => checkEditDispatch(rows.dispatch.get(dispatch_id) ?? { state: 'shipped' }),
  'dispatch.set_tracking': (rows, { dispatch_id }) => checkTrackDispatch(rows.dispatch.get(dispatch_id) ?? { state: 'shipped' }),
  'stock.request_count': () => allow,
  'print.request': () => allow,
  'outcome.resolve': () => allow,
};

/** Whether an action is possible on this screen's data: the server's own rules, on the rows with the waiting mutations applied. */
export const judge = <N extends MutationName>(rows: Rows, n: N, a: ArgsOf<N>, actor: FloorActor): Verdict => judges[n](rows, a, actor);

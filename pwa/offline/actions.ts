import { messages } from '../../shared/messages.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import type { ArgsOf, Choice, MutationName } from '../../shared/sync/mutations.ts';
import { refuse, type Verdict } from '../../shared/verdict.ts';
import { openTablet } from './this-tablet.ts';
import { linesOf, pickById } from './views.ts';

/**
 * The actions of a person on the floor. Each resolves with the refusal of the shared rule, or with allow once the action is stored
 * on this tablet; nothing waits for the network.
 */

const act = async <N extends MutationName>(n: N, a: ArgsOf<N>): Promise<Verdict> => (await openTablet()).act(n, a);
const actOnEach = async <N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): Promise<Verdict> => (await openTablet()).actOnEach(n, each);

export const startPick = (pick_id: number): Promise<Verdict> => act('pick.start', { pick_id });
export const pausePick = (pick_id: number): Promise<Verdict> => act('pick.pause', { pick_id });
export const resumePick = (pick_id: number): Promise<Verdict> => act('pick.resume', { pick_id });
export const handoverPick = (pick_id: number): Promise<Verdict> => act('pick.handover', { pick_id });
export const sendBackPick = (pick_id: number): Promise<Verdict> => act('pick.send_back', { pick_id });
export const assignTote = (pick_id: number, tote: string | null): Promise<Verdict> => act('pick.assign_tote', { pick_id, tote });

/** The items picked, absolute, and the reason for a shortfall. */
export const recordPick = (
  line: { id: number; pick_id: number; product_id: number },
  qty_picked: number,
  reason: { code: string; other_reason?: string | null } | null = null,
): Promise<Verdict> =>
  act('pick.record_line', {
    pick_id: line.pick_id,
    pick_line_id: line.id,
    product_id: line.product_id,
    qty_picked,
    code: reason?.code ?? null,
    other_reason: reason?.other_reason ?? null,
  });

/** Completes the pick as the screen shows it now; the office compares. */
export const completePick = (pick_id: number): Promise<Verdict> => withDigest('pick.complete', pick_id);
export const completePrep = (pick_id: number): Promise<Verdict> => withDigest('prep.complete', pick_id);

async function withDigest(n: 'pick.complete' | 'prep.complete', pick_id: number): Promise<Verdict> {
  const engine = await openTablet();
  const { rows } = engine.screens.get().floor;
  return engine.act(n, { pick_id, digest: digestOf(linesOf(rows, pick_id)) });
}

/** Ticks lines off, or not, all in one step. */
export const tickPrepLines = (lines: readonly { id: number; pick_id: number }[], ticked: boolean): Promise<Verdict> =>
  actOnEach(
    'prep.tick_line',
    lines.map(({ id, pick_id }) => ({ pick_id, pick_line_id: id, ticked })),
  );

export const editDispatch = (a: ArgsOf<'dispatch.edit'>): Promise<Verdict> => act('dispatch.edit', a);

/** Requests the dispatch of orders that are ready; the office ships, never the tablet. */
export async function requestDispatch(orders: ArgsOf<'dispatch.request'>['orders'], consolidated: boolean): Promise<Verdict> {
  const engine = await openTablet();
  const { rows } = engine.screens.get().floor;
  const picks = orders.map(({ uuid }) => rows.pick.get(uuid));
  if (picks.some((pick) => !pick || !pickById(rows, pick.id))) return refuse('pick_closed', messages.pick_closed);
  const lines = picks.flatMap((pick) => (pick ? linesOf(rows, pick.id) : []));
  return engine.act('dispatch.request', { orders, consolidated, digest: digestOf(lines) });
}

export const setTracking = (dispatch_id: number, tracking_number: string, consignment_number: string | null = null): Promise<Verdict> =>
  act('dispatch.set_tracking', { dispatch_id, tracking_number, consignment_number });

/** Asks the office to have a shelf counted. */
export const requestCount = (product_id: number, pick_line_id: number | null, qty: number | null): Promise<Verdict> =>
  act('stock.request_count', { product_id, pick_line_id, qty });

/** Prints if a printer can be reached; until then the job waits with the others. */
export const requestPrints = (each: readonly ArgsOf<'print.request'>[]): Promise<Verdict> => actOnEach('print.request', each);

/** Decides an open item; the decision is sent with the rest. */
export const resolveOutcome = (m: string, choice: Choice): Promise<Verdict> => act('outcome.resolve', { m, choice });

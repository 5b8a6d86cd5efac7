import { z } from 'zod';
import { messages } from '../messages.ts';
import { refuse, type Verdict } from '../verdict.ts';
import { linesOf, pickById, type SyncRows } from './floor.ts';
import type { MutationText, Names } from './mutation-text.ts';
import type { PickLineRow, PickRow } from './rows.ts';

/** The id that the server gave to a record. */
export const id = z.int().positive();

/** The code of a bin or a tote. */
export const place = z.string().trim().min(1).max(40);

/** The arguments of a mutation that needs nothing but its pick. */
export const pickArgs = z.object({ pick_id: id });
export type PickArgs = z.infer<typeof pickArgs>;

/** The lines that the person saw, as `digestOf` writes them. */
export const digest = z.string().max(200_000);

/** The arguments of a mutation that completes a pick or its prep as the person saw it. */
export const completionArgs = pickArgs.extend({ digest });
export type CompletionArgs = z.infer<typeof completionArgs>;

/** The verdict if the pick is no longer among the rows of this tablet. */
export const pickGone = (): Verdict => refuse('pick_closed', messages.pick_closed);

/** Checks a pick; refuses if the pick is not among the rows of this tablet. */
export function checkPickHere(rows: SyncRows, pick_id: number, check: (pick: PickRow, lines: readonly PickLineRow[]) => Verdict): Verdict {
  const pick = pickById(rows, pick_id);
  return pick ? check(pick, linesOf(rows, pick_id)) : pickGone();
}

/** Describes a mutation that needs nothing but its pick: `text`, followed by the order's number. */
export const describeOfPick =
  (text: string) =>
  (names: Names, { pick_id }: { pick_id: number }): MutationText => ({ text, order_number: names.orderOfPick(pick_id), is_of_order: true });

import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { wordsText } from '../text.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { fates, returnLineDecision } from './approve-line.ts';

/** The stored decision of a line that the person saw before they decided. */
const seenDecision = z.object({
  id: z.int().positive(),
  qty_approved: z.int().min(0).max(limits.line_quantity),
  /** Null if no other item is sent instead. */
  exchange_product_id: z.int().positive().nullable(),
  outcome: z.enum(fates),
  qty_written_off: z.int().positive().max(limits.line_quantity).nullish(),
  qty_exchanged: z.int().positive().max(limits.line_quantity).nullish(),
});
export type SeenDecision = z.infer<typeof seenDecision>;

/** The decisions of a return. Either all of them are saved or none; with `finalise` they become final. */
export const decideReturnInput = z
  .object({
    finalise: z.boolean(),
    approver_comments: wordsText(limits.notes).nullish(),
    /** The lines that this request decides; other lines keep their decisions. */
    lines: z
      .array(returnLineDecision.extend({ id: z.int().positive() }))
      .max(limits.order_lines)
      .optional(),
    /** The lines as the person saw them before: if any line has another decision by now, nothing is saved. */
    seen: z.array(seenDecision).max(10_000).optional(),
  })
  .refine(({ finalise, lines }) => finalise || lines?.length, { path: ['lines'], message: messages.nothing_to_change });
export type DecideReturnInput = z.infer<typeof decideReturnInput>;

/** Whether the lines have the decisions that the person saw. */
export const isAsSeen = (lines: readonly SeenDecision[], shownLines: readonly SeenDecision[]): boolean => {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return shownLines.every((shown) => {
    const line = byId.get(shown.id);
    if (line?.qty_approved !== shown.qty_approved) return false;
    return (
      shown.qty_approved === 0 ||
      (line.outcome === shown.outcome &&
        line.exchange_product_id === shown.exchange_product_id &&
        (line.qty_written_off ?? null) === (shown.qty_written_off ?? null) &&
        (line.qty_exchanged ?? null) === (shown.qty_exchanged ?? null))
    );
  });
};

/** A return is finalised once; after that it can only be read. */
export const checkUndecided = ({ finalised_at }: { finalised_at: string | null }): Verdict =>
  finalised_at ? refuse('already_finalised', messages.already_finalised) : allow;

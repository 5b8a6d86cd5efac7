import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** What becomes of pieces that come back: on the shelf again, or thrown away. */
export const outcomes = ['restock', 'write_off'] as const;
export type Outcome = (typeof outcomes)[number];

export const returnLineDecision = z.object({ qty_approved: z.int().min(0).max(limits.line_quantity), outcome: z.enum(outcomes).optional() });
export type ReturnLineDecision = z.infer<typeof returnLineDecision>;

export const finaliseReturn = z.object({ finalise: z.literal(true), approver_comments: z.string().trim().max(limits.notes).nullish() });

/** A return is decided once; what is decided is only read. */
export const checkUndecided = ({ finalised_at }: { finalised_at: string | null }): Verdict =>
  finalised_at ? refuse('already_finalised', messages.already_finalised) : allow;

/** Never more pieces than were asked for. */
export const checkApproval = (line: { qty_requested: number }, { qty_approved }: ReturnLineDecision): Verdict =>
  qty_approved > line.qty_requested ? refuse('over_approval', messages.over_approval(line.qty_requested), 'qty_approved') : allow;

/** What is decorated for somebody can be sold to nobody else. */
export const usualOutcome = ({ decoration }: { decoration: string | null }): Outcome => (decoration ? 'write_off' : 'restock');

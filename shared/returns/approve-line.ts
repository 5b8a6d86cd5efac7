import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { returnReasonOf } from './exchange-reasons.ts';

/** What happens to returned items: back on the shelf, or thrown away. */
export const fates = ['restock', 'write_off'] as const;
export type Fate = (typeof fates)[number];

/** The decision on a returned line: its items are restocked or written off, or the wearer gets other items in exchange. */
export const outcomes = [...fates, 'exchange'] as const;
export type Outcome = (typeof outcomes)[number];

export const returnLineDecision = z.object({
  qty_approved: z.int().min(0).max(limits.line_quantity),
  outcome: z.enum(outcomes).optional(),
  /** With `exchange`: the SKU that is sent. */
  exchange_product_id: z.int().positive().nullish(),
  /** With `exchange`: what happens to the returned items; `usualOutcome` if it is not given. */
  came_back: z.enum(fates).optional(),
  /** How many of the approved items are written off, if the others are restocked. */
  qty_written_off: z.int().min(0).max(limits.line_quantity).nullish(),
  /** With `exchange`: how many of the approved items are exchanged, if the others are only credited. */
  qty_exchanged: z.int().min(0).max(limits.line_quantity).nullish(),
});
export type ReturnLineDecision = z.infer<typeof returnLineDecision>;

/** Refuses to approve more items than were requested. */
const checkQuantity = (line: { qty_requested: number }, { qty_approved }: ReturnLineDecision): Verdict =>
  qty_approved > line.qty_requested ? refuse('over_approval', messages.over_approval(line.qty_requested), 'qty_approved') : allow;

const splitMessage = (most: number): string => `Only ${most} ${most === 1 ? 'is' : 'are'} approved.`;

/** Refuses to split more items between outcomes than are approved. */
function checkSplit({ qty_approved, qty_written_off, qty_exchanged }: ReturnLineDecision): Verdict {
  if ((qty_written_off ?? 0) > qty_approved) return refuse('over_split', splitMessage(qty_approved), 'qty_written_off');
  return (qty_exchanged ?? 0) > qty_approved ? refuse('over_split', splitMessage(qty_approved), 'qty_exchanged') : allow;
}

/** What happens to the approved items of a line, as it is stored. */
export interface LineSplit {
  outcome: Fate | null;
  exchange_product_id: number | null;
  /** Null if all items have the outcome. */
  qty_written_off: number | null;
  /** Null if all items are exchanged, or none. */
  qty_exchanged: number | null;
}

/** The one way to store a split: a part that is none or all of the approved items is no split, but another outcome. */
export function splitLine(qty_approved: number, { outcome, exchange_product_id, qty_written_off, qty_exchanged }: LineSplit): LineSplit {
  const written = outcome === 'write_off' || qty_approved === 0 || !qty_written_off ? null : qty_written_off;
  const isAllWritten = written !== null && written >= qty_approved;
  const isExchanged = qty_exchanged !== 0 || qty_approved === 0;
  return {
    outcome: isAllWritten ? 'write_off' : written === null ? outcome : 'restock',
    exchange_product_id: isExchanged ? exchange_product_id : null,
    qty_written_off: isAllWritten ? null : written,
    qty_exchanged: exchange_product_id === null || !qty_exchanged || qty_exchanged >= qty_approved ? null : qty_exchanged,
  };
}

/** How many approved items of a line are written off, and how many are exchanged. The others are restocked, or only credited. */
export const splitQuantities = ({ qty_approved, ...line }: LineSplit & { qty_approved: number }): { written_off: number; exchanged: number } => ({
  written_off: line.outcome === 'write_off' ? qty_approved : (line.qty_written_off ?? 0),
  exchanged: line.exchange_product_id === null ? 0 : (line.qty_exchanged ?? qty_approved),
});

interface DecidedLine {
  qty_requested: number;
  /** The SKU that is sent instead, if its order is submitted already. */
  exchange_product_id?: number | null;
  is_exchange_ordered?: boolean;
}

/** An exchange names the SKU to send: the same product again or another of its style. One that is on order is changed in its order. */
function checkExchange(line: DecidedLine, { outcome, exchange_product_id }: ReturnLineDecision, sizes: ReadonlySet<number>): Verdict {
  if (outcome !== 'exchange') return allow;
  if (line.is_exchange_ordered)
    return (exchange_product_id ?? line.exchange_product_id) === line.exchange_product_id
      ? allow
      : refuse('exchange_ordered', messages.exchange_ordered, 'exchange_product_id');
  if (!exchange_product_id) return refuse('exchange_needed', messages.exchange_needed, 'exchange_product_id');
  return sizes.has(exchange_product_id) ? allow : refuse('exchange_other', messages.exchange_other, 'exchange_product_id');
}

/** Whether a line may have this decision; `sizes` are the SKUs of the returned style. */
export const checkApproveLine = (line: DecidedLine, decision: ReturnLineDecision, sizes: ReadonlySet<number>): Verdict =>
  all(checkQuantity(line, decision), checkSplit(decision), checkExchange(line, decision, sizes));

/** The descriptions of the reasons whose items cannot be sold again. The other reasons, such as a wrong size, say nothing against the item. */
const unsaleableReasons: readonly string[] = [returnReasonOf.faulty];

/**
 * What usually happens to a returned item; the office can decide otherwise. An item that is faulty cannot be sold again, and one that is decorated for
 * one person cannot be sold to anybody else, so both are written off.
 */
export const usualOutcome = ({ decoration, reason }: { decoration: string | null; reason: string }): Fate =>
  decoration || unsaleableReasons.includes(reason) ? 'write_off' : 'restock';

import type { Fate, Outcome } from '../../shared/returns/approve-line.ts';
import type { SeenDecision } from '../../shared/returns/decide-return.ts';
import type { Return } from './client.ts';
import { lineName } from './return-row.tsx';

/** The decision on a line: how many items are accepted, and what happens to them. */
export interface Decision {
  qty_approved: number;
  outcome: Outcome;
  /** For an exchange: the product that is sent, and what happens to the returned items. */
  exchange_product_id: number | null;
  came_back: Fate;
}

export type ReturnLine = Return['lines'][number];
export const outcomeWords: Record<Outcome, string> = { restock: 'Restock', write_off: 'Write off', exchange: 'Exchange' };

/** The stored decision on a line; if nothing is decided, the line's items go back to stock. */
export const decisionOf = ({ qty_approved, outcome, exchange_product, came_back }: ReturnLine): Decision => ({
  qty_approved,
  outcome: outcome ?? 'restock',
  exchange_product_id: exchange_product?.id ?? null,
  came_back: came_back ?? 'restock',
});

/** The decisions by the ids of their lines. */
export interface Decisions {
  lines: Record<number, Decision>;
}
/** The stored decisions on a return. */
export const decisionsOf = ({ lines }: Return): Decisions => ({ lines: Object.fromEntries(lines.map((line) => [line.id, decisionOf(line)])) });

/** Whether two decisions have the same effect. */
const isSame = (one: Decision, other: Decision): boolean =>
  one.qty_approved === other.qty_approved &&
  one.outcome === other.outcome &&
  (one.outcome !== 'exchange' || (one.exchange_product_id === other.exchange_product_id && one.came_back === other.came_back));
/** A stored decision in the format of `seen` in the input: what happens to the items, and which product is sent instead. */
const seenOf = (id: number, { qty_approved, outcome, exchange_product_id, came_back }: Decision): SeenDecision =>
  outcome === 'exchange' ? { id, qty_approved, outcome: came_back, exchange_product_id } : { id, qty_approved, outcome, exchange_product_id: null };
/** A decision in the format of the input. For an exchange without a chosen product, only what happens to the items is sent. */
const sentOf = (id: number, { qty_approved, outcome, exchange_product_id, came_back }: Decision) =>
  outcome === 'exchange'
    ? exchange_product_id === null
      ? { id, qty_approved, outcome: came_back }
      : { id, qty_approved, outcome, exchange_product_id, came_back }
    : { id, qty_approved, outcome };
/** Whether a decision is an exchange for which no product is chosen yet. */
export const lacksSize = ({ outcome, exchange_product_id, qty_approved }: Decision): boolean =>
  outcome === 'exchange' && qty_approved > 0 && exchange_product_id === null;

/** The decision on a line, in a sentence. */
const decidedWords = (line: ReturnLine): string => {
  const { qty_approved, outcome } = decisionOf(line);
  return `${lineName(line)}: ${qty_approved} of ${line.qty_requested} approved${qty_approved > 0 ? `, ${outcomeWords[outcome].toLowerCase()}` : ''}.`;
};

/** The decisions that differ from the stored ones, and the stored decisions that the person saw. */
export const decisionInput = ({ lines }: Return, decisions: Decisions) => ({
  lines: lines.flatMap((line) => {
    const decision = decisions.lines[line.id];
    return !decision || isSame(decision, decisionOf(line)) ? [] : [sentOf(line.id, decision)];
  }),
  seen: lines.map((line) => seenOf(line.id, decisionOf(line))),
});

/** The decisions that somebody else has made between two reads of a return, each in a sentence. */
export const decidedMeanwhile = (before: Return, now: Return): string[] =>
  now.lines.filter((line) => before.lines.some((was) => was.id === line.id && !isSame(decisionOf(was), decisionOf(line)))).map(decidedWords);

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
  /** Of restocked items, how many are written off instead. */
  qty_written_off: number;
  /** How many of the approved items are exchanged; null means all of them. */
  qty_exchanged: number | null;
}

export type ReturnLine = Return['lines'][number];
export const outcomeWords: Record<Outcome, string> = { restock: 'Restock', write_off: 'Write off', exchange: 'Exchange' };

/** The stored decision on a line; if nothing is decided, the line's items go back to stock. */
export const decisionOf = ({ qty_approved, outcome, exchange_product, came_back, qty_written_off, qty_exchanged }: ReturnLine): Decision => ({
  qty_approved,
  outcome: outcome ?? 'restock',
  exchange_product_id: exchange_product?.id ?? null,
  came_back: came_back ?? 'restock',
  qty_written_off: qty_written_off ?? 0,
  qty_exchanged,
});

/** The decisions by the ids of their lines. */
export interface Decisions {
  lines: Record<number, Decision>;
}
/** The stored decisions on a return. */
export const decisionsOf = ({ lines }: Return): Decisions => ({ lines: Object.fromEntries(lines.map((line) => [line.id, decisionOf(line)])) });

/** What happens to the items that came back: with an exchange, that is apart from its outcome. */
export const fateOf = ({ outcome, came_back }: Decision): Fate => (outcome === 'exchange' ? came_back : outcome);
/** How many approved items are written off. */
export const qtyWrittenOff = (decision: Decision): number =>
  fateOf(decision) === 'write_off' ? decision.qty_approved : Math.min(decision.qty_written_off, decision.qty_approved);
/** How many approved items are exchanged. */
export const qtyExchanged = ({ outcome, qty_approved, qty_exchanged }: Decision): number =>
  outcome === 'exchange' ? Math.min(qty_exchanged ?? qty_approved, qty_approved) : 0;

/** Whether two decisions have the same effect. */
const isSame = (one: Decision, other: Decision): boolean =>
  one.qty_approved === other.qty_approved &&
  one.outcome === other.outcome &&
  qtyWrittenOff(one) === qtyWrittenOff(other) &&
  fateOf(one) === fateOf(other) &&
  (one.outcome !== 'exchange' || (one.exchange_product_id === other.exchange_product_id && qtyExchanged(one) === qtyExchanged(other)));
/** A stored decision in the format of `seen` in the input: what happens to the items, and which product is sent instead. */
const seenOf = (line: ReturnLine): SeenDecision => {
  const { qty_approved, outcome, exchange_product_id, ...decision } = decisionOf(line);
  return {
    id: line.id,
    qty_approved,
    outcome: fateOf({ qty_approved, outcome, exchange_product_id, ...decision }),
    exchange_product_id: outcome === 'exchange' ? exchange_product_id : null,
    qty_written_off: line.qty_written_off,
    qty_exchanged: line.qty_exchanged,
  };
};
/** A decision in the format of the input. For an exchange without a chosen product, only what happens to the items is sent. */
const sentOf = (id: number, decision: Decision) => {
  const { qty_approved, outcome, exchange_product_id, came_back } = decision;
  const written = qtyWrittenOff(decision);
  const split = fateOf(decision) === 'restock' && written > 0 ? { qty_written_off: written } : {};
  if (outcome !== 'exchange') return { id, qty_approved, outcome, ...split };
  if (exchange_product_id === null) return { id, qty_approved, outcome: came_back, ...split };
  const exchanged = qtyExchanged(decision);
  return { id, qty_approved, outcome, exchange_product_id, came_back, ...split, ...(exchanged < qty_approved && { qty_exchanged: exchanged }) };
};
/** Whether a decision is an exchange for which no product is chosen yet. */
export const lacksSize = ({
  outcome,
  exchange_product_id,
  qty_approved,
}: Pick<Decision, 'outcome' | 'exchange_product_id' | 'qty_approved'>): boolean =>
  outcome === 'exchange' && qty_approved > 0 && exchange_product_id === null;

/** The decision on a line, in a sentence. */
const decidedWords = (line: ReturnLine): string => {
  const decision = decisionOf(line);
  const { qty_approved, outcome } = decision;
  const written = qtyWrittenOff(decision);
  const parts = [
    `${qty_approved} of ${line.qty_requested} approved`,
    qty_approved > 0 && outcomeWords[outcome].toLowerCase(),
    written > 0 && written < qty_approved && `${written} of them written off`,
  ];
  return `${lineName(line)}: ${parts.filter(Boolean).join(', ')}.`;
};

/** The decisions that differ from the stored ones, and the stored decisions that the person saw. */
export const decisionInput = ({ lines }: Return, decisions: Decisions) => ({
  lines: lines.flatMap((line) => {
    const decision = decisions.lines[line.id];
    return !decision || isSame(decision, decisionOf(line)) ? [] : [sentOf(line.id, decision)];
  }),
  seen: lines.map(seenOf),
});

/** The decisions that somebody else has made between two reads of a return, each in a sentence. */
export const decidedMeanwhile = (before: Return, now: Return): string[] =>
  now.lines.filter((line) => before.lines.some((was) => was.id === line.id && !isSame(decisionOf(was), decisionOf(line)))).map(decidedWords);

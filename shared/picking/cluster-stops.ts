import { groupBy } from '../group-by.ts';
import { isFullyPicked, type PickLineFacts } from './pick-facts.ts';
import { byShelf, type Shelved } from './walking-order.ts';

/** A line of an order in a cluster. */
export interface ClusterLine extends PickLineFacts {
  id: number;
  pick_id: number;
}

/** An order of a cluster with its lines; `position` is the number of its tote on the trolley. */
export interface ClusterMember<Line extends ClusterLine = ClusterLine> {
  pick_id: number;
  position: number;
  lines: readonly Line[];
}

/** The part of a stop that goes into one tote. */
export interface Turn<Line extends ClusterLine = ClusterLine> {
  pick_id: number;
  position: number;
  lines: readonly Line[];
  /** How many items of the stop the order has in all, and how many of these are in its tote. */
  qty: number;
  qty_in: number;
  /** All lines are picked in full or say why not. */
  is_done: boolean;
}

/** One SKU that orders of the cluster want: it is taken from its bin once, for all of them. */
export interface Stop<Line extends ClusterLine = ClusterLine> {
  product_id: number;
  /** In the order of the totes on the trolley. */
  turns: readonly Turn<Line>[];
  qty: number;
  qty_in: number;
  is_done: boolean;
}

const isDone = (line: ClusterLine): boolean => isFullyPicked(line) || line.code !== null;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function turnOf<Line extends ClusterLine>({ pick_id, position }: ClusterMember<Line>, lines: readonly Line[]): Turn<Line> {
  return {
    pick_id,
    position,
    lines,
    qty: sum(lines.map((line) => line.qty_allocated)),
    qty_in: sum(lines.map((line) => line.qty_picked)),
    is_done: lines.every(isDone),
  };
}

/**
 * The stops of one walk for several orders, in walking order. Each SKU is one stop, however many orders want it, with one turn for each tote. Lines
 * of which nothing is allocated are in no stop.
 */
export function clusterStops<Line extends ClusterLine>(members: readonly ClusterMember<Line>[], shelvedOf: (line: Line) => Shelved): Stop<Line>[] {
  const turns = members.flatMap((member) =>
    [
      ...groupBy(
        member.lines.filter(({ qty_allocated }) => qty_allocated > 0),
        ({ product_id }) => product_id,
      ),
    ].map(([product_id, lines]) => ({ product_id, turn: turnOf(member, lines) })),
  );
  return [...groupBy(turns, ({ product_id }) => product_id)]
    .map(([product_id, ofProduct]) => {
      const inOrder = ofProduct.map(({ turn }) => turn).sort((a, b) => a.position - b.position);
      const first = inOrder[0]?.lines[0];
      const stop: Stop<Line> = {
        product_id,
        turns: inOrder,
        qty: sum(inOrder.map(({ qty }) => qty)),
        qty_in: sum(inOrder.map(({ qty_in }) => qty_in)),
        is_done: inOrder.every(({ is_done }) => is_done),
      };
      return { stop, shelved: first ? shelvedOf(first) : { bin: null, name: '', colour: null } };
    })
    .sort((a, b) => byShelf(a.shelved, b.shelved) || a.stop.product_id - b.stop.product_id)
    .map(({ stop }) => stop);
}

/** The turn that is next at a stop; undefined if every tote has its items. */
export const nextTurn = <Line extends ClusterLine>(stop: Stop<Line>): Turn<Line> | undefined => stop.turns.find(({ is_done }) => !is_done);

/** How many items a line lacks; a line with a reason for a shortfall lacks none. */
const missing = (line: ClusterLine): number => (isDone(line) ? 0 : line.qty_allocated - line.qty_picked);

/** How many items are still to be put into the tote of a turn. */
export const qtyToPut = (turn: Turn): number => sum(turn.lines.map(missing));

/**
 * The quantity of each open line of a turn once `qty` more items are in its tote: the first line is filled first. Lines that do not change are left
 * out, except lines that stay short.
 */
export function recordsOfTurn<Line extends ClusterLine>(turn: Turn<Line>, qty: number): { line: Line; qty_picked: number; is_short: boolean }[] {
  let remaining = qty;
  return turn.lines.flatMap((line) => {
    const lacks = missing(line);
    if (lacks === 0) return [];
    const part = Math.min(lacks, remaining);
    remaining -= part;
    return [{ line, qty_picked: line.qty_picked + part, is_short: part < lacks }];
  });
}

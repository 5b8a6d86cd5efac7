import type BetterSqlite from 'better-sqlite3';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { History } from './history.ts';

type BagLabel = Extract<ArgsOf<'print.request'>, { what: 'bag_label' }>;

/** What was stated last of a bag: its items by line, its weight, and what was expected if a person confirmed the weight. */
export interface StatedBag {
  pick_id: number;
  employee_id: number;
  items: string | null;
  weight_g: number | null;
  expected_g: number | null;
}

export const bagKey = ({ pick_id, employee_id }: Pick<StatedBag, 'pick_id' | 'employee_id'>): string => `${pick_id} ${employee_id}`;

/** The items of a bag as one text, sorted by line; lines without an item are left out. */
const itemsText = (items: readonly { pick_line_id: number; qty: number }[]): string =>
  [...items]
    .filter(({ qty }) => qty > 0)
    .sort((a, b) => a.pick_line_id - b.pick_line_id)
    .map(({ pick_line_id, qty }) => `${pick_line_id}x${qty}`)
    .join(' ');

/** What is stated of a bag once this label is printed: items and weight are absolute, and what the label does not state stays. */
export const stateBag = (before: StatedBag | undefined, { pick_id, employee_id, items, weight_g, expected_g }: BagLabel): StatedBag => ({
  pick_id,
  employee_id,
  items: items ? itemsText(items) : (before?.items ?? null),
  weight_g: weight_g ?? before?.weight_g ?? null,
  expected_g: weight_g === undefined ? (before?.expected_g ?? null) : (expected_g ?? null),
});

interface BagItem {
  pick_line_id: number;
  qty: number;
  qty_picked: number;
}

/** Checks a bag whose label was just printed: it has what the last label states, and no more than was picked. */
export function checkBag(connection: BetterSqlite.Database, history: History, stated: StatedBag): void {
  const { pick_id, employee_id } = stated;
  const items = connection
    .prepare(
      `select item.pick_line_id, item.qty, line.qty_picked from bag_items item join pick_lines line on line.id = item.pick_line_id
        where item.pick_id = ? and item.employee_id = ?`,
    )
    .all(pick_id, employee_id) as BagItem[];
  const over = items.find(({ qty, qty_picked }) => qty > qty_picked);
  history.check(
    'bags_within_picked',
    over === undefined,
    () => `the bag of ${employee_id} has ${over?.qty} of line ${over?.pick_line_id}, of which ${over?.qty_picked} are picked`,
  );
  history.check(
    'last_bag_stands',
    itemsText(items) === (stated.items ?? ''),
    () => `the bag of ${employee_id} has ${itemsText(items)}, and was last said to have ${stated.items}`,
  );
}

type DispatchRequest = ArgsOf<'dispatch.request'>;

/** What was stated of the boxes of an order that travels alone: the weight, and what was expected if a person confirmed the weight. */
export interface StatedBoxes {
  uuid: string;
  weight_g: number;
  expected_g: number | null;
}

/** The weighed boxes of a request. Consolidated orders share their boxes, so they state nothing of their own. */
export const stateBoxes = ({ orders, consolidated }: DispatchRequest): StatedBoxes[] =>
  consolidated
    ? []
    : orders.flatMap(({ uuid, total_weight, is_weighed, expected_g }) =>
        is_weighed ? [{ uuid, weight_g: Math.round(total_weight * 1_000), expected_g: expected_g ?? null }] : [],
      );

/** Checks boxes whose dispatch was just requested: their weight is what the request states, and it is confirmed exactly if a person confirmed it. */
export function checkBoxes(connection: BetterSqlite.Database, history: History, stated: StatedBoxes): void {
  const row = connection
    .prepare(
      `select dispatch.total_weight, confirmed.expected_g, confirmed.weight_g from orders
          join dispatch_orders packed on packed.order_id = orders.id
          join dispatches dispatch on dispatch.id = packed.dispatch_id
          left join confirmed_weights confirmed on confirmed.dispatch_id = dispatch.id
        where orders.uuid = ? order by dispatch.id desc limit 1`,
    )
    .get(stated.uuid) as { total_weight: number; expected_g: number | null; weight_g: number | null } | undefined;
  history.check(
    'weights_recorded_once',
    row !== undefined &&
      Math.round(row.total_weight * 1_000) === stated.weight_g &&
      row.expected_g === stated.expected_g &&
      (stated.expected_g === null || row.weight_g === stated.weight_g),
    () => `the boxes of order ${stated.uuid} are recorded as ${JSON.stringify(row)}, and were last said to be ${JSON.stringify(stated)}`,
  );
}

interface BagRow {
  pick_id: number;
  employee_id: number;
  weight_g: number | null;
  items: string | null;
  expected_g: number | null;
  confirmed_g: number | null;
}

/** Checks at rest that each bag and each dispatch has the weight that was stated last, and that what was confirmed is recorded once. */
export function checkWeights(connection: BetterSqlite.Database, history: History, bags: ReadonlyMap<string, StatedBag>): void {
  const rows = connection
    .prepare(
      `select bag.pick_id, bag.employee_id, bag.weight_g, confirmed.expected_g, confirmed.weight_g as confirmed_g,
          (select group_concat(pick_line_id || 'x' || qty, ' ') from
            (select * from bag_items item where item.pick_id = bag.pick_id and item.employee_id = bag.employee_id order by pick_line_id)) as items
        from bags bag left join confirmed_weights confirmed on confirmed.pick_id = bag.pick_id and confirmed.employee_id = bag.employee_id`,
    )
    .all() as BagRow[];
  const current = new Map(rows.map((row) => [bagKey(row), row]));
  for (const stated of bags.values()) {
    const row = current.get(bagKey(stated));
    history.check(
      'last_bag_stands',
      (row?.items ?? '') === (stated.items ?? ''),
      () => `the bag of ${stated.employee_id} has ${row?.items}, and was last said to have ${stated.items}`,
    );
    history.check(
      'weights_recorded_once',
      (row?.weight_g ?? null) === stated.weight_g &&
        (row?.expected_g ?? null) === stated.expected_g &&
        (stated.expected_g === null || row?.confirmed_g === stated.weight_g),
      () => `the bag of ${stated.employee_id} is recorded as ${JSON.stringify(row)}, and was last said to be ${JSON.stringify(stated)}`,
    );
  }
  const wrong = connection
    .prepare(
      `select dispatch.id, dispatch.total_weight, confirmed.weight_g from confirmed_weights confirmed
        join dispatches dispatch on dispatch.id = confirmed.dispatch_id
        where abs(dispatch.total_weight * 1000 - confirmed.weight_g) > 0.5 limit 1`,
    )
    .get();
  history.check('weights_recorded_once', wrong === undefined, () => `a dispatch has another weight than was confirmed: ${JSON.stringify(wrong)}`);
  const sampled = connection
    .prepare(
      `select sample.dispatch_id, sample.product_id from box_weight_samples sample
        where not exists (select 1 from dispatch_lines line where line.dispatch_id = sample.dispatch_id and line.product_id = sample.product_id) limit 1`,
    )
    .get();
  history.check('weights_recorded_once', sampled === undefined, () => `boxes teach a SKU that is not in them: ${JSON.stringify(sampled)}`);
}

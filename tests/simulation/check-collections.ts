import type BetterSqlite from 'better-sqlite3';
import type { History } from './history.ts';

interface CollectedLine {
  order_line_id: number;
  qty_expected: number;
  qty_restocked: number;
  qty_written_off: number;
  qty_shipped: number;
  returned: number;
  written_off: number;
}

/** Checks at rest that what leavers sent back is booked in once: on the collection, on the returns of its orders, and in the ledger. */
export function checkCollections(connection: BetterSqlite.Database, history: History): void {
  const lines = connection
    .prepare(
      `select line.order_line_id, line.qty_expected, line.qty_restocked, line.qty_written_off, order_lines.qty_shipped,
        coalesce(sum(back.qty_approved), 0) as returned,
        coalesce(sum(case when back.outcome = 'write_off' then back.qty_approved else coalesce(back.qty_written_off, 0) end), 0) as written_off
        from collection_lines line join order_lines on order_lines.id = line.order_line_id
        left join return_lines back on back.order_line_id = line.order_line_id group by line.id`,
    )
    .all() as CollectedLine[];
  for (const { order_line_id, qty_restocked, qty_written_off, qty_shipped, returned, written_off } of lines) {
    const applied = history.collected.get(order_line_id) ?? '0 0';
    const has = `${qty_restocked} ${qty_written_off}`;
    history.check('collected_once', has === applied, () => `line ${order_line_id} has ${has}, and ${applied} was applied last`);
    const isReturned = returned === qty_restocked + qty_written_off && written_off === qty_written_off && returned <= qty_shipped;
    history.check(
      'collected_once',
      isReturned,
      () => `line ${order_line_id} has ${has}, and its returns have ${returned}, ${written_off} written off`,
    );
  }
  const [{ moved, expected } = { moved: 0, expected: 0 }] = connection
    .prepare(
      `select (select coalesce(sum(qty), 0) from stock_movements where type = 'ORDER_RETURN' or reason = 'Returned and written off') as moved,
        (select coalesce(sum(qty_restocked), 0) from collection_lines) as expected`,
    )
    .all() as { moved: number; expected: number }[];
  history.check('collected_once', moved === expected, () => `the ledger has ${moved} returned items, and collections have restocked ${expected}`);
}

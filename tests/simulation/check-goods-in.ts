import type BetterSqlite from 'better-sqlite3';
import { qtyOver, qtyOverOfEach } from '../../shared/purchasing/receive-lines.ts';
import { receivedItems } from '../../shared/purchasing/received-items.ts';
import type { Key, ReceiptRow } from '../../shared/sync/rows.ts';
import type { History } from './history.ts';

interface ReceivedLine {
  id: number;
  uuid: string;
  device: string | null;
  reversed_at: string | null;
  is_changed_in_office: number;
  line_id: number | null;
  product_id: number;
  qty: number;
  listed: number;
  listings: number;
}

interface OrderedLine {
  id: number;
  qty_requested: number;
  qty_received: number;
  qty_cancelled: number;
}

/** Checks the invariants of goods in at rest. `attention` has the names of the office's open items, `receipts` the rows of every tablet. */
export function checkGoodsIn(
  connection: BetterSqlite.Database,
  history: History,
  attention: ReadonlySet<string>,
  receipts: ReadonlyMap<Key, ReceiptRow>,
): void {
  const lines = connection
    .prepare(
      `select line.id, receipts.uuid, receipts.device, receipts.reversed_at, line.purchase_order_line_id as line_id, line.product_id, line.qty,
        coalesce(sum(item.qty), 0) as listed, count(item.id) as listings,
        exists (select 1 from audit where on_type = 'receipt' and on_id = receipts.id and what in ('receipt.discrepancy_resolved', 'receipt.set_aside_resolved')
          and json_extract(after, '$.choice') in ('send_back', 'receive')) as is_changed_in_office
        from receipt_lines line join receipts on receipts.id = line.receipt_id left join receipt_discrepancies item on item.receipt_line_id = line.id
        group by line.id order by line.id`,
    )
    .all() as ReceivedLine[];
  checkStock(connection, history, lines);
  checkDecorator(connection, history);
  checkPromises(connection, history);
  checkTotes(connection, history, attention);
  checkBins(connection, history);
  checkPlaces(connection, history, receipts);
  checkDiscrepancies(connection, history, lines, attention);
}

function checkStock(connection: BetterSqlite.Database, history: History, lines: readonly ReceivedLine[]): void {
  const byKey = new Map(lines.map((line) => [`${line.uuid} ${line.line_id ?? ''} ${line.product_id}`, line]));
  for (const [key, qty] of history.received) {
    const line = byKey.get(key);
    const holds = line?.is_changed_in_office === 1 || (line?.qty ?? 0) === qty;
    history.check('stock_is_what_arrived', holds, () => `the receipt has ${line?.qty ?? 0} of ${key}, and ${qty} were scanned`);
  }
  const differences = {
    'the ledger and the stock differ': `select level.product_id, level.qty_available as has, coalesce(sum(movement.qty), 0) as expected
      from stock_levels level left join stock_movements movement on movement.product_id = level.product_id
      group by level.product_id having has <> expected`,
    'the ledger and the receipts differ': `select receipts.id,
        (select coalesce(sum(qty), 0) from stock_movements where receipt_id = receipts.id) as has,
        case when reversed_at is null then (select coalesce(sum(line.qty), 0) from receipt_lines line
            left join purchase_order_lines ordered on ordered.id = line.purchase_order_line_id
            where line.receipt_id = receipts.id and ordered.source_product_id is null) else 0 end as expected
      from receipts where has <> expected`,
    'a purchase order and its receipts differ': `select line.id, line.qty_received as has,
        (select coalesce(sum(received.qty), 0) from receipt_lines received join receipts on receipts.id = received.receipt_id
          where received.purchase_order_line_id = line.id and receipts.reversed_at is null) as expected
      from purchase_order_lines line where has <> expected`,
  };
  for (const [what, query] of Object.entries(differences)) {
    const difference = connection.prepare(query).get();
    history.check('stock_is_what_arrived', difference === undefined, () => `${what}: ${JSON.stringify(difference)}`);
  }
}

function checkDecorator(connection: BetterSqlite.Database, history: History): void {
  const sumOf = (what: string, field: string) => `(select coalesce(sum(json_extract(part.value, '$.${field}')), 0)
    from audit, json_each(audit.after, '$.lines') part where audit.what = '${what}' and audit.on_type = 'purchase_order'
      and audit.on_id = line.purchase_order_id and json_extract(part.value, '$.line_id') = line.id)`;
  const differences = {
    'the stock and the work orders differ': `select level.product_id, level.qty_at_decorator as has,
        (select coalesce(sum(qty_out), 0) from purchase_order_lines where source_product_id = level.product_id) as expected
      from stock_levels level where has <> expected`,
    'a line has another number out than was sent': `select line.id, line.qty_out as has,
        ${sumOf('purchase_order.sent_out', 'qty')} - line.qty_received - ${sumOf('purchase_order.not_decorated', 'qty_returned')}
          - ${sumOf('purchase_order.not_decorated', 'qty_lost')} as expected
      from purchase_order_lines line where line.source_product_id is not null and has <> expected`,
    'more is promised and at the decorator than on hand': `select product_id, qty_allocated + qty_at_decorator as has, qty_available as expected
      from stock_levels where has > expected`,
  };
  for (const [what, query] of Object.entries(differences)) {
    const difference = connection.prepare(query).get();
    history.check('decorator_has_what_was_sent', difference === undefined, () => `${what}: ${JSON.stringify(difference)}`);
  }
}

function checkPromises(connection: BetterSqlite.Database, history: History): void {
  const promised = connection
    .prepare(
      `select receipt_id, product_id, sum(qty) as qty from receipt_allocations allocation group by receipt_id, product_id
        having sum(qty) > (select coalesce(sum(line.qty), 0) from receipt_lines line
          where line.receipt_id = allocation.receipt_id and line.product_id = allocation.product_id)`,
    )
    .get();
  history.check('nothing_promised_twice', promised === undefined, () => `a receipt has allocated more than it brought: ${JSON.stringify(promised)}`);
  const tooMany = connection.prepare('select id from order_lines where qty_allocated > qty_requested - qty_cancelled - qty_shipped').get();
  history.check('nothing_promised_twice', tooMany === undefined, () => `an order line has more than it asked for: ${JSON.stringify(tooMany)}`);
}

interface PutInTote {
  receipt: string;
  product_id: number;
  order_line_id: number;
  order_id: number;
  tote: string;
  from: string | null;
  qty: number;
  resolved_at: string | null;
}

/**
 * The items of each order line that are in totes, computed again from the put-aways of tablets in sequence. Orders with a put-away that was
 * refused and decided later are left out, because the position of that put-away in the sequence is not known.
 */
function inTotesOfLines(connection: BetterSqlite.Database): Map<number, number> {
  const puts = connection
    .prepare(
      `select json_extract(payload, '$.a.receipt') as receipt, json_extract(payload, '$.a.product_id') as product_id,
        json_extract(payload, '$.a.order_line_id') as order_line_id, line.order_id, upper(json_extract(payload, '$.a.tote')) as tote,
        upper(json_extract(payload, '$.a.from')) as "from", json_extract(payload, '$.a.qty') as qty,
        resolved_at
        from sync_outcomes join order_lines line on line.id = json_extract(payload, '$.a.order_line_id')
        where n = 'bin.put_away' and outcome = 'applied' and json_extract(payload, '$.a.tote') is not null order by sync_outcomes.rowid`,
    )
    .all() as PutInTote[];
  const places = new Map<string, PutInTote>();
  const keyOf = ({ receipt, product_id, order_line_id, tote }: PutInTote): string => [receipt, product_id, order_line_id, tote].join();
  for (const put of puts) {
    const along = [...places.values()].filter((one) => one.order_id === put.order_id && one.tote === put.from && put.from !== put.tote);
    for (const one of along) {
      const moved = { ...one, tote: put.tote };
      places.delete(keyOf(one));
      places.set(keyOf(moved), { ...moved, qty: one.qty + (places.get(keyOf(moved))?.qty ?? 0) });
    }
    places.set(keyOf(put), put);
  }
  const inTotes = new Map<number, number>();
  const decided = new Set(puts.flatMap(({ order_id, resolved_at }) => (resolved_at === null ? [] : [order_id])));
  for (const { order_line_id, order_id, qty } of places.values())
    if (!decided.has(order_id)) inTotes.set(order_line_id, (inTotes.get(order_line_id) ?? 0) + qty);
  return inTotes;
}

function checkTotes(connection: BetterSqlite.Database, history: History, attention: ReadonlySet<string>): void {
  const inTotes = inTotesOfLines(connection);
  const lines = connection
    .prepare(
      `select id, qty_allocated + qty_shipped as has from order_lines line where not exists (
        select 1 from audit where what = 'order.strays_returned' and json_extract(after, '$.order_line_id') = line.id)`,
    )
    .all() as { id: number; has: number }[];
  for (const { id, has } of lines) {
    const qty = inTotes.get(id) ?? 0;
    const isListed = attention.has(`00000000-0000-4000-a000-${String(id).padStart(12, '0')}`);
    history.check(
      'totes_are_right',
      qty <= has || isListed,
      () => `${qty} items are in totes for line ${id}, which has ${has}, and the office does not see it`,
    );
  }
  const shared = connection
    .prepare(
      `select tote from (
          select away.tote, orders.id as order_id from receipt_put_aways away join order_lines line on line.id = away.order_line_id
            join orders on orders.id = line.order_id where away.qty > 0 and orders.status not in ('shipped', 'cancelled')
          union select tote, order_id from picks where tote is not null and state in ('released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier'))
        group by tote having count(distinct order_id) > 1`,
    )
    .get();
  history.check('totes_are_right', shared === undefined, () => `a tote is for two open orders: ${JSON.stringify(shared)}`);
}

function checkBins(connection: BetterSqlite.Database, history: History): void {
  const overfull = connection
    .prepare(
      `select bin.product_id, sum(bin.qty) as qty, level.qty_available from product_bins bin left join stock_levels level
        on level.product_id = bin.product_id group by bin.product_id having sum(bin.qty) > coalesce(level.qty_available - level.qty_at_decorator, 0)`,
    )
    .get();
  history.check('bins_within_stock', overfull === undefined, () => `overflow bins hold more than is on hand: ${JSON.stringify(overfull)}`);
  const doubled = connection
    .prepare('select sku from products join product_bins held on held.product_id = products.id and upper(held.bin) = upper(products.bin)')
    .get();
  history.check('bins_within_stock', doubled === undefined, () => `a pick bin is an overflow bin: ${JSON.stringify(doubled)}`);
}

/** Checks that each received item is in a bin or a tote, or that a tablet names a place for the item that the office accepts. */
function checkPlaces(connection: BetterSqlite.Database, history: History, receipts: ReadonlyMap<Key, ReceiptRow>): void {
  const check = (holds: boolean, describe: () => string): void => history.check('received_items_have_a_place', holds, describe);
  const received = connection
    .prepare(
      `select receipts.uuid, line.product_id, sum(line.qty) as qty,
        (select coalesce(sum(away.qty), 0) from receipt_put_aways away where away.receipt_id = receipts.id and away.product_id = line.product_id) as placed
        from receipts join receipt_lines line on line.receipt_id = receipts.id where reversed_at is null group by receipts.id, line.product_id`,
    )
    .all() as { uuid: string; product_id: number; qty: number; placed: number }[];
  const openOfLine = new Map<number, number>();
  for (const { uuid, product_id, qty, placed } of received) {
    const row = receipts.get(uuid);
    const items = row && receivedItems(row, product_id);
    const open = (items?.qty_to_bin ?? 0) + (items?.orders.reduce((sum, one) => sum + one.qty - one.qty_placed, 0) ?? 0);
    check(open === Math.max(0, qty - placed), () => `${qty} of SKU ${product_id} came with ${uuid}: ${placed} have a place, ${open} are to get one`);
    for (const one of items?.orders ?? []) {
      const { order_line_id } = one.allocation;
      openOfLine.set(order_line_id, (openOfLine.get(order_line_id) ?? 0) + one.qty - one.qty_placed);
    }
  }
  const room = connection.prepare(
    `select line.qty_allocated + line.qty_shipped - max(line.qty_shipped,
      (select coalesce(sum(qty), 0) from receipt_put_aways where order_line_id = line.id)) as qty from order_lines line where line.id = ?`,
  );
  for (const [line_id, open] of openOfLine) {
    const { qty } = room.get(line_id) as { qty: number };
    check(open <= Math.max(0, qty), () => `tablets send ${open} items to the tote of line ${line_id}, which gets ${qty}`);
  }
}

function checkDiscrepancies(
  connection: BetterSqlite.Database,
  history: History,
  lines: readonly ReceivedLine[],
  attention: ReadonlySet<string>,
): void {
  const check = (line: ReceivedLine, expected: number): void =>
    history.check(
      'discrepancies_listed_once',
      line.listings <= 1 && (line.device === null || line.listed === expected),
      () => `receipt line ${line.id} has ${expected} that were not to come, and ${line.listed} are listed ${line.listings} times`,
    );
  for (const ordered of connection
    .prepare('select id, qty_requested, qty_received, qty_cancelled from purchase_order_lines')
    .all() as OrderedLine[]) {
    const received = lines.filter(({ line_id, reversed_at }) => line_id === ordered.id && reversed_at === null);
    const parts = qtyOverOfEach(
      received.map(({ qty }) => qty),
      qtyOver(ordered),
    );
    for (const [n, line] of received.entries()) check(line, parts[n] ?? 0);
  }
  for (const line of lines) {
    if (line.line_id === null) check(line, line.reversed_at === null ? line.qty : 0);
    else if (line.reversed_at !== null) check(line, 0);
  }
  const open = connection.prepare('select m from receipt_discrepancies where resolved_at is null and qty > 0').all() as { m: string }[];
  for (const { m } of open) history.check('discrepancies_listed_once', attention.has(m), () => `the office does not see discrepancy ${m}`);
}

import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { type LineStatusFacts, type LineStatusPart, lineStatus } from '../../shared/ordering/line-status.ts';
import type { PickState } from '../../shared/picking/pick-states.ts';
import type { WaitingLine } from '../../shared/purchasing/share-deliveries.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { dispatches, dispatchLines, orderLines, orders, pickLines, picks, products } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { type IncomingToLine, incomingOf } from './incoming-queries.ts';
import { isShort } from './short-lines-queries.ts';

/** The condition that joins an order with its open pick. An order has at most one. */
export const isOpenPickOfOrder = and(eq(picks.order_id, orders.id), isOpenPick());
/** The condition that joins an order line with its row in the open pick. A pick has each line at most once. */
export const isLineOfPick = and(eq(pickLines.pick_id, picks.id), eq(pickLines.order_line_id, orderLines.id));

/** The columns from which the status of a line is computed. */
export const statusColumns = {
  id: orderLines.id,
  submitted_at: orders.submitted_at,
  requested_at: orders.requested_at,
  cancelled_at: orders.cancelled_at,
  is_size_selected: orderLines.is_size_selected,
  discontinued_at: products.discontinued_at,
  qty_requested: orderLines.qty_requested,
  qty_cancelled: orderLines.qty_cancelled,
  qty_allocated: orderLines.qty_allocated,
  qty_shipped: orderLines.qty_shipped,
  pick_state: picks.state,
  qty_in_pick: pickLines.qty_allocated,
  qty_picked: pickLines.qty_picked,
  sku_to_pick: pickedSku.as('sku_to_pick'),
  is_short: sql<boolean>`(${and(...isShort)})`.mapWith(Boolean).as('is_short'),
};

interface StatusRow extends Omit<LineStatusFacts, 'is_discontinued' | 'pick' | 'shipments' | 'incoming'> {
  id: number;
  discontinued_at: string | null;
  pick_state: PickState | null;
  qty_in_pick: number | null;
  qty_picked: number | null;
  sku_to_pick: number;
  is_short: boolean;
}

/** The deliveries that bring the items of a line, and the shipments with which items have left. */
export interface LineMoves {
  incoming: IncomingToLine;
  shipments: LineStatusFacts['shipments'];
}

const shipmentsOfLines = prepared('shipments_of_lines', (db) =>
  db
    .select({
      order_line_id: dispatchLines.order_line_id,
      dispatch_id: dispatchLines.dispatch_id,
      service_key: dispatches.service_key,
      dispatched_at: sql<string>`${dispatches.dispatched_at}`.as('left_at'),
      delivered_on: dispatches.delivered_on,
      quantity: sql<number>`sum(${dispatchLines.quantity})`.mapWith(Number).as('sent'),
    })
    .from(dispatchLines)
    .innerJoin(dispatches, eq(dispatches.id, dispatchLines.dispatch_id))
    .where(and(among(dispatchLines.order_line_id, sql.placeholder('ids')), isNotNull(dispatches.dispatched_at)))
    .groupBy(dispatchLines.order_line_id, dispatchLines.dispatch_id, dispatches.service_key, dispatches.dispatched_at, dispatches.delivered_on)
    .orderBy(asc(dispatchLines.dispatch_id)),
);

/** The lines of drafts with a size. They get what submitted lines leave over. */
const draftLinesOf = (rows: readonly StatusRow[]): WaitingLine[] =>
  rows
    .filter(({ submitted_at, cancelled_at, is_size_selected }) => !submitted_at && !cancelled_at && is_size_selected)
    .map(({ id, sku_to_pick, qty_requested, qty_cancelled }) => ({ id, product_id: sku_to_pick, qty_short: qty_requested - qty_cancelled }));

const nothing: LineMoves = { incoming: { shares: [], qty_uncovered: 0 }, shipments: [] };

/** Reads the deliveries and shipments of these lines: at most four statements, and none for lines in stock that have not left. */
export async function lineMoves(db: Db, rows: readonly StatusRow[]): Promise<(row: StatusRow) => LineMoves> {
  const drafts = draftLinesOf(rows);
  const skus = [...rows.filter(({ is_short }) => is_short).map(({ sku_to_pick }) => sku_to_pick), ...drafts.map(({ product_id }) => product_id)];
  const incoming = await incomingOf(db, skus, { drafts, all: true });
  const sent = rows.filter(({ qty_shipped }) => qty_shipped > 0).map(({ id }) => id);
  const shipments = groupBy(sent.length ? await shipmentsOfLines(db, { ids: idList(sent) }) : [], ({ order_line_id }) => order_line_id);
  return ({ id }) => ({ incoming: incoming.get(id) ?? nothing.incoming, shipments: shipments.get(id) ?? nothing.shipments });
}

/** The status of a line from its columns, and from the deliveries and shipments of its items. */
export const statusOfRow = (row: StatusRow, moves: LineMoves, now: string): LineStatusPart[] =>
  lineStatus(
    {
      ...row,
      ...moves,
      is_discontinued: row.discontinued_at !== null,
      pick: row.pick_state && { state: row.pick_state, qty_allocated: row.qty_in_pick ?? 0, qty_picked: row.qty_picked ?? 0 },
    },
    now,
  );

const statusRows = prepared('status_of_lines', (db) =>
  db
    .select(statusColumns)
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(picks, isOpenPickOfOrder)
    .leftJoin(pickLines, isLineOfPick)
    .where(among(orderLines.order_id, sql.placeholder('order_ids'))),
);

/** The status of each line of these orders, by line id. It checks no scope: the caller has decided who reads it. */
export async function lineStatusesOf({ db, now }: Pick<Ctx, 'db' | 'now'>, order_ids: readonly number[]): Promise<Map<number, LineStatusPart[]>> {
  const rows = order_ids.length ? await statusRows(db, { order_ids: idList(order_ids) }) : [];
  const movesOf = await lineMoves(db, rows);
  return new Map(rows.map((row) => [row.id, statusOfRow(row, movesOf(row), now)]));
}

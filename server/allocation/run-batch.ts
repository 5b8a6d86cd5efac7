import { and, asc, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { remainingOf } from '../../shared/allocation/allocate-line.ts';
import { checkAllocateOrder } from '../../shared/allocation/allocate-order.ts';
import { type FreeStock, type SharedOrder, shareOut, type WaitingOrder } from '../../shared/allocation/share-out.ts';
import { groupBy } from '../../shared/group-by.ts';
import { type AuditContext, auditEach } from '../audit/audit.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { allocationRunLines, allocationRunOrders, allocationRuns, orderLines, orders, picks } from '../db/tables/index.ts';
import { changeAllocation } from '../orders/change-allocation.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { incomingOf } from '../stock/incoming-queries.ts';
import { freeStockOf } from '../stock/on-order.ts';
import { reserve } from '../stock/reserve.ts';
import { lineUp } from './begin-run.ts';

/** Upper limit of orders and lines in one unit of work, so that others do not wait long for the stock that it locks. */
const MAX_ORDERS = 500;
const MAX_LINES = 2000;
/** The type of each column of a line's stored outcome. */
const noteTypes = ['bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'text', 'bigint', 'text', 'text'] as const;

type Run = typeof allocationRuns.$inferSelect;
type BatchContext = Omit<AuditContext, 'actor' | 'request_id'>;

const nextOrders = prepared('next_orders_of_run', (db: Db) =>
  db
    .select({
      position: allocationRunOrders.position,
      order_id: allocationRunOrders.order_id,
      lines: sql<number>`(select count(*) from order_lines where order_lines.order_id = allocation_run_orders.order_id)`.mapWith(Number),
    })
    .from(allocationRunOrders)
    .where(
      and(
        eq(allocationRunOrders.run_id, sql.placeholder('run_id')),
        gt(allocationRunOrders.position, sql.placeholder('after')),
        sql`(${allocationRunOrders.outcome} is null or ${allocationRunOrders.outcome} = 'later')`,
      ),
    )
    .orderBy(asc(allocationRunOrders.position))
    .limit(MAX_ORDERS),
);

const skusOfOrders = prepared('skus_of_waiting_orders', (db: Db) =>
  db
    .selectDistinct({ product_id: pickedSku })
    .from(orderLines)
    .where(among(orderLines.order_id, sql.placeholder('ids'))),
);

const headsOfOrders = prepared('heads_of_waiting_orders', (db: Db) =>
  db
    .select({
      id: orders.id,
      submitted_at: orders.submitted_at,
      cancelled_at: orders.cancelled_at,
      deleted_at: orders.deleted_at,
      is_frozen: orders.is_frozen,
      pick_state: picks.state,
    })
    .from(orders)
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(among(orders.id, sql.placeholder('ids'))),
);

const linesOfOrders = prepared('lines_of_waiting_orders', (db: Db) =>
  db
    .select({
      id: orderLines.id,
      order_id: orderLines.order_id,
      product_id: pickedSku,
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      is_size_selected: orderLines.is_size_selected,
    })
    .from(orderLines)
    .where(among(orderLines.order_id, sql.placeholder('ids'))),
);

/** The next orders of a run, at most as many as one unit of work takes. */
async function takeTurn(db: Db, { id, position }: Run): Promise<{ position: number; order_id: number }[]> {
  const next = await nextOrders(db, { run_id: id, after: position });
  let lines = 0;
  const fitting = next.filter((one, place) => {
    lines += one.lines;
    return place === 0 || lines <= MAX_LINES;
  });
  return fitting;
}

interface Turn {
  waitingOrders: WaitingOrder[];
  /** Orders that get nothing even if stock is free, each with the reason. */
  left_out: { order_id: number; reason: string }[];
}

/** What each order lacks at present, limited to `skus` unless `skus` is null. */
async function askOrders(db: Db, order_ids: readonly number[], skus: ReadonlySet<number> | null): Promise<Turn> {
  const ids = idList(order_ids);
  const heads = new Map((await headsOfOrders(db, { ids })).map((head) => [head.id, head]));
  const lines = (await linesOfOrders(db, { ids })).filter(({ product_id }) => !skus || skus.has(product_id));
  const linesOf = groupBy(lines, ({ order_id }) => order_id);
  const turn: Turn = { waitingOrders: [], left_out: [] };
  for (const id of order_ids) {
    const head = heads.get(id);
    const of = linesOf.get(id) ?? [];
    const sum = (pieces: (line: (typeof of)[number]) => number): number => of.reduce((total, line) => total + pieces(line), 0);
    const facts = head && {
      ...head,
      qty_remaining: sum((line) => remainingOf(line)),
      qty_allocated: sum((line) => line.qty_allocated),
    };
    const verdict = facts && checkAllocateOrder(facts);
    if (!verdict || head.deleted_at) turn.left_out.push({ order_id: id, reason: 'order_deleted' });
    else if (!verdict.ok) turn.left_out.push({ order_id: id, reason: verdict.code });
    else turn.waitingOrders.push({ id, lines: of });
  }
  return turn;
}

/** Those of `order_ids` to which stock may be allocated, in the sequence of `order_ids`, each with its lines of `skus`. */
export const readWaitingOrders = async (db: Db, order_ids: readonly number[], skus: ReadonlySet<number>): Promise<WaitingOrder[]> =>
  order_ids.length ? (await askOrders(db, order_ids, skus)).waitingOrders : [];

/** The SKUs that arrived, to which the run is limited; null if the run is not limited or its rule looks at whole orders. */
const skusOfRun = ({ rule, product_ids }: Run): ReadonlySet<number> | null =>
  product_ids && (rule === 'oldest' || rule === 'required') ? new Set(product_ids) : null;

/** Store the outcome of each order of the batch. */
async function noteOrders(
  db: Db,
  run_id: number,
  positions: ReadonlyMap<number, number>,
  noted: readonly { order_id: number; outcome: string; reason: string | null; added: number; short: number }[],
) {
  if (!noted.length) return;
  const results = jsonRows(noted.map(({ order_id, outcome, reason, added, short }) => [positions.get(order_id) ?? 0, outcome, reason, added, short]));
  // SQLite looks up each order in the materialized list. If the list were not materialized, SQLite would read all of it for each order.
  await run(
    db,
    sql`with noted as materialized (select cast(value ->> 0 as bigint) as position, cast(value ->> 1 as text) as what, cast(value ->> 2 as text) as why,
        cast(value ->> 3 as bigint) as added, cast(value ->> 4 as bigint) as short from ${results})
      update allocation_run_orders set outcome = noted.what, reason = noted.why, qty_added = noted.added, qty_short = noted.short
      from noted where allocation_run_orders.run_id = ${run_id} and allocation_run_orders.position = noted.position`,
  );
}

const shortOf = ({ lines }: SharedOrder): number => lines.reduce((sum, { qty_missing, qty_added }) => sum + qty_missing - qty_added, 0);
const addedOf = ({ lines }: SharedOrder): number => lines.reduce((sum, { qty_added }) => sum + qty_added, 0);

/**
 * Store the quantity that each line got and, if the line is short, the first purchase order that brings its SKU. In a preview, the quantity that a
 * line got is not stored on the order, so it is subtracted from the line's short quantity here.
 */
async function noteLines(db: Db, { id: run_id, is_preview }: Run, shared: readonly SharedOrder[]): Promise<void> {
  const short = shared.flatMap(({ lines }) => lines.filter(({ reason }) => reason !== null).map(({ product_id }) => product_id));
  const added = new Map(is_preview ? shared.flatMap(({ lines }) => lines.map(({ id, qty_added }) => [id, qty_added] as const)) : []);
  const qtyOf = (line_id: number, qty_short: number): number => qty_short - (added.get(line_id) ?? 0);
  const incoming = await incomingOf(db, short, { free: new Map(), qtyOf });
  const noted = shared.flatMap(({ id: order_id, lines }) =>
    lines.map(({ id, product_id, qty_missing, qty_added, reason }) => {
      const next = reason === null ? undefined : incoming.get(id)?.shares[0];
      const qty_coming = next?.qty ?? 0;
      return [id, order_id, product_id, qty_missing, qty_added, reason, qty_coming, next?.our_reference ?? null, next?.due_on ?? null];
    }),
  );
  if (!noted.length) return;
  const column = (place: number, type: 'bigint' | 'text'): SQL => sql.raw(`cast(value ->> ${place} as ${type})`);
  const columns = sql.join(
    noteTypes.map((type, place) => column(place, type)),
    sql`, `,
  );
  await run(
    db,
    sql`insert into allocation_run_lines (run_id, order_line_id, order_id, product_id, qty_missing, qty_added, reason, qty_coming, coming_on, coming_due)
      select cast(${run_id} as bigint), ${columns} from ${jsonRows(noted)}`,
  );
}

/** Allocate to the orders of a batch the quantities that were shared out to them. */
async function give(auditContext: AuditContext, run_id: number, shared: readonly SharedOrder[]): Promise<void> {
  const allocations = shared.flatMap(({ lines }) => lines.filter(({ qty_added }) => qty_added > 0));
  await reserve(
    auditContext,
    allocations.map(({ product_id, qty_added }) => ({ product_id, qty: qty_added })),
  );
  await changeAllocation(
    auditContext,
    allocations.map(({ id, qty_added }) => ({ order_line_id: id, by: qty_added })),
  );
  await auditEach(
    auditContext,
    'allocation.run',
    shared.flatMap((order) => {
      const lines = order.lines.filter(({ qty_added }) => qty_added > 0).map(({ id, qty_added }) => ({ order_line_id: id, qty: qty_added }));
      return lines.length ? [{ on: { type: 'order' as const, id: order.id }, after: { run_id, lines } }] : [];
    }),
  );
}

/**
 * The position of a run after a batch, and the quantity of each SKU that a preview has promised so far. A preview allocates nothing, so without this
 * quantity the next batch would promise the same items again.
 */
export interface BatchPosition {
  position: number;
  pass: number;
  promised: ReadonlyMap<number, number>;
}

async function promisedBy(db: Db, run_id: number): Promise<Map<number, number>> {
  const promised = await db
    .select({ product_id: allocationRunLines.product_id, qty: sql<number>`sum(${allocationRunLines.qty_added})`.mapWith(Number) })
    .from(allocationRunLines)
    .where(eq(allocationRunLines.run_id, run_id))
    .groupBy(allocationRunLines.product_id);
  return new Map(promised.map(({ product_id, qty }) => [product_id, qty]));
}

const subtractPromised = (free: ReadonlyMap<number, FreeStock>, promised: ReadonlyMap<number, number>): Map<number, FreeStock> =>
  new Map([...free].map(([product_id, stock]) => [product_id, { ...stock, qty_free: stock.qty_free - (promised.get(product_id) ?? 0) }]));

async function end(db: Db, { id }: Run, state: 'done' | 'stopped', now: string): Promise<null> {
  await db.update(allocationRuns).set({ state, ended_at: now, moved_at: now }).where(eq(allocationRuns.id, id));
  return null;
}

/** After a pass: begin the second pass if orders wait for it, otherwise end the run. */
async function turnOver({ db, now }: BatchContext, lockedRun: Run, promised: BatchPosition['promised']): Promise<BatchPosition | null> {
  const [later] =
    lockedRun.pass === 1
      ? await db
          .select({ n: count() })
          .from(allocationRunOrders)
          .where(and(eq(allocationRunOrders.run_id, lockedRun.id), eq(allocationRunOrders.outcome, 'later')))
      : [];
  if (!later?.n) return end(db, lockedRun, 'done', now);
  await db.update(allocationRuns).set({ pass: 2, position: 0, moved_at: now }).where(eq(allocationRuns.id, lockedRun.id));
  return { position: 0, pass: 2, promised };
}

/**
 * Carry out one batch of a run as one unit of work: lock the stock of its orders' SKUs and then the orders, share out what is free, and store the
 * outcome and the run's position. `position` is what the previous batch returned in this process. Returns null when the run is over.
 */
export async function runBatch(auditContexts: BatchContext, run_id: number, position: BatchPosition | null): Promise<BatchPosition | null> {
  const { db, now } = auditContexts;
  const [lockedRun] = await lockRows(
    db
      .select()
      .from(allocationRuns)
      .where(and(eq(allocationRuns.id, run_id), isNull(allocationRuns.ended_at))),
  );
  if (!lockedRun) return null;
  if (lockedRun.is_stopping) return end(db, lockedRun, 'stopped', now);
  if (lockedRun.state === 'waiting') {
    const orders_total =
      lockedRun.product_ids && !lockedRun.orders_total ? await lineUp(db, run_id, lockedRun.rule, lockedRun) : lockedRun.orders_total;
    await db.update(allocationRuns).set({ state: 'running', started_at: now, orders_total }).where(eq(allocationRuns.id, run_id));
  }
  const isOurs = position?.position === lockedRun.position && position.pass === lockedRun.pass;
  const promised = new Map(lockedRun.is_preview ? (isOurs ? position.promised : await promisedBy(db, run_id)) : []);
  const turn = await takeTurn(db, lockedRun);
  const last = turn.at(-1);
  if (!last) return turnOver(auditContexts, lockedRun, promised);

  const order_ids = turn.map(({ order_id }) => order_id);
  const skus = (await skusOfOrders(db, { ids: idList(order_ids) })).map(({ product_id }) => product_id);
  if (!lockedRun.is_preview) {
    await lockLevels(auditContexts, skus);
    await lockOrders(auditContexts, order_ids);
  }
  const { waitingOrders, left_out } = await askOrders(db, order_ids, skusOfRun(lockedRun));
  const free = await freeStockOf(db, skus);
  const shared = shareOut(
    waitingOrders,
    lockedRun.is_preview ? subtractPromised(free, promised) : free,
    lockedRun.rule,
    lockedRun.pass === 2 ? 2 : 1,
  );

  if (!lockedRun.is_preview)
    await give({ ...auditContexts, actor: { id: lockedRun.created_by ?? 0, impersonator_id: null }, request_id: null }, run_id, shared);
  else
    for (const { product_id, qty_added } of shared.flatMap(({ lines }) => lines))
      promised.set(product_id, (promised.get(product_id) ?? 0) + qty_added);
  await noteLines(db, lockedRun, shared);
  const positions = new Map(turn.map(({ order_id, position }) => [order_id, position]));
  await noteOrders(db, run_id, positions, [
    ...shared.map((order) => ({ order_id: order.id, outcome: order.outcome, reason: null, added: addedOf(order), short: shortOf(order) })),
    ...left_out.map((order) => ({ ...order, outcome: 'left_out', added: 0, short: 0 })),
  ]);
  const sum = (pieces: (order: SharedOrder) => number): number => shared.reduce((total, order) => total + pieces(order), 0);
  const countOutcome = (outcome: SharedOrder['outcome']): number => shared.filter((order) => order.outcome === outcome).length;
  await db
    .update(allocationRuns)
    .set({
      position: last.position,
      moved_at: now,
      orders_done: lockedRun.orders_done + left_out.length + shared.length - countOutcome('later'),
      orders_full: lockedRun.orders_full + countOutcome('full'),
      orders_part: lockedRun.orders_part + countOutcome('part'),
      orders_none: lockedRun.orders_none + countOutcome('none'),
      orders_left_out: lockedRun.orders_left_out + left_out.length,
      qty_added: lockedRun.qty_added + sum(addedOf),
      qty_short: lockedRun.qty_short + sum(shortOf),
    })
    .where(eq(allocationRuns.id, run_id));
  return { position: last.position, pass: lockedRun.pass, promised };
}

import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { ReceiveCollectionInput } from '../../shared/collections/collection-input.ts';
import { collectionNumber } from '../../shared/collections/collection-number.ts';
import {
  checkCollectionOpen,
  checkReceiveLine,
  collectionMessages,
  qtyArrived,
  type ReceivedItems,
} from '../../shared/collections/receive-collection.ts';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { refuse } from '../../shared/verdict.ts';
import { audit, auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { collections, returnLines, returns } from '../db/tables/index.ts';
import { reasonId } from '../returns/create-return.ts';
import { returnableLines } from '../returns/returnable-queries.ts';
import { move } from '../stock/move.ts';
import { type Collection, collectionView } from './collection-queries.ts';
import { type FoundCollection, findCollection } from './find-collection.ts';

/** The reason under which the returns of collections are stored. */
const REASON = 'Wearer has left';

/** What arrived of one line of a collection. */
export interface ReceivedLine extends ReceivedItems {
  order_line_id: number;
}

/** The lines of a request, each with its quantities; 422 where two entries are about one line and outcome. */
export function receivedLines({ lines }: ReceiveCollectionInput): ReceivedLine[] {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [n, { order_line_id, outcome }] of lines.entries()) {
    const key = `${order_line_id} ${outcome}`;
    if (seen.has(key)) faults[`lines.${n}.order_line_id`] = collectionMessages.line_twice;
    seen.add(key);
  }
  if (Object.keys(faults).length) throw invalid(faults);
  return [...groupBy(lines, ({ order_line_id }) => order_line_id)].map(([order_line_id, entries]) => {
    const of = (one: 'restock' | 'write_off'): number => entries.reduce((sum, { outcome, quantity }) => sum + (outcome === one ? quantity : 0), 0);
    return { order_line_id, qty_restocked: of('restock'), qty_written_off: of('write_off') };
  });
}

interface Change {
  line: FoundCollection['lines'][number];
  items: ReceivedItems;
  /** The field of the request that is about the line. */
  field: string;
}

/** Refuses quantities that cannot be: 422 on their fields. A tablet gets the first of them as the reason. */
function refuseFaults(faults: Record<string, string>): void {
  const [first] = Object.entries(faults);
  if (!first) return;
  const problem = invalid(faults);
  if (first[0].endsWith('quantity')) problem.refusal = refuse('more_than_expected', first[1], first[0]);
  throw problem;
}

/** The lines that change. 422 on a line that the collection lacks and on more than is expected; 409 if something changes and it is closed. */
function changesOf(collection: FoundCollection, lines: readonly ReceivedLine[], fieldOf: (order_line_id: number) => string): Change[] {
  const byLine = new Map(collection.lines.map((line) => [line.order_line_id, line]));
  const faults: Record<string, string> = {};
  const changes = lines.flatMap(({ order_line_id, ...items }): Change[] => {
    const line = byLine.get(order_line_id);
    const field = fieldOf(order_line_id);
    if (!line) faults[`${field}order_line_id`] = collectionMessages.unknown_line;
    if (!line || (line.qty_restocked === items.qty_restocked && line.qty_written_off === items.qty_written_off)) return [];
    const verdict = checkReceiveLine(line, items);
    if (!verdict.ok) faults[`${field}quantity`] = verdict.message;
    return [{ line, items, field }];
  });
  if (changes.length) enforce(checkCollectionOpen({ is_closed: collection.closed_at !== null }));
  refuseFaults(faults);
  return changes;
}

/** Refuses more items than are still out, because the others came back with a return since the collection was opened. */
async function enforceHeld(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const held = await returnableLines(ctx, [...new Set(changes.map(({ line }) => line.order_id))]);
  const faults = changes.flatMap(({ line, items, field }) => {
    const { qty_shipped = 0, qty_undecided = 0, qty_approved = 0 } = held.get(line.order_line_id) ?? {};
    const before = qtyArrived(line);
    const out = qty_shipped - qty_undecided - (qty_approved - before);
    return qtyArrived(items) > before && qtyArrived(items) > out ? [[`${field}quantity`, collectionMessages.held(Math.max(0, out))]] : [];
  });
  refuseFaults(Object.fromEntries(faults));
}

type StoredLine = Awaited<ReturnType<typeof storedLines>>[number];

/** The lines of the returns that a collection has made so far. */
const storedLines = ({ db }: Ctx, collection_id: number) =>
  db
    .select({
      id: returnLines.id,
      return_id: returns.id,
      order_id: returns.order_id,
      finalised_at: returns.finalised_at,
      order_line_id: returnLines.order_line_id,
      qty_approved: returnLines.qty_approved,
      outcome: returnLines.outcome,
      qty_written_off: returnLines.qty_written_off,
    })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.return_id))
    .where(and(eq(returns.collection_id, collection_id), isNotNull(returns.finalised_at)))
    .orderBy(asc(returnLines.id));

/** How many items of a stored line were written off. */
const writtenOff = ({ outcome, qty_written_off, qty_approved }: StoredLine): number =>
  outcome === 'write_off' ? qty_approved : (qty_written_off ?? 0);

/** A return's line with these quantities. */
const lineValues = ({ qty_restocked, qty_written_off }: ReceivedItems) => {
  const qty = qty_restocked + qty_written_off;
  return {
    qty_requested: qty,
    qty_approved: qty,
    outcome: qty_restocked > 0 ? ('restock' as const) : ('write_off' as const),
    qty_written_off: qty_restocked > 0 && qty_written_off > 0 ? qty_written_off : null,
  };
};

/**
 * Bring the returns of a collection to what has arrived: for each order one finalised return for each London day on which items arrive, so that a
 * credit stays in the period in which it was given. What arrived on an earlier day is not taken back. Returns the return of each order.
 */
async function storeReturns(ctx: Ctx, collection: FoundCollection, changes: readonly Change[]): Promise<Map<number, number>> {
  const stored = await storedLines(ctx, collection.id);
  const today = ukDate(ctx.now);
  const isToday = ({ finalised_at }: StoredLine): boolean => finalised_at !== null && ukDate(finalised_at) === today;
  const faults: Record<string, string> = {};
  const shares = changes.map(({ line, items, field }) => {
    const earlier = stored.filter((one) => one.order_line_id === line.order_line_id && !isToday(one));
    const off = earlier.reduce((sum, one) => sum + writtenOff(one), 0);
    const on = earlier.reduce((sum, one) => sum + one.qty_approved - writtenOff(one), 0);
    const share = { qty_restocked: items.qty_restocked - on, qty_written_off: items.qty_written_off - off };
    if (share.qty_restocked < 0 || share.qty_written_off < 0) faults[`${field}quantity`] = collectionMessages.earlier(on + off);
    return { ...line, ...share };
  });
  refuseFaults(faults);

  const todays = stored.filter(isToday);
  const returnOf = new Map(todays.map(({ order_id, return_id }) => [order_id, return_id]));
  const missing = [...new Set(changes.map(({ line }) => line.order_id))].filter((order_id) => !returnOf.has(order_id));
  if (missing.length) {
    const created = await ctx.db
      .insert(returns)
      .values(
        missing.map((order_id) => ({
          order_id,
          collection_id: collection.id,
          creator_id: collection.creator_id,
          approver_id: ctx.actor.id,
          created_at: ctx.now,
          finalised_at: ctx.now,
        })),
      )
      .returning({ id: returns.id, order_id: returns.order_id });
    for (const { id, order_id } of created) returnOf.set(order_id, id);
  }
  const changedLines = new Set(shares.map(({ order_line_id }) => order_line_id));
  const replaced = todays.filter(({ order_line_id }) => changedLines.has(order_line_id)).map(({ id }) => id);
  if (replaced.length) await ctx.db.delete(returnLines).where(among(returnLines.id, idList(replaced)));
  const arrived = shares.filter((share) => qtyArrived(share) > 0);
  const reason_id = await reasonId(ctx, REASON);
  if (arrived.length)
    await ctx.db.insert(returnLines).values(
      arrived.map(({ order_id, order_line_id, product_id, ...share }) => ({
        return_id: requireFound(returnOf.get(order_id)),
        order_line_id,
        product_id,
        reason_id,
        ...lineValues(share),
      })),
    );
  await ctx.db
    .delete(returns)
    .where(
      and(eq(returns.collection_id, collection.id), sql`not exists (select 1 from ${returnLines} where ${returnLines.return_id} = ${returns.id})`),
    );
  const byOrder = groupBy(arrived, ({ order_id }) => order_id);
  await auditEach(
    ctx,
    'return.finalised',
    [...byOrder].map(([order_id, of]) => ({
      on: { type: 'return' as const, id: requireFound(returnOf.get(order_id)) },
      after: {
        order_id,
        collection: collectionNumber(collection.id),
        lines: of.map(({ order_line_id, qty_restocked, qty_written_off }) => ({ order_line_id, qty_restocked, qty_written_off })),
      },
    })),
  );
  return returnOf;
}

/**
 * Receive items of a collection. The quantities are absolute, so that a repetition changes nothing. Items that arrive are returned to their orders and
 * come into stock or are written off; a correction of the same day moves them back. `fieldOf` names the request's field of a line, with a dot.
 */
export async function receiveLines(
  ctx: Ctx,
  id: number,
  lines: readonly ReceivedLine[],
  fieldOf: (order_line_id: number) => string,
): Promise<boolean> {
  authorize(policy.receive_collections(ctx.actor));
  const collection = await findCollection(ctx, id);
  const changes = changesOf(collection, lines, fieldOf);
  if (!changes.length) return false;
  await enforceHeld(ctx, changes);

  const returnOf = await storeReturns(ctx, collection, changes);
  await move(
    ctx,
    changes.flatMap(({ line, items }) => {
      const { product_id } = line;
      const reference = returnNumber(returnOf.get(line.order_id) ?? 0);
      const written_off = items.qty_written_off - line.qty_written_off;
      return [
        { product_id, type: 'ORDER_RETURN' as const, qty: qtyArrived(items) - qtyArrived(line), reference },
        { product_id, type: 'ADJUSTMENT' as const, qty: -written_off, reference, reason: 'Returned and written off' },
      ].filter(({ qty }) => qty !== 0);
    }),
  );
  await run(
    ctx.db,
    sql`with change as (select cast(value ->> 0 as bigint) as line_id, cast(value ->> 1 as integer) as restocked, cast(value ->> 2 as integer) as written_off
        from ${jsonRows(changes.map(({ line, items }) => [line.id, items.qty_restocked, items.qty_written_off]))})
      update collection_lines set qty_restocked = change.restocked, qty_written_off = change.written_off from change where change.line_id = collection_lines.id`,
  );
  await ctx.db
    .update(collections)
    .set({ version: sql`${collections.version} + 1` })
    .where(eq(collections.id, id));
  const noted = (of: (change: Change) => ReceivedItems) => ({
    number: collectionNumber(id),
    lines: changes.map((change) => {
      const { qty_restocked, qty_written_off } = of(change);
      return { line_id: change.line.order_line_id, qty_restocked, qty_written_off };
    }),
  });
  await audit(
    ctx,
    'collection.received',
    { type: 'collection', id },
    noted(({ line }) => line),
    noted(({ items }) => items),
  );
  return true;
}

/** Receive items of a collection, as the office and the warehouse send them. */
export async function receiveCollection(ctx: Ctx, id: number, input: ReceiveCollectionInput): Promise<Collection> {
  authorize(policy.receive_collections(ctx.actor));
  const place = (order_line_id: number): string => `lines.${input.lines.findIndex((line) => line.order_line_id === order_line_id)}.`;
  await receiveLines(ctx, id, receivedLines(input), place);
  return collectionView(ctx, id);
}

import { aliasedTable, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import { outcomeKinds } from '../../shared/sync/wire.ts';
import { type Db, rows } from '../db/db.ts';
import {
  countRequests,
  orders,
  pickLines,
  picks,
  products,
  shelfTasks,
  stockLevels,
  syncDevices,
  syncLosses,
  syncOutcomes,
  users,
} from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { listQuery, type Page, pageOf, pageSchema } from '../http/paging.ts';
import { garmentsOf } from '../sync/garments.ts';
import { describeMutations } from './names-queries.ts';

export const itemKinds = ['outcome', 'shelf_task', 'count_request', 'loss'] as const;
type ItemKind = (typeof itemKinds)[number];

export const attentionItem = z.object({
  kind: z.enum(itemKinds),
  /** The name to resolve it by. */
  m: z.string(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string() }).nullable(),
  sku: z.string().nullable(),
  /** The SKU as people say it. */
  garment: z.string().nullable(),
  qty: z.int().nullable(),
  /** What was wanted, for an outcome. */
  n: z.string().nullable(),
  /** The same in words. */
  text: z.string().nullable(),
  outcome: z.enum(outcomeKinds).nullable(),
  /** Why: an outcome's code, a task's reason. */
  code: z.string().nullable(),
  /** What a person needs to see in order to choose: both sides of a conflict, where pieces belong, what the stock says. */
  server: z.record(z.string(), z.unknown()).nullable(),
  /** The refusal under which an outcome hangs. */
  root_m: z.string().nullable(),
  device: z.string().nullable(),
  device_name: z.string().nullable(),
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  at: z.string(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

const kindCounts = z.object({ outcome: z.int(), shelf_task: z.int(), count_request: z.int(), loss: z.int() });
export const attentionList = pageSchema(attentionItem).extend({ counts: kindCounts });
export type AttentionList = Page<AttentionItem> & { counts: z.infer<typeof kindCounts> };

/** Newest first, and what hangs under a refusal right after it. */
export const attentionQuery = listQuery({ orderBy: ['at'], default: 'at', sortedBy: 'desc', per_page: 500, cap: 500 })
  .omit({ search: true })
  .extend({ kind: z.enum(itemKinds).optional(), order: z.uuid().optional() });
type Query = z.infer<typeof attentionQuery>;

const isOpenOutcome = sql.raw("outcome in ('conflict', 'rejected') and resolved_at is null");

/** All that waits, whatever it is, with the moment of what it hangs under. */
const waiting = sql`(
  select 'outcome' as kind, found.m as name, found.at as at, found.s as s, found.order_id as order_id,
    coalesce(root.at, found.at) as root_at, coalesce(root.m, found.m) as root, case when root.m is null then 0 else 1 end as depth
  from (select m, at, s, order_id, root_m from sync_outcomes where ${isOpenOutcome}) found
  left join (select m, at from sync_outcomes where ${isOpenOutcome}) root on root.m = found.root_m
  union all
  select 'shelf_task', cast(id as text), created_at, id, order_id, created_at, cast(id as text), 0 from shelf_tasks where done_at is null
  union all
  select 'count_request', count_requests.m, count_requests.created_at, count_requests.id, picks.order_id, count_requests.created_at, count_requests.m, 0
  from count_requests left join pick_lines on pick_lines.id = count_requests.pick_line_id left join picks on picks.id = pick_lines.pick_id
  where count_requests.resolved_at is null
  union all
  select 'loss', m, at, 0, null, at, m, 0 from sync_losses where resolved_at is null
) waiting`;

/** All that waits for a person: refused actions of tablets, pieces to put back, counts to confirm, and what tablets have lost. */
export async function attention({ db }: Ctx, query: Query): Promise<AttentionList> {
  const ofOrder = query.order ? sql`order_id = (select id from orders where uuid = ${query.order})` : sql`1 = 1`;
  const ofKind = query.kind ? sql`kind = ${query.kind}` : sql`1 = 1`;
  const direction = sql.raw(query.sortedBy);
  const page = await rows<{ kind: ItemKind; name: string }>(
    db,
    sql`select kind, name from ${waiting} where ${ofOrder} and ${ofKind}
      order by root_at ${direction}, root, depth, at, s limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`,
  );
  const found = await rows<{ kind: ItemKind; n: number }>(db, sql`select kind, count(*) as n from ${waiting} where ${ofOrder} group by kind`);
  const counts = { outcome: 0, shelf_task: 0, count_request: 0, loss: 0, ...Object.fromEntries(found.map(({ kind, n }) => [kind, Number(n)])) };
  const total = query.kind ? counts[query.kind] : Object.values(counts).reduce((sum, n) => sum + n, 0);

  const named = (kind: ItemKind): string[] => page.filter((item) => item.kind === kind).map(({ name }) => name);
  const items = new Map<string, AttentionItem>();
  const hydrated = [
    await outcomes(db, named('outcome')),
    await tasks(db, named('shelf_task').map(Number)),
    await counted(db, named('count_request')),
    await losses(db, named('loss')),
  ];
  for (const item of hydrated.flat()) items.set(`${item.kind} ${item.m}`, item);
  const listed = page.flatMap(({ kind, name }) => items.get(`${kind} ${kind === 'shelf_task' ? shelfTaskName(Number(name)) : name}`) ?? []);
  return { ...pageOf(listed, query, total), counts };
}

const blank = {
  n: null,
  text: null,
  outcome: null,
  code: null,
  server: null,
  root_m: null,
  device: null,
  device_name: null,
  qty: null,
  sku: null,
  garment: null,
  order: null,
};
const name = sql<string | null>`trim(${users.forenames} || ' ' || ${users.surname})`;
const personOf = (row: { person_id: number | null; name: string | null }): AttentionItem['person'] =>
  row.person_id === null ? null : { id: row.person_id, name: row.name ?? '' };
const orderOf = (row: { order_id: number | null; uuid: string | null }): AttentionItem['order'] =>
  row.order_id === null || row.uuid === null ? null : { id: row.order_id, uuid: row.uuid, order_number: orderNumber(row.order_id) };
const orderColumns = { order_id: orders.id, uuid: orders.uuid };

async function outcomes(db: Db, ms: string[]): Promise<AttentionItem[]> {
  if (!ms.length) return [];
  const found = await db
    .select({
      m: syncOutcomes.m,
      n: syncOutcomes.n,
      outcome: syncOutcomes.outcome,
      code: syncOutcomes.code,
      server: syncOutcomes.server,
      root_m: syncOutcomes.root_m,
      payload: syncOutcomes.payload,
      device: syncOutcomes.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name,
      at: syncOutcomes.at,
      ...orderColumns,
    })
    .from(syncOutcomes)
    .leftJoin(syncDevices, eq(syncDevices.device, syncOutcomes.device))
    .leftJoin(users, eq(users.id, syncOutcomes.actor_id))
    .leftJoin(orders, eq(orders.id, syncOutcomes.order_id))
    .where(inArray(syncOutcomes.m, ms));
  const describe = await describeMutations(
    db,
    found.map(({ payload }) => payload as WireMutation),
  );
  return found.map(({ payload, person_id, name: by, order_id, uuid, ...row }) => {
    const mutation = payload as WireMutation;
    const { words, garment } = describe(mutation);
    const qty = mutation.a.qty_picked ?? mutation.a.qty;
    return {
      ...row,
      server: row.server as AttentionItem['server'],
      kind: 'outcome',
      text: words.text,
      order: orderOf({ order_id, uuid }),
      sku: garment?.sku ?? null,
      garment: garment && garmentWords(garment),
      qty: Number.isSafeInteger(qty) ? (qty as number) : null,
      person: personOf({ person_id, name: by }),
    };
  });
}

async function tasks(db: Db, ids: number[]): Promise<AttentionItem[]> {
  if (!ids.length) return [];
  const found = await db
    .select({
      id: shelfTasks.id,
      product_id: shelfTasks.product_id,
      qty: shelfTasks.qty,
      reason: shelfTasks.reason,
      device: shelfTasks.device,
      device_name: syncDevices.name,
      // Whose trolley it is, where what stands was picked onto the same one.
      person_id: sql<number | null>`case when coalesce(${pickLines.picked_device}, '') = ${shelfTasks.device} then ${users.id} end`,
      name,
      at: shelfTasks.created_at,
      ...orderColumns,
    })
    .from(shelfTasks)
    .innerJoin(orders, eq(orders.id, shelfTasks.order_id))
    .innerJoin(pickLines, eq(pickLines.id, shelfTasks.pick_line_id))
    .leftJoin(syncDevices, eq(syncDevices.device, shelfTasks.device))
    .leftJoin(users, eq(users.id, pickLines.picked_by))
    .where(inArray(shelfTasks.id, ids));
  const garments = await garmentsOf(
    db,
    found.map(({ product_id }) => product_id),
  );
  return found.map(({ id, product_id, reason, device, device_name, qty, at, ...row }) => {
    const garment = garments.get(product_id);
    return {
      ...blank,
      kind: 'shelf_task',
      m: shelfTaskName(id),
      order: orderOf(row),
      sku: garment?.sku ?? null,
      garment: garment ? garmentWords(garment) : null,
      qty,
      code: reason,
      server: { bin: garment?.bin ?? null },
      device: device || null,
      device_name,
      person: personOf(row),
      at,
    };
  });
}

async function counted(db: Db, ms: string[]): Promise<AttentionItem[]> {
  if (!ms.length) return [];
  const round = aliasedTable(picks, 'round');
  const found = await db
    .select({
      m: countRequests.m,
      product_id: countRequests.product_id,
      qty: countRequests.qty,
      device: countRequests.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name,
      at: countRequests.created_at,
      bin: products.bin,
      qty_available: stockLevels.qty_available,
      qty_allocated: stockLevels.qty_allocated,
      ...orderColumns,
    })
    .from(countRequests)
    .innerJoin(products, eq(products.id, countRequests.product_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, countRequests.product_id))
    .leftJoin(pickLines, eq(pickLines.id, countRequests.pick_line_id))
    .leftJoin(round, eq(round.id, pickLines.pick_id))
    .leftJoin(orders, eq(orders.id, round.order_id))
    .leftJoin(syncDevices, eq(syncDevices.device, countRequests.device))
    .leftJoin(users, eq(users.id, countRequests.requested_by))
    .where(inArray(countRequests.m, ms));
  const garments = await garmentsOf(
    db,
    found.map(({ product_id }) => product_id),
  );
  return found.map(({ m, product_id, qty, device, device_name, at, bin, qty_available, qty_allocated, ...row }) => {
    const garment = garments.get(product_id);
    return {
      ...blank,
      kind: 'count_request',
      m,
      order: orderOf(row),
      sku: garment?.sku ?? null,
      garment: garment ? garmentWords(garment) : null,
      qty,
      server: { bin, qty_available: qty_available ?? 0, qty_allocated: qty_allocated ?? 0 },
      device,
      device_name,
      person: personOf(row),
      at,
    };
  });
}

async function losses(db: Db, ms: string[]): Promise<AttentionItem[]> {
  if (!ms.length) return [];
  const found = await db
    .select({
      m: syncLosses.m,
      qty: syncLosses.n,
      since: syncLosses.since,
      device: syncLosses.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name,
      at: syncLosses.at,
    })
    .from(syncLosses)
    .innerJoin(syncDevices, eq(syncDevices.device, syncLosses.device))
    .leftJoin(users, eq(users.id, syncLosses.bearer_id))
    .where(inArray(syncLosses.m, ms));
  return found.map(({ m, qty, since, device, device_name, at, ...row }) => ({
    ...blank,
    kind: 'loss',
    m,
    qty,
    device,
    device_name,
    server: { since },
    person: personOf(row),
    at,
  }));
}

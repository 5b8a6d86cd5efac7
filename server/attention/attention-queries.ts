import { aliasedTable, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import { outcomeKinds } from '../../shared/sync/wire.ts';
import { countRequests, orders, pickLines, picks, products, shelfTasks, syncDevices, syncLosses, syncOutcomes, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { isOpen } from './resolve-outcome.ts';

export const attentionItem = z.object({
  kind: z.enum(['outcome', 'shelf_task', 'count_request', 'loss']),
  /** The name to resolve it by. */
  m: z.string(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string() }).nullable(),
  sku: z.string().nullable(),
  qty: z.int().nullable(),
  /** What was wanted, for an outcome. */
  n: z.string().nullable(),
  outcome: z.enum(outcomeKinds).nullable(),
  /** Why: an outcome's code, a task's reason. */
  code: z.string().nullable(),
  server: z.unknown(),
  /** The refusal under which an outcome hangs. */
  root_m: z.string().nullable(),
  device: z.string().nullable(),
  device_name: z.string().nullable(),
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  at: z.string(),
});
export type AttentionItem = z.infer<typeof attentionItem>;
export const attentionList = z.object({ items: z.array(attentionItem) });

const blank = { n: null, outcome: null, code: null, server: null, root_m: null, device: null, device_name: null, qty: null, sku: null, order: null };
const name = sql<string | null>`trim(${users.forenames} || ' ' || ${users.surname})`;
const personOf = (row: { person_id: number | null; name: string | null }): AttentionItem['person'] =>
  row.person_id === null ? null : { id: row.person_id, name: row.name ?? '' };
const orderOf = (row: { order_id: number | null; uuid: string | null }): AttentionItem['order'] =>
  row.order_id === null || row.uuid === null ? null : { id: row.order_id, uuid: row.uuid, order_number: orderNumber(row.order_id) };
const orderColumns = { order_id: orders.id, uuid: orders.uuid };

async function outcomes({ db }: Ctx): Promise<AttentionItem[]> {
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
    .where(isOpen)
    .orderBy(asc(syncOutcomes.at), asc(syncOutcomes.s));
  return found.map(({ payload, person_id, name: by, order_id, uuid, ...row }) => {
    const { a } = payload as WireMutation;
    const facts = row.server as { sku?: string } | null;
    return {
      ...row,
      kind: 'outcome',
      order: orderOf({ order_id, uuid }),
      sku: facts?.sku ?? null,
      qty: typeof a.qty_picked === 'number' ? a.qty_picked : null,
      person: personOf({ person_id, name: by }),
    };
  });
}

async function tasks({ db }: Ctx): Promise<AttentionItem[]> {
  const found = await db
    .select({
      id: shelfTasks.id,
      sku: products.sku,
      qty: shelfTasks.qty,
      reason: shelfTasks.reason,
      device: shelfTasks.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name,
      at: shelfTasks.created_at,
      ...orderColumns,
    })
    .from(shelfTasks)
    .innerJoin(products, eq(products.id, shelfTasks.product_id))
    .innerJoin(orders, eq(orders.id, shelfTasks.order_id))
    .innerJoin(pickLines, eq(pickLines.id, shelfTasks.pick_line_id))
    .leftJoin(syncDevices, eq(syncDevices.device, shelfTasks.device))
    .leftJoin(users, eq(users.id, pickLines.picked_by))
    .where(isNull(shelfTasks.done_at))
    .orderBy(asc(shelfTasks.id));
  return found.map(({ id, reason, device, device_name, sku, qty, at, ...row }) => ({
    ...blank,
    kind: 'shelf_task',
    m: shelfTaskName(id),
    order: orderOf(row),
    sku,
    qty,
    code: reason,
    device: device || null,
    device_name,
    person: personOf(row),
    at,
  }));
}

async function counts({ db }: Ctx): Promise<AttentionItem[]> {
  const round = aliasedTable(picks, 'round');
  const found = await db
    .select({
      m: countRequests.m,
      sku: products.sku,
      qty: countRequests.qty,
      device: countRequests.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name,
      at: countRequests.created_at,
      ...orderColumns,
    })
    .from(countRequests)
    .innerJoin(products, eq(products.id, countRequests.product_id))
    .leftJoin(pickLines, eq(pickLines.id, countRequests.pick_line_id))
    .leftJoin(round, eq(round.id, pickLines.pick_id))
    .leftJoin(orders, eq(orders.id, round.order_id))
    .leftJoin(syncDevices, eq(syncDevices.device, countRequests.device))
    .leftJoin(users, eq(users.id, countRequests.requested_by))
    .where(isNull(countRequests.resolved_at))
    .orderBy(asc(countRequests.id));
  return found.map(({ m, sku, qty, device, device_name, at, ...row }) => ({
    ...blank,
    kind: 'count_request',
    m,
    order: orderOf(row),
    sku,
    qty,
    device,
    device_name,
    person: personOf(row),
    at,
  }));
}

async function losses({ db }: Ctx): Promise<AttentionItem[]> {
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
    .where(isNull(syncLosses.resolved_at))
    .orderBy(asc(syncLosses.at));
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

/** All that waits for a person: refused actions of tablets, pieces to put back, counts to confirm, and what tablets have lost. */
export async function attention(ctx: Ctx): Promise<{ items: AttentionItem[] }> {
  return { items: [...(await outcomes(ctx)), ...(await tasks(ctx)), ...(await counts(ctx)), ...(await losses(ctx))] };
}

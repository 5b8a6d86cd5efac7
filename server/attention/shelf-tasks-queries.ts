import { and, eq, inArray, sql } from 'drizzle-orm';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { Db } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { orders, pickLineHolders, shelfTasks, syncDevices, users } from '../db/tables/index.ts';
import { garmentsOf } from '../sync/garments.ts';
import { type AttentionItem, blank, orderColumns, orderOf, personOf, type ReadKind } from './attention-item.ts';

/** The open refusal that makes the items of a task go back; null if it has been resolved. */
const decision = sql<string | null>`(
  select coalesce(root.m, refused.m) from sync_outcomes refused
    left join sync_outcomes root on root.m = refused.root_m and root.resolved_at is null
  where refused.device = ${shelfTasks.device} and refused.order_id = ${shelfTasks.order_id} and refused.resolved_at is null
    and refused.outcome in ('conflict', 'rejected') and (refused.code in ('PICK_CLOSED', 'ORDER_CANCELLED')
      or (refused.n = 'pick.record_line' and cast(refused.payload -> 'a' ->> 'pick_line_id' as text) = cast(${shelfTasks.pick_line_id} as text)))
  order by refused.at, refused.s limit 1)`;

const waiting = sql`
  select 'shelf_task', cast(task.id as text), task.created_at, task.id, task.order_id, coalesce(root.at, task.created_at),
    coalesce(root.m, cast(task.id as text)), case when root.m is null then 0 else 2 end
  from (select id, created_at, order_id, ${decision} as decision from shelf_tasks where done_at is null) task
  left join sync_outcomes root on root.m = task.decision`;

async function read(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const tasks = await db
    .select({
      id: shelfTasks.id,
      product_id: shelfTasks.product_id,
      qty: shelfTasks.qty,
      reason: shelfTasks.reason,
      device: shelfTasks.device,
      device_name: syncDevices.name,
      // The person who last recorded the items on the trolley.
      person_id: sql<number | null>`${users.id}`,
      name: personNameIfAny(users),
      at: shelfTasks.created_at,
      group: decision,
      ...orderColumns,
    })
    .from(shelfTasks)
    .innerJoin(orders, eq(orders.id, shelfTasks.order_id))
    .leftJoin(
      pickLineHolders,
      and(
        eq(pickLineHolders.pick_line_id, shelfTasks.pick_line_id),
        eq(pickLineHolders.device, shelfTasks.device),
        eq(pickLineHolders.product_id, shelfTasks.product_id),
      ),
    )
    .leftJoin(syncDevices, eq(syncDevices.device, shelfTasks.device))
    .leftJoin(users, eq(users.id, pickLineHolders.user_id))
    .where(inArray(shelfTasks.id, names.map(Number)));
  const garments = await garmentsOf(
    db,
    tasks.map(({ product_id }) => product_id),
  );
  const items = tasks.map(({ id, product_id, reason, device, device_name, qty, at, group, ...row }): [string, AttentionItem] => {
    const garment = garments.get(product_id);
    const item: AttentionItem = {
      ...blank,
      kind: 'shelf_task',
      m: shelfTaskName(id),
      order: orderOf(row),
      sku: garment?.sku ?? null,
      garment: garment ? garmentWords(garment) : null,
      qty,
      code: reason,
      group,
      server: { bin: garment?.bin ?? null },
      device: device || null,
      device_name,
      person: personOf(row),
      at,
    };
    return [String(id), item];
  });
  return new Map(items);
}

/** Items that go back to the shelf. */
export const openShelfTasks: ReadKind = { waiting, read };

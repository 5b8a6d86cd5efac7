import { eq, inArray, sql } from 'drizzle-orm';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import type { Db } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { orders, pickLines, shelfTasks, syncDevices, users } from '../db/tables/index.ts';
import { garmentsOf } from '../sync/garments.ts';
import { type AttentionItem, blank, orderColumns, orderOf, personOf, type ReadKind } from './attention-item.ts';

const waiting = sql`
  select 'shelf_task', cast(id as text), created_at, id, order_id, created_at, cast(id as text), 0 from shelf_tasks where done_at is null`;

async function read(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const tasks = await db
    .select({
      id: shelfTasks.id,
      product_id: shelfTasks.product_id,
      qty: shelfTasks.qty,
      reason: shelfTasks.reason,
      device: shelfTasks.device,
      device_name: syncDevices.name,
      // The person of the trolley, where the current record was picked onto the same one.
      person_id: sql<number | null>`case when coalesce(${pickLines.picked_device}, '') = ${shelfTasks.device} then ${users.id} end`,
      name: personNameIfAny(users),
      at: shelfTasks.created_at,
      ...orderColumns,
    })
    .from(shelfTasks)
    .innerJoin(orders, eq(orders.id, shelfTasks.order_id))
    .innerJoin(pickLines, eq(pickLines.id, shelfTasks.pick_line_id))
    .leftJoin(syncDevices, eq(syncDevices.device, shelfTasks.device))
    .leftJoin(users, eq(users.id, pickLines.picked_by))
    .where(inArray(shelfTasks.id, names.map(Number)));
  const garments = await garmentsOf(
    db,
    tasks.map(({ product_id }) => product_id),
  );
  const items = tasks.map(({ id, product_id, reason, device, device_name, qty, at, ...row }): [string, AttentionItem] => {
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

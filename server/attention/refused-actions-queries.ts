import { eq, inArray, sql } from 'drizzle-orm';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import type { Db } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { orders, syncDevices, syncOutcomes, users } from '../db/tables/index.ts';
import { type AttentionItem, orderColumns, orderOf, personOf, type ReadKind } from './attention-item.ts';
import { describeMutations } from './names-queries.ts';

const isOpen = sql.raw("outcome in ('conflict', 'rejected') and resolved_at is null");

const waiting = sql`
  select 'outcome' as kind, found.m as name, found.at as at, found.s as s, found.order_id as order_id,
    coalesce(root.at, found.at) as root_at, coalesce(root.m, found.m) as root, case when root.m is null then 0 else 1 end as depth
  from (select m, at, s, order_id, root_m from sync_outcomes where ${isOpen}) found
  left join (select m, at from sync_outcomes where ${isOpen}) root on root.m = found.root_m`;

async function read(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const actions = await db
    .select({
      m: syncOutcomes.m,
      n: syncOutcomes.n,
      outcome: syncOutcomes.outcome,
      code: syncOutcomes.code,
      server: syncOutcomes.server,
      root_m: syncOutcomes.root_m,
      group: sql<string>`coalesce((select root.m from sync_outcomes root where root.m = ${syncOutcomes.root_m} and root.resolved_at is null), ${syncOutcomes.m})`,
      payload: syncOutcomes.payload,
      device: syncOutcomes.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name: personNameIfAny(users),
      at: syncOutcomes.at,
      ...orderColumns,
    })
    .from(syncOutcomes)
    .leftJoin(syncDevices, eq(syncDevices.device, syncOutcomes.device))
    .leftJoin(users, eq(users.id, syncOutcomes.actor_id))
    .leftJoin(orders, eq(orders.id, syncOutcomes.order_id))
    .where(inArray(syncOutcomes.m, names));
  const describe = await describeMutations(
    db,
    actions.map(({ payload }) => payload as WireMutation),
  );
  const items = actions.map(({ payload, person_id, name, order_id, uuid, ...row }): AttentionItem => {
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
      person: personOf({ person_id, name }),
    };
  });
  return new Map(items.map((item) => [item.m, item]));
}

/** Actions of tablets that the server refused, each with the root refusal from which it follows. */
export const refusedActions: ReadKind = { waiting, read };

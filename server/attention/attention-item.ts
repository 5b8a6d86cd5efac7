import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { outcomeKinds } from '../../shared/sync/wire.ts';
import type { Db } from '../db/db.ts';
import { orders } from '../db/tables/index.ts';

export const itemKinds = ['outcome', 'shelf_task', 'count_request', 'loss', 'discrepancy', 'set_aside', 'stray', 'replenish'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const attentionItem = z.object({
  kind: z.enum(itemKinds),
  /** The name to resolve it by. */
  m: z.string(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string() }).nullable(),
  sku: z.string().nullable(),
  /** The SKU as people write it. */
  garment: z.string().nullable(),
  qty: z.int().nullable(),
  /** What the person did, for an outcome. */
  n: z.string().nullable(),
  /** The same in words. */
  text: z.string().nullable(),
  outcome: z.enum(outcomeKinds).nullable(),
  /** The reason: an outcome's code, a task's reason. */
  code: z.string().nullable(),
  /** What a person needs to see in order to choose: both sides of a conflict, where items belong, what the stock says. */
  server: z.record(z.string(), z.unknown()).nullable(),
  /** The refusal that an outcome follows from. */
  root_m: z.string().nullable(),
  /** The name of the decision that the item belongs to: the refusal that others follow from, for these and for the items that go back because of it. */
  group: z.string().nullable(),
  device: z.string().nullable(),
  device_name: z.string().nullable(),
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  at: z.string(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** How one kind of item is found and read. */
export interface ReadKind {
  /**
   * All open items: `kind, name, at, s, order_id`, and the item's root refusal, or the item itself where it has none, as `root_at, root`. `depth` is
   * above 0 where the item has a root refusal.
   */
  waiting: SQL;
  /** The items with these names, by name. */
  read: (db: Db, names: string[]) => Promise<Map<string, AttentionItem>>;
}

/** The fields that most kinds of item leave empty. */
export const blank = {
  n: null,
  text: null,
  outcome: null,
  code: null,
  server: null,
  root_m: null,
  group: null,
  device: null,
  device_name: null,
  qty: null,
  sku: null,
  garment: null,
  order: null,
};

/** The person of a row, where it has one. */
export const personOf = (row: { person_id: number | null; name: string | null }): AttentionItem['person'] =>
  row.person_id === null ? null : { id: row.person_id, name: row.name ?? '' };

/** The columns of an order that an item shows. */
export const orderColumns = { order_id: orders.id, uuid: orders.uuid };

/** The order of a row, where it has one. */
export const orderOf = (row: { order_id: number | null; uuid: string | null }): AttentionItem['order'] =>
  row.order_id === null || row.uuid === null ? null : { id: row.order_id, uuid: row.uuid, order_number: orderNumber(row.order_id) };

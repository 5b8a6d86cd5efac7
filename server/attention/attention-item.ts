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
  /** The name by which the item is resolved. */
  m: z.string(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string() }).nullable(),
  sku: z.string().nullable(),
  /** The garment in words: its name, colour and size. */
  garment: z.string().nullable(),
  qty: z.int().nullable(),
  /** The name of the refused mutation, for an outcome. */
  n: z.string().nullable(),
  /** The person's action in words. */
  text: z.string().nullable(),
  outcome: z.enum(outcomeKinds).nullable(),
  /** The reason: an outcome's code, a task's reason. */
  code: z.string().nullable(),
  /** The facts that a person needs in order to choose: both sides of a conflict, where items belong, the stock figures. */
  server: z.record(z.string(), z.unknown()).nullable(),
  /** The refusal that an outcome follows from. */
  root_m: z.string().nullable(),
  /** The name of the decision to which the item belongs. It is a refusal's name if the item follows from that refusal or goes to the shelf for it. */
  group: z.string().nullable(),
  device: z.string().nullable(),
  device_name: z.string().nullable(),
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  at: z.string(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** How the items of one kind are found and read. */
export interface ReadKind {
  /**
   * All open items: `kind, name, at, s, order_id`. `root_at, root` are the item's root refusal, or the item itself if it has none. `depth` is
   * above 0 if the item has a root refusal.
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

/** The person whom a row names; null if it names nobody. */
export const personOf = (row: { person_id: number | null; name: string | null }): AttentionItem['person'] =>
  row.person_id === null ? null : { id: row.person_id, name: row.name ?? '' };

/** The columns of an order that an item shows. */
export const orderColumns = { order_id: orders.id, uuid: orders.uuid };

/** The order that a row names; null if it names none. */
export const orderOf = (row: { order_id: number | null; uuid: string | null }): AttentionItem['order'] =>
  row.order_id === null || row.uuid === null ? null : { id: row.order_id, uuid: row.uuid, order_number: orderNumber(row.order_id) };

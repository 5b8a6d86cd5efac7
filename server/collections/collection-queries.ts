import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { collectionNumber } from '../../shared/collections/collection-number.ts';
import { collectionState, collectionStates } from '../../shared/collections/collection-state.ts';
import { collectionSlipUrl } from '../../shared/documents/document-urls.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { requireFound } from '../core/problem.ts';
import { shownPerson, shownSchema } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, collectionLines, collections, orderLines, orders, users } from '../db/tables/index.ts';
import { findWearer } from '../wearers/find-wearer.ts';
import { describedProducts, productSchema } from '../wearers/issued-queries.ts';

const lineSchema = z.object({
  order_line_id: z.int(),
  order: z.object({ uuid: z.string(), order_number: z.string() }),
  product: productSchema,
  quantity: z.int().describe('What is to come back'),
  qty_received: z.int(),
  qty_restocked: z.int(),
  qty_written_off: z.int(),
});

export const collectionSchema = z.object({
  id: z.int(),
  number: z.string().describe('Also the code on the slip'),
  state: z.enum(collectionStates),
  employee: z.object({ id: z.int(), name: z.string() }),
  account: z.object({ id: z.int(), name: z.string() }),
  created_at: z.string(),
  created_by: shownSchema,
  closed_at: z.string().nullable(),
  slip: z.string().describe('The URL of the slip that goes into the parcel'),
  lines: z.array(lineSchema),
});
export type Collection = z.infer<typeof collectionSchema>;

export const collectionQuery = listQuery({ orderBy: ['id'], default: 'id', sortedBy: 'desc', per_page: limits.issued_page });

const creator = alias(users, 'collection_creator');

const selectCollections = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      id: collections.id,
      employee_id: collections.employee_id,
      employee_name: personName(users).as('employee_name'),
      account_id: collections.account_id,
      account_name: accounts.name,
      created_at: collections.created_at,
      closed_at: collections.closed_at,
      creator: { id: creator.id, name: personName(creator).as('creator_name'), account_id: creator.account_id },
    })
    .from(collections)
    .innerJoin(users, eq(users.id, collections.employee_id))
    .innerJoin(accounts, eq(accounts.id, collections.account_id))
    .innerJoin(creator, eq(creator.id, collections.creator_id));
type Row = Awaited<ReturnType<typeof selectCollections>>[number];

async function toViews(ctx: Pick<Ctx, 'db' | 'actor'>, rows: readonly Row[]): Promise<Collection[]> {
  const lines = await ctx.db
    .select({
      collection_id: collectionLines.collection_id,
      order_line_id: collectionLines.order_line_id,
      product_id: collectionLines.product_id,
      quantity: collectionLines.qty_expected,
      qty_restocked: collectionLines.qty_restocked,
      qty_written_off: collectionLines.qty_written_off,
      order_id: orders.id,
      uuid: orders.uuid,
    })
    .from(collectionLines)
    .innerJoin(orderLines, eq(orderLines.id, collectionLines.order_line_id))
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(among(collectionLines.collection_id, idList(rows.map(({ id }) => id))))
    .orderBy(asc(collectionLines.id));
  const described = await describedProducts(
    ctx,
    lines.map(({ product_id }) => product_id),
  );
  const byCollection = groupBy(lines, ({ collection_id }) => collection_id);
  return rows.map(({ id, employee_id, employee_name, account_id, account_name, created_at, closed_at, creator: by }) => {
    const own = (byCollection.get(id) ?? []).flatMap(({ collection_id: _, product_id, order_id, uuid, ...line }) => {
      const product = described.get(product_id);
      const qty_received = line.qty_restocked + line.qty_written_off;
      return product ? [{ ...line, order: { uuid, order_number: orderNumber(order_id) }, product, qty_received }] : [];
    });
    const sum = (of: 'quantity' | 'qty_received'): number => own.reduce((items, line) => items + line[of], 0);
    return {
      id,
      number: collectionNumber(id),
      state: collectionState({ is_closed: closed_at !== null, qty_expected: sum('quantity'), qty_received: sum('qty_received') }),
      employee: { id: employee_id, name: employee_name },
      account: { id: account_id, name: account_name },
      created_at,
      created_by: shownPerson(ctx.actor, by),
      closed_at,
      slip: collectionSlipUrl(id),
      lines: own,
    };
  });
}

/** The collections of a wearer, the newest first, for whoever may see the wearer and for the wearer. */
export async function collectionsOf(ctx: Ctx, employee_id: number, query: z.infer<typeof collectionQuery>): Promise<Page<Collection>> {
  const wearer = await findWearer(ctx, employee_id);
  const where = and(eq(collections.employee_id, wearer.id), eq(collections.account_id, wearer.account_id));
  const rows = selectCollections(ctx).where(where);
  return readPage(ctx.db, query, { rows, order: [collections.id], count: ctx.db.$count(collections, where) }, (page) => toViews(ctx, page));
}

/** One collection of a wearer. 404 for the collection of somebody else. */
export async function collectionOf(ctx: Ctx, employee_id: number, id: number): Promise<Collection> {
  const wearer = await findWearer(ctx, employee_id);
  const rows = await selectCollections(ctx).where(
    and(eq(collections.id, id), eq(collections.employee_id, wearer.id), eq(collections.account_id, wearer.account_id)),
  );
  return requireFound((await toViews(ctx, rows))[0]);
}

/** One collection by its id: for the warehouse every one, for others those of the wearers whom they may see. */
export async function collectionView(ctx: Ctx, id: number): Promise<Collection> {
  const [row] = await selectCollections(ctx).where(eq(collections.id, id));
  const { employee_id } = requireFound(row);
  if (!policy.receive_collections(ctx.actor)) return collectionOf(ctx, employee_id, id);
  return requireFound((await toViews(ctx, row ? [row] : []))[0]);
}

/** The newest collection of each of these people that is not closed. */
export async function openCollections(ctx: Pick<Ctx, 'db' | 'actor'>, employee_ids: readonly number[]): Promise<Map<number, Collection>> {
  const rows = await selectCollections(ctx)
    .where(and(among(collections.employee_id, idList(employee_ids)), isNull(collections.closed_at)))
    .orderBy(desc(collections.id));
  const newest = [...groupBy(rows, (row) => row.employee_id).values()].flatMap(([first]) => first ?? []);
  return new Map((await toViews(ctx, newest)).map((collection) => [collection.employee.id, collection]));
}

/** How many items of order lines open collections still expect, by order line. */
export async function qtyInCollections({ db }: Pick<Ctx, 'db'>, order_line_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({
      order_line_id: collectionLines.order_line_id,
      qty: sql<number>`sum(${collectionLines.qty_expected} - ${collectionLines.qty_restocked} - ${collectionLines.qty_written_off})`.mapWith(Number),
    })
    .from(collectionLines)
    .innerJoin(collections, eq(collections.id, collectionLines.collection_id))
    .where(and(among(collectionLines.order_line_id, idList(order_line_ids)), isNull(collections.closed_at)))
    .groupBy(collectionLines.order_line_id);
  return new Map(rows.map(({ order_line_id, qty }) => [order_line_id, qty]));
}

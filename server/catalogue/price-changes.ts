import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  changedPrice,
  type ListedPriceChange,
  type NewPriceChange,
  type PriceChange,
  type PriceRule,
  priceChangeStatus,
} from '../../shared/catalogue/price-change.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { audit, auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, conflict, invalid, requireFound } from '../core/problem.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockForChange, lockRows } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { accounts, clothingSetProducts, clothingSets, priceChanges, products, users } from '../db/tables/index.ts';
import { jobKind } from '../jobs/job.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { matchingIds } from './matching-products.ts';
import { byStyle, changedProducts, pricesAfter, type ReadingMany, rowsOf } from './price-outcome.ts';

const KIND = 'price_change';
/** The number of products whose prices one unit of work changes: this takes a few milliseconds, during which other requests wait. */
const AT_ONCE = 100;

type Row = typeof priceChanges.$inferSelect;
const ruleOf = ({ basis_points, amount, round_to }: PriceRule): PriceRule => ({ basis_points, amount, round_to });

/** The styles and SKUs that a price change is for, in the sequence of their ids. */
async function chosen(ctx: Ctx, { product_ids, filter }: NewPriceChange): Promise<number[]> {
  if ((product_ids === undefined) === (filter === undefined)) throw invalid({ product_ids: messages.choose_product });
  const list = idList(product_ids ?? (await matchingIds(ctx, filter ?? {})));
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(or(among(products.id, list), among(products.parent_id, list)), isNull(products.deleted_at)))
    .orderBy(asc(products.id))
    .limit(limits.price_change_products + 1);
  if (!rows.length) throw invalid({ product_ids: messages.choose_product });
  if (rows.length > limits.price_change_products) throw invalid({ product_ids: messages.too_many_prices(limits.price_change_products) });
  return rows.map(({ id }) => id);
}

/** The clothing sets with prices of their own for some of these products. */
const ownPrices = ({ db }: Ctx, ids: readonly number[]): Promise<PriceChange['own_prices']> =>
  db
    .select({ account: accounts.name, clothing_set: clothingSets.name, products: sql<number>`count(*)`.mapWith(Number) })
    .from(clothingSetProducts)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .innerJoin(accounts, eq(accounts.id, clothingSets.account_id))
    .where(and(among(clothingSetProducts.product_id, idList(ids)), isNotNull(clothingSetProducts.price)))
    .groupBy(clothingSets.id, accounts.name)
    .orderBy(byName(accounts.name), byName(clothingSets.name), asc(clothingSets.id))
    .limit(limits.page_cap);

/** Checks a requested price change, and calculates the new price of every product. */
async function planPriceChange(ctx: ReadingMany, input: NewPriceChange) {
  authorize(policy.edit_products(ctx.actor));
  const { percent, amount, round_to, field } = input;
  if ((percent === undefined) === (amount === undefined)) throw invalid({ percent: messages.percent_or_amount });
  const today = ukDate(ctx.now);
  const effective_on = input.effective_on ?? today;
  if (effective_on < today) throw invalid({ effective_on: messages.day_in_past });
  const rule = { basis_points: Math.round((percent ?? 0) * 100), amount: amount ?? 0, round_to };
  const ids = await chosen(ctx, input);
  const changed = await changedProducts(ctx, ids, input, rule);
  const own_prices = field === 'price' ? await ownPrices(ctx, ids) : [];
  const about = { status: 'scheduled' as const, field, effective_on, count: changed.length, own_prices };
  return { ids, rule, today, changed, about };
}

/** The price changes of `field` on the day `effective_on` that include any of these products, and how many. Leaves out withdrawn changes. */
async function onSameDay({ db }: Ctx, ids: readonly number[], { field, effective_on }: Pick<Row, 'field' | 'effective_on'>) {
  const rows = await db
    .select({ id: priceChanges.id, product_ids: priceChanges.product_ids })
    .from(priceChanges)
    .where(and(eq(priceChanges.field, field), eq(priceChanges.effective_on, effective_on), isNull(priceChanges.withdrawn_at)))
    .orderBy(asc(priceChanges.id));
  const chosenIds = new Set(ids);
  return rows.flatMap(({ id, product_ids }) => {
    const alike = product_ids.filter((product_id) => chosenIds.has(product_id)).length;
    return alike ? [{ id, products: alike }] : [];
  });
}

/** A price change. A scheduled change also shows the new prices as they would result from today's prices. */
export async function priceChangeOf(context: Ctx, id: number): Promise<PriceChange> {
  authorize(policy.edit_products(context.actor));
  const ctx = { ...context, pause: () => yieldToRequests(1) };
  const [row] = await ctx.db.select().from(priceChanges).where(eq(priceChanges.id, id));
  const change = requireFound(row);
  const status = statusOf(change);
  const { field, effective_on, prices: count, product_ids } = change;
  const about = { id, status, field, effective_on, count };
  if (status !== 'scheduled') return { ...about, rows: [], own_prices: [] };
  const ids = product_ids.slice(change.progress);
  // A price that would become negative or too high does not change.
  const changed = (await pricesAfter(ctx, ids, field, ruleOf(change))).filter(({ after }) => after >= 0 && after <= limits.money);
  const own_prices = field === 'price' ? await ownPrices(ctx, ids) : [];
  const same_day = (await onSameDay(ctx, ids, change)).filter((other) => other.id !== id);
  return { ...about, own_prices, rows: await rowsOf(ctx, changed), by_style: await byStyle(ctx, changed), same_day };
}

/** The new prices that a price change would make, by SKU and by style. Other requests are answered between the parts of the work. */
export async function previewPriceChange(context: Ctx, input: NewPriceChange): Promise<PriceChange> {
  const ctx = { ...context, pause: () => yieldToRequests(1) };
  const { ids, changed, about } = await planPriceChange(ctx, input);
  const same_day = await onSameDay(ctx, ids, about);
  return { id: null, ...about, rows: await rowsOf(ctx, changed, input.all_rows), by_style: await byStyle(ctx, changed), same_day };
}

/** Schedule a price change for a day. On that day a job changes the prices, some at a time. */
export async function createPriceChange(context: Ctx, input: NewPriceChange): Promise<PriceChange> {
  // Requests that write wait for this unit of work, so each pause is only one turn of the event loop.
  const ctx = { ...context, pause: () => setImmediate() };
  const { ids, rule, today, changed, about } = await planPriceChange(ctx, input);
  const { sets } = input;
  const { field, effective_on, count } = about;
  const values = { ...rule, field, sets, effective_on, product_ids: ids, prices: count, created_by: ctx.actor.id, created_at: ctx.now };
  const [created] = await ctx.db.insert(priceChanges).values(values).returning({ id: priceChanges.id });
  const { id } = requireFound(created);
  const due_at = effective_on > today ? ukMidnight(effective_on) : ctx.now;
  await queueJob(ctx, { kind: KIND, key: String(id), payload: { id }, due_at });
  await audit(ctx, 'price_change.created', { type: 'price_change', id }, null, { ...rule, field, sets, effective_on, products: ids.length });
  return { id, ...about, rows: await rowsOf(ctx, changed) };
}

const statusOf = ({ done_at, withdrawn_at }: Pick<Row, 'done_at' | 'withdrawn_at'>): PriceChange['status'] =>
  withdrawn_at ? 'withdrawn' : done_at ? 'done' : 'scheduled';

const { product_ids: _, ...columns } = getTableColumns(priceChanges);

export const priceChangeQuery = listQuery({
  orderBy: ['effective_on', 'created_at'],
  default: 'effective_on',
  sortedBy: 'desc',
  per_page: limits.price_changes_page,
}).extend({
  status: z.enum(priceChangeStatus).optional(),
});
const statusIs = {
  scheduled: and(isNull(priceChanges.done_at), isNull(priceChanges.withdrawn_at)),
  done: isNotNull(priceChanges.done_at),
  withdrawn: isNotNull(priceChanges.withdrawn_at),
};

/** Lists the price changes that are scheduled, done or withdrawn. */
export async function listPriceChanges(ctx: Ctx, query: z.infer<typeof priceChangeQuery>): Promise<Page<ListedPriceChange>> {
  authorize(policy.edit_products(ctx.actor));
  const rows = ctx.db
    .select({ ...columns, person: { id: users.id, name: personName(users) } })
    .from(priceChanges)
    .innerJoin(users, eq(users.id, priceChanges.created_by))
    .where(query.status && statusIs[query.status]);
  return readPage(ctx.db, query, { rows, order: [priceChanges[query.orderBy], priceChanges.id] }, (page) =>
    page.map(({ basis_points, progress, person, ...change }) => ({
      ...change,
      status: statusOf(change),
      percent: basis_points / 100,
      has_begun: progress > 0 || change.done_at !== null,
      created_by: person,
    })),
  );
}

/** Withdraw a price change that has not begun; 409 if it has begun or is done. */
export async function withdrawPriceChange(ctx: Ctx, id: number): Promise<PriceChange> {
  authorize(policy.edit_products(ctx.actor));
  const [row] = await lockRows(ctx.db.select(columns).from(priceChanges).where(eq(priceChanges.id, id)));
  const change = requireFound(row);
  if (change.done_at || change.progress > 0) throw conflict('already_finalised', messages.price_change_done);
  if (!change.withdrawn_at) {
    await ctx.db.update(priceChanges).set({ withdrawn_at: ctx.now }).where(eq(priceChanges.id, id));
    await audit(ctx, 'price_change.withdrawn', { type: 'price_change', id });
  }
  const { field, effective_on, prices } = change;
  return { id, status: 'withdrawn', field, effective_on, count: prices, rows: [], own_prices: [] };
}

type Transaction = Pick<Ctx, 'db' | 'now'>;

/** Apply a price change to its next products; `product_ids` are all its products. Returns whether more products remain. */
async function changeSome({ db, now }: Transaction, id: number, product_ids: readonly number[]): Promise<boolean> {
  const [change] = await lockRows(db.select(columns).from(priceChanges).where(eq(priceChanges.id, id)));
  if (!change || change.done_at || change.withdrawn_at) return false;
  const { field, progress, sets } = change;
  const ids = product_ids.slice(progress, progress + AT_ONCE);
  const rule = ruleOf(change);
  const rows = await lockForChange(
    db
      .select({ id: products.id, before: products[field] })
      .from(products)
      .where(and(among(products.id, idList(ids)), isNull(products.deleted_at)))
      .orderBy(asc(products.id)),
  );
  // Prices may have changed since the price change was scheduled. A price that would become negative or too high does not change.
  const changed = rows
    .map((row) => ({ ...row, after: changedPrice(row.before, rule) }))
    .filter(({ before, after }) => before !== after && after >= 0 && after <= limits.money);
  if (changed.length)
    await run(
      db,
      sql`update products set ${sql.identifier(field)} = change.price, version = products.version + 1
        from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as price from ${jsonRows(changed.map((row) => [row.id, row.after]))}) as change
        where products.id = change.id`,
    );
  const by = { db, now, actor: { id: change.created_by, impersonator_id: null }, request_id: null };
  await auditEach(
    by,
    'product.changed',
    changed.map((row) => ({ on: { type: 'product', id: row.id }, before: { [field]: row.before }, after: { [field]: row.after, price_change: id } })),
  );
  if (field === 'price' && sets === 'follow') await changeSetPrices(db, ids, rule);
  const isLast = progress + AT_ONCE >= product_ids.length;
  await db
    .update(priceChanges)
    .set({ progress: progress + ids.length, ...(isLast && { done_at: now }) })
    .where(eq(priceChanges.id, id));
  return !isLast;
}

/** Applies `rule` to the prices that clothing sets themselves have for these products. */
async function changeSetPrices(db: Ctx['db'], product_ids: readonly number[], rule: PriceRule): Promise<void> {
  const rows = await db
    .select({ id: clothingSetProducts.id, price: clothingSetProducts.price })
    .from(clothingSetProducts)
    .where(and(inArray(clothingSetProducts.product_id, [...product_ids]), isNotNull(clothingSetProducts.price)));
  const changed = rows.flatMap(({ id, price }) => {
    const after = changedPrice(price ?? 0, rule);
    return after === price || after < 0 || after > limits.money ? [] : [[id, after] as const];
  });
  if (changed.length)
    await run(
      db,
      sql`update clothing_set_products set price = change.price, version = clothing_set_products.version + 1
        from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as price from ${jsonRows(changed)}) as change
        where clothing_set_products.id = change.id`,
    );
}

/** Carries out a price change on its day, some products at a time, so that other requests get their turn. */
export const priceChangeJob = jobKind(KIND, z.object({ id: z.int() }), async ({ database, clock }, { id }, signal) => {
  // The ids never change once they are stored, so they are read once for all parts.
  const [stored] = await database.reader.select({ product_ids: priceChanges.product_ids }).from(priceChanges).where(eq(priceChanges.id, id));
  let hasMore = stored !== undefined;
  while (stored && hasMore && !signal.aborted) {
    hasMore = await database.unitOfWork((db) => changeSome({ db, now: clock().toISOString() }, id, stored.product_ids));
    await yieldToRequests();
  }
  // The job fails here, and its next attempt continues with the remaining products.
  if (hasMore) throw new Error('The price change was interrupted.');
});

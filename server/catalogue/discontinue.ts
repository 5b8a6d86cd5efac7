import { and, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { ListedProduct } from '../../shared/catalogue/product.ts';
import type { Discontinuation } from '../../shared/catalogue/variations.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { formatDate, ukDate, ukMidnight } from '../../shared/uk-time.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockForChange } from '../db/lock.ts';
import { notifications, products, users } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { notify } from '../notifications/notify.ts';
import { lockProduct } from './change-product.ts';
import { listedProducts } from './product-rows.ts';
import { isUnused } from './waits-for.ts';

interface Discontinued {
  style: { id: number; account_id: number | null };
  /** The SKUs that are discontinued together. */
  discontinued: ReadonlySet<number>;
}

/**
 * 422 on each successor that is not a SKU for the same clients, that is discontinued in the same request, or that replaces a SKU not in the request.
 */
async function enforceSuccessors(
  { db }: Ctx,
  { style, discontinued }: Discontinued,
  successors: NonNullable<Discontinuation['successors']>,
): Promise<void> {
  const chosen = successors.flatMap(({ successor_id }) => successor_id ?? []);
  const candidates = await db
    .select({ id: products.id, parent_id: products.parent_id, account_id: products.account_id, next: products.successor_id })
    .from(products)
    .where(and(among(products.id, idList(chosen)), isNull(products.deleted_at)));
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const faultOf = (product_id: number, successor_id: number | null): string | null => {
    if (!discontinued.has(product_id)) return messages.not_of_style;
    if (successor_id === null) return null;
    if (successor_id === product_id) return messages.successor_itself;
    if (discontinued.has(successor_id)) return messages.successor_discontinued;
    const successor = byId.get(successor_id);
    if (!successor || (successor.account_id !== null && successor.account_id !== style.account_id)) return messages.unknown_successor;
    if (successor.parent_id === null) return messages.successor_is_style;
    return successor.next === product_id ? messages.successor_in_circle : null;
  };
  const faults = successors.flatMap(({ product_id, successor_id }, place) => {
    const fault = faultOf(product_id, successor_id);
    return fault === null ? [] : [[`successors.${place}.successor_id`, fault] as const];
  });
  if (faults.length) throw invalid(Object.fromEntries(faults));
}

/** Store the successor of each of these SKUs. */
async function setSuccessors({ db }: Ctx, pairs: readonly (readonly [number, number | null])[]): Promise<void> {
  if (!pairs.length) return;
  await run(
    db,
    sql`update products set successor_id = pair.successor_id
      from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as successor_id from ${jsonRows(pairs)}) as pair
      where products.id = pair.id`,
  );
}

/** Set the day from which SKUs of a style cannot be ordered, with their successors, or make the SKUs available again. */
export async function discontinueVariations(
  ctx: Ctx,
  style_id: number,
  { variations, discontinued_at: day, successors = [] }: Discontinuation,
): Promise<{ items: ListedProduct[] }> {
  authorize(policy.edit_products(ctx.actor));
  const { db, now } = ctx;
  const style = await lockProduct(ctx, style_id);
  if (day !== null && day < ukDate(now)) throw invalid({ discontinued_at: messages.day_in_past });
  const ids = [...new Set(variations)].sort((one, other) => one - other);
  const rows = await lockForChange(
    db
      .select({ id: products.id, discontinued_at: products.discontinued_at, successor_id: products.successor_id })
      .from(products)
      .where(and(eq(products.parent_id, style_id), isNull(products.deleted_at), among(products.id, idList(ids))))
      .orderBy(products.id),
  );
  const ofStyle = new Set(rows.map(({ id }) => id));
  const stranger = variations.findIndex((id) => !ofStyle.has(id));
  if (stranger >= 0) throw invalid({ [`variations.${stranger}`]: messages.not_of_style });
  await enforceSuccessors(ctx, { style, discontinued: ofStyle }, successors);
  const discontinued_at = day === null ? null : ukMidnight(day);
  const successorOf = new Map(successors.map(({ product_id, successor_id }) => [product_id, successor_id]));
  const changed = rows.flatMap(({ id, ...before }) => {
    const after = { discontinued_at, successor_id: successorOf.has(id) ? (successorOf.get(id) ?? null) : before.successor_id };
    const isSame = after.discontinued_at === before.discontinued_at && after.successor_id === before.successor_id;
    return isSame ? [] : [{ id, before, after }];
  });
  await db
    .update(products)
    .set({ discontinued_at, version: sql`${products.version} + 1` })
    .where(among(products.id, idList(changed.map(({ id }) => id))));
  await setSuccessors(
    ctx,
    changed.filter(({ before, after }) => before.successor_id !== after.successor_id).map(({ id, after }) => [id, after.successor_id]),
  );
  await auditEach(
    ctx,
    'product.changed',
    changed.map(({ id, before, after }) => ({ on: { type: 'product', id }, before, after })),
  );
  return { items: await listedProducts(ctx, ids) };
}

/** The number of products that one unit of work removes: other requests wait meanwhile. */
const AT_ONCE = 100;

type Transaction = Pick<Ctx, 'db' | 'now'>;

/** Remove some of the discontinued products that nothing uses; their rows stay for history. Returns how many were removed. */
async function removeUnused({ db, now }: Transaction): Promise<number> {
  const unused = await db
    .select({ id: products.id, sku: products.sku, name: products.name, barcode: products.barcode, discontinued_at: products.discontinued_at })
    .from(products)
    .where(isUnused(now))
    .orderBy(products.id)
    .limit(AT_ONCE);
  if (!unused.length) return 0;
  const list = idList(unused.map(({ id }) => id));
  await lockForChange(db.select({ id: products.id }).from(products).where(among(products.id, list)).orderBy(products.id));
  // A product that was ordered meanwhile stays. Removal frees the barcode and increments the version, so that tablets fetch the change.
  const removed = await db
    .update(products)
    .set({ deleted_at: now, barcode: null, version: sql`${products.version} + 1` })
    .where(and(among(products.id, list), isUnused(now)))
    .returning({ id: products.id });
  const removedIds = new Set(removed.map(({ id }) => id));
  const nobody = { db, now, actor: { id: null, impersonator_id: null }, request_id: null };
  await auditEach(
    nobody,
    'product.removed',
    unused.filter(({ id }) => removedIds.has(id)).map(({ id, ...before }) => ({ on: { type: 'product', id }, before })),
  );
  return removed.length;
}

/** Notifies the office once of the products that are discontinued from today. */
async function announceDay({ db, now }: Transaction): Promise<void> {
  const day = ukDate(now);
  const topic = `discontinued:${day}`;
  const fromToday = and(gte(products.discontinued_at, ukMidnight(day)), lte(products.discontinued_at, now), isNull(products.deleted_at));
  const gone = await db.$count(products, fromToday);
  if (!gone || (await db.$count(notifications, eq(notifications.topic, topic)))) return;
  const [first] = await db.select({ sku: products.sku, name: products.name }).from(products).where(fromToday).orderBy(products.sku).limit(1);
  const office = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, ['super']), isNull(users.deleted_at), eq(users.is_disabled, false)));
  const others = gone === 1 ? '' : ` and ${gone - 1} more`;
  await notify(
    { db, now },
    office.map(({ id }) => id),
    {
      title: `Discontinued on ${formatDate(now)}`,
      message: `${first?.name} (${first?.sku})${others} cannot be ordered any more.`,
      url: '/admin/products#show=waiting',
    },
    topic,
  );
}

/** Carries out discontinuations every night: notifies the office on the day, and removes products that nothing uses. */
export const discontinueJob = recurring('discontinue', '20 0 * * *', async ({ database, clock, changed }, signal) => {
  const now = clock().toISOString();
  await database.unitOfWork((db) => announceDay({ db, now }));
  let removed = 1;
  while (removed && !signal.aborted) removed = await database.unitOfWork((db) => removeUnused({ db, now }));
  changed();
});

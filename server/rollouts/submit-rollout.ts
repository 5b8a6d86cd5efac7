import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { allowanceArithmetic } from '../../shared/allowances/judge-allowances.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { checkRolloutOpen, type RolloutPreview, type RolloutProgress, type SubmitRollout } from '../../shared/rollouts/rollout.ts';
import { checkRolloutIdle } from '../../shared/rollouts/submit-rollout.ts';
import { all } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, enforce, Problem } from '../core/problem.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { among, idList } from '../db/among.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products, rolloutPeople, rollouts, sites, users } from '../db/tables/index.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { deliveriesOf, freeStockOf } from '../stock/on-order.ts';
import { judgePeople } from './judge-people.ts';
import { findRollout, isStaying, isToOrder, isUnprepared, type StoredPerson, type StoredRollout } from './rollout-queries.ts';

export const ORDER_ROLLOUT = 'order_rollout';
/** The number of people whom one step of a preview judges. */
const JUDGED_AT_ONCE = { sqlite: 20, postgres: 60 } as const;

/** How many people fit into one order for a site. */
export const peoplePerOrder = ({ lines }: Pick<StoredRollout, 'lines'>): number =>
  Math.max(1, Math.floor(limits.lines_per_order / Math.max(1, lines.length)));

/** The number of orders that would be sent now: one for each person, or one for each site and as many people as an order can hold. */
async function countOrders({ db, now }: Pick<Ctx, 'db' | 'now'>, rollout: StoredRollout, include: boolean): Promise<number> {
  const bySite = await db
    .select({ people: sql<number>`count(*)`.mapWith(Number) })
    .from(rolloutPeople)
    .innerJoin(users, eq(users.id, rolloutPeople.user_id))
    .innerJoin(sites, and(eq(sites.id, rolloutPeople.site_id), isNull(sites.deleted_at)))
    .where(and(isToOrder(rollout.id, include), eq(rolloutPeople.is_queued, false), isStaying(now)))
    .groupBy(rolloutPeople.site_id);
  const ordersOf = (people: number): number => (rollout.order_per === 'wearer' ? people : Math.ceil(people / peoplePerOrder(rollout)));
  return bySite.reduce((sum, { people }) => sum + ordersOf(people), 0);
}

/** The people for whom orders would be sent now, in parts of one site each, so that no read holds up other requests for long. */
async function* partsToOrder(
  { db, services }: Ctx,
  rollout_id: number,
  include: boolean,
): AsyncGenerator<{ site_id: number | null; part: StoredPerson[] }> {
  const atOnce = JUDGED_AT_ONCE[services.database.engine];
  const isWaiting = and(isToOrder(rollout_id, include), eq(rolloutPeople.is_queued, false));
  const sitesToOrder = await db
    .selectDistinct({ site_id: rolloutPeople.site_id })
    .from(rolloutPeople)
    .where(isWaiting)
    .orderBy(asc(rolloutPeople.site_id));
  for (const { site_id } of sitesToOrder) {
    const isHere = site_id === null ? isNull(rolloutPeople.site_id) : eq(rolloutPeople.site_id, site_id);
    for (let last = 0, isEnd = false; !isEnd; ) {
      const part = await db
        .select()
        .from(rolloutPeople)
        .where(and(isWaiting, isHere, gt(rolloutPeople.user_id, last)))
        .orderBy(asc(rolloutPeople.user_id))
        .limit(atOnce);
      if (part.length) yield { site_id, part };
      last = part.at(-1)?.user_id ?? last;
      isEnd = part.length < atOnce;
    }
  }
}

/** What sending the orders now would do, by every rule of a submission. Nothing is changed. */
export async function previewRollout(ctx: Ctx, account_id: number, id: number, include: boolean): Promise<RolloutPreview> {
  const rollout = await findRollout(ctx, account_id, id);
  const { db } = ctx;
  const orders = await countOrders(ctx, rollout, include);
  const unanswered = await db.$count(
    rolloutPeople,
    and(eq(rolloutPeople.rollout_id, id), isNull(rolloutPeople.ordered_at), isNull(rolloutPeople.failure), isNull(rolloutPeople.sized_by)),
  );
  const preview: RolloutPreview = {
    orders,
    pieces: 0,
    total: 0,
    over_allowance: [],
    over_allowance_total: 0,
    unanswered,
    refused: [],
    refused_total: 0,
    short: [],
  };
  const needed = new Map<number, number>();
  for await (const { site_id, part } of partsToOrder(ctx, id, include)) {
    for (const one of await judgePeople(ctx, rollout, site_id, part)) {
      const { name, over, lines } = one;
      const failure = one.failure ?? (site_id === null ? messages.site_needed : null);
      const { user_id } = one.person;
      const [first] = over;
      if (first) {
        preview.over_allowance_total += 1;
        if (preview.over_allowance.length < limits.preview_rows)
          preview.over_allowance.push({ id: user_id, name, arithmetic: allowanceArithmetic(first), when_exceeded: first.when_exceeded });
      }
      if (failure !== null) {
        preview.refused_total += 1;
        if (preview.refused.length < limits.preview_rows) preview.refused.push({ id: user_id, name, reason: failure });
        continue;
      }
      for (const { product_id, qty_requested = 0, unit_price, is_size_selected } of lines) {
        preview.pieces += qty_requested;
        preview.total += qty_requested * unit_price;
        if (is_size_selected) needed.set(product_id, (needed.get(product_id) ?? 0) + qty_requested);
      }
    }
    await yieldToRequests(1);
  }
  return { ...preview, short: await shortOf(ctx, needed) };
}

/** The SKUs of which less is free than needed, those that lack most first, with the day of the next delivery. */
async function shortOf({ db }: Ctx, needed: ReadonlyMap<number, number>): Promise<RolloutPreview['short']> {
  const ids = [...needed.keys()];
  const levels = await freeStockOf(db, ids);
  const freeOf = (id: number): number => {
    const level = levels.get(id);
    return level ? Math.max(0, level.qty_free - level.qty_in_question) : 0;
  };
  const short = ids
    .flatMap((id) => ((needed.get(id) ?? 0) > freeOf(id) ? [{ id, needed: needed.get(id) ?? 0, free: freeOf(id) }] : []))
    .sort((one, other) => other.needed - other.free - (one.needed - one.free) || one.id - other.id)
    .slice(0, limits.preview_rows);
  const shortIds = short.map(({ id }) => id);
  const deliveries = await deliveriesOf(db, shortIds);
  const rows = await db
    .select({ id: products.id, sku: products.sku, name: products.name, ...sizeColumns })
    .from(products)
    .where(among(products.id, idList(shortIds)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return short.flatMap(({ id, ...figures }) => {
    const product = byId.get(id);
    if (!product) return [];
    const { sku, name, id: product_id, ...sized } = product;
    return [{ product_id, sku, name, size: sizeOf(sized), ...figures, due: deliveries.get(id)?.[0]?.due_on ?? null }];
  });
}

/** Queue a run over the people who are marked. The run goes on in the background, part after part. */
async function beginRun(ctx: Ctx, rollout: StoredRollout, total: number): Promise<RolloutProgress> {
  await ctx.db
    .update(rollouts)
    .set({
      is_running: true,
      submitted_by: ctx.actor.id,
      submitted_at: ctx.now,
      run_total: total,
      run_done: 0,
      run_failed: 0,
      run_error: null,
      version: sql`${rollouts.version} + 1`,
    })
    .where(eq(rollouts.id, rollout.id));
  await queueJob(ctx, { kind: ORDER_ROLLOUT, key: String(rollout.id), payload: { id: rollout.id } });
  return { done: 0, total, failed: 0 };
}

/**
 * Send the orders of everybody with sizes, or of everybody who has none yet too. 409 with the number of orders if it is not the confirmed one any
 * more. The roll-out is locked, so that of two calls only one begins a run.
 */
export async function submitRollout(
  ctx: Ctx,
  account_id: number,
  id: number,
  { confirm, include_unanswered }: SubmitRollout,
): Promise<RolloutProgress> {
  const rollout = await findRollout(ctx, account_id, id, { lock: true });
  enforce(all(checkRolloutOpen(rollout), checkRolloutIdle(rollout)));
  const isPreparing = await ctx.db.$count(rolloutPeople, and(eq(rolloutPeople.rollout_id, id), isUnprepared));
  if (isPreparing) throw conflict('rollout_running', messages.rollouts.preparing);
  const expected = await countOrders(ctx, rollout, include_unanswered);
  if (expected !== confirm) throw new Problem(409, { code: 'rollout_changed', message: messages.rollouts.changed(expected), expected });
  const queued = await ctx.db
    .update(rolloutPeople)
    .set({ is_queued: true, mail_due: null })
    .where(isToOrder(id, include_unanswered))
    .returning({ id: rolloutPeople.id });
  if (!queued.length) throw conflict('rollout_nothing', messages.rollouts.nothing);
  await audit(ctx, 'rollout.submitted', { type: 'rollout', id }, null, { orders: expected, people: queued.length, include_unanswered });
  return beginRun(ctx, rollout, queued.length);
}

/** Send the orders again of everybody for whom nothing could be ordered. */
export async function retryRollout(ctx: Ctx, account_id: number, id: number): Promise<RolloutProgress> {
  const rollout = await findRollout(ctx, account_id, id, { lock: true });
  enforce(all(checkRolloutOpen(rollout), checkRolloutIdle(rollout)));
  const failed = and(eq(rolloutPeople.rollout_id, id), isNotNull(rolloutPeople.failure), isNull(rolloutPeople.ordered_at));
  const queued = await ctx.db.update(rolloutPeople).set({ is_queued: true, failure: null }).where(failed).returning({ id: rolloutPeople.id });
  if (!queued.length) throw conflict('rollout_nothing', messages.rollouts.nothing_failed);
  await audit(ctx, 'rollout.retried', { type: 'rollout', id }, null, { people: queued.length });
  return beginRun(ctx, rollout, queued.length);
}

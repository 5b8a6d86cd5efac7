import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { PickFacts } from '../../shared/picking/pick-facts.ts';
import type { ClusterPlace } from '../../shared/sync/rows.ts';
import { allow, refuse, type Verdict } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { clusterPicks, orders, pickLines, picks, users } from '../db/tables/index.ts';
import { lockAnyOrder, lockOrder } from '../orders/lock-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { lockLevels } from '../stock/change-levels.ts';

/** A pick with all the facts that its rules need. */
export interface FoundPick extends PickFacts {
  id: number;
  order_id: number;
  uuid: string;
  account_id: number;
  picker_id: number | null;
  tote: string | null;
  /** The order's place in a cluster; null if it is picked alone. */
  cluster: ClusterPlace | null;
  frozen_reason: string | null;
  released_at: string;
  ended_at: string | null;
  skip_dispatch: boolean;
}

const pickById = prepared('pick_by_id', (db: Db) =>
  db
    .select({
      id: picks.id,
      order_id: picks.order_id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      state: picks.state,
      close_reason: picks.close_reason,
      picker_id: picks.picker_id,
      forenames: users.forenames,
      surname: users.surname,
      tote: picks.tote,
      cluster_id: clusterPicks.cluster,
      cluster_position: clusterPicks.position,
      is_frozen: orders.is_frozen,
      frozen_reason: orders.frozen_reason,
      released_at: picks.released_at,
      ended_at: picks.ended_at,
      skip_dispatch: orders.skip_dispatch,
    })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .leftJoin(users, eq(users.id, picks.picker_id))
    .leftJoin(clusterPicks, eq(clusterPicks.pick_id, picks.id))
    .where(eq(picks.id, sql.placeholder('id'))),
);

const openPickOfOrder = prepared('open_pick_of_order', (db: Db) =>
  db
    .select({ pick_id: picks.id, order_id: orders.id })
    .from(orders)
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(and(eq(orders.uuid, sql.placeholder('uuid')), isNull(orders.deleted_at)))
    .orderBy(desc(picks.id)),
);

async function readPick(ctx: Pick<Ctx, 'db'>, id: number): Promise<FoundPick> {
  const { forenames, surname, cluster_id, cluster_position, ...pick } = requireFound((await pickById(ctx.db, { id }))[0]);
  const picker = pick.picker_id === null ? null : { id: pick.picker_id, name: `${forenames ?? ''} ${surname ?? ''}`.trim() };
  const cluster = cluster_id === null || cluster_position === null ? null : { id: cluster_id, position: cluster_position };
  return { ...pick, picker, cluster };
}

interface How {
  /** Also lock the stock of the pick's lines, before the order. Needed by commands that ship the lines or return them to stock. */
  with_stock?: boolean;
}

const skusOfPick = prepared('skus_of_pick', (db: Db) =>
  db
    .select({ product_id: pickLines.product_id })
    .from(pickLines)
    .where(eq(pickLines.pick_id, sql.placeholder('pick_id'))),
);

async function lockStockOf(ctx: Pick<Ctx, 'db'>, pick_id: number): Promise<void> {
  const skus = await skusOfPick(ctx.db, { pick_id });
  await lockLevels(
    ctx,
    skus.map(({ product_id }) => product_id),
  );
}

/**
 * Find a pick, open or ended, and lock its order until the unit of work ends; 404 if there is no such pick. For the floor, which sees every order.
 */
export async function findPick(ctx: Pick<Ctx, 'db'>, id: number, { with_stock = false }: How = {}): Promise<FoundPick> {
  const { order_id } = await readPick(ctx, id);
  if (with_stock) await lockStockOf(ctx, id);
  await lockAnyOrder(ctx, order_id);
  return readPick(ctx, id);
}

/** Lock an order; 404 if there is none. Returns its id and the id of its open pick, which is null if no pick is open. */
async function lockOpenPick(ctx: Pick<Ctx, 'db'>, uuid: string, { with_stock = false }: How) {
  const open = requireFound((await openPickOfOrder(ctx.db, { uuid }))[0]);
  if (with_stock && open.pick_id !== null) await lockStockOf(ctx, open.pick_id);
  await lockOrder(ctx, open.order_id);
  return requireFound((await openPickOfOrder(ctx.db, { uuid }))[0]);
}

/** The open pick of an order, with the order locked; 404 for an unknown order, 409 if no pick is open. */
export async function findOpenPick(ctx: Pick<Ctx, 'db'>, uuid: string, how: How = {}): Promise<FoundPick> {
  const { pick_id } = await lockOpenPick(ctx, uuid, how);
  if (pick_id === null) throw conflict('pick_closed', messages.not_with_warehouse);
  return readPick(ctx, pick_id);
}

/**
 * Lock an order and return its open pick, or its latest pick if none is open. `isOpen` says whether that pick is open. 404 for an unknown order, 409
 * if the order has no pick.
 */
export async function findLatestPick(ctx: Pick<Ctx, 'db'>, uuid: string, how: How = {}): Promise<{ pick: FoundPick; isOpen: Verdict }> {
  const { order_id, pick_id } = await lockOpenPick(ctx, uuid, how);
  if (pick_id !== null) return { pick: await readPick(ctx, pick_id), isOpen: allow };
  const [latest] = await ctx.db.select({ id: picks.id }).from(picks).where(eq(picks.order_id, order_id)).orderBy(desc(picks.id)).limit(1);
  if (!latest) throw conflict('pick_closed', messages.not_with_warehouse);
  return { pick: await readPick(ctx, latest.id), isOpen: refuse('pick_closed', messages.not_with_warehouse) };
}

import { asc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { errorCodes, orderLines, pickLines } from '../db/tables/index.ts';

const columns = {
  id: pickLines.id,
  pick_id: pickLines.pick_id,
  order_line_id: pickLines.order_line_id,
  product_id: pickLines.product_id,
  employee_id: orderLines.employee_id,
  decoration: orderLines.decoration,
  qty_allocated: pickLines.qty_allocated,
  qty_picked: pickLines.qty_picked,
  code: pickLines.code,
  other_reason: pickLines.other_reason,
  picked_by: pickLines.picked_by,
  picked_device: pickLines.picked_device,
  prep_ticked_at: pickLines.prep_ticked_at,
  qty_packed: pickLines.qty_packed,
  fact_version: pickLines.fact_version,
};

const lineById = prepared('pick_line_by_id', (db: Db) =>
  db
    .select(columns)
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(eq(pickLines.id, sql.placeholder('id'))),
);

const linesOfOne = prepared('lines_of_pick', (db: Db) =>
  db
    .select(columns)
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(eq(pickLines.pick_id, sql.placeholder('pick_id')))
    .orderBy(asc(pickLines.id)),
);

const linesOfSeveral = prepared('lines_of_picks', (db: Db) =>
  db
    .select(columns)
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(among(pickLines.pick_id, sql.placeholder('pick_ids')))
    .orderBy(asc(pickLines.id)),
);

const allReasons = prepared('reason_codes', (db: Db) =>
  db.select({ code: errorCodes.code, requires_input: errorCodes.requires_input }).from(errorCodes),
);

export type FoundPickLine = Awaited<ReturnType<typeof lineById>>[number];

/** One line of a pick with the facts that its rules need; 404 when it is unknown. Facts that were read before the order was locked may change. */
export const findPickLine = async (ctx: Pick<Ctx, 'db'>, id: number): Promise<FoundPickLine> => requireFound((await lineById(ctx.db, { id }))[0]);

/** All lines of a pick, by id. */
export const linesOfPick = (ctx: Pick<Ctx, 'db'>, pick_id: number): Promise<FoundPickLine[]> => linesOfOne(ctx.db, { pick_id });

/** All lines of several picks, by id. */
export const linesOfPicks = (ctx: Pick<Ctx, 'db'>, pick_ids: readonly number[]): Promise<FoundPickLine[]> =>
  linesOfSeveral(ctx.db, { pick_ids: idList(pick_ids) });

/** The reasons that a picker can choose. */
export const reasonCodes = (ctx: Pick<Ctx, 'db'>): Promise<{ code: string; requires_input: boolean }[]> => allReasons(ctx.db);

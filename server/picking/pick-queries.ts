import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { skuFields } from '../../shared/catalogue/sku-fields.ts';
import { messages } from '../../shared/messages.ts';
import { progressSummary } from '../../shared/ordering/order-status.ts';
import { canPick, canTakeBack } from '../../shared/picking/can-pick.ts';
import { isFullyPicked } from '../../shared/picking/pick-facts.ts';
import { byShelf } from '../../shared/picking/walking-order.ts';
import { policy } from '../../shared/policy.ts';
import { checkCompletePrep } from '../../shared/prep/complete-prep.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { errorCodes, orderLines, orders, pickLines, picks, products, users } from '../db/tables/index.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { type PickRow, pickById, pickRow } from './list-picks-queries.ts';

const product = skuFields.extend({ bin: z.string().nullable(), barcode: z.string().nullable() });
const employee = z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable() });

export const pickLine = z.object({
  id: z.int(),
  pick_id: z.int(),
  order_line_id: z.int(),
  product,
  product_name: z.string(),
  decoration: z.string().nullable(),
  notes: z.string().nullable(),
  employee,
  qty_requested: z.int(),
  qty_allocated: z.int(),
  qty_picked: z.int(),
  qty_shipped: z.int(),
  code: z.string().nullable(),
  other_reason: z.string().nullable(),
  errors: z.array(z.object({ code: z.string(), description: z.string().nullable(), other_reason: z.string().nullable() })),
  is_fully_picked: z.boolean(),
  picked_at: z.string().nullable(),
  prep_ticked_at: z.string().nullable(),
  fact_version: z.int(),
});
export type PickLine = z.infer<typeof pickLine>;

export const pickOrder = pickRow.extend({
  is_picking: z.boolean(),
  is_picking_paused: z.boolean(),
  progress_summary: z.looseObject({}),
  lines: z.array(pickLine).describe('In walking order'),
  employees: z.array(employee),
  can: z.object({
    start: z.boolean(),
    record: z.boolean(),
    pause: z.boolean(),
    resume: z.boolean(),
    handover: z.boolean(),
    complete: z.boolean(),
    send_back: z.boolean(),
    complete_prep: z.boolean(),
    unallocate: z.boolean(),
    cancel: z.boolean(),
    delete: z.boolean(),
  }),
});
export type PickOrder = PickRow & {
  is_picking: boolean;
  is_picking_paused: boolean;
  progress_summary: ReturnType<typeof progressSummary>;
  lines: PickLine[];
  employees: PickLine['employee'][];
  can: z.infer<typeof pickOrder>['can'];
};

const lineColumns = {
  id: pickLines.id,
  pick_id: pickLines.pick_id,
  order_line_id: pickLines.order_line_id,
  product: {
    id: products.id,
    ...skuColumns,
    name: products.name,
    bin: products.bin,
    barcode: products.barcode,
  },
  product_name: orderLines.product_name,
  decoration: orderLines.decoration,
  notes: orderLines.notes,
  employee: {
    id: users.id,
    name: personName(users),
    employee_number: users.employee_number,
  },
  qty_requested: orderLines.qty_requested,
  qty_allocated: pickLines.qty_allocated,
  qty_picked: pickLines.qty_picked,
  qty_shipped: orderLines.qty_shipped,
  code: pickLines.code,
  other_reason: pickLines.other_reason,
  code_description: errorCodes.description,
  picked_at: pickLines.picked_at,
  prep_ticked_at: pickLines.prep_ticked_at,
  fact_version: pickLines.fact_version,
};

const linesWhere = (db: Db) =>
  db
    .select(lineColumns)
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .innerJoin(products, eq(products.id, pickLines.product_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .leftJoin(errorCodes, eq(errorCodes.code, pickLines.code));

/** Sorted by the positions of the SKUs in their style. Lines of one SKU are in the sequence of the order. */
const linesOfPick = prepared('pick_screen_lines', (db: Db) =>
  linesWhere(db)
    .where(eq(pickLines.pick_id, sql.placeholder('pick_id')))
    .orderBy(asc(products.position), asc(pickLines.id)),
);
const lineById = prepared('pick_screen_line', (db: Db) => linesWhere(db).where(eq(pickLines.id, sql.placeholder('id'))));

const toLine = ({ code_description, ...line }: Awaited<ReturnType<typeof lineById>>[number]): PickLine => ({
  ...line,
  errors: line.code ? [{ code: line.code, description: code_description, other_reason: line.other_reason }] : [],
  is_fully_picked: isFullyPicked(line),
});

/** One line of a pick as the pick screen shows it. */
export const pickLineOf = async (ctx: Ctx, id: number): Promise<PickLine> => toLine(requireFound((await lineById(ctx.db, { id }))[0]));

const shelvedOf = ({ product: { bin, name, variation_colour: colour } }: PickLine) => ({ bin, name, colour });

/** The lines of a pick in walking order: by bin, those without a bin last, and in a bin by garment and size. */
const pickLinesOf = async (ctx: Ctx, pick_id: number): Promise<PickLine[]> =>
  // Sorting keeps the sizes of one garment in their order.
  (await linesOfPick(ctx.db, { pick_id })).map(toLine).sort((a, b) => byShelf(shelvedOf(a), shelvedOf(b)));

const openPickOf = prepared('open_round_of_order', (db: Db) =>
  db
    .select({ order_id: orders.id, pick_id: picks.id })
    .from(orders)
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(and(eq(orders.uuid, sql.placeholder('uuid')), sql`${orders.deleted_at} is null`)),
);

/** The open pick of an order; 404 for an unknown order, 409 if no pick is open. */
export async function openPickOfOrder(ctx: Ctx, uuid: string): Promise<number> {
  const { pick_id } = requireFound((await openPickOf(ctx.db, { uuid }))[0]);
  if (pick_id === null) throw conflict('pick_closed', messages.not_with_warehouse);
  return pick_id;
}

/** The open pick of an order, for the people who pick. */
export async function openPickView(ctx: Ctx, uuid: string): Promise<PickOrder> {
  authorize(policy.pick(ctx.actor));
  return pickOrderOf(ctx, await openPickOfOrder(ctx, uuid));
}

/** A pick with all its lines, and what the caller can do with it now. No scope is checked, because the floor sees every order. */
export async function pickOrderOf(ctx: Ctx, pick_id: number): Promise<PickOrder> {
  const { actor } = ctx;
  const pick = await pickById(ctx, pick_id);
  const lines = await pickLinesOf(ctx, pick_id);
  const [facts] = await orderFacts(ctx.db, [pick.order_id]);
  const progress = progressSummary(requireFound(facts));
  const employees = [...new Map(lines.map(({ employee: wearer }) => [wearer.id, wearer])).values()];
  const floor = policy.pick(actor);
  const moving = lines.map((line) => ({ ...line, product_id: line.product.id }));
  const can = canPick(pick, moving, actor);
  return {
    ...pick,
    is_picking: progress.is_picking,
    is_picking_paused: progress.is_picking_paused,
    progress_summary: progress,
    lines,
    employees,
    can: {
      start: floor && can.start,
      record: floor && can.record,
      pause: floor && can.pause,
      resume: floor && can.resume,
      handover: floor && can.handover,
      complete: floor && can.complete,
      send_back: floor && can.send_back,
      complete_prep: policy.prep(actor) && checkCompletePrep(pick).ok,
      ...canTakeBack(pick, lines, actor),
    },
  };
}

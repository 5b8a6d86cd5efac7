import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { deliveryNoteUrl } from '../../shared/documents/document-urls.ts';
import { policy } from '../../shared/policy.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { returnStatus, returnStatuses, returnStatusLabel } from '../../shared/returns/return-status.ts';
import { serviceName } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { personName } from '../db/person-name.ts';
import { dispatchStates } from '../db/tables/floor.ts';
import {
  dispatches,
  dispatchLines,
  dispatchOrders,
  errorCodes,
  orderLines,
  pickLines,
  picks,
  products,
  returnLines,
  returns,
  users,
} from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { dispatchesByOrder } from './dispatch-queries.ts';

export const fulfilmentSchema = z.object({
  dispatches: z.array(
    z.object({
      id: z.int(),
      dispatch_number: z.string(),
      state: z.enum(dispatchStates),
      service_name: z.string(),
      total_items: z.int().describe('Boxes'),
      qty_items: z.int().describe('Items of this order in it'),
      is_consolidated: z.boolean(),
      created_at: z.string(),
      dispatched_at: z.string().nullable(),
      delivered_on: z.string().nullable(),
      not_arrived_at: z.string().nullable(),
      consignment_number: z.string().nullable(),
      tracking_number: z.string().nullable(),
      tracking_url: z.string().nullable(),
      booking_error: z.string().nullable(),
      delivery_note_url: z.string(),
    }),
  ),
  shorts: z
    .array(
      z.object({
        id: z.int(),
        order_line_id: z.int(),
        sku: z.string(),
        product_name: z.string(),
        employee: z.string(),
        qty_allocated: z.int().describe('Allocated to the pick'),
        qty_picked: z.int(),
        reason: z.string(),
        other_reason: z.string().nullable(),
        picker: z.string().nullable(),
        picked_at: z.string().nullable(),
      }),
    )
    .describe('Lines that were picked short, with the reason; the newest pick last'),
  returns: z.array(
    z.object({
      id: z.int(),
      return_number: z.string(),
      status: z.object({ name: z.enum(returnStatuses), description: z.string() }),
      created_at: z.string(),
      finalised_at: z.string().nullable(),
      qty_requested: z.int(),
      qty_approved: z.int(),
    }),
  ),
});
export type Fulfilment = z.infer<typeof fulfilmentSchema>;

async function dispatchesOf(ctx: Ctx, order: { id: number; uuid: string } & Parameters<typeof dispatchesByOrder>[1][number]) {
  const orderDispatches = (await dispatchesByOrder(ctx, [order])).get(order.id) ?? [];
  const facts = await ctx.db
    .select({
      id: dispatches.id,
      state: dispatches.state,
      total_items: dispatches.total_items,
      is_consolidated: dispatches.is_consolidated,
      created_at: dispatches.created_at,
      qty_items: sql<number>`(select coalesce(sum(${dispatchLines.quantity}), 0) from ${dispatchLines}
        join ${orderLines} on ${orderLines.id} = ${dispatchLines.order_line_id}
        where ${dispatchLines.dispatch_id} = ${dispatches.id} and ${orderLines.order_id} = ${order.id})`.mapWith(Number),
    })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .where(and(eq(dispatchOrders.order_id, order.id), ne(dispatches.state, 'void')))
    .orderBy(asc(dispatches.id));
  return facts.map((fact) => {
    const dispatch = orderDispatches.find(({ id }) => id === fact.id);
    const { service_key = '', dispatched_at = null, booking_error = null, consignment } = dispatch ?? {};
    return {
      ...fact,
      dispatch_number: dispatchNumber(fact.id),
      service_name: serviceName(service_key),
      dispatched_at,
      delivered_on: dispatch?.delivered_on ?? null,
      not_arrived_at: dispatch?.not_arrived_at ?? null,
      consignment_number: consignment?.consignment_number ?? null,
      tracking_number: consignment?.tracking_number ?? null,
      tracking_url: consignment?.tracking_url ?? null,
      booking_error,
      delivery_note_url: deliveryNoteUrl(order.uuid, fact.id),
    };
  });
}

async function shortsOf({ db }: Ctx, order_id: number) {
  const rows = await db
    .select({
      id: pickLines.id,
      order_line_id: pickLines.order_line_id,
      sku: products.sku,
      product_name: orderLines.product_name,
      employee_id: orderLines.employee_id,
      qty_allocated: pickLines.qty_allocated,
      qty_picked: pickLines.qty_picked,
      code: pickLines.code,
      description: errorCodes.description,
      other_reason: pickLines.other_reason,
      picker_id: pickLines.picked_by,
      picked_at: pickLines.picked_at,
    })
    .from(pickLines)
    .innerJoin(picks, eq(picks.id, pickLines.pick_id))
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .innerJoin(products, eq(products.id, pickLines.product_id))
    .leftJoin(errorCodes, eq(errorCodes.code, pickLines.code))
    .where(and(eq(picks.order_id, order_id), gt(pickLines.qty_allocated, pickLines.qty_picked), isNotNull(pickLines.code)))
    .orderBy(asc(pickLines.id));
  const ids = rows.flatMap(({ employee_id, picker_id }) => (picker_id === null ? [employee_id] : [employee_id, picker_id]));
  const people = ids.length
    ? await db
        .select({ id: users.id, name: personName(users).as('name') })
        .from(users)
        .where(among(users.id, idList(ids)))
    : [];
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map(({ code, description, employee_id, picker_id, ...row }) => ({
    ...row,
    reason: description ?? code ?? '',
    employee: nameOf.get(employee_id) ?? '',
    picker: picker_id === null ? null : (nameOf.get(picker_id) ?? null),
  }));
}

async function returnsOf({ db }: Ctx, order_id: number) {
  const sum = (of: typeof returnLines.qty_requested | typeof returnLines.qty_approved) => sql<number>`coalesce(sum(${of}), 0)`.mapWith(Number);
  const rows = await db
    .select({
      id: returns.id,
      created_at: returns.created_at,
      finalised_at: returns.finalised_at,
      qty_requested: sum(returnLines.qty_requested),
      qty_approved: sum(returnLines.qty_approved),
    })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.return_id, returns.id))
    .where(eq(returns.order_id, order_id))
    .groupBy(returns.id)
    .orderBy(asc(returns.id));
  return rows.map((row) => {
    const name = returnStatus(row);
    return { ...row, return_number: returnNumber(row.id), status: { name, description: returnStatusLabel(name) } };
  });
}

/** What happened to an order after its release: its dispatches, its short picks with their reasons, and its returns. */
export async function fulfilmentOf(ctx: Ctx, uuid: string): Promise<Fulfilment> {
  authorize(policy.use_office(ctx.actor));
  const order = await findOrder(ctx, uuid);
  return { dispatches: await dispatchesOf(ctx, order), shorts: await shortsOf(ctx, order.id), returns: await returnsOf(ctx, order.id) };
}

import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { leftOutWords } from '../../shared/ordering/reorder.ts';
import { itemsOfRole, mergeItems } from '../../shared/ordering/usual.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { personName } from '../db/person-name.ts';
import { orderEmployees, users } from '../db/tables/index.ts';
import { rolesByWearer } from '../ordering/charged-role.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { visibleEmployees } from '../people/scope.ts';
import { type EarlierItem, itemsByRole, lastOrders, type RoleItem } from './earlier-items.ts';
import { presentLines, type WantedItems } from './present-lines.ts';

const lineSchema = z.object({
  style_id: z.int(),
  product_id: z.int().describe('The SKU in the size on file; the style where no size is on file'),
  is_size_selected: z.boolean(),
  name: z.string(),
  variation_colour: z.string().nullable(),
  size: z.string().nullable(),
  quantity: z.int(),
  decoration: z.string().nullable().describe('Null with `decorations`: somebody has to choose one'),
  decorations: z.array(z.string()),
  succeeds: z.string().nullable().describe('The discontinued product in whose place it is'),
});
export const leftOutSchema = z.array(z.object({ product_name: z.string(), quantity: z.int(), message: z.string() }));
const wearerUsualSchema = z.object({
  employee: z.object({ id: z.int(), name: z.string() }),
  source: z.enum(['own', 'role']).nullable().describe('Their own last order, or the orders of people in their role; null where nothing is usual yet'),
  ordered_at: z.string().nullable().describe('When they last ordered; null for a reader without access to that order'),
  lines: z.array(lineSchema),
  left_out: leftOutSchema,
});
export type WearerUsual = z.infer<typeof wearerUsualSchema>;
export const usualSchema = z.object({ items: z.array(wearerUsualSchema) });

/** The wearers whose usual is read, as ids with commas between them; all wearers of the order by default. */
export const usualQuery = z.object({
  employees: z
    .string()
    .max(4_000)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().positive()).min(1).max(200))
    .optional(),
});

interface Wearer {
  id: number;
  name: string;
}

/** Those of an order's wearers for whom the caller may order, by name; only the given ones if `ids` is passed. */
export const wearersOf = ({ db, actor }: Ctx, order: Order, ids?: readonly number[]): Promise<Wearer[]> =>
  db
    .select({ id: users.id, name: personName(users).as('name') })
    .from(orderEmployees)
    .innerJoin(users, eq(users.id, orderEmployees.employee_id))
    .where(
      and(
        eq(orderEmployees.order_id, order.id),
        eq(users.account_id, order.account_id),
        isNull(users.deleted_at),
        visibleEmployees(actor),
        ids && among(users.id, idList(ids)),
      ),
    )
    .orderBy(asc(users.name_key), asc(users.id));

/** As `wearersOf`; 422 if one of the given people is not among them. */
export async function requireWearers(ctx: Ctx, order: Order, ids: readonly number[] | undefined): Promise<Wearer[]> {
  const wearers = await wearersOf(ctx, order, ids);
  const known = new Set(wearers.map(({ id }) => id));
  const missing = ids?.findIndex((id) => !known.has(id)) ?? -1;
  if (missing >= 0) throw invalid({ [`employees.${missing}`]: messages.unknown_employee });
  return wearers;
}

/** The items that people in a role usually have, each with a product that was ordered. */
function roleItems(items: readonly RoleItem[]): EarlierItem[] {
  return itemsOfRole(items).flatMap((item) => {
    const ordered = items.find(({ style_id, variation_colour }) => style_id === item.style_id && variation_colour === item.variation_colour);
    return ordered ? { ...item, product_id: ordered.product_id } : [];
  });
}

/** Items of other people in these roles. Somebody with several of the roles is counted once. */
const ofPeers = (items: readonly RoleItem[], employee_id: number, role_ids: ReadonlySet<number>): RoleItem[] => {
  const firstRole = new Map<number, number>();
  for (const item of items)
    if (role_ids.has(item.employee_role_id) && !firstRole.has(item.employee_id)) firstRole.set(item.employee_id, item.employee_role_id);
  return items.filter((item) => item.employee_id !== employee_id && firstRole.get(item.employee_id) === item.employee_role_id);
};

/**
 * The usual of several wearers of an order: what each ordered last, or for somebody who has not ordered yet what people in the same roles usually
 * have; in the sizes on file, and only products that the wearer may have on this order.
 */
export async function usualOf(ctx: Ctx, order: Order, wearers: readonly Wearer[]): Promise<WearerUsual[]> {
  const ids = wearers.map(({ id }) => id);
  const last = await lastOrders(ctx, order.account_id, ids);
  const roles = await rolesByWearer(ctx, ids);
  const rolesOf = (id: number): Set<number> => new Set(roles.get(id)?.map((role) => role.id));
  const items = await itemsByRole(ctx, order.account_id, [...new Set([...roles.values()].flat().map(({ id }) => id))]);
  const wanted = ids.map((employee_id): WantedItems => {
    const peers = ofPeers(items, employee_id, rolesOf(employee_id));
    return {
      employee_id,
      items: mergeItems(last.get(employee_id)?.items ?? roleItems(peers)),
      decorations: [...new Set(peers.flatMap(({ decoration }) => decoration ?? []))],
    };
  });
  const present = await presentLines(ctx, order, wanted);
  return wearers.map((employee): WearerUsual => {
    const { lines = [], left_out = [] } = present.get(employee.id) ?? {};
    const own = last.get(employee.id);
    return {
      employee,
      source: own ? 'own' : lines.length ? 'role' : null,
      ordered_at: own?.ordered_at ?? null,
      lines: lines.map((line) => ({ ...line, decorations: [...line.decorations] })),
      // What others have and this person may not have is no news to them.
      left_out: own ? left_out.map((item) => ({ ...item, message: leftOutWords.not_offered })) : [],
    };
  });
}

/** The usual of those wearers of a draft or a request for whom the caller may order; nothing once the order is submitted. */
export async function usualOfOrder(ctx: Ctx, uuid: string, employees: readonly number[] | undefined): Promise<z.infer<typeof usualSchema>> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.edit_draft(ctx.actor, order));
  if (order.submitted_at || order.cancelled_at) return { items: [] };
  return { items: await usualOf(ctx, order, await wearersOf(ctx, order, employees)) };
}

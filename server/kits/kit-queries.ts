import { asc } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { type Kit, type KitLine, productsOfLine } from '../../shared/kits/kit.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { employeeRoles, kitLines, products } from '../db/tables/index.ts';
import { isRoleOf } from '../employee-roles/employee-role-queries.ts';
import { kitOffers } from './kit-offers.ts';

/** 403 for people who may not set up kits, 404 for another client company. */
export function authorizeKits({ actor }: Pick<Ctx, 'actor'>, account_id: number): void {
  authorize(policy.edit_kits(actor));
  if (actor.account_id !== null && actor.account_id !== account_id) throw notFound();
}

/** The lines of the kits of these employee roles, by role; a role without a kit is missing. */
export async function kitsOfRoles({ db }: Pick<Ctx, 'db'>, role_ids: readonly number[]): Promise<Map<number, KitLine[]>> {
  const rows = await db
    .select({
      employee_role_id: kitLines.employee_role_id,
      product_id: kitLines.product_id,
      quantity: kitLines.quantity,
      decoration: kitLines.decoration,
      variation_colour: kitLines.variation_colour,
      choose_from: kitLines.choose_from,
    })
    .from(kitLines)
    .where(among(kitLines.employee_role_id, idList(role_ids)))
    .orderBy(asc(kitLines.employee_role_id), asc(kitLines.line));
  const kits = new Map<number, KitLine[]>();
  for (const { employee_role_id, ...line } of rows) kits.set(employee_role_id, [...(kits.get(employee_role_id) ?? []), line]);
  return kits;
}

async function productsOf(ctx: Ctx, account_id: number, lines: readonly KitLine[]): Promise<Kit['products']> {
  const ids = [...new Set(lines.flatMap(productsOfLine))];
  if (!ids.length) return [];
  const offers = await kitOffers(ctx, account_id, ids);
  const rows = await ctx.db
    .select({ id: products.id, name: products.name, parent_id: products.parent_id, ...skuColumns })
    .from(products)
    .where(among(products.id, idList(ids)))
    .orderBy(asc(products.id));
  return rows.map(({ id, name, parent_id, sku, variation_colour, colour_hex, ...size }) => ({
    id,
    name,
    sku,
    parent_id,
    variation_colour,
    colour_hex,
    size: sizeOf(size) ?? '',
    colours: [...(offers.get(id)?.colours ?? [])],
    is_available: offers.has(id),
  }));
}

/** The kit of an employee role of a client company. */
export async function kitOf(ctx: Ctx, account_id: number, role_id: number): Promise<Kit> {
  authorizeKits(ctx, account_id);
  const [role] = await ctx.db.select({ version: employeeRoles.version }).from(employeeRoles).where(isRoleOf(account_id, role_id));
  const { version } = requireFound(role);
  const lines = (await kitsOfRoles(ctx, [role_id])).get(role_id) ?? [];
  return { lines, products: await productsOf(ctx, account_id, lines), version };
}

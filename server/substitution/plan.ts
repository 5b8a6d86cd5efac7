import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import {
  planSubstitution,
  type SubstitutionMode,
  type SubstitutionStep,
  splitUncharged,
  substitutionModes,
} from '../../shared/substitution/substitute.ts';
import { type ChargeChange, exceededByChanges } from '../budgets/budgets-after.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { orders, products, stockLevels } from '../db/tables/index.ts';
import { inQuestion } from '../stock/on-order.ts';
import { qtyFree } from '../stock/qty-free.ts';
import type { StoredLine } from './lines-queries.ts';
import { type NewProduct, setTerms } from './terms-queries.ts';

/** The SKU that replaces another, and its price. */
export interface Substitution {
  product_id: number;
  new_price?: number | null | undefined;
}

/** A line as it will be after the substitution, with its new price. */
export interface PlannedLine extends SubstitutionStep {
  line: StoredLine;
  product_name: string;
  unit_price: number;
  is_manually_priced: boolean;
  vat_rate: number;
}

/** The free stock of SKUs that can be allocated to lines, without items under an open stock check. */
async function freeOf(ctx: Pick<Ctx, 'db'>, product_ids: readonly number[]): Promise<Map<number, number>> {
  const levels = await ctx.db
    .select({
      product_id: stockLevels.product_id,
      qty_free: qtyFree.mapWith(Number),
      qty_in_question: inQuestion(stockLevels.product_id),
    })
    .from(stockLevels)
    .where(among(stockLevels.product_id, idList(product_ids)));
  return new Map(levels.map(({ product_id, qty_free, qty_in_question }) => [product_id, Math.max(0, qty_free - qty_in_question)]));
}

/** Plan a substitution of lines. If the plan will be carried out, the caller has locked the lines' stock and orders. */
export async function plan(
  ctx: Ctx,
  lines: readonly StoredLine[],
  mode: SubstitutionMode,
  substitutionFor: (line: StoredLine) => Substitution,
  newProductsById: ReadonlyMap<number, NewProduct>,
): Promise<PlannedLine[]> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const of = (id: number): StoredLine => byId.get(id) as StoredLine;
  const steps = planSubstitution(lines, mode, (line) => substitutionFor(of(line.id)).product_id, await freeOf(ctx, [...newProductsById.keys()]));
  const priced = steps.filter(({ refused }) => mode === 'replace' && !refused);
  const terms = await setTerms(
    ctx,
    priced.map(({ line, product_id }) => {
      const { employee_id, delivery_site_id } = of(line.id);
      return { line_id: line.id, employee_id, site_id: delivery_site_id, product_id };
    }),
  );
  return steps.map((step) => {
    const line = of(step.line.id);
    const { product_name, unit_price, is_manually_priced, vat_rate } = line;
    const product = newProductsById.get(step.product_id);
    if (mode === 'substitute' || step.refused || !product) return { ...step, line, product_name, unit_price, is_manually_priced, vat_rate };
    const { new_price } = substitutionFor(line);
    const set = terms.get(line.id);
    return {
      ...step,
      line,
      product_name: set?.name ?? product.name,
      unit_price: new_price ?? set?.price ?? product.price,
      is_manually_priced: new_price !== null && new_price !== undefined,
      vat_rate: product.vat_rate ?? ctx.services.settings.VAT_RATE,
    };
  });
}

/** Items that budgets are charged for, of a quantity of which some items are sent without a charge. */
const qtyCharged = (qty: number, qty_uncharged: number): number => Math.max(0, qty - qty_uncharged);

/**
 * By how much a plan changes what each order charges to budgets. What has shipped of a line that is split keeps its price; the new line has the rest.
 */
const chargeChanges = (plannedLines: readonly PlannedLine[]): ChargeChange[] =>
  plannedLines.flatMap(({ line, refused, is_split, unit_price }) => {
    const { order_id, employee_id, employee_role_id } = line;
    if (refused || employee_role_id === null) return [];
    const bought = line.qty_requested - line.qty_cancelled;
    const before = qtyCharged(bought, line.qty_uncharged) * line.unit_price;
    const uncharged = splitUncharged(line);
    const after = is_split
      ? qtyCharged(line.qty_shipped, uncharged.shipped) * line.unit_price + qtyCharged(bought - line.qty_shipped, uncharged.rest) * unit_price
      : qtyCharged(bought, line.qty_uncharged) * unit_price;
    return after === before ? [] : [{ order_id, employee_id, employee_role_id, by: after - before }];
  });

const exceededBudget = z.object({
  employee_id: z.int(),
  employee_name: z.string(),
  employee_role_id: z.int(),
  name: z.string().describe('The employee role'),
  budget_value: z.int(),
  spent_after: z.int().describe('Pence that would be charged to the budget in its period'),
  over_by: z.int(),
  is_budget_forceable: z.boolean(),
  period: z.object({ starts_on: z.string(), ends_on: z.string() }).nullable(),
  orders_count: z.int().describe('Orders that would be charged more'),
});

const product = z.object({ id: z.int(), sku: z.string(), name: z.string() });
const plannedSchema = z.object({
  line_id: z.int(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string() }),
  from: product,
  to: product,
  /** Why the line stays as it is; null if the line changes. */
  left_out: z.object({ code: z.string(), message: z.string() }).nullable(),
  qty_requested: z.int().describe('Items that are not shipped yet'),
  qty_allocated_before: z.int(),
  qty_allocated: z.int(),
  unit_price_before: z.int(),
  unit_price: z.int(),
  is_split: z.boolean().describe('Some of it has shipped, so the rest becomes a new line'),
  in_pick: z.boolean().describe('The line is on the floor, and its tablets get the change'),
});

export const substitutionResult = z.object({
  mode: z.enum(substitutionModes),
  qty_changed: z.int().describe('Lines'),
  qty_left_out: z.int().describe('Lines'),
  items: z.array(plannedSchema),
  budgets: z.array(exceededBudget).describe('For a preview: the budgets that it would exceed'),
  stock: z.array(
    product.extend({
      qty_free_before: z.int(),
      qty_free: z.int(),
      qty_missing: z.int().describe('Items that these lines had allocated of another product and do not get of this one'),
    }),
  ),
});
export type SubstitutionResult = z.infer<typeof substitutionResult>;

/**
 * A plan as it is shown, with its effect on the stock of every SKU in it. `isDone` means that the plan has been carried out, so that stock has
 * already moved.
 */
export async function planView(
  ctx: Ctx,
  mode: SubstitutionMode,
  plannedLines: readonly PlannedLine[],
  { isDone = false } = {},
): Promise<SubstitutionResult> {
  const skuIds = [...new Set(plannedLines.flatMap(({ line, product_id }) => [line.sku_id, product_id]))];
  const skus = await ctx.db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      qty_free: sql<number>`coalesce((select ${qtyFree} from ${stockLevels} where ${stockLevels.product_id} = ${products.id}), 0)`.mapWith(Number),
    })
    .from(products)
    .where(among(products.id, idList(skuIds)));
  const heads = await ctx.db
    .select({ id: orders.id, uuid: orders.uuid })
    .from(orders)
    .where(among(orders.id, idList([...new Set(plannedLines.map(({ line }) => line.order_id))])));
  const uuidOf = new Map(heads.map(({ id, uuid }) => [id, uuid]));
  const skuOf = new Map(skus.map((sku) => [sku.id, sku]));
  const productName = (id: number) => {
    const { sku = '', name = '' } = skuOf.get(id) ?? {};
    return { id, sku, name };
  };
  const change = new Map<number, { by: number; missing: number }>(skuIds.map((id) => [id, { by: 0, missing: 0 }]));
  for (const { line, product_id, qty_released, qty_allocated, refused } of plannedLines) {
    if (refused || line.sku_id === product_id) continue;
    const [old, next] = [change.get(line.sku_id), change.get(product_id)];
    if (old) old.by += qty_released;
    if (next) {
      next.by -= qty_allocated;
      next.missing += qty_released - qty_allocated;
    }
  }
  const refusedCount = plannedLines.filter(({ refused }) => refused).length;
  const raised = isDone || mode === 'substitute' ? [] : chargeChanges(plannedLines);
  return {
    mode,
    qty_changed: plannedLines.length - refusedCount,
    qty_left_out: refusedCount,
    items: plannedLines.map(({ line, product_id, refused, ...step }) => ({
      line_id: line.id,
      order: { id: line.order_id, uuid: uuidOf.get(line.order_id) ?? '', order_number: orderNumber(line.order_id) },
      from: productName(line.sku_id),
      to: productName(product_id),
      left_out: refused && { code: refused.code, message: refused.message },
      qty_requested: line.qty_requested - line.qty_cancelled - line.qty_shipped,
      qty_allocated_before: line.qty_allocated,
      qty_allocated: step.qty_allocated,
      unit_price_before: line.unit_price,
      unit_price: step.unit_price,
      is_split: step.is_split,
      in_pick: step.in_pick,
    })),
    budgets: raised.length > 0 ? await exceededByChanges(ctx, raised) : [],
    stock: skuIds.map((id) => {
      const { by, missing } = change.get(id) ?? { by: 0, missing: 0 };
      const qty_free = skuOf.get(id)?.qty_free ?? 0;
      const before = isDone ? qty_free - by : qty_free;
      return { ...productName(id), qty_free_before: before, qty_free: before + by, qty_missing: missing };
    }),
  };
}

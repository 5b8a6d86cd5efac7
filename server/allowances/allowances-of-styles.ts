import { and, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { allowanceUnits } from '../../shared/allowances/allowance.ts';
import { isCovered, takenByOne } from '../../shared/allowances/covers.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { products } from '../db/tables/index.ts';
import { figuresOfPeople, holdersOf } from './figures-of-people.ts';

export const styleAllowanceSchema = z.object({
  id: z.int(),
  name: z.string(),
  unit: z.enum(allowanceUnits),
  takes: z.int().describe('By one item; the lowest price counts where the style has several'),
  left: z.int().nullable().describe('Null where there is no limit yet'),
  until: z.string().nullable().describe('The first day outside the period'),
});
export type StyleAllowance = z.infer<typeof styleAllowanceSchema>;

interface OfferedStyle {
  id: number;
  category: { id: number } | null;
  /** Pence. */
  price_from: number;
}

/** Returns the function that finds a wearer's allowances that cover a style, the one that allows the fewest items first. */
export async function allowancesOfStyles(
  ctx: Pick<Ctx, 'db' | 'now'>,
  employee_id: number,
  styles: readonly OfferedStyle[],
): Promise<(style: OfferedStyle) => StyleAllowance[]> {
  const day = ukDate(ctx.now);
  const { figures, productOf } = await figuresOfPeople(ctx, await holdersOf(ctx, [employee_id]), day);
  if (!figures.length) return () => [];
  const countsPoints = figures.some(({ terms }) => terms.unit === 'points');
  const rows = countsPoints
    ? await ctx.db
        .select({ id: products.id, points: products.points })
        .from(products)
        .where(and(among(products.id, idList(styles.map(({ id }) => id))), isNotNull(products.points)))
    : [];
  const points = new Map(rows.map((row) => [row.id, row.points]));
  return ({ id, category, price_from }) => {
    const product = productOf({ style_id: id, category_id: category?.id ?? null });
    return figures
      .filter(({ terms }) => isCovered(terms.covers, product))
      .map(({ allowance, terms, figure: { left, until } }) => {
        const takes = takenByOne(terms.unit, { points: points.get(id) ?? null, price: price_from });
        return { id: allowance.id, name: allowance.name, unit: terms.unit, takes, left, until };
      })
      .sort((a, b) => itemsLeft(a) - itemsLeft(b));
  };
}

/** How many items an allowance still allows. */
const itemsLeft = ({ left, takes }: StyleAllowance): number => (left === null || takes === 0 ? Number.POSITIVE_INFINITY : left / takes);

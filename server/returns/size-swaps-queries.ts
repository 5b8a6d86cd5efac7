import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { offeredOf } from '../catalogue/set-products.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { swapsOfStyles } from './fit-queries.ts';

export const sizeSwapSchema = z.object({
  style_id: z.int(),
  size: z.string().describe('The size that others had'),
  other: z.string().describe('The size for which they exchanged it'),
});
export const sizeSwapsSchema = z.object({ items: z.array(sizeSwapSchema) });

/** The styles of which to read the exchanges, as ids with commas between them. */
export const sizeSwapsQuery = z.object({
  styles: z
    .string()
    .max(10_000)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .pipe(z.array(z.int().positive()).min(1).max(limits.lines_per_order)),
});

/** The sizes of these styles that others often exchanged, for the styles in sets that the caller may see. The answer has sizes only: no numbers and no people. */
export async function sizeSwaps(ctx: Ctx, { styles }: z.infer<typeof sizeSwapsQuery>): Promise<z.infer<typeof sizeSwapsSchema>> {
  authorize(policy.browse_catalogue(ctx.actor));
  const offered = new Set([...(await offeredOf(ctx, {}, styles)).values()].map(({ id, parent_id }) => parent_id ?? id));
  return {
    items: await swapsOfStyles(
      ctx,
      styles.filter((id) => offered.has(id)),
    ),
  };
}

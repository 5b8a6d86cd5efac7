import { z } from 'zod';
import { productFields } from '../../shared/catalogue/product.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { autoFormat } from './auto-format.ts';
import { changeProduct } from './change-product.ts';
import { productOf } from './product-rows.ts';

const formattedField = z.enum(['description', 'short_description_1', 'short_description_2']);
export const autoFormatInput = z.object({
  field: formattedField,
  value: z.string().max(limits.pasted_text, messages.at_most(limits.pasted_text)).optional().describe('What is pasted; by default what is stored'),
  preview: z.boolean().default(false),
  version: z.int().optional(),
});
export const autoFormatted = z.object({ field: formattedField, value: z.string() });

/** Convert a text of a product to the format of stored descriptions, and store it unless the request is a preview. */
export async function autoFormatProduct(
  ctx: Ctx,
  id: number,
  { field, value, preview, version }: z.infer<typeof autoFormatInput>,
): Promise<z.infer<typeof autoFormatted>> {
  authorize(policy.edit_products(ctx.actor));
  const product = await productOf(ctx, id);
  const parsed = productFields.shape[field].safeParse(autoFormat(value ?? product[field]));
  if (!parsed.success) throw invalid({ value: parsed.error.issues[0]?.message ?? messages.invalid });
  const formatted = parsed.data;
  if (!preview && (formatted !== product[field] || version !== undefined)) await changeProduct(ctx, id, { field, value: formatted, version });
  return { field, value: formatted };
}

import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { RecordSizeInput } from '../../shared/sizes/size-input.ts';
import { audit } from '../audit/audit.ts';
import { permittedProducts } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, invalid, notFound, requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { recordedSizes, users } from '../db/tables/index.ts';
import { visibleEmployees } from '../people/scope.ts';
import { sizesOnFile, type sizesOnFileSchema } from './size-on-file-queries.ts';

type Sizes = z.infer<typeof sizesOnFileSchema>;

/** A client's person, locked, whose sizes the caller may record. */
async function findPerson(ctx: Ctx, employee_id: number): Promise<{ id: number; account_id: number }> {
  const [person] = await lockRows(
    ctx.db
      .select({ id: users.id, account_id: users.account_id })
      .from(users)
      .where(and(eq(users.id, employee_id), visibleEmployees(ctx.actor))),
  );
  const { id, account_id } = requireFound(person);
  authorize(policy.record_size(ctx.actor, { id }));
  return { id, account_id: requireFound(account_id ?? undefined) };
}

const ofStyle = (employee_id: number, style_id: number) => and(eq(recordedSizes.user_id, employee_id), eq(recordedSizes.style_id, style_id));

/** Store which SKUs fit a person, in place of the sizes that were recorded before. */
export async function storeRecordedSizes(
  { db, actor, now }: Ctx,
  person: { id: number; account_id: number },
  sizes: readonly { style_id: number; product_id: number }[],
): Promise<void> {
  const { user_id, style_id, account_id, product_id, recorded_by, recorded_at } = recordedSizes;
  const sent = (column: { name: string }) => sql`excluded.${sql.identifier(column.name)}`;
  await db
    .insert(recordedSizes)
    .values(sizes.map((size) => ({ user_id: person.id, account_id: person.account_id, ...size, recorded_by: actor.id, recorded_at: now })))
    .onConflictDoUpdate({
      target: [user_id, style_id],
      set: { account_id: sent(account_id), product_id: sent(product_id), recorded_by: sent(recorded_by), recorded_at: sent(recorded_at) },
    });
}

/** Record which size of a style fits a person. It is their size on file until a later order shows another one. */
export async function recordSize(ctx: Ctx, employee_id: number, style_id: number, { product_id }: RecordSizeInput): Promise<Sizes> {
  const person = await findPerson(ctx, employee_id);
  const whom = { site_id: null, restricted: policy.see_restricted_products(ctx.actor), now: ctx.now };
  const article = (await permittedProducts(ctx.db, person.id, whom, [product_id])).get(product_id);
  if (!article || (article.parent_id ?? article.id) !== style_id) throw invalid({ product_id: messages.unknown_product });
  const [before] = await ctx.db.select({ product_id: recordedSizes.product_id }).from(recordedSizes).where(ofStyle(person.id, style_id));
  await storeRecordedSizes(ctx, person, [{ style_id, product_id }]);
  await audit(ctx, 'user.size_recorded', { type: 'user', id: person.id }, before ?? null, { product_id });
  await emit(ctx, 'sizes.recorded', { employee_ids: [person.id] });
  return sizesOnFile(ctx, person.id);
}

/** Remove a recorded size: the size on file is again that of the last order. 404 if none is recorded. */
export async function removeRecordedSize(ctx: Ctx, employee_id: number, style_id: number): Promise<Sizes> {
  const person = await findPerson(ctx, employee_id);
  const [removed] = await ctx.db.delete(recordedSizes).where(ofStyle(person.id, style_id)).returning({ product_id: recordedSizes.product_id });
  if (!removed) throw notFound();
  await audit(ctx, 'user.size_removed', { type: 'user', id: person.id }, removed);
  return sizesOnFile(ctx, person.id);
}

import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkRolloutOpen, type FillInput, type lineSizes, type RolloutPerson, stylesOfLine } from '../../shared/rollouts/rollout.ts';
import { audit } from '../audit/audit.ts';
import { permittedProducts } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, enforce, invalid, requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { rolloutPeople } from '../db/tables/index.ts';
import { articlesOf } from './prepare-people.ts';
import { enforceInScope, peopleOfRollout, readRollout, rolloutPeopleQuery, type StoredPerson, type StoredRollout } from './rollout-queries.ts';

/** A person of a roll-out, locked until the unit of work ends; 404 for somebody else. */
export async function lockPerson({ db }: Pick<Ctx, 'db'>, rollout_id: number, user_id: number): Promise<StoredPerson> {
  const query = db
    .select()
    .from(rolloutPeople)
    .where(and(eq(rolloutPeople.rollout_id, rollout_id), eq(rolloutPeople.user_id, user_id)));
  return requireFound((await lockRows(query))[0]);
}

interface Chosen {
  line: number;
  product_id: number;
}

/** Store the sizes that a wearer or a manager chose. 422 on the field of a SKU that the line does not offer to the person. */
export async function storeSizes(
  ctx: Ctx,
  { lines: kit }: Pick<StoredRollout, 'lines'>,
  person: StoredPerson,
  chosen: readonly Chosen[],
  by: 'answer' | 'fill',
): Promise<void> {
  const named = [...new Set(chosen.flatMap(({ line }) => (kit[line] ? stylesOfLine(kit[line]) : [])))];
  const articles = await articlesOf(ctx, named);
  const restricted = policy.see_restricted_products(ctx.actor);
  const permitted = await permittedProducts(ctx.db, person.user_id, { site_id: person.site_id, restricted, now: ctx.now }, named);
  const faults: Record<string, string> = {};
  for (const [n, { line, product_id }] of chosen.entries()) {
    const kitLine = kit[line];
    if (!kitLine || !person.sizes.some((size) => size.line === line)) faults[`lines.${n}.line`] = messages.rollouts.unknown_line;
    else {
      const offered = stylesOfLine(kitLine).flatMap((style) => articles.skuOf(style) ?? articles.sizesOf(style, kitLine.variation_colour));
      if (!offered.some(({ id }) => id === product_id) || !permitted.has(product_id)) faults[`lines.${n}.product_id`] = messages.unknown_product;
    }
  }
  if (Object.keys(faults).length) throw invalid(faults);
  const byLine = new Map(chosen.map(({ line, product_id }) => [line, product_id]));
  const sizes = person.sizes.map(({ line, product_id }) => ({ line, product_id: byLine.get(line) ?? product_id }));
  const isSized = sizes.every(({ product_id }) => product_id !== null);
  await ctx.db
    .update(rolloutPeople)
    .set({ sizes, sized_by: isSized ? by : null, failure: null, ...(isSized && { mail_due: null }), version: sql`${rolloutPeople.version} + 1` })
    .where(eq(rolloutPeople.id, person.id));
}

/** Choose the sizes of somebody who has not answered, or other sizes, until something is ordered for them. */
export async function fillIn(ctx: Ctx, account_id: number, id: number, user_id: number, { lines }: FillInput): Promise<RolloutPerson> {
  const row = await readRollout(ctx, account_id, id);
  await enforceInScope(ctx, id, user_id);
  enforce(checkRolloutOpen(row));
  const person = await lockPerson(ctx, id, user_id);
  if (person.ordered_at || person.is_queued) throw conflict('rollout_ordered', messages.rollouts.ordered);
  await storeSizes(ctx, row, person, lines, 'fill');
  await audit(ctx, 'rollout.filled_in', { type: 'rollout', id }, null, { employee_id: user_id, lines });
  return personOf(ctx, account_id, id, user_id);
}

/** One person of a roll-out. */
export async function personOf(ctx: Ctx, account_id: number, id: number, user_id: number): Promise<RolloutPerson> {
  const page = await peopleOfRollout(ctx, account_id, id, rolloutPeopleQuery.parse({ per_page: 1 }), user_id);
  return requireFound(page.items[0]);
}

/** The SKUs from which each line of a person may be chosen. */
export async function sizesOfPerson(ctx: Ctx, account_id: number, id: number, user_id: number): Promise<z.infer<typeof lineSizes>> {
  const { lines: kit } = await readRollout(ctx, account_id, id);
  await enforceInScope(ctx, id, user_id);
  const person = await lockPerson(ctx, id, user_id);
  const named = [...new Set(kit.flatMap(stylesOfLine))];
  const articles = await articlesOf(ctx, named);
  const whom = { site_id: person.site_id, restricted: policy.see_restricted_products(ctx.actor), now: ctx.now };
  const permitted = await permittedProducts(ctx.db, user_id, whom, named);
  return {
    items: person.sizes.flatMap(({ line }) => {
      const kitLine = kit[line];
      if (!kitLine) return [];
      const offered = stylesOfLine(kitLine).flatMap((style) => articles.skuOf(style) ?? articles.sizesOf(style, kitLine.variation_colour));
      const sizes = offered
        .filter((sku) => permitted.has(sku.id))
        .map(({ id: sku, name, attributes: { variation_colour, ...size } }) => ({ id: sku, name, variation_colour, size: sizeOf(size) ?? '' }));
      return [{ line, sizes }];
    }),
  };
}

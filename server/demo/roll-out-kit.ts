import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { addMonths } from '../../shared/add-months.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { clothingSetProducts, clothingSets, products, rolloutPeople, userClothingSets, users } from '../db/tables/index.ts';
import { askPeople, mailSome } from '../rollouts/ask-people.ts';
import { lockPerson, sizesOfPerson, storeSizes } from '../rollouts/choose-sizes.ts';
import { prepareSome } from '../rollouts/prepare-people.ts';
import { findRollout } from '../rollouts/rollout-queries.ts';
import { createRollout } from '../rollouts/save-rollout.ts';
import type { DemoWorld } from './demo-world.ts';

/** How many people the roll-out is for at most. */
const PEOPLE = 40;

/** Roll out one more garment to people of the first client: they are asked, and half of those without sizes have answered or were filled in. */
export async function rollOutKit(world: DemoWorld): Promise<void> {
  const { db, today } = world;
  const [admin] = await db
    .select({ id: users.id, forenames: users.forenames, surname: users.surname, account_id: users.account_id })
    .from(users)
    .where(and(eq(users.role, 'client_admin'), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
    .limit(1);
  if (!admin || admin.account_id === null) return;
  const { account_id } = admin;
  const style = sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number);
  const wearers = db
    .select({ style: style.as('style'), people: sql<number>`count(distinct ${userClothingSets.user_id})`.mapWith(Number).as('people') })
    .from(userClothingSets)
    .innerJoin(clothingSets, and(eq(clothingSets.id, userClothingSets.clothing_set_id), eq(clothingSets.account_id, account_id)))
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, and(eq(products.id, clothingSetProducts.product_id), isNull(products.discontinued_at)))
    .where(sql`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration}, '') = ''`)
    .groupBy(style)
    .orderBy(sql`people desc`, sql`style`)
    .limit(1);
  const [worn] = await wearers;
  if (!worn) return;
  const people = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(userClothingSets, eq(userClothingSets.user_id, users.id))
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(and(eq(users.account_id, account_id), isNull(users.deleted_at), isNull(users.leaves_on), sql`${style} = ${worn.style}`))
    .orderBy(asc(users.id))
    .limit(PEOPLE);
  const actor = {
    id: admin.id,
    name: `${admin.forenames} ${admin.surname}`,
    role: 'client_admin' as const,
    account_id,
    site_ids: [],
    is_supervised_orderer: false,
    can_view_restricted_products: false,
    impersonator_id: null,
  };
  const ctx = world.as(actor);
  const made = await createRollout(ctx, account_id, {
    name: 'Spring kit',
    deadline: addMonths(ukDate(today.toISOString()), 1),
    people: { ids: people.map(({ id }) => id) },
    kit: { lines: [{ product_id: worn.style, quantity: 1, decoration: null, variation_colour: null, choose_from: [] }] },
    order_per: 'site',
    client_po_reference: 'KIT-2027',
    cost_code: null,
  });
  const rollout = await findRollout(ctx, account_id, made.id);
  while (await prepareSome(ctx, rollout));
  const unsized = and(eq(rolloutPeople.rollout_id, made.id), isNull(rolloutPeople.sized_by));
  if (!(await db.$count(rolloutPeople, unsized))) return;
  await askPeople(ctx, account_id, made.id);
  while (await mailSome(ctx, made.id, ctx.services.settings.public_url));
  const asked = await db.select({ user_id: rolloutPeople.user_id }).from(rolloutPeople).where(unsized).orderBy(asc(rolloutPeople.user_id));
  for (const [n, { user_id }] of asked.entries()) {
    if (n % 2) continue;
    const { items } = await sizesOfPerson(ctx, account_id, made.id, user_id);
    const chosen = items.flatMap(({ line, sizes }) => sizes.slice(n % 3, (n % 3) + 1).map(({ id }) => ({ line, product_id: id })));
    if (chosen.length) await storeSizes(ctx, rollout, await lockPerson(ctx, made.id, user_id), chosen, n % 4 ? 'fill' : 'answer');
  }
}

import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { nameInSet, setPicture } from '../clothing-sets/style-terms.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { mediaOf, pictureInColour, pictureOf } from '../db/picture.ts';
import { clothingSetProducts, clothingSets, employeeRoles, products, userClothingSets, userEmployeeRoles, users } from '../db/tables/index.ts';

/** At most this many garments of one employee role are shown. */
const MAX_GARMENTS = 3;

const garmentSchema = z.object({
  id: z.int(),
  name: z.string(),
  colour_hex: z.string().nullable(),
  media: z.array(z.object({ url: z.string() })),
});
type Garment = z.infer<typeof garmentSchema>;

export const usualSchema = z.object({
  clothing_sets: z.array(z.int()).describe('The sets that at least half of its people have'),
  garments: z.array(garmentSchema).describe(`At most ${MAX_GARMENTS} garments of these sets, of different kinds where they hold several`),
});
type Usual = z.infer<typeof usualSchema>;

/** The employee roles of a company, each with the sets that at least half of its active people have. The role with the most people comes first. */
async function setsByRole({ db }: Ctx, account_id: number): Promise<Map<number, number[]>> {
  const ofCompany = and(eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at));
  const people = db
    .select({ role_id: userEmployeeRoles.employee_role_id, n: count().as('n') })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, and(eq(employeeRoles.id, userEmployeeRoles.employee_role_id), ofCompany))
    .innerJoin(users, and(eq(users.id, userEmployeeRoles.user_id), isNull(users.deleted_at)))
    .groupBy(userEmployeeRoles.employee_role_id)
    .as('people');
  const rows = await db
    .select({ role_id: people.role_id, people: people.n, set_id: clothingSets.id, wearers: count(clothingSets.id) })
    .from(people)
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.employee_role_id, people.role_id))
    .innerJoin(users, and(eq(users.id, userEmployeeRoles.user_id), isNull(users.deleted_at)))
    .leftJoin(userClothingSets, eq(userClothingSets.user_id, users.id))
    .leftJoin(clothingSets, and(eq(clothingSets.id, userClothingSets.clothing_set_id), isNull(clothingSets.deleted_at)))
    .groupBy(people.role_id, sql`${people.n}`, clothingSets.id);
  const sets = new Map<number, number[]>();
  const byPeople = [...rows].sort(
    (one, other) => other.people - one.people || other.wearers - one.wearers || (one.set_id ?? 0) - (other.set_id ?? 0),
  );
  for (const { role_id, set_id, wearers, people: all } of byPeople)
    sets.set(role_id, [...(sets.get(role_id) ?? []), ...(set_id !== null && wearers * 2 >= all ? [set_id] : [])]);
  return sets;
}

const style = alias(products, 'garment_style');
const article = alias(products, 'garment_article');

/** A few garments of each of these sets: first one garment of each category, then others. Garments that the caller may not see are left out. */
async function garmentsBySet({ db, actor }: Ctx, set_ids: readonly number[]): Promise<Map<number, Garment[]>> {
  // A style in a set is shown as its first published SKU.
  const first = sql`(select child.id from ${products} as child where child.parent_id = ${products.id} and child.is_published
    and child.deleted_at is null order by child.position, child.id limit 1)`;
  const placed = db
    .select({
      set_id: clothingSetProducts.clothing_set_id,
      row_id: clothingSetProducts.id,
      article_id: sql<number>`coalesce(${first}, ${products.id})`.as('article_id'),
      name: sql<string | null>`${nameInSet}`.as('set_name'),
      picture: sql<string | null>`${setPicture}`.as('set_picture'),
      place: sql<number>`row_number() over (partition by ${clothingSetProducts.clothing_set_id},
        coalesce(${style.category_id}, ${products.category_id}) order by ${clothingSetProducts.id})`
        .mapWith(Number)
        .as('place'),
    })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(
      and(
        among(clothingSetProducts.clothing_set_id, idList(set_ids)),
        isNull(products.deleted_at),
        sql`${products.is_published}`,
        policy.see_restricted_products(actor)
          ? undefined
          : sql`not (${products.is_restricted} or coalesce(${style.is_restricted}, ${products.is_restricted}))`,
      ),
    )
    .as('placed');
  const rows = await db
    .select({
      set_id: placed.set_id,
      id: article.id,
      style_id: sql<number>`coalesce(${article.parent_id}, ${article.id})`.mapWith(Number).as('style_id'),
      name: sql<string>`coalesce(${placed.name}, ${article.name})`.as('name'),
      colour_hex: article.colour_hex,
      picture: placed.picture,
      own_picture: sql<string | null>`coalesce(${pictureOf(article.id)}, ${pictureInColour(article.parent_id, article.variation_colour)})`.as(
        'own_picture',
      ),
      style_picture: pictureOf(article.parent_id).as('style_picture'),
    })
    .from(placed)
    .innerJoin(article, eq(article.id, placed.article_id))
    .where(sql`${placed.place} <= ${MAX_GARMENTS}`)
    .orderBy(sql`${placed.place}`, placed.row_id);
  const garments = new Map<number, Map<number, Garment>>();
  for (const { set_id, style_id, picture, own_picture, style_picture, ...one } of rows) {
    const ofSet = garments.get(set_id) ?? new Map<number, Garment>();
    if (!ofSet.has(style_id) && ofSet.size < MAX_GARMENTS) ofSet.set(style_id, { ...one, media: mediaOf(picture, own_picture, style_picture) });
    garments.set(set_id, ofSet);
  }
  return new Map([...garments].map(([set_id, ofSet]) => [set_id, [...ofSet.values()]]));
}

/**
 * The garments that people with each employee role of a company usually wear, by role id. The role with the most people comes first. Within a role,
 * garments of the sets that the fewest other roles have come first, because such garments tell the roles apart.
 */
export async function usualGarments(ctx: Ctx, account_id: number): Promise<Map<number, Usual>> {
  const sets = await setsByRole(ctx, account_id);
  const all = [...sets.values()].flat();
  const garments = await garmentsBySet(ctx, [...new Set(all)]);
  const rolesWith = (set_id: number): number => all.filter((id) => id === set_id).length;
  return new Map(
    [...sets].map(([role_id, clothing_sets]) => {
      const rarest = [...clothing_sets].sort((one, other) => rolesWith(one) - rolesWith(other));
      return [role_id, { clothing_sets, garments: rarest.flatMap((id) => garments.get(id) ?? []).slice(0, MAX_GARMENTS) }];
    }),
  );
}

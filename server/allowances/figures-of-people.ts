import { and, asc, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { addMonths } from '../../shared/add-months.ts';
import type { AllowanceTerms } from '../../shared/allowances/allowance.ts';
import {
  type AllowanceFigure,
  allowanceFigure,
  type DatedAmount,
  termsOn,
  type VersionedAllowance,
} from '../../shared/allowances/allowance-figure.ts';
import type { AllowancePerson } from '../../shared/allowances/allowance-period.ts';
import { type CoveredProduct, isCovered, takenByOne } from '../../shared/allowances/covers.ts';
import { groupBy } from '../../shared/group-by.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import {
  allowanceGrants,
  allowances,
  allowanceVersions,
  categories,
  clothingSetProducts,
  orderLines,
  orders,
  products,
  rolloutPeople,
  userEmployeeRoles,
  users,
} from '../db/tables/index.ts';
import { chargedPieces, returnedPieces } from '../orders/spent-pieces.ts';

type Reader = Pick<Ctx, 'db'>;

/** An allowance of a client company with all its versions. */
export interface ReadAllowance extends VersionedAllowance {
  versions: readonly (AllowanceTerms & { created_at: string })[];
  id: number;
  name: string;
  employee_role_id: number | null;
  user_id: number | null;
}

/** A person with the facts that decide their allowances. */
export interface AllowanceHolder extends AllowancePerson {
  id: number;
  name: string;
  employee_role_ids: readonly number[];
}

/** One person's allowance on a day. */
export interface PersonAllowance {
  allowance: ReadAllowance;
  terms: AllowanceTerms;
  holder: AllowanceHolder;
  figure: AllowanceFigure;
}

/** The allowances of people, and the function that finds what decides which of them cover a line. */
export interface PeopleFigures {
  figures: PersonAllowance[];
  productOf: (line: Pick<CountedLine, 'style_id' | 'category_id'>) => CoveredProduct;
}

/** Items of a line with what decides how much of an allowance they take. */
export interface CountedLine {
  employee_id: number;
  style_id: number;
  category_id: number | null;
  /** Charged items, less returned ones. */
  pieces: number;
  points: number | null;
  /** Pence for one item. */
  price: number;
  /** Whether a roll-out ordered it. */
  is_rollout: boolean;
}

/** The people of a list with their roles, in the sequence of their ids. */
export async function holdersOf({ db }: Reader, ids: readonly number[]): Promise<AllowanceHolder[]> {
  const people = await db
    .select({ id: users.id, name: personName(users).as('name'), started_on: users.started_on, allowance_percent: users.allowance_percent })
    .from(users)
    .where(among(users.id, idList(ids)))
    .orderBy(asc(users.id));
  const roles = groupBy(
    await db
      .select()
      .from(userEmployeeRoles)
      .where(among(userEmployeeRoles.user_id, idList(ids))),
    ({ user_id }) => user_id,
  );
  return people.map((person) => ({ ...person, employee_role_ids: (roles.get(person.id) ?? []).map(({ employee_role_id }) => employee_role_id) }));
}

/** The allowances of people that are in force on a day or begin later, by name. */
export async function allowancesOfHolders({ db }: Reader, holders: readonly AllowanceHolder[], day: string): Promise<ReadAllowance[]> {
  const roleIds = [...new Set(holders.flatMap(({ employee_role_ids }) => employee_role_ids))];
  const rows = await db
    .select({
      id: allowances.id,
      name: allowances.name,
      employee_role_id: allowances.employee_role_id,
      user_id: allowances.user_id,
      ended_on: allowances.ended_on,
      terms: allowanceVersions.terms,
      created_at: allowanceVersions.created_at,
    })
    .from(allowances)
    .innerJoin(allowanceVersions, eq(allowanceVersions.allowance_id, allowances.id))
    .where(
      and(
        or(among(allowances.employee_role_id, idList(roleIds)), among(allowances.user_id, idList(holders.map(({ id }) => id)))),
        or(isNull(allowances.ended_on), sql`${allowances.ended_on} > ${day}`),
      ),
    )
    .orderBy(asc(allowances.name), asc(allowances.id), asc(allowanceVersions.version));
  return [...groupBy(rows, ({ id }) => id).values()].flatMap((versions) => {
    const [first] = versions;
    if (!first) return [];
    const { terms: _terms, created_at: _created_at, ...allowance } = first;
    return [{ ...allowance, versions: versions.map(({ terms, created_at }) => ({ ...terms, created_at })) }];
  });
}

const isOf = ({ user_id, employee_role_id }: ReadAllowance, holder: AllowanceHolder): boolean =>
  user_id === holder.id || (employee_role_id !== null && holder.employee_role_ids.includes(employee_role_id));

/** The facts about styles that decide which allowances cover them: the categories above theirs, and the sets that the allowances name. */
async function coverageOf(
  { db }: Reader,
  list: readonly ReadAllowance[],
): Promise<(line: Pick<CountedLine, 'style_id' | 'category_id'>) => CoveredProduct> {
  const covers = list.flatMap(({ versions }) => versions.map((terms) => terms.covers));
  const setIds = [...new Set(covers.flatMap(({ clothing_sets }) => clothing_sets))];
  const hasCategories = covers.some(({ categories: ids }) => ids.length > 0);
  const parents = new Map(hasCategories ? (await db.select().from(categories)).map(({ id, parent_id }) => [id, parent_id]) : []);
  const inSets = setIds.length
    ? await db
        .selectDistinct({
          clothing_set_id: clothingSetProducts.clothing_set_id,
          style_id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number),
        })
        .from(clothingSetProducts)
        .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
        .where(among(clothingSetProducts.clothing_set_id, idList(setIds)))
    : [];
  const setsOfStyle = groupBy(inSets, ({ style_id }) => style_id);
  const withParents = (id: number | null): number[] => {
    const chain: number[] = [];
    for (let at = id; at !== null && !chain.includes(at); at = parents.get(at) ?? null) chain.push(at);
    return chain;
  };
  return ({ style_id, category_id }) => ({
    style_id,
    category_ids: withParents(category_id),
    clothing_set_ids: (setsOfStyle.get(style_id) ?? []).map(({ clothing_set_id }) => clothing_set_id),
  });
}

const styles = alias(products, 'styles');

/** The lines of orders with the columns that decide what they take of allowances; conditions and joins with orders are added. */
export const countedLines = ({ db }: Reader) =>
  db
    .select({
      order_id: orderLines.order_id,
      line_id: orderLines.id,
      employee_id: orderLines.employee_id,
      style_id: styles.id,
      category_id: styles.category_id,
      points: sql<number | null>`coalesce(${orderLines.unit_points}, ${styles.points})`.as('points'),
      price: orderLines.unit_price,
      pieces: sql<number>`${chargedPieces} - ${returnedPieces}`.mapWith(Number).as('pieces'),
      is_rollout: sql<boolean>`exists (select 1 from ${rolloutPeople} where ${rolloutPeople.order_id} = ${orders.id})`
        .mapWith(Boolean)
        .as('is_rollout'),
      submitted_at: orders.submitted_at,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(styles, sql`${styles.id} = coalesce(${products.parent_id}, ${products.id})`)
    .$dynamic();

/** What a line takes of an allowance by the terms of a day; 0 if they do not cover it, or if a roll-out ordered it and they do not count roll-outs. */
export const takenBy = (terms: AllowanceTerms, line: CountedLine, product: CoveredProduct): number =>
  isCovered(terms.covers, product) && (terms.counts_rollouts || !line.is_rollout) ? line.pieces * takenByOne(terms.unit, line) : 0;

/** The terms by which an order was judged when it was submitted; for an order before the first version, the terms of that version. */
export function termsAtSubmission({ versions }: ReadAllowance, on: string, submitted_at: string): AllowanceTerms {
  const earlier = versions.filter(({ created_at }) => created_at <= submitted_at);
  return termsOn(earlier.length ? earlier : versions.slice(0, 1), on);
}

/** The number of months before a day whose orders can still count on that day; null if all can. */
function monthsBack(list: readonly ReadAllowance[]): number | null {
  const months = list.flatMap(({ versions }) =>
    versions.map(
      ({ period_months, first_period_min_months }) => period_months && Math.max(2 * period_months, first_period_min_months + period_months),
    ),
  );
  return months.some((count) => count === null) ? null : Math.max(0, ...(months as number[])) + 4;
}

/** What submitted orders of people took and gave back, as lines; samples and cancelled orders take nothing. */
async function linesOfHolders(ctx: Reader, ids: readonly number[], since: string | null, except: number | null) {
  return countedLines(ctx).where(
    and(
      among(orderLines.employee_id, idList(ids)),
      since === null ? isNotNull(orders.submitted_at) : gte(orders.submitted_at, since),
      isNull(orders.cancelled_at),
      isNull(orders.deleted_at),
      eq(orders.is_sample, false),
      except === null ? undefined : ne(orders.id, except),
    ),
  );
}

/**
 * The allowances of people on a UK calendar date, with how much each may have and has used, in a fixed number of statements. `except` is an order
 * that is not counted.
 */
export async function figuresOfPeople(
  ctx: Reader,
  holders: readonly AllowanceHolder[],
  day: string,
  { only, except = null }: { only?: readonly ReadAllowance[]; except?: number | null } = {},
): Promise<PeopleFigures> {
  const list = only ?? (await allowancesOfHolders(ctx, holders, day));
  if (!list.length) return { figures: [], productOf: await coverageOf(ctx, []) };
  const ids = holders.map(({ id }) => id);
  const months = monthsBack(list);
  const productOf = await coverageOf(ctx, list);
  const lines = groupBy(
    await linesOfHolders(ctx, ids, months === null ? null : ukMidnight(addMonths(day, -months)), except),
    ({ employee_id }) => employee_id,
  );
  const grants = groupBy(
    await ctx.db
      .select({ id: allowanceGrants.allowance_id, user_id: allowanceGrants.user_id, on: allowanceGrants.granted_on, amount: allowanceGrants.amount })
      .from(allowanceGrants)
      .where(and(among(allowanceGrants.user_id, idList(ids)), among(allowanceGrants.allowance_id, idList(list.map(({ id }) => id))))),
    ({ id, user_id }) => `${id}/${user_id}`,
  );
  const figures = holders.flatMap((holder) => {
    const own = (lines.get(holder.id) ?? []).map((line) => ({ line, product: productOf(line), on: ukDate(line.submitted_at ?? '') }));
    return list
      .filter((allowance) => isOf(allowance, holder))
      .map((allowance) => {
        const charges: DatedAmount[] = own.flatMap(({ line, product, on }) => {
          const amount = takenBy(termsAtSubmission(allowance, on, line.submitted_at ?? ''), line, product);
          return amount === 0 ? [] : [{ on, amount }];
        });
        const history = { charges, grants: grants.get(`${allowance.id}/${holder.id}`) ?? [] };
        return { allowance, terms: termsOn(allowance.versions, day), holder, figure: allowanceFigure(allowance, holder, history, day) };
      });
  });
  return { figures, productOf };
}

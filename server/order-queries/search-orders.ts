import { and, eq, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import type { Ctx } from '../core/context.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { type Db, rows } from '../db/db.ts';
import { hasPoPart, hasPostcode, idsWithPoPart, PO_PART_MIN, poPart, skuBeginsWith } from '../db/order-search.ts';
import { personName } from '../db/person-name.ts';
import { hasPersonNumber, personNamed } from '../db/person-search.ts';
import {
  accounts,
  consignments,
  dispatchLines,
  dispatchOrders,
  orderEmployees,
  orderLines,
  orders,
  products,
  sites,
  users,
} from '../db/tables/index.ts';
import { visibleLines, visibleOrders, wholeOrders } from '../orders/scope.ts';
import { countedByStatus, total } from './count-orders.ts';

/** Upper limit of the matching clients, sites, people or SKUs that one search considers. */
const MAX_NAMES = 500;
/** A search gathers up to this number of matching orders, or this share of all orders. If more orders may match, it scans all orders. */
const MAX_GATHERED = 2_000;
const MAX_GATHERED_SHARE = 0.05;
/** How many words of a search are considered at most. */
const MAX_SEARCH_WORDS = 6;

/** An order number as people write it: `00146`, `146` or `#146`; with `#` it can only be an order number. */
export const ORDER_NUMBER = /^#?(\d{1,15})$/;
const numbered = (text: string): SQL | undefined => {
  const digits = ORDER_NUMBER.exec(text)?.[1];
  return digits === undefined ? undefined : eq(orders.id, Number(digits));
};
const exactly = (text: string): SQL | undefined =>
  or(numbered(text), inArray(orders.client_po_reference, [...new Set([text, text.toUpperCase(), text.toLowerCase()])]));

/** Whether a text can only be an order number. */
export const isNumberOnly = (text: string): boolean => /^(#|0\d)\d*$/.test(text) && ORDER_NUMBER.test(text);

const OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]?(\d[A-Z]{0,2})?$/;
const compact = (text: string): string => text.replaceAll(' ', '').toUpperCase();

/** A text in capitals without spaces if it is the beginning of a UK postcode, from the first digit on; otherwise null. */
export const postcodeStart = (text: string): string | null => (POSTCODE.test(compact(text)) ? compact(text) : null);

/** The words of a search; the two halves of a postcode count as one word. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const before = words.at(-1);
    if (before !== undefined && OUTWARD.test(before.toUpperCase()) && /^\d[A-Z]{0,2}$/i.test(word)) words[words.length - 1] = `${before} ${word}`;
    else words.push(word);
  }
  return words;
}

// The indexes contain only orders that are not deleted, so the database uses an index only if the query has that condition.
const one = (condition: SQL | undefined): SQL => sql`select ${orders.id} from ${orders} where ${orders.deleted_at} is null and ${condition}`;
const union = (conditions: (SQL | undefined)[]): SQL => sql.join(conditions.map(one), sql` union `);

/** The result of a search over all clients. */
export interface FoundOrders {
  /** The clients all of whose orders match. */
  clients: number[];
  /** A query of the ids of the matching orders of other clients; null if there are none. */
  rest: SQL | null;
  /** A query of the ids of all matches; for a search with few matches. */
  ids: SQL;
  /** Whether an order matches. Use this condition to check a few orders: related records are looked up for each order. */
  condition: SQL;
  /** As `condition`, for a scan of all orders: related records are gathered once, and no index on the compared columns is used. */
  scanned: SQL;
  /** A query of the order that has the text as its exact number, to be shown first; null if there is none. */
  first: SQL | null;
  /** How many matches of `rest` have to be counted by scanning all orders. Matches of a name are counted by an index instead. */
  scanned_count: number;
  /** Upper estimate of the number of matches: never too low, and nearly exact up to `most`. */
  count: number;
  /** If there are more matches than this, all orders are scanned. */
  most: number;
}

/** A condition on a column that makes no use of an index on that column. */
const unindexed = (column: SQLWrapper): SQL => sql`+${column}`;

const idsOf = (items: { id: number }[]): number[] => items.map(({ id }) => id);

/** The condition for a consignment with this courier's number, typed as on its label or with additional spaces. */
export const isTracked = (text: string): SQL => {
  const numbers = [text, compact(text)].flatMap((number) => [number, number.toUpperCase(), number.toLowerCase()]);
  const spellings = textList([...new Set(numbers)]);
  return sql`(${amongTexts(consignments.tracking_number, spellings)} or ${amongTexts(consignments.consignment_number, spellings)})`;
};

/** The ids of orders that a dispatch with this courier's number carries; found by two indexes. */
const idsTracked = (text: string): SQL => sql`select ${dispatchOrders.order_id} as id from ${dispatchOrders}
  join ${consignments} on ${consignments.dispatch_id} = ${dispatchOrders.dispatch_id} where ${isTracked(text)}`;

/** The products whose names contain a text. */
const productsNamed = async ({ db }: Pick<Ctx, 'db'>, text: string): Promise<number[]> =>
  text.length < PO_PART_MIN ? [] : idsOf(await db.select({ id: products.id }).from(products).where(contains(products.name, text)).limit(MAX_NAMES));

/**
 * The ids of the products whose SKU begins with a text or, if the text is a plain word, equals it. If such a product is a style, all its SKUs are
 * included: a line without a size has the style, any other line has one of the SKUs.
 */
async function productsCalled({ db }: Pick<Ctx, 'db'>, text: string): Promise<number[]> {
  const sku = text.toUpperCase();
  if (sku.length < PO_PART_MIN) return [];
  const isPart = /[\d-]/.test(sku);
  const productsBySku = await db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(isPart ? skuBeginsWith(products.sku, sku) : eq(sql`upper(${products.sku})`, sku))
    .limit(MAX_NAMES);
  const styles = idsOf(productsBySku.filter(({ parent_id }) => parent_id === null));
  const children = styles.length
    ? await db
        .select({ id: products.id })
        .from(products)
        .where(among(products.parent_id, idList(styles)))
        .limit(MAX_NAMES)
    : [];
  return [...new Set([...idsOf(productsBySku), ...idsOf(children)])];
}

const isOf = (ids: readonly number[]) => ({
  ordered: among(orderLines.product_id, idList(ids)),
  picked: among(orderLines.picked_product_id, idList(ids)),
});

/** The orders with a line on which one of these products is ordered or picked, once for each such line; found by two indexes. */
function idsWithProducts(ids: readonly number[]): SQL {
  const { ordered, picked } = isOf(ids);
  return sql`select ${orderLines.order_id} as id from ${orderLines} where ${ordered}
    union all select ${orderLines.order_id} from ${orderLines} where ${picked}`;
}

/** The condition for an order with a line on which one of these products is ordered or picked, checked by the lines of the order. */
function hasProducts(ids: readonly number[]): SQL {
  const { ordered, picked } = isOf(ids);
  return sql`exists (select 1 from ${orderLines} where ${orderLines.order_id} = ${orders.id} and (${ordered} or ${picked}))`;
}

const finds = async (db: Db, ids: SQL): Promise<boolean> => (await rows(db, sql`${ids} limit 1`)).length > 0;

/** Whether a text is also the number of a consignment or of an employee. */
export const isOtherNumber = async (db: Db, text: string): Promise<boolean> =>
  (await finds(db, idsTracked(text))) || (await finds(db, sql`select 1 from ${users} where ${hasPersonNumber(text)}`));

/** The orders with one of these wearers. */
const idsOfWearers = (ids: readonly number[]): SQL =>
  sql`select ${orderEmployees.order_id} as id from ${orderEmployees} where ${among(orderEmployees.employee_id, idList(ids))}`;
const hasWearers = (ids: readonly number[]): SQL =>
  sql`exists (select 1 from ${orderEmployees} where ${orderEmployees.order_id} = ${orders.id} and ${among(orderEmployees.employee_id, idList(ids))})`;

/** One possible meaning of a text, as a condition on orders: `found` uses an index, `tested` checks one order, `scanned` scans all orders. */
interface Part {
  found: SQL;
  tested: SQL;
  scanned: SQL;
  count: number;
}

/**
 * The meanings of one text as a whole. A number is tried as an order number and as a PO, and a text with a digit as a PO, because an exact match is
 * seldom meant as a name. Next come part of a PO, a courier's number, an employee number, a postcode and the start of an SKU. Words are also tried as
 * names of clients, sites, requesters, wearers and products: few names match, and an index leads from a name to its orders.
 */
async function meaningOf({ db }: Pick<Ctx, 'db'>, text: string, most: number): Promise<FoundOrders> {
  const whole = exactly(text) ?? sql`1 = 0`;
  const isExact = await finds(db, one(whole));
  const count = isExact ? 1 : 0;
  const exact = { clients: [], rest: one(whole), ids: one(whole), condition: whole, scanned: whole, first: null, scanned_count: count, count, most };
  if (text.startsWith('#') || text.length < limits.search_min) return exact;
  const isNumber = /^\d+$/.test(text);
  if (isExact && /\d/.test(text) && (!isNumber || isNumberOnly(text))) return exact;

  const parts: Part[] = [];
  /** Adds the matches of a query of ids, unless none of them is a live order. The query may return an order twice and include deleted ones. */
  const add = async (ids: SQL, { found, tested = found, scanned = tested }: Pick<Part, 'found'> & Partial<Part>): Promise<void> => {
    const [countRow] = await rows<{ n: number }>(db, sql`select count(*) as n from (${ids} limit ${most + 1}) as part`);
    const live = sql`select 1 from (${ids}) as part cross join ${orders} where ${orders.id} = part.id and ${orders.deleted_at} is null`;
    if (Number(countRow?.n) && (await finds(db, live))) parts.push({ found, tested, scanned, count: Number(countRow?.n) });
  };
  if (text.length >= PO_PART_MIN)
    await add(idsWithPoPart(poPart(text)), { found: hasPoPart(poPart(text)), tested: contains(orders.client_po_reference, text) });
  const byQuery = (ids: SQL, tested: SQL) =>
    add(ids, { found: sql`${orders.id} in (${ids})`, tested, scanned: sql`${unindexed(orders.id)} in (${ids})` });
  if (/\d/.test(text)) {
    await byQuery(idsTracked(text), sql`${unindexed(orders.id)} in (${idsTracked(text)})`);
    const numberedPeople =
      text.length < PO_PART_MIN ? [] : idsOf(await db.select({ id: users.id }).from(users).where(hasPersonNumber(text)).limit(MAX_NAMES));
    if (numberedPeople.length) await byQuery(idsOfWearers(numberedPeople), hasWearers(numberedPeople));
  }
  const postcode = postcodeStart(text);
  if (postcode) {
    const postcodeMatch = hasPostcode(postcode);
    await add(one(postcodeMatch), { found: postcodeMatch, scanned: sql`${unindexed(orders.id)} in (${one(postcodeMatch)})` });
  }
  const skus = await productsCalled({ db }, text);
  if (skus.length) await byQuery(idsWithProducts(skus), hasProducts(skus));

  // A text with a digit that matches a PO, a number, a postcode or a SKU is seldom a name.
  const isName = !isNumber && !(parts.length && /\d/.test(text));
  const named = isName ? await productsNamed({ db }, text) : [];
  if (named.length) await byQuery(idsWithProducts(named), hasProducts(named));

  const sumOf = (): number => parts.reduce((sum, part) => sum + part.count, count);
  const scanned_count = sumOf();
  const clients = !isName
    ? []
    : idsOf(
        await db
          .select({ id: accounts.id })
          .from(accounts)
          .where(or(contains(accounts.name, text), contains(accounts.reference, text)))
          .limit(MAX_NAMES),
      );
  // If all orders of a client match, the search leaves out the client's sites and people, because their orders match already.
  const elsewhere = (account: SQLWrapper) => or(isNull(account), not(among(account, idList(clients))));
  const places = !isName
    ? []
    : idsOf(
        await db
          .select({ id: sites.id })
          .from(sites)
          .where(and(or(contains(sites.name, text), contains(sites.reference_1, text)), elsewhere(sites.account_id)))
          .limit(MAX_NAMES),
      );
  const people = !isName
    ? []
    : idsOf(
        await db
          .select({ id: users.id })
          .from(users)
          .where(and(personNamed(text), elsewhere(users.account_id)))
          .limit(MAX_NAMES),
      );
  for (const [column, ids] of [
    [orders.delivery_site_id, places],
    [orders.requester_id, people],
  ] as const) {
    const matchesIds = among(column, idList(ids));
    if (ids.length) await add(one(matchesIds), { found: matchesIds, tested: among(unindexed(column), idList(ids)) });
  }
  if (people.length) await byQuery(idsOfWearers(people), hasWearers(people));
  const ofClients = clients.length ? [among(orders.account_id, idList(clients))] : [];
  const others = [...(isExact ? [whole] : []), ...parts.map(({ found }) => found)];
  const notOfClients = clients.length ? not(among(orders.account_id, idList(clients))) : undefined;
  const inClients = clients.length ? [among(unindexed(orders.account_id), idList(clients))] : [];
  return {
    clients,
    rest: others.length ? union(others.map((condition) => and(condition, notOfClients))) : null,
    ids: union([whole, ...ofClients, ...others]),
    condition: or(whole, ...inClients, ...parts.map(({ tested }) => tested)) ?? whole,
    scanned: or(whole, ...inClients, ...parts.map(({ scanned }) => scanned)) ?? whole,
    first: isExact && parts.length ? whole : null,
    scanned_count,
    count: sumOf() + (clients.length ? total(await countedByStatus(db, clients)) : 0),
    most,
  };
}

/** The orders of all clients that match a text as a whole or, if no order does, match all words of the text. */
export async function searchOrders({ db }: Pick<Ctx, 'db'>, text: string): Promise<FoundOrders> {
  const most = Math.max(MAX_GATHERED, Math.round(total(await countedByStatus(db, null)) * MAX_GATHERED_SHARE));
  const whole = await meaningOf({ db }, text, most);
  const words = wordsOf(text);
  if (words.length < 2 || whole.count > 0) return whole;
  const meanings: FoundOrders[] = [];
  for (const word of words.slice(0, MAX_SEARCH_WORDS)) meanings.push(await meaningOf({ db }, word, most));
  // Only the orders that match the rarest word are searched for the other words.
  const [fewest, ...others] = meanings.sort((remaining, right) => remaining.count - right.count);
  if (!fewest) return whole;
  const rest = sql`with word (id) as (${fewest.ids}) select ${orders.id} from word cross join ${orders}
    where ${orders.id} = word.id and ${and(...others.map(({ condition }) => sql`(${condition})`))}`;
  const every = (conditions: SQL[]): SQL => and(...conditions.map((condition) => sql`(${condition})`)) ?? whole.condition;
  return {
    ...whole,
    rest,
    ids: rest,
    condition: every(meanings.map(({ condition }) => condition)),
    scanned: every(meanings.map(({ scanned }) => scanned)),
    scanned_count: fewest.count,
    count: fewest.count,
  };
}

/** The condition for the orders of one client that match a text. A client's orders are few enough to be scanned. */
async function meaningWithin(ctx: Pick<Ctx, 'db' | 'actor'>, account_id: number, text: string): Promise<SQL | undefined> {
  if (text.startsWith('#')) return numbered(text);
  const places = await ctx.db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.account_id, account_id), or(contains(sites.name, text), contains(sites.reference_1, text))))
    .limit(MAX_NAMES);
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.account_id, account_id), contains(personName(users), text)))
    .limit(MAX_NAMES);
  const numberedPeople = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.account_id, account_id), contains(users.employee_number, text)))
    .limit(MAX_NAMES);
  const skus = await productsCalled(ctx, text);
  const wearers = idsOf([...people, ...numberedPeople]);
  const inWhole = or(contains(orders.client_po_reference, text), wearers.length ? hasWearers(wearers) : undefined);
  const isInTrackedDispatch = sql`exists (select 1 from ${consignments} join ${dispatchLines} on ${dispatchLines.dispatch_id} = ${consignments.dispatch_id}
    join ${orderLines} on ${orderLines.id} = ${dispatchLines.order_line_id}
    where ${orderLines.order_id} = ${orders.id} and ${isTracked(text)} and ${visibleLines(ctx.actor)})`;
  const hasMatchingLine = sql`exists (select 1 from ${orderLines} where ${orderLines.order_id} = ${orders.id} and ${visibleLines(ctx.actor)}
    and ${or(among(orderLines.product_id, idList(skus)), text.length < PO_PART_MIN ? undefined : contains(orderLines.product_name, text))})`;
  const postcode = postcodeStart(text);
  return or(
    numbered(text),
    and(or(inWhole, postcode ? hasPostcode(postcode) : undefined), wholeOrders(ctx.actor)),
    hasMatchingLine,
    /\d/.test(text) ? isInTrackedDispatch : undefined,
    places.length ? inArray(orders.delivery_site_id, idsOf(places)) : undefined,
    people.length ? inArray(orders.requester_id, idsOf(people)) : undefined,
  );
}

/**
 * The orders of one client that match a search: they match its text as a whole or, if none does, all of its words. A wearer's name or number matches
 * if the reader sees the whole order, and a product or a courier's number if the reader sees the line.
 */
export async function searchWithin(ctx: Pick<Ctx, 'db' | 'actor'>, account_id: number, text: string): Promise<SQL> {
  const whole = (await meaningWithin(ctx, account_id, text)) ?? sql`1 = 0`;
  const words = wordsOf(text);
  if (words.length < 2) return whole;
  const visibility = and(eq(orders.account_id, account_id), visibleOrders(ctx.actor), whole);
  if (await finds(ctx.db, sql`select ${orders.id} from ${orders} where ${visibility}`)) return whole;
  const each: SQL[] = [];
  for (const word of words.slice(0, MAX_SEARCH_WORDS)) each.push(sql`(${(await meaningWithin(ctx, account_id, word)) ?? sql`1 = 0`})`);
  return and(...each) ?? whole;
}

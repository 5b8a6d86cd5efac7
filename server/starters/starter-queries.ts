import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { calendarDate } from '../../shared/calendar-date.ts';
import { groupBy } from '../../shared/group-by.ts';
import { type FilledLine, fillKit, type KitArticle, unavailableLines, unsizedLines } from '../../shared/kits/fill-kit.ts';
import { type KitLine, productsOfLine } from '../../shared/kits/kit.ts';
import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { WaitingLine } from '../../shared/purchasing/share-deliveries.ts';
import { judgeStarter, type StarterLine } from '../../shared/starters/judge-starter.ts';
import { starterStates } from '../../shared/starters/starter.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageInMemory, pageSchema, queryFlag, readPage } from '../core/paging.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { idList } from '../db/among.ts';
import { accounts } from '../db/tables/index.ts';
import { kitsOfRoles } from '../kits/kit-queries.ts';
import { rolesOfPeople, sitesOfPeople } from '../people/places-of-people-queries.ts';
import { sizesKeptBy } from '../sizes/size-on-file-queries.ts';
import { incomingOf } from '../stock/incoming-queries.ts';
import { articlesInSets, namesOfProducts, orderLinesOfPeople, ordersById, peopleWhoStart, setsOfPeople, startersOfPeople } from './starter-rows.ts';

const day = calendarDate(messages.day_invalid).optional();
export const starterQuery = listQuery({ orderBy: ['starts_on'], default: 'starts_on', per_page: limits.starters_page }).extend({
  from: day.describe('The first day from which people start; today by default'),
  until: day.describe('The last day on which people start'),
  state: z.enum(starterStates).optional(),
  is_late: queryFlag.optional().describe('Only kits that will not be there on the first day, or only the others'),
  site_id: z.coerce.number().int().positive().optional(),
});
export type StarterQuery = z.infer<typeof starterQuery>;

export const starter = z.object({
  employee: z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable() }),
  site: z.object({ id: z.int(), name: z.string() }).nullable().describe('Where the kit goes'),
  role: z.object({ id: z.int(), name: z.string() }).nullable(),
  starts_on: z.string(),
  state: z.enum(starterStates),
  ready_on: z.string().nullable().describe('The day on which all items can be there; null if nobody knows it'),
  is_late: z.boolean().describe('Not all items can be there on the first day'),
  reason: z.string(),
  order: z.object({ uuid: z.string(), order_number: z.string() }).nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.int() })).describe('What the kit has, or what was ordered'),
});
export type Starter = z.infer<typeof starter>;

const states = z.object(Object.fromEntries(starterStates.map((state) => [state, z.int()])) as Record<(typeof starterStates)[number], z.ZodInt>);
export const starterPage = pageSchema(starter).extend({
  starting: z.int().describe('People and roles in the period, whatever their state'),
  late: z.int().describe('Of these, those whose kit will not be there on the first day'),
  states: states.describe('How many are in each state'),
  is_cut: z.boolean().describe('Whether more people start in the period than are read; the later ones are left out'),
});

/** 403 for people who look after nobody, 404 for another client company. */
async function authorizeStarters({ db, actor }: Ctx, account_id: number): Promise<{ dispatch_days: number }> {
  authorize(policy.edit_people(actor));
  if (actor.account_id !== null && actor.account_id !== account_id) throw notFound();
  const [account] = await db.select({ dispatch_days: accounts.dispatch_days }).from(accounts).where(eq(accounts.id, account_id));
  return requireFound(account);
}

type Person = Awaited<ReturnType<typeof peopleWhoStart>>[number];
type OrderLine = Awaited<ReturnType<typeof orderLinesOfPeople>>[number];

/** One person with one role: what they are to have, and what is ordered of it. */
interface Entry {
  person: Person;
  role: { id: number; name: string } | null;
  kit: readonly KitLine[];
  begun: Awaited<ReturnType<typeof startersOfPeople>>[number] | undefined;
  /** The lines of the order with the kit; empty if there is none. */
  lines: readonly OrderLine[];
}

const key = (user_id: number, role_id: number): string => `${user_id} ${role_id}`;

/** The entries of these people: one for each role with a kit, or one for a person without. */
async function entriesOf(ctx: Ctx, people: readonly Person[]): Promise<Entry[]> {
  const people_ids = people.map(({ id }) => id);
  const ids = idList(people_ids);
  const roles = await rolesOfPeople(ctx, people_ids);
  const kits = await kitsOfRoles(ctx, [...new Set([...roles.values()].flatMap((held) => held.map(({ id }) => id)))]);
  const begun = await startersOfPeople(ctx.db, { ids });
  const byKey = new Map(begun.map((row) => [key(row.user_id, row.employee_role_id), row]));
  const kit_orders = idList(begun.flatMap(({ order_id }) => order_id ?? []));
  const lines = groupBy(await orderLinesOfPeople(ctx.db, { ids, kit_orders }), ({ employee_id }) => employee_id);
  return people.flatMap((person): Entry[] => {
    const held = (roles.get(person.id) ?? []).map(({ id, name }) => ({ id, name }));
    const withKit = held.filter(({ id }) => kits.has(id));
    if (!withKit.length) return [{ person, role: held[0] ?? null, kit: [], begun: undefined, lines: [] }];
    return withKit.map((role) => {
      const kit = kits.get(role.id) ?? [];
      const starter = byKey.get(key(person.id, role.id));
      return { person, role, kit, begun: starter, lines: orderWithKit(lines.get(person.id) ?? [], kit, starter?.order_id ?? null) };
    });
  });
}

/** The lines of the kit's own order; otherwise those of the newest order that has a product of the kit. */
function orderWithKit(lines: readonly OrderLine[], kit: readonly KitLine[], own_id: number | null): OrderLine[] {
  const named = new Set(kit.flatMap(productsOfLine));
  const order_id = own_id ?? lines.find(({ style_id, product_id }) => named.has(style_id) || named.has(product_id))?.order_id;
  return order_id === undefined ? [] : lines.filter((line) => line.order_id === order_id);
}

/** For the entries without an order: their kits with the SKUs in their sizes. */
async function fillsOf(ctx: Ctx, account_id: number, entries: readonly Entry[]): Promise<Map<Entry, FilledLine[]>> {
  const open = entries.filter(({ lines, kit }) => !lines.length && kit.length);
  if (!open.length) return new Map();
  const product_ids = [...new Set(open.flatMap(({ kit }) => kit.flatMap(productsOfLine)))];
  const ids = [...new Set(open.map(({ person }) => person.id))];
  const articles = await articlesInSets(ctx, account_id, product_ids);
  const sets = groupBy(await setsOfPeople(ctx.db, { ids: idList(ids) }), ({ user_id }) => user_id);
  const styles = [...new Set([...product_ids, ...articles.flatMap(({ parent_id }) => parent_id ?? [])])];
  const sizes = await sizesKeptBy(ctx, ids, { styles });
  const bySets = new Map<string, KitArticle[]>();
  const articlesFor = (set_ids: readonly number[]): KitArticle[] => {
    const name = set_ids.join();
    const known = bySets.get(name);
    if (known) return known;
    const own = [...new Map(articles.filter(({ clothing_set_id }) => set_ids.includes(clothing_set_id)).map((one) => [one.id, one])).values()];
    bySets.set(name, own);
    return own;
  };
  return new Map(
    open.map((entry) => {
      const set_ids = (sets.get(entry.person.id) ?? []).map(({ clothing_set_id }) => clothing_set_id);
      const onFile = new Map((sizes.get(entry.person.id) ?? []).map((size) => [size.style_id, size]));
      return [entry, fillKit(entry.kit, articlesFor(set_ids), onFile)];
    }),
  );
}

/**
 * The people of a client company who start, with where their kits are: a fixed number of statements. Kits that are not submitted get what submitted
 * orders leave over, the first to start first.
 */
export async function listStarters(ctx: Ctx, account_id: number, query: StarterQuery): Promise<z.infer<typeof starterPage>> {
  const { dispatch_days } = await authorizeStarters(ctx, account_id);
  const today = ukDate(ctx.now);
  const { from = today, until = null, search, site_id } = query;
  const people = await peopleWhoStart(ctx, { account_id, from, until, search, site_id, limit: limits.starters + 1 });
  const starting = await startersOf(ctx, account_id, people.slice(0, limits.starters), dispatch_days);
  const chosen = starting.filter(
    ({ state, is_late }) => (query.state === undefined || state === query.state) && (query.is_late === undefined || is_late === query.is_late),
  );
  const rows = query.sortedBy === 'desc' ? chosen.reverse() : chosen;
  const page: Page<Starter> = await readPage(ctx.db, query, pageInMemory(rows, query));
  const count = Object.fromEntries(starterStates.map((state) => [state, 0])) as Record<(typeof starterStates)[number], number>;
  for (const { state } of starting) count[state] += 1;
  return {
    ...page,
    starting: starting.length,
    late: starting.filter(({ is_late }) => is_late).length,
    states: count,
    is_cut: people.length > limits.starters,
  };
}

async function startersOf(ctx: Ctx, account_id: number, people: readonly Person[], dispatch_days: number): Promise<Starter[]> {
  if (!people.length) return [];
  const today = ukDate(ctx.now);
  const entries = await entriesOf(ctx, people);
  const fills = await fillsOf(ctx, account_id, entries);
  const orders = new Map(
    (await ordersById(ctx.db, { ids: idList([...new Set(entries.flatMap(({ lines }) => lines[0]?.order_id ?? []))]) })).map((order) => [
      order.id,
      order,
    ]),
  );
  const sites = await sitesOfPeople(
    ctx,
    people.map(({ id }) => id),
  );
  const names = new Map(
    (await namesOfProducts(ctx.db, { ids: idList([...new Set(entries.flatMap(({ kit }) => kit.flatMap(productsOfLine)))]) })).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const nameOf = (line: KitLine): string =>
    listText(
      productsOfLine(line).flatMap((id) => names.get(id) ?? []),
      'or',
    );

  // Lines that are not submitted have ids of their own, below those of order lines.
  const drafts: WaitingLine[] = [];
  const lineIds = new Map<FilledLine, number>();
  const skus = new Set<number>();
  for (const entry of entries) {
    for (const filled of fills.get(entry) ?? []) {
      if (filled.product_id === null) continue;
      lineIds.set(filled, -1 - drafts.length);
      drafts.push({ id: -1 - drafts.length, product_id: filled.product_id, qty_short: filled.line.quantity });
    }
    const order = orders.get(entry.lines[0]?.order_id ?? 0);
    if (!order || order.cancelled_at) continue;
    for (const { id, sku_to_pick, is_size_selected, quantity, qty_allocated, qty_shipped } of entry.lines) {
      const qty_short = quantity - qty_allocated - qty_shipped;
      if (!is_size_selected || qty_short <= 0) continue;
      if (order.submitted_at) skus.add(sku_to_pick);
      else drafts.push({ id, product_id: sku_to_pick, qty_short });
    }
  }
  const incoming = await incomingOf(ctx.db, [...skus, ...drafts.map(({ product_id }) => product_id)], { drafts, all: true });
  const nothing = { shares: [], qty_uncovered: 0 };

  return entries.map((entry): Starter => {
    const { person, role, kit, begun, lines } = entry;
    const filled = fills.get(entry) ?? [];
    const order = orders.get(lines[0]?.order_id ?? 0);
    const kitLines: StarterLine[] = filled.map((one) => ({
      name: nameOf(one.line),
      quantity: one.line.quantity,
      qty_allocated: 0,
      qty_shipped: 0,
      incoming: incoming.get(lineIds.get(one) ?? 0) ?? nothing,
    }));
    const ordered: StarterLine[] = lines.map(({ id, product_name, quantity, qty_allocated, qty_shipped }) => ({
      name: product_name,
      quantity,
      qty_allocated,
      qty_shipped,
      incoming: incoming.get(id) ?? nothing,
    }));
    const own = order ? ordered : kitLines;
    const verdict = judgeStarter(
      {
        starts_on: person.started_on,
        role: role?.name ?? null,
        has_kit: kit.length > 0,
        has_email: person.has_email,
        asked_at: begun?.asked_at ?? null,
        outcome: begun?.outcome ?? null,
        outcome_reason: begun?.reason ?? null,
        unsized: unsizedLines(filled).map(({ line }) => nameOf(line)),
        unavailable: unavailableLines(filled).map(({ line }) => nameOf(line)),
        order: order
          ? {
              ...order,
              number: orderNumber(order.id),
              frozen_reason: order.is_frozen ? (order.frozen_reason ?? '') : null,
            }
          : null,
        lines: own,
      },
      today,
      dispatch_days,
    );
    const home = sites.get(person.id)?.[0];
    return {
      employee: { id: person.id, name: person.name, employee_number: person.employee_number },
      site: order?.delivery_site_id && order.site ? { id: order.delivery_site_id, name: order.site } : home ? { id: home.id, name: home.name } : null,
      role,
      starts_on: person.started_on,
      ...verdict,
      order: order ? { uuid: order.uuid, order_number: orderNumber(order.id) } : null,
      items: own.map(({ name, quantity }) => ({ name, quantity })),
    };
  });
}

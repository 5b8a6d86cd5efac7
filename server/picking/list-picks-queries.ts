import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { address } from '../../shared/address.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type PickState, pickStates, toPickStates } from '../../shared/picking/pick-states.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { alias, type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderLines, orders, pickLines, picks, sites, users } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';

export const picksQuery = listQuery({
  orderBy: ['required_on', 'released_at', 'order_number', 'submitted_at'],
  default: 'required_on',
  per_page: 100,
});

const namedSchema = z.object({ id: z.int(), name: z.string() });
export const pickRow = z.object({
  id: z.int().describe('The pick'),
  order_id: z.int(),
  uuid: z.string(),
  order_number: z.string(),
  state: z.enum(pickStates),
  account: namedSchema,
  site: namedSchema.extend({ reference: z.string().nullable() }).nullable(),
  picker: namedSchema.nullable(),
  is_frozen: z.boolean(),
  frozen_reason: z.string().nullable(),
  is_sample: z.boolean(),
  skip_dispatch: z.boolean(),
  tote: z.string().nullable(),
  client_po_reference: z.string().nullable(),
  delivery_address: address.nullable(),
  submitted_at: z.string().nullable(),
  required_on: z.string().nullable().describe('The day by which the client needs it: for the kit of somebody who starts, their first day'),
  released_at: z.string(),
  started_at: z.string().nullable(),
  claimed_at: z.string().nullable().describe('When its picker started it'),
  paused_at: z.string().nullable(),
  handed_over: z.object({ name: z.string(), at: z.string() }).nullable().describe('Who handed it over last, and when'),
  picked_at: z.string().nullable(),
  booked_at: z.string().nullable(),
  qty_lines: z.int(),
  qty_items: z.int().describe('Allocated to the pick'),
  qty_picked: z.int(),
  qty_to_decorate: z.int().describe('Picked lines with a decoration that are not ticked off'),
});
export type PickRow = z.infer<typeof pickRow>;

/** The condition for a search of open picks: by the order's number, client, site or purchase order. */
function orderSearch(text: string): SQL | undefined {
  const texts = [accounts.name, sites.name, sites.reference_1, orders.client_po_reference].map((column) => contains(column, text));
  return or(...(/^\d{1,15}$/.test(text) ? [eq(orders.id, Number(text))] : []), ...texts);
}

/** The lists of open picks: which states each list shows, and who may read the list. */
const lists = {
  to_pick: { states: toPickStates, mayRead: policy.pick },
  in_prep: { states: ['picked'], mayRead: policy.prep },
  ready_for_dispatch: { states: ['booked'], mayRead: policy.dispatch },
} satisfies Record<string, { states: PickState[]; mayRead: (actor: Actor) => boolean }>;

/** Orders without a day on which they are required come last, the first released first. */
const orderOf = {
  required_on: [sql`${orders.required_on} is null`, orders.required_on, picks.released_at],
  released_at: [picks.released_at],
  order_number: [orders.id],
  submitted_at: [orders.submitted_at],
};

const lastPicker = alias(users, 'last_picker');

const pickRows = (db: Db) =>
  db
    .select({
      id: picks.id,
      order_id: orders.id,
      uuid: orders.uuid,
      state: picks.state,
      account: { id: accounts.id, name: accounts.name },
      site: { id: sites.id, name: sites.name, reference: sites.reference_1 },
      picker: { id: users.id, name: personName(users) },
      is_frozen: orders.is_frozen,
      frozen_reason: orders.frozen_reason,
      is_sample: orders.is_sample,
      skip_dispatch: orders.skip_dispatch,
      tote: picks.tote,
      client_po_reference: orders.client_po_reference,
      delivery_address: orders.delivery_address,
      submitted_at: orders.submitted_at,
      required_on: orders.required_on,
      released_at: picks.released_at,
      started_at: picks.started_at,
      claimed_at: picks.claimed_at,
      paused_at: picks.paused_at,
      handed_over: { name: personName(lastPicker), at: picks.handed_over_at },
      picked_at: picks.picked_at,
      booked_at: picks.booked_at,
    })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .leftJoin(users, eq(users.id, picks.picker_id))
    .leftJoin(lastPicker, eq(lastPicker.id, picks.handed_over_by));

const nothing = { qty_lines: 0, qty_items: 0, qty_picked: 0, qty_to_decorate: 0 };

async function hydrated(ctx: Ctx, read: Awaited<ReturnType<typeof pickRows>>): Promise<PickRow[]> {
  const counts = await countsOf(
    ctx,
    read.map(({ id }) => id),
  );
  // Fields are added to each row instead of to a copy: copying the many fields took a tenth of the request's time.
  return read.map((pick) => {
    const { name, at } = pick.handed_over;
    const handed_over = at === null ? null : { name, at };
    return Object.assign(pick, { order_number: orderNumber(pick.order_id), handed_over, ...(counts.get(pick.id) ?? nothing) });
  });
}

/** A page of one of the lists of open picks. Only people of the floor may read it, so it contains the picks of every client. */
export async function listPicks(ctx: Ctx, list: keyof typeof lists, query: z.infer<typeof picksQuery>): Promise<Page<PickRow>> {
  const { states, mayRead } = lists[list];
  authorize(mayRead(ctx.actor));
  // The condition for open picks is part of the query, so that the index over open picks is used.
  const where = and(isOpenPick(), inArray(picks.state, states), query.search ? orderSearch(query.search) : undefined);
  const order = [...orderOf[query.orderBy], picks.id];
  const rows = pickRows(ctx.db).where(where);
  const rowsAndOrder = query.search ? { rows, order } : { rows, order, count: ctx.db.$count(picks, where) };
  return readPage(ctx.db, query, rowsAndOrder, (page) => hydrated(ctx, page));
}

/** One open or closed pick, as the lists show it. */
export async function pickById(ctx: Ctx, pick_id: number): Promise<PickRow> {
  const [pick] = await hydrated(ctx, await pickRows(ctx.db).where(eq(picks.id, pick_id)));
  return requireFound(pick);
}

const countsOfPicks = prepared('counts_of_picks', (db) =>
  db
    .select({
      pick_id: pickLines.pick_id,
      qty_lines: sql<number>`count(*)`.mapWith(Number),
      qty_items: sql<number>`sum(${pickLines.qty_allocated})`.mapWith(Number),
      qty_picked: sql<number>`sum(${pickLines.qty_picked})`.mapWith(Number),
      qty_to_decorate: sql<number>`sum(case when ${pickLines.qty_picked} > 0 and ${pickLines.prep_ticked_at} is null
        and coalesce(${orderLines.decoration}, '') <> '' then 1 else 0 end)`.mapWith(Number),
    })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(among(pickLines.pick_id, sql.placeholder('ids')))
    .groupBy(pickLines.pick_id),
);

async function countsOf({ db }: Ctx, ids: readonly number[]) {
  const pickCounts = ids.length ? await countsOfPicks(db, { ids: idList(ids) }) : [];
  return new Map(pickCounts.map(({ pick_id, ...counts }) => [pick_id, counts]));
}

import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { isRequired, submissionFaults } from '../../shared/ordering/submit-order.ts';
import { lockAllowances } from '../allowances/lock-allowances.ts';
import { auditEach } from '../audit/audit.ts';
import { lockBudgets } from '../budgets/lock-budgets.ts';
import type { Ctx, Services } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { inTurn } from '../core/yield-to-requests.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, orderEmployees, orderLines, orders, rolloutPeople, rollouts, sites } from '../db/tables/index.ts';
import { insertIgnoringConflicts, insertMany, updateMany } from '../db/write-many.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { mailOverAllowance } from '../mail/mail-over-allowance.ts';
import { notify } from '../notifications/notify.ts';
import { announceRequest } from '../ordering/announce-submission.ts';
import { rolesByWearer } from '../ordering/charged-role.ts';
import { newUuid } from '../ordering/start-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { type JudgedPerson, judgePeople } from './judge-people.ts';
import { rolloutActor } from './rollout-actor.ts';
import { isQueued, type StoredPerson, type StoredRollout } from './rollout-queries.ts';
import { ORDER_ROLLOUT, peoplePerOrder } from './submit-rollout.ts';

/**
 * The number of people for whom one unit of work orders. On SQLite it takes some five milliseconds, during which other requests wait. On PostgreSQL
 * they do not wait, and each statement takes a way to the server and back, so that a larger part is quicker.
 */
const AT_ONCE = { sqlite: 6, postgres: 30 } as const;

/** Why an order for a site is on hold while a run still adds people to it. */
const HOLD = 'A roll-out still adds people to this order.';

type Site = typeof sites.$inferSelect;
type Order = typeof orders.$inferSelect;

/** The next people of a run, all of one site, and whether they are the site's last. */
async function nextPeople({ db, services }: Pick<Ctx, 'db' | 'services'>, rollout_id: number): Promise<{ people: StoredPerson[]; isLast: boolean }> {
  const atOnce = AT_ONCE[services.database.engine];
  const rows = await lockRows(
    db
      .select()
      .from(rolloutPeople)
      .where(and(eq(rolloutPeople.rollout_id, rollout_id), isQueued))
      .orderBy(asc(rolloutPeople.site_id), asc(rolloutPeople.user_id))
      .limit(atOnce + 1),
  );
  const people = rows.slice(0, atOnce).filter(({ site_id }) => site_id === rows[0]?.site_id);
  return { people, isLast: rows[people.length]?.site_id !== people[0]?.site_id };
}

/** The first fault of an order to this site, in words; null if it could be sent. */
async function faultOf(ctx: Ctx, rollout: StoredRollout, site: Site | undefined): Promise<string | null> {
  const [account] = await ctx.db
    .select({ require_po: accounts.require_po, require_cc: accounts.require_cc, deleted_at: accounts.deleted_at })
    .from(accounts)
    .where(eq(accounts.id, rollout.account_id));
  if (!account || account.deleted_at) return messages.not_found;
  if (site?.deleted_at) return messages.site_archived;
  const faults = submissionFaults(
    {
      lines: 1,
      lines_with_no_sizes: 0,
      delivery_site_id: site?.id ?? null,
      delivery_address: site?.delivery_address ?? null,
      client_po_reference: rollout.client_po_reference,
      cost_code: rollout.cost_code,
      requires: { po: isRequired(account.require_po, site?.inverse_po ?? false), cc: isRequired(account.require_cc, site?.inverse_cc ?? false) },
    },
    { terms: true, confirm_missing_sizes: true },
    ctx.actor.role,
  );
  return Object.values(faults)[0] ?? null;
}

/** The orders to make: each with the people whom it is for. */
interface Plan {
  uuid: string;
  people: JudgedPerson[];
  is_request: boolean;
  is_frozen: boolean;
}

/** Insert orders with their wearers, in the sequence of the plans. */
async function insertOrders(ctx: Ctx, rollout: StoredRollout, site: Site, plans: readonly Plan[]): Promise<Order[]> {
  const { db, actor, now } = ctx;
  await insertIgnoringConflicts(
    db,
    orders,
    plans.map(({ uuid, is_request, is_frozen }) => ({
      uuid,
      account_id: rollout.account_id,
      creator_id: actor.id,
      requester_id: actor.id,
      delivery_site_id: site.id,
      delivery_address: site.delivery_address,
      contact_name: actor.name,
      client_po_reference: rollout.client_po_reference,
      cost_code: rollout.cost_code,
      customer_notes: null,
      excess_reason: is_request ? rollout.name.slice(0, limits.excess_reason) : null,
      requested_at: is_request ? now : null,
      submitted_at: is_request ? null : now,
      is_frozen,
      frozen_reason: is_frozen ? HOLD : null,
      created_at: now,
      status_since: now,
    })),
    ['id'],
  );
  const rows = await db
    .select()
    .from(orders)
    .where(
      sql`${orders.uuid} in (${sql.join(
        plans.map(({ uuid }) => sql`${uuid}`),
        sql`, `,
      )})`,
    );
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return plans.flatMap(({ uuid }) => byUuid.get(uuid) ?? []);
}

async function addPeople(ctx: Ctx, placed: readonly { order: Order; people: readonly JudgedPerson[] }[]): Promise<void> {
  await insertMany(
    ctx.db,
    orderEmployees,
    placed.flatMap(({ order, people }) => people.map(({ person }) => ({ order_id: order.id, employee_id: person.user_id }))),
  );
  await insertMany(
    ctx.db,
    orderLines,
    placed.flatMap(({ order, people }) => people.flatMap(({ lines }) => lines.map((line) => ({ ...line, order_id: order.id })))),
  );
  await refreshStatus(
    ctx,
    placed.map(({ order }) => order.id),
  );
}

/** The order for a site that a run has begun, with the number of its lines; undefined if there is none. */
async function begunOrder({ db }: Pick<Ctx, 'db'>, rollout_id: number, site_id: number) {
  const [order] = await lockRows(
    db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.delivery_site_id, site_id),
          eq(orders.is_frozen, true),
          eq(orders.frozen_reason, HOLD),
          isNull(orders.deleted_at),
          isNull(orders.cancelled_at),
          sql`exists (select 1 from ${rolloutPeople} where ${rolloutPeople.order_id} = ${orders.id} and ${rolloutPeople.rollout_id} = ${rollout_id})`,
        ),
      )
      .orderBy(desc(orders.id))
      .limit(1),
  );
  if (!order) return undefined;
  const [sums] = await db.select({ people: count() }).from(orderEmployees).where(eq(orderEmployees.order_id, order.id));
  return { order, people: sums?.people ?? 0 };
}

/** Pence of the lines of people. */
const costOf = (people: readonly JudgedPerson[]): number =>
  people.flatMap(({ lines }) => lines).reduce((sum, { unit_price, qty_requested = 0 }) => sum + unit_price * qty_requested, 0);

const isUnsized = ({ lines }: JudgedPerson): boolean => lines.some(({ is_size_selected }) => !is_size_selected);

/** Let orders go to the floor that a run has completed, and ask their wearers for sizes that are missing. */
async function releaseHold(ctx: Ctx, held: readonly Order[]): Promise<void> {
  if (!held.length) return;
  const ids = idList(held.map(({ id }) => id));
  await ctx.db
    .update(orders)
    .set({ is_frozen: false, frozen_reason: null, version: sql`${orders.version} + 1` })
    .where(among(orders.id, ids));
  const unsized = await ctx.db
    .selectDistinct({ id: orderLines.order_id })
    .from(orderLines)
    .where(and(among(orderLines.order_id, ids), eq(orderLines.is_size_selected, false)));
  for (const order of held) if (unsized.some(({ id }) => id === order.id)) await emit(ctx, 'order.submitted', { order, lines_with_no_sizes: 1 });
}

/** Put people into the order for their site that the run has begun, or into new ones, each on hold until it has all its people. */
async function orderForSite(ctx: Ctx, rollout: StoredRollout, site: Site, people: readonly JudgedPerson[], isLast: boolean) {
  const placed: { order: Order; people: JudgedPerson[] }[] = [];
  const full: Order[] = [];
  const most = peoplePerOrder(rollout);
  const begun = await begunOrder(ctx, rollout.id, site.id);
  let waiting = [...people];
  if (begun) {
    const added = waiting.slice(0, Math.max(0, most - begun.people));
    waiting = waiting.slice(added.length);
    if (added.length) placed.push({ order: begun.order, people: added });
    if (isLast || waiting.length) full.push(begun.order);
  }
  if (waiting.length) {
    const plan: Plan = { uuid: newUuid(ctx.now), people: waiting, is_request: false, is_frozen: true };
    const [order] = await insertOrders(ctx, rollout, site, [plan]);
    if (order) {
      placed.push({ order, people: waiting });
      if (isLast) full.push(order);
      await auditEach(ctx, 'order.submitted', [{ on: { type: 'order', id: order.id }, after: { sub_total: costOf(waiting), over_budget: [] } }]);
    }
  }
  await addPeople(ctx, placed);
  await releaseHold(ctx, full);
  return placed;
}

/** Make an order for each person. */
async function orderForEach(ctx: Ctx, rollout: StoredRollout, site: Site, people: readonly JudgedPerson[], is_request: boolean) {
  if (!people.length) return [];
  const plans = people.map((one): Plan => ({ uuid: newUuid(ctx.now), people: [one], is_request, is_frozen: false }));
  const made = await insertOrders(ctx, rollout, site, plans);
  const placed = made.map((order, n) => ({ order, people: plans[n]?.people ?? [] }));
  await addPeople(ctx, placed);
  if (is_request)
    await auditEach(
      ctx,
      'order.requested',
      made.map(({ id }) => ({ on: { type: 'order' as const, id } })),
    );
  else
    await auditEach(
      ctx,
      'order.submitted',
      placed.map(({ order: { id }, people: of }) => ({ on: { type: 'order' as const, id }, after: { sub_total: costOf(of), over_budget: [] } })),
    );
  for (const { order, people: of } of placed) {
    if (is_request) await announceRequest(ctx, order);
    else if (of.some(isUnsized)) await emit(ctx, 'order.submitted', { order, lines_with_no_sizes: 1 });
  }
  return placed;
}

/** Order for the next people of a run, judged under the locks of their budgets and allowances. Returns whether the run goes on. */
async function orderNext(services: Services, rollout_id: number): Promise<boolean> {
  return services.database.unitOfWork(async (db) => {
    const now = services.clock().toISOString();
    const [rollout] = await lockRows(db.select().from(rollouts).where(eq(rollouts.id, rollout_id)));
    if (!rollout?.is_running) return false;
    const actor = await rolloutActor(db, rollout.submitted_by ?? 0);
    if (!actor) return endRun({ db, now }, rollout, messages.rollouts.no_actor);
    const ctx: Ctx = { db, actor, now, services, request_id: null };
    const { people, isLast } = await nextPeople(ctx, rollout_id);
    const [first] = people;
    if (!first) return endRun(ctx, rollout, null);
    const ids = people.map(({ user_id }) => user_id);
    const roles = await rolesByWearer(ctx, ids);
    await lockBudgets(
      ctx,
      [...roles].flatMap(([employee_id, of]) => of.flatMap((role) => (role.is_budgeted ? [{ employee_id, employee_role_id: role.id }] : []))),
    );
    await lockAllowances(ctx, ids);
    const [site] = first.site_id === null ? [] : await db.select().from(sites).where(eq(sites.id, first.site_id));
    const fault = await faultOf(ctx, rollout, site);
    const judged = await judgePeople(ctx, rollout, first.site_id, people);
    if (fault) for (const one of judged) one.failure ??= fault;
    const passed = judged.filter(({ failure }) => failure === null);
    const atOnce = passed.filter(({ excess }) => !excess.length);
    const placed: { order: Order; people: readonly JudgedPerson[] }[] = [];
    if (site) {
      if (rollout.order_per === 'wearer') placed.push(...(await orderForEach(ctx, rollout, site, atOnce, false)));
      else placed.push(...(await orderForSite(ctx, rollout, site, atOnce, isLast)));
      placed.push(
        ...(await orderForEach(
          ctx,
          rollout,
          site,
          passed.filter(({ excess }) => excess.length > 0),
          true,
        )),
      );
    }
    for (const { order, people: of } of placed)
      await mailOverAllowance(
        ctx,
        order,
        of.flatMap(({ warned }) => warned),
      );
    const orderOf = new Map(placed.flatMap(({ order, people: of }) => of.map(({ person }) => [person.id, order.id] as const)));
    await updateMany(
      db,
      rolloutPeople,
      ['is_queued', 'failure', 'order_id', 'ordered_at'],
      judged.map(({ person, failure }) => {
        const order_id = orderOf.get(person.id) ?? null;
        return { id: person.id, is_queued: false, failure, order_id, ordered_at: order_id === null ? null : now };
      }),
    );
    const failed = judged.length - orderOf.size;
    await db
      .update(rollouts)
      .set({ run_done: sql`${rollouts.run_done} + ${orderOf.size}`, run_failed: sql`${rollouts.run_failed} + ${failed}` })
      .where(eq(rollouts.id, rollout_id));
    return true;
  });
}

/** End a run and tell whoever began it. Orders for sites that it began go to the floor. */
async function endRun(ctx: Pick<Ctx, 'db' | 'now'> & Partial<Ctx>, rollout: StoredRollout, error: string | null): Promise<false> {
  await ctx.db
    .update(rollouts)
    .set({ is_running: false, run_error: error, version: sql`${rollouts.version} + 1` })
    .where(eq(rollouts.id, rollout.id));
  if (error !== null)
    await ctx.db
      .update(rolloutPeople)
      .set({ is_queued: false })
      .where(and(eq(rolloutPeople.rollout_id, rollout.id), isQueued));
  if (rollout.submitted_by !== null)
    await notify(
      ctx,
      [rollout.submitted_by],
      {
        title: `${rollout.name}: ${rollout.run_done} of ${rollout.run_total} ordered`,
        message: error ?? (rollout.run_failed ? messages.rollouts.some_failed(rollout.run_failed) : messages.rollouts.all_ordered),
        url: `/rollouts/${rollout.id}`,
      },
      `rollout:${rollout.id}`,
    );
  return false;
}

/**
 * Sends the orders of a roll-out, part after part. Each part is stored with the people for whom it ordered, so that after a crash the run goes on and
 * orders for nobody twice.
 */
export const orderRolloutJob = jobKind(ORDER_ROLLOUT, z.object({ id: z.int() }), async (services, { id }, signal) => {
  for (let goesOn = true; goesOn; ) {
    if (signal.aborted) throw new TryLater('Kitroom was stopped while it sent the orders of a roll-out. It goes on.', 0);
    goesOn = await inTurn(() => orderNext(services, id));
    services.changed();
  }
});

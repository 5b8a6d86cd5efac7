import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { unavailableLines, unsizedLines } from '../../shared/kits/fill-kit.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Actor } from '../../shared/policy.ts';
import type { StarterOutcome } from '../../shared/starters/starter.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { firstMessage, Problem, requireFound } from '../core/problem.ts';
import { isStaleVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import type { Db } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { orders, products, starters, users } from '../db/tables/index.ts';
import { jobKind } from '../jobs/job.ts';
import { kitsOfRoles } from '../kits/kit-queries.ts';
import { notify } from '../notifications/notify.ts';
import { rolesOf } from '../ordering/charged-role.ts';
import { newLineValues, storeNewLines } from '../ordering/new-lines.ts';
import { beginDrafts, likelySite } from '../ordering/start-order.ts';
import { submitOrder } from '../ordering/submit-order.ts';
import { approversOf } from '../orders/approvers.ts';
import { findOrder } from '../orders/find-order.ts';
import { kitFills } from '../sizes/kit-fills.ts';
import { kitSender } from './kit-sender.ts';
import { type KitOfPerson, ORDER_KIT } from './queue-kits.ts';

type Starter = typeof starters.$inferSelect;

const isOf = ({ user_id, employee_role_id }: KitOfPerson) => and(eq(starters.user_id, user_id), eq(starters.employee_role_id, employee_role_id));

/** The row of a person and role, locked until the unit of work ends: whatever orders the same kit meanwhile waits. */
const lockStarter = async (db: Db, kit: KitOfPerson): Promise<Starter | undefined> =>
  (await lockRows(db.select().from(starters).where(isOf(kit))))[0];

const contextOf = (services: Services, db: Db, actor: Actor): Ctx => ({
  db,
  actor,
  now: services.clock().toISOString(),
  services,
  request_id: null,
});

const record = (ctx: Pick<Ctx, 'db'>, kit: KitOfPerson, values: Partial<Pick<Starter, 'order_id' | 'outcome' | 'reason'>>): Promise<unknown> =>
  ctx.db.update(starters).set(values).where(isOf(kit));

/** The names of products, for a sentence. */
async function namesOf({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<string> {
  const rows = await db
    .selectDistinct({ name: products.name })
    .from(products)
    .where(among(products.id, idList(ids)))
    .orderBy(products.name);
  return listText(rows.map(({ name }) => name));
}

/** A draft with a kit, and why it cannot be submitted; null if it can be tried. */
interface KitDraft {
  uuid: string;
  reason: string | null;
}

/** Make the draft of a locked kit. Null if sizes are missing, or if there is nothing to order. */
async function makeDraft(ctx: Ctx, kit: KitOfPerson): Promise<KitDraft | null> {
  const { user_id, employee_role_id } = kit;
  const [person] = await ctx.db
    .select({ account_id: users.account_id, started_on: users.started_on, deleted_at: users.deleted_at, name: personName(users).as('name') })
    .from(users)
    .where(eq(users.id, user_id));
  const lines = (await kitsOfRoles(ctx, [employee_role_id])).get(employee_role_id);
  if (!person || person.deleted_at !== null || person.account_id === null || !lines) return null;
  const { filled, permitted } = requireFound((await kitFills(ctx, [{ id: user_id, lines }])).get(user_id));
  if (unsizedLines(filled).length) {
    // What blocked it before may be solved; now it waits for sizes.
    await record(ctx, kit, { outcome: null, reason: null });
    return null;
  }
  const missing = unavailableLines(filled);
  const notOffered = missing.length
    ? messages.kits.not_for_person(
        await namesOf(
          ctx,
          missing.flatMap(({ line }) => line.product_id ?? line.choose_from),
        ),
        person.name,
      )
    : null;
  const inputs = filled.flatMap(({ line, product_id }) =>
    product_id === null ? [] : [{ product_id, quantity: line.quantity, decoration: line.decoration, budget: employee_role_id }],
  );
  if (!inputs.length) {
    await record(ctx, kit, { outcome: 'blocked', reason: notOffered });
    return null;
  }
  const delivery = await likelySite(ctx, [{ id: user_id, account_id: person.account_id }]);
  const [started] = await beginDrafts(ctx, person.account_id, [{ employees: [user_id], values: { ...delivery, required_on: person.started_on } }]);
  const { id, uuid } = requireFound(started);
  const order = await findOrder(ctx, uuid, { lock: true });
  const { values, faults } = newLineValues(
    ctx,
    order,
    { employee_id: user_id, inputs, permitted, roles: await rolesOf(ctx, user_id) },
    () => messages.unknown_product,
  );
  await storeNewLines(ctx, order, values);
  await audit(ctx, 'order.lines_added', { type: 'order', id }, null, { employee_id: user_id, lines: inputs });
  // The reason is stored with the draft, so that an attempt after a crash does not submit an incomplete kit.
  const reason = notOffered ?? Object.values(faults)[0] ?? null;
  await record(ctx, kit, { order_id: id, outcome: null, reason });
  return { uuid, reason };
}

/** Fields whose faults somebody who decides can lift by confirming the order. */
const CONFIRMED = ['force_over_budget_order', 'force_over_allowance', 'excess_reason'];
const outcomeOf = ({ body }: Problem): StarterOutcome =>
  Object.keys(body.errors ?? {}).some((field) => CONFIRMED.includes(field)) ? 'needs_approval' : 'blocked';

/** The kit stays a draft: record why, and tell its requester and whoever approves at its site. */
async function leaveDraft(ctx: Ctx, kit: KitOfPerson, uuid: string, outcome: StarterOutcome, reason: string): Promise<void> {
  const starter = await lockStarter(ctx.db, kit);
  if (!starter || starter.outcome !== null) return;
  await record(ctx, kit, { outcome, reason });
  const order = await findOrder(ctx, uuid);
  const [person] = await ctx.db
    .select({ name: personName(users).as('name') })
    .from(users)
    .where(eq(users.id, kit.user_id));
  const approvers = (await approversOf(ctx, order)).map(({ id }) => id);
  await notify(ctx, [order.requester_id, ...approvers], {
    title: `Order ${orderNumber(order.id)} waits for you`,
    message: `The kit of ${requireFound(person).name} is not submitted. ${reason}`,
    url: `/orders/${uuid}`,
  });
}

const submission = {
  details: {},
  saveAddress: false,
  terms: false,
  needs_terms: false,
  force_over_budget_order: false,
  force_over_allowance: false,
  excess_reason: null,
  confirm_missing_sizes: false,
};

/** Whether a rule refuses the order. If another order has changed the budgets meanwhile, the job is tried again. */
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500 && !isStaleVersion(error);

/** The draft of a kit that an earlier attempt has made. */
const draftOf = async (db: Db, { order_id, reason }: Starter): Promise<KitDraft | null> => {
  const [order] = order_id === null ? [] : await db.select({ uuid: orders.uuid }).from(orders).where(eq(orders.id, order_id));
  return order ? { uuid: order.uuid, reason } : null;
};

/**
 * Order the kit of a person once all its sizes are known, in the name of the company's Client Manager: a draft, then its submission by the usual rules.
 * Where it may not pass it stays a draft, with the reason. Running it twice, or in two processes at once, orders once.
 */
export async function orderKit(services: Services, kit: KitOfPerson): Promise<void> {
  const { database } = services;
  const [person] = await database.reader.select({ account_id: users.account_id }).from(users).where(eq(users.id, kit.user_id));
  if (!person?.account_id) return;
  const actor = await kitSender({ db: database.reader }, person.account_id);
  if (!actor) {
    await database.unitOfWork((db) => record({ db }, kit, { outcome: 'blocked', reason: messages.kits.no_sender }));
    return;
  }
  const draft = await database
    .unitOfWork(async (db) => {
      const starter = await lockStarter(db, kit);
      if (!starter || (starter.outcome !== null && starter.order_id !== null)) return null;
      return starter.order_id === null ? makeDraft(contextOf(services, db, actor), kit) : draftOf(db, starter);
    })
    .catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error;
      await database.unitOfWork((db) => record({ db }, kit, { outcome: 'blocked', reason: firstMessage(error) }));
      return null;
    });
  if (!draft) return;
  const leave = (outcome: StarterOutcome, reason: string): Promise<void> =>
    database.unitOfWork((db) => leaveDraft(contextOf(services, db, actor), kit, draft.uuid, outcome, reason));
  if (draft.reason !== null) return leave('blocked', draft.reason);
  try {
    await database.unitOfWork(async (db) => {
      const ctx = contextOf(services, db, actor);
      const starter = await lockStarter(db, kit);
      if (starter?.outcome !== null) return;
      const order = await submitOrder(ctx, draft.uuid, submission);
      await record(ctx, kit, order.submitted_at ? { outcome: 'submitted', reason: null } : { outcome: 'needs_approval', reason: null });
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await leave(outcomeOf(error), firstMessage(error));
  }
  services.changed();
}

export const orderKitJob = jobKind(ORDER_KIT, z.object({ user_id: z.int(), employee_role_id: z.int() }), orderKit);

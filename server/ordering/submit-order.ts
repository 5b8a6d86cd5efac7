import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { judgeAllowances } from '../../shared/allowances/judge-allowances.ts';
import { budgetArithmetic } from '../../shared/budgets/spend.ts';
import { messages } from '../../shared/messages.ts';
import { checkEdit } from '../../shared/ordering/editable.ts';
import type { Details } from '../../shared/ordering/order-input.ts';
import { checkReturned, checkSubmitOrder, isRequired, submissionFaults } from '../../shared/ordering/submit-order.ts';
import { policy } from '../../shared/policy.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { all } from '../../shared/verdict.ts';
import { chargesOfOrder, type OrderCharge } from '../allowances/charges-of-order.ts';
import { enforceExcessConfirmed, enforceExcessReason, freezePoints, grantExcess, mayGrant, refuseExcess } from '../allowances/enforce-allowances.ts';
import { lockAllowances, wearersOf } from '../allowances/lock-allowances.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import { budgetsOfOrders } from '../budgets/budgets-of-order.ts';
import { enforceBudgets } from '../budgets/enforce-budgets.ts';
import { areHeld, chargedPairs, lockBudgets } from '../budgets/lock-budgets.ts';
import { enforceLinesOrderable } from '../catalogue/orderable.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion, staleVersion } from '../core/stale-version.ts';
import { personName } from '../db/person-name.ts';
import { accounts, employeeRoles, orderLines, orders, sites, users } from '../db/tables/index.ts';
import { mailOverAllowance } from '../mail/mail-over-allowance.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { keepApprovers } from '../orders/approvers.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { orderFacts, type StoredFacts } from '../orders/order-facts.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { announceRequest, announceSubmission } from './announce-submission.ts';
import { freezePrices } from './freeze-prices.ts';
import { hasDetails, saveAddress, writeDetails } from './set-details.ts';
import { findUnavailableLines } from './unavailable-lines.ts';

export interface Submission {
  details: Details;
  saveAddress: boolean;
  /** Whether this submission accepts the terms; the review and the office submit without acceptance. */
  terms: boolean;
  needs_terms: boolean;
  force_over_budget_order: boolean;
  force_over_allowance: boolean;
  excess_reason: string | null;
  confirm_missing_sizes: boolean;
  version?: number | undefined;
}

async function enforceComplete(ctx: Ctx, order: Order, facts: StoredFacts, input: Submission, isRequest: boolean): Promise<void> {
  const [about] = await ctx.db
    .select({ require_po: accounts.require_po, require_cc: accounts.require_cc, inverse_po: sites.inverse_po, inverse_cc: sites.inverse_cc })
    .from(accounts)
    .leftJoin(sites, eq(sites.id, sql`${order.delivery_site_id}`))
    .where(eq(accounts.id, order.account_id));
  const { require_po, require_cc, inverse_po, inverse_cc } = requireFound(about);
  // A person who sends a request need not know the references; its approver adds them.
  const requires = { po: !isRequest && isRequired(require_po, inverse_po ?? false), cc: !isRequest && isRequired(require_cc, inverse_cc ?? false) };
  const terms = input.terms || !input.needs_terms || order.terms_accepted_at !== null;
  const { lines_with_sizes, lines_with_no_sizes } = facts;
  const faults = submissionFaults(
    { ...order, lines: lines_with_sizes + lines_with_no_sizes, lines_with_no_sizes, requires },
    { terms, confirm_missing_sizes: input.confirm_missing_sizes },
    ctx.actor.role,
  );
  if (Object.keys(faults).length) throw invalid(faults);
}

/** Refuses an order for archived people, to an archived site, or with a charge to a deleted role. */
async function enforceNotArchived(ctx: Ctx, order: Order): Promise<void> {
  const archivedWearers = await ctx.db
    .selectDistinct({ id: users.id, name: personName(users).as('name') })
    .from(orderLines)
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(and(eq(orderLines.order_id, order.id), isNotNull(users.deleted_at)))
    .orderBy(users.id);
  const [site] = await ctx.db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.id, sql`${order.delivery_site_id}`), isNotNull(sites.deleted_at)));
  const deletedRoles = await ctx.db
    .selectDistinct({ id: employeeRoles.id, name: employeeRoles.name })
    .from(orderLines)
    .innerJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .where(and(eq(orderLines.order_id, order.id), isNotNull(employeeRoles.deleted_at)))
    .orderBy(employeeRoles.id);
  const faults = {
    ...(deletedRoles.length && { budget: deletedRoles.map(({ name }) => messages.role_deleted(name)) }),
    ...(archivedWearers.length && { employees: archivedWearers.map(({ name }) => messages.wearer_archived(name)) }),
    ...(site && { delivery_site_id: messages.site_archived }),
  };
  if (Object.keys(faults).length) throw invalid(faults);
}

/**
 * A discontinued product stops every order. Lines whose products are no longer in the wearers' sets, or are excluded at the delivery
 * site, stop a client's order but not the office's.
 */
async function enforceOffered(ctx: Ctx, order: Order): Promise<void> {
  await enforceLinesOrderable(ctx, order.id);
  const unavailableLines = await freezePrices(ctx, order);
  if (!unavailableLines.length || policy.use_office(ctx.actor)) return;
  throw invalid({ lines: (await findUnavailableLines(ctx, order)).map(({ message }) => message) });
}

const factsOf = async (ctx: Ctx, order: Order): Promise<StoredFacts> => requireFound((await orderFacts(ctx.db, [order.id]))[0]);

/** Request the approval of an order. A person who may only send requests submits an order in this way. */
async function requestOrder(ctx: Ctx, order: Order, input: Submission, excess: readonly OrderCharge[]): Promise<void> {
  enforce(checkEdit(order, { approve: false }));
  const facts = await factsOf(ctx, order);
  await enforceComplete(ctx, order, facts, input, true);
  enforceExcessReason(excess, input.excess_reason ?? order.excess_reason);
  const terms_accepted_at = input.terms ? ctx.now : order.terms_accepted_at;
  await ctx.db
    .update(orders)
    .set({
      requested_at: ctx.now,
      returned_to_draft_at: null,
      declined_reason: null,
      declined_by: null,
      terms_accepted_at,
      ...(excess.length && { excess_reason: input.excess_reason ?? order.excess_reason }),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, order.id));
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, 'order.requested', { type: 'order', id: order.id });
  await announceRequest(ctx, order);
}

/** Submit an order to the provider; if somebody requested it, this approves the request. */
async function sendOrder(ctx: Ctx, order: Order, input: Submission, charges: readonly OrderCharge[]): Promise<void> {
  const facts = await factsOf(ctx, order);
  await enforceComplete(ctx, order, facts, input, false);
  const over = enforceBudgets(await budgetsOfOrders(ctx, [order]), input.force_over_budget_order);
  const { approve: excess, warned } = judgeAllowances(charges);
  const excess_reason = input.excess_reason ?? order.excess_reason;
  // Whoever approves a request has its excess before their eyes; whoever orders at once confirms it.
  enforceExcessConfirmed(excess, input.force_over_allowance || order.requested_at !== null);
  enforceExcessReason(excess, excess_reason);
  await ctx.db
    .update(orders)
    .set({
      submitted_at: ctx.now,
      approver_id: order.requested_at ? ctx.actor.id : null,
      declined_reason: null,
      returned_to_draft_at: null,
      declined_by: null,
      terms_accepted_at: input.terms ? ctx.now : order.terms_accepted_at,
      force_over_budget_order: over.length > 0,
      ...(excess.length && { excess_reason }),
      version: sql`${orders.version} + 1`,
    })
    .where(and(eq(orders.id, order.id), isNull(orders.submitted_at)));
  if (charges.length) await freezePoints(ctx, order);
  await grantExcess(ctx, order, excess, { reason: excess_reason ?? '', granted_on: ukDate(ctx.now) });
  await refreshStatus(ctx, [order.id]);
  await audit(ctx, order.requested_at ? 'order.approved' : 'order.submitted', { type: 'order', id: order.id }, null, {
    sub_total: facts.sub_total,
    over_budget: over.map(budgetArithmetic),
  });
  await announceSubmission(ctx, order, over);
  await mailOverAllowance(ctx, order, warned);
  await emit(ctx, 'order.submitted', { order, lines_with_no_sizes: facts.lines_with_no_sizes });
}

/**
 * Submit an order. Its budgets and its wearers' allowances are locked first: if two orders compete for one of them, the second is checked after the
 * first one is charged. An order that goes over an allowance becomes a request if whoever submits it may not grant the excess.
 */
export async function submitOrder(ctx: Ctx, uuid: string, input: Submission): Promise<OrderView> {
  const visibleOrder = await findOrder(ctx, uuid);
  authorize(policy.edit_draft(ctx.actor, visibleOrder));
  const sendsRequests = policy.sends_requests(ctx.actor);
  await keepApprovers(ctx, visibleOrder);
  const pairs = sendsRequests ? [] : await chargedPairs(ctx, [visibleOrder.id]);
  await lockBudgets(ctx, pairs);
  const wearers = await wearersOf(ctx, visibleOrder.id);
  await lockAllowances(ctx, wearers);

  const order = await findOrder(ctx, uuid, { lock: true });
  const approve = policy.approve_request(ctx.actor, order);
  const sent = all(checkSubmitOrder(order), checkEdit(order, { approve }));
  const isSame = () => hasDetails(order, input.details);
  // "Already submitted" is a clearer refusal than "has changed".
  if (await isDone(ctx, sent, ['order.submitted', 'order.approved', 'order.requested'], { type: 'order', id: order.id }, isSame))
    return orderView(ctx, uuid);
  await enforceVersion(ctx, input.version, order, () => orderView(ctx, uuid));
  const isOwn = [order.requester_id, order.creator_id].includes(ctx.actor.id);
  enforce(checkReturned(order, { isOwn, names_version: input.version !== undefined }));
  const areLocked = sendsRequests || areHeld(pairs, await chargedPairs(ctx, [order.id]));
  if (!areLocked || (await wearersOf(ctx, order.id)).some((id) => !wearers.includes(id))) throw staleVersion({ current: await orderView(ctx, uuid) });

  const detailed = await writeDetails(ctx, order, input.details);
  if (input.saveAddress && detailed.delivery_address) await saveAddress(ctx, detailed.delivery_address);
  await enforceNotArchived(ctx, detailed);
  await enforceWearers(ctx, await wearersOf(ctx, detailed.id), () => 'employees');
  await enforceOffered(ctx, detailed);
  const charges = await chargesOfOrder(ctx, detailed);
  refuseExcess(charges);
  const { approve: excess } = judgeAllowances(charges);
  const isRequest = sendsRequests || (excess.length > 0 && !mayGrant(ctx.actor, detailed, excess));
  await (isRequest ? requestOrder(ctx, detailed, input, excess) : sendOrder(ctx, detailed, input, charges));
  return orderView(ctx, uuid);
}

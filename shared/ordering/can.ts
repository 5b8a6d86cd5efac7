import { checkAllocateOrder } from '../allocation/allocate-order.ts';
import { checkCallBack } from '../allocation/at-office.ts';
import { checkReleaseOrder } from '../allocation/release-order.ts';
import { checkReopenOrder } from '../allocation/reopen-order.ts';
import { checkUnallocateOrder } from '../allocation/unallocate-order.ts';
import { type Actor, type OwnedOrder, policy } from '../policy.ts';
import { isClientRole } from '../roles.ts';
import type { Verdict } from '../verdict.ts';
import { checkCancelOrder } from './cancel-order.ts';
import { checkCorrectOrder } from './change-line.ts';
import { checkBackToDraft } from './decline-request.ts';
import { checkDeleteOrder } from './delete-order.ts';
import { checkEdit, checkOfficeEdit, checkOrderMore, type OrderRuleFacts } from './editable.ts';
import type { OrderFacts } from './order-status.ts';
import { checkSubmitOrder } from './submit-order.ts';

type OrderForRules = OrderRuleFacts & OwnedOrder;

const yes = (verdict: Verdict): boolean => verdict.ok;

/** Whether a person may change a draft or a request now. */
export const mayEdit = (actor: Actor, order: OrderForRules): boolean =>
  policy.edit_draft(actor, order) && yes(checkEdit(order, { approve: policy.approve_request(actor, order) }));

/** The actions that a person may take on an order now, so that screens need not apply the rules themselves. */
export function canDo(actor: Actor, order: OrderForRules, facts: OrderFacts & { qty_picked: number; qty_returnable: number }) {
  const approve = policy.approve_request(actor, order);
  const edits = policy.edit_draft(actor, order);
  const office = policy.use_office(actor);
  const qty_remaining = facts.qty_wanted - facts.qty_shipped;
  const open = mayEdit(actor, order);
  const editsSent = office && yes(checkOfficeEdit(order, facts.pick_state));
  const unsent = yes(checkSubmitOrder(order));
  const sends = policy.sends_requests(actor);
  const draft = unsent && !order.requested_at;
  const requested = unsent && order.requested_at !== null;
  const live = order.submitted_at !== null && !order.cancelled_at;
  const allocates = policy.allocate(actor);
  const stock = { ...facts, is_frozen: order.is_frozen, qty_remaining };
  return {
    edit_lines: open || editsSent,
    correct_lines: policy.correct_order(actor, order) && qty_remaining > facts.qty_allocated && yes(checkCorrectOrder(order, facts.pick_state)),
    order_more: open || (editsSent && yes(checkOrderMore(facts))),
    edit_details: open,
    add_employees: open && policy.order_for_others(actor),
    choose_size: open || (live && facts.lines_with_no_sizes > 0 && (editsSent || isClientRole(actor.role))),
    submit: edits && !sends && (draft || (requested && approve)),
    request: edits && sends && draft,
    approve: requested && approve,
    decline: requested && approve,
    withdraw: policy.withdraw_request(actor, order) && yes(checkBackToDraft(order)),
    cancel: policy.cancel_order(actor, order) && yes(checkCancelOrder(order, { pick_state: facts.pick_state, qty_remaining })),
    delete: edits && yes(checkDeleteOrder(order, facts, { submitted: policy.delete_submitted(actor) })),
    create_return: live && policy.create_return(actor) && facts.qty_returnable > 0,
    reorder: order.submitted_at !== null && (policy.order_for_others(actor) || policy.order_for_self(actor)),
    edit_office: office && !order.cancelled_at,
    hold: policy.hold_order(actor) && live && qty_remaining > 0,
    allocate: allocates && yes(checkAllocateOrder(stock)),
    release: allocates && yes(checkReleaseOrder(stock)),
    unallocate: allocates && yes(checkUnallocateOrder(stock)),
    send_back: allocates && yes(checkCallBack(stock)),
    reopen: allocates && yes(checkReopenOrder(stock)),
  };
}

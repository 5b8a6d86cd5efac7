import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { mustChooseSizes } from '../../shared/ordering/submit-order.ts';
import { answer } from '../api/answer.ts';
import { useChangedMeanwhile } from '../api/changed-meanwhile.tsx';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { budgetWaitText } from './budget-stand.ts';
import { type Budget, type Order, orders } from './client.ts';
import { afterChange, orderKey, unreachableWearers, useKeepOrder, useUnavailable } from './order-data.ts';
import { asksApproval } from './order-words.ts';
import { allowanceWaitText } from './over-allowance.tsx';
import { clashingReferences, typedReferences } from './send-form.ts';
import { sentText } from './sent-text.ts';
import { unavailableWords } from './unavailable.tsx';
import { useBudgetStand } from './use-budget-stand.ts';
import { useSendForm } from './use-send-form.ts';

interface SendOptions {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  onSent: (order: Order) => void;
}

/**
 * Sends an order from its review, or approves a request: the form with the references and what the person has to confirm, the reason why it cannot be
 * sent yet, and the question about somebody else's changes, which the caller renders as `dialog`.
 */
export function useSend({ order, read, budgets, onSent }: SendOptions) {
  const { role } = useSession();
  const navigate = useNavigate();
  const keep = useKeepOrder();
  const queries = useQueryClient();
  const { stand, refusal, meetBudgets } = useBudgetStand(order, budgets);
  const missing = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;
  const isBlocked = missing > 0 && mustChooseSizes(role);
  const [initialOrder] = useState(order);
  const approves = initialOrder.can.approve;
  const isReturned = approves && !order.can.approve;
  const needs = asksApproval(order) ? { po: false, cc: false } : order.requires;
  // The requester may not have known that a cost code is required. The field for a missing code stays on the screen even once the code is stored.
  const lacksCostCode = needs.cc && !order.cost_code;
  const [asksCostCode, setAsksCostCode] = useState(lacksCostCode);
  if (lacksCostCode && !asksCostCode) setAsksCostCode(true);
  const { askAgain, dialog } = useChangedMeanwhile({ action: 'Send it as it is', keep: 'Go back' });
  const send = useWrite({
    send: (_: undefined, options) => {
      const formValues = form.hook.getValues();
      const { client_po_reference, cost_code } = typedReferences(base, formValues);
      const json = {
        submitted_at: new Date().toISOString(),
        ...(client_po_reference !== undefined && { po_reference: client_po_reference }),
        ...(cost_code !== undefined && { cost_code }),
        force_over_budget_order: formValues.force_over_budget_order,
        ...(order.excess_step !== null && {
          excess_reason: formValues.excess_reason.trim(),
          force_over_allowance: formValues.force_over_allowance,
        }),
        ...(missing > 0 && { confirm_missing_sizes: formValues.confirm_missing_sizes }),
        version: read.current.version,
      };
      return answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: {}, json }, options));
    },
    refresh: afterChange(order.uuid),
    onSaved: (savedOrder) => {
      const what = !savedOrder.is_submitted ? 'was sent for approval' : approves ? 'is approved and submitted' : 'is submitted';
      toast(sentText(savedOrder, unreachableWearers(queries, order.uuid)), {
        title: `Order ${savedOrder.order_number} ${what}`,
        duration: limits.undo_toast,
        action: { label: 'See the order', run: () => void navigate(`/orders/${order.uuid}`) },
      });
      keep(savedOrder);
      onSent(savedOrder);
    },
    onRefused: (error) => {
      if (error.code === 'stale_version' && error.current) {
        void meetChanges(error.message, error.current as Order);
        return true;
      }
      if (error.errors?.lines) void queries.invalidateQueries({ queryKey: orderKey(order.uuid) });
      const faultCount = Object.keys(onFields(error.first_messages)).length + (meetBudgets(error) ? 1 : 0);
      return faultCount > 0 && faultCount === Object.keys(error.first_messages).length;
    },
  });
  /** Names what has changed since the person read the order, and sends the order if the person agrees. */
  const meetChanges = async (message: string, now: Order): Promise<void> => {
    keep(now);
    // If the request was declined or withdrawn, it can no longer be approved, and the screen says so.
    if (approves && !now.can.approve) return;
    const formValues = form.hook.getValues();
    const { before, words } = clashingReferences(base, formValues, read.current, now);
    const isAgreed = await askAgain(message, before, now, words);
    read.current = now;
    if (isAgreed) await send.write(undefined);
  };
  const onFields = ({ po_reference, cost_code, excess_reason, force_over_allowance }: Record<string, string>): Record<string, string> => ({
    ...(excess_reason && { excess_reason }),
    ...(force_over_allowance && { force_over_allowance }),
    ...(po_reference && { client_po_reference: po_reference }),
    ...(cost_code && asksCostCode && { cost_code }),
  });
  const { form, base, theirs, takeTheirs } = useSendForm(order, {
    check: (formValues) => ({
      client_po_reference: needs.po && !formValues.client_po_reference.trim() ? messages.po_needed : null,
      cost_code: asksCostCode && !formValues.cost_code.trim() ? messages.cost_code_needed : null,
    }),
    errors: onFields(send.errors),
    // The last PO reference saves an approver from typing it; whoever submits their own order is offered it, and decides.
    initial: approves && initialOrder.last_po_reference ? { client_po_reference: initialOrder.last_po_reference } : {},
    onComplete: () => send.write(undefined),
  });
  const unavailable = useUnavailable(order);
  const waits: string | null = isReturned
    ? messages.request_returned
    : unavailable.length
      ? unavailableWords(unavailable)
      : isBlocked
        ? 'Choose the missing sizes first'
        : missing > 0 && !form.values.confirm_missing_sizes
          ? 'Confirm the missing sizes to go on'
          : (allowanceWaitText(order, form.values) ?? (asksApproval(order) ? null : budgetWaitText(stand, form.values.force_over_budget_order)));
  return {
    form,
    base,
    theirs,
    takeTheirs,
    refusal,
    unavailable,
    missing,
    isBlocked,
    isReturned,
    asksCostCode,
    needs,
    waits,
    dialog,
    /** Whether the order is another version than the one with which the form began. */
    isChanged: order.version !== initialOrder.version,
  };
}
export type Send = ReturnType<typeof useSend>;

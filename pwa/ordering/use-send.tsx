import { type RefObject, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { mustChooseSizes } from '../../shared/ordering/submit-order.ts';
import { useSession } from '../session/use-session.ts';
import type { Budget, Order } from './client.ts';
import { excessReasonFault, excessWaitText } from './excess-fields.tsx';
import { afterChange, useKeepOrder, useUnavailable } from './order-data.ts';
import { asksApproval } from './order-words.ts';
import { clashingReferences, typedReferences } from './send-form.ts';
import { unavailableWords } from './unavailable.tsx';
import { useSendForm } from './use-send-form.ts';
import { useSubmitOrder } from './use-submit-order.ts';

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
  const keep = useKeepOrder();
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
  const { submit, stand, refusal, dialog } = useSubmitOrder({
    order,
    read,
    budgets,
    approves,
    keep: 'Go back',
    request: () => {
      const formValues = form.hook.getValues();
      const { client_po_reference, cost_code } = typedReferences(base, formValues);
      return {
        json: {
          submitted_at: new Date().toISOString(),
          ...(client_po_reference !== undefined && { po_reference: client_po_reference }),
          ...(cost_code !== undefined && { cost_code }),
          ...(missing > 0 && { confirm_missing_sizes: formValues.confirm_missing_sizes }),
        },
      };
    },
    excess: () => form.hook.getValues(),
    merge: async (now) => {
      keep(now);
      // If the request was declined or withdrawn, it can no longer be approved, and the screen says so.
      return approves && !now.can.approve ? null : clashingReferences(base, form.hook.getValues(), read.current, now);
    },
    sendAgain: () => submit.write(undefined),
    showOnFields: (refusals) => Object.keys(onFields(refusals)).length,
    refresh: afterChange(order.uuid),
    onSaved: (savedOrder) => {
      keep(savedOrder);
      onSent(savedOrder);
    },
  });
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
      excess_reason: excessReasonFault(order, formValues),
    }),
    errors: onFields(submit.errors),
    // The last PO reference saves an approver from typing it; whoever submits their own order is offered it, and decides.
    initial: approves && initialOrder.last_po_reference ? { client_po_reference: initialOrder.last_po_reference } : {},
    onComplete: () => submit.write(undefined),
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
          : excessWaitText(order, stand, form.values);
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

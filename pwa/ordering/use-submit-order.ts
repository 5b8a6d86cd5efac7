import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import type { OrderChangeInput } from '../../shared/ordering/order-input.ts';
import { answer } from '../api/answer.ts';
import { useChangedMeanwhile } from '../api/changed-meanwhile.tsx';
import { useWrite } from '../api/use-write.ts';
import { toast } from '../ui/toast.ts';
import { type Budget, type Order, orders } from './client.ts';
import { type ExcessValues, excessInput } from './excess-fields.tsx';
import { orderKey, unreachableWearers } from './order-data.ts';
import { sentText } from './sent-text.ts';
import { useBudgetStand } from './use-budget-stand.ts';

interface SubmitOrderOptions {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  /** What the form asks the server, without the confirmations of what the order exceeds. */
  request: () => { submitted?: 'true'; json: OrderChangeInput };
  /** The form's confirmations of what the order exceeds. */
  excess: () => ExcessValues;
  /** Whether this approves a request. */
  approves?: boolean;
  /** The text of the button that goes back to the form after somebody else's change. */
  keep: string;
  /** Merges somebody else's change into the form. Returns the order to compare the change with, or null if the order is not sent now. */
  merge: (current: Order, message: string) => Promise<{ before: Order; words?: string[] } | null>;
  /** Sends the order in its new state, to which the person has agreed. */
  sendAgain: () => Promise<unknown>;
  /** Shows the messages of a refusal on their fields. Returns how many need no dialog. */
  showOnFields: (messages: Record<string, string>) => number;
  refresh: readonly (readonly unknown[])[];
  onSaved: (order: Order) => void;
  onRefused?: () => void;
}

/**
 * The one write that sends an order, requests its approval or approves a request. Every form that sends an order uses it: it confirms what the order
 * exceeds, asks about somebody else's changes, which the caller renders as `dialog`, and says what follows.
 */
export function useSubmitOrder({
  order,
  read,
  budgets,
  request,
  excess,
  approves = false,
  keep,
  merge,
  sendAgain,
  showOnFields,
  refresh,
  onSaved,
  onRefused,
}: SubmitOrderOptions) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { stand, refusal, meetBudgets } = useBudgetStand(order, budgets);
  const { askAgain, dialog } = useChangedMeanwhile({ action: 'Send it as it is', keep });

  const submit = useWrite({
    send: (_: undefined, options) => {
      const { submitted, json } = request();
      return answer(
        orders[':uuid'].$put(
          {
            param: { uuid: order.uuid },
            query: submitted ? { submitted } : {},
            json: { ...json, ...excessInput(order, excess()), version: read.current.version },
          },
          options,
        ),
      );
    },
    refresh,
    onSaved: (savedOrder) => {
      const what = !savedOrder.is_submitted ? 'was sent for approval' : approves ? 'is approved and submitted' : 'is submitted';
      toast(sentText(savedOrder, unreachableWearers(queries, order.uuid)), {
        title: `Order ${savedOrder.order_number} ${what}`,
        duration: limits.undo_toast,
        action: { label: 'See the order', run: () => void navigate(`/orders/${order.uuid}`) },
      });
      onSaved(savedOrder);
    },
    onRefused: (error) => {
      onRefused?.();
      if (error.code === 'stale_version' && error.current) {
        void meetChanges(error.message, error.current as Order);
        return true;
      }
      // The order is read again: its new status decides which screen shows it, and the new read has what is not offered and what is exceeded by now.
      const isOutdated = Object.keys(error.first_messages).some((field) => /^(lines|excess_reason$|force_over_allowance$)/.test(field));
      if (error.status === 409 || isOutdated) void queries.invalidateQueries({ queryKey: orderKey(order.uuid) });
      const faults = showOnFields(error.first_messages) + (meetBudgets(error) ? 1 : 0);
      return faults > 0 && faults === Object.keys(error.first_messages).length;
    },
  });

  /** Names what has changed since the person read the order, and sends the order if the person agrees. */
  const meetChanges = async (message: string, current: Order): Promise<void> => {
    const merged = await merge(current, message);
    if (!merged) return;
    const isAgreed = await askAgain(message, merged.before, current, merged.words);
    read.current = current;
    if (isAgreed) await sendAgain();
  };
  return { submit, stand, refusal, dialog };
}

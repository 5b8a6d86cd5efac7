import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { submissionFaults } from '../../shared/ordering/submit-order.ts';
import { answer } from '../api/answer.ts';
import type { ApiError } from '../api/api-error.ts';
import { useChangedMeanwhile } from '../api/changed-meanwhile.tsx';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { type Order, orders } from './client.ts';
import { type DetailsForm, type DetailsFormApi, keepable } from './details-form.ts';
import { listKey, orderKey, unreachableWearers } from './order-data.ts';
import { nextQuestion, type SendQuestion } from './send-questions.tsx';
import { sentText } from './sent-text.ts';
import type { useBudgetStand } from './use-budget-stand.ts';
import type { DetailsAutosave } from './use-details-autosave.ts';
import type { Leaving } from './use-leaving.ts';

interface SubmissionOptions {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  form: DetailsFormApi;
  autosave: DetailsAutosave;
  meetBudgets: ReturnType<typeof useBudgetStand>['meetBudgets'];
  leaving: Leaving;
}

/** Submits an order with its details, or sends it for approval. Shows somebody else's changes first, if there are any. Render `dialog` once. */
export function useSubmission({ order, read, form, autosave, meetBudgets, leaving }: SubmissionOptions): {
  /** Shows which values the form lacks, or asks the first question before the order is sent. */
  begin: (detailsInput: DetailsForm) => void;
  question: SendQuestion;
  ask: (question: SendQuestion) => void;
  send: () => Promise<void>;
  isSending: boolean;
  /** True if the server could not be reached. */
  isUnsent: boolean;
  dialog: ReactNode;
} {
  const queries = useQueryClient();
  const { role } = useSession();
  const navigate = useNavigate();
  const { hook } = form;
  const [question, setQuestion] = useState<SendQuestion>(null);
  const [isSettling, setIsSettling] = useState(false);
  const { askAgain, dialog } = useChangedMeanwhile({ action: 'Send it as it is', keep: 'Look at it' });

  const submit = useWrite({
    send: (detailsInput: DetailsForm, options) => {
      const { terms, force_over_budget_order, saveAddress } = detailsInput;
      const json = {
        ...keepable(detailsInput),
        set_delivery_details: true,
        saveAddress,
        terms,
        force_over_budget_order,
        ...(order.lines.some(({ is_size_selected }) => !is_size_selected) && { confirm_missing_sizes: true }),
        version: read.current.version,
      };
      return answer(orders[':uuid'].$put({ param: { uuid: order.uuid }, query: { submitted: 'true' }, json }, options));
    },
    refresh: [listKey],
    onSaved: (savedOrder) => {
      // The order is only marked as out of date. It is not read again yet, because the screen that the person leaves must not react to the new data.
      void queries.invalidateQueries({ queryKey: orderKey(order.uuid), refetchType: 'none' });
      const title = `Order ${savedOrder.order_number} ${savedOrder.is_submitted ? 'is submitted' : 'was sent for approval'}`;
      toast(sentText(savedOrder, unreachableWearers(queries, order.uuid)), {
        title,
        duration: limits.undo_toast,
        action: { label: 'See the order', run: () => void navigate(`/orders/${order.uuid}`) },
      });
      leaving.leave();
    },
    onRefused: (error) => {
      setQuestion(null);
      if (autosave.meetRefusal(error)) {
        void meetChanges(error);
        return true;
      }
      showOnFields(error);
      const isBudget = meetBudgets(error) !== null;
      // The order is read again: its new status decides which screen shows it, and the new read names products that are no longer offered.
      if (error.status === 409 || error.errors?.lines) void queries.invalidateQueries({ queryKey: orderKey(order.uuid) });
      return isBudget && Object.keys(error.first_messages).length === 1;
    },
  });

  /** Names the changes since the person read the order, and sends the order once the person agrees. */
  const meetChanges = async ({ message, current }: ApiError): Promise<void> => {
    const changedOrder = current as Order;
    // Fields that both people have changed are resolved first.
    if (!(await autosave.settle())) return;
    const isAgreed = await askAgain(message, read.current, changedOrder);
    read.current = changedOrder;
    if (isAgreed) await send();
  };
  const showOnFields = (error: ApiError): void => {
    for (const [field, message] of Object.entries(error.first_messages)) {
      if (field in form.values || field.startsWith('delivery_address.')) hook.setError(field as keyof DetailsForm, { type: 'server', message });
    }
  };

  const begin = (detailsInput: DetailsForm): void => {
    const faults = submissionFaults(
      {
        lines: order.lines.length,
        lines_with_no_sizes: 0,
        delivery_site_id: detailsInput.delivery_site_id || null,
        delivery_address: detailsInput.delivery_address,
        client_po_reference: detailsInput.client_po_reference || null,
        cost_code: detailsInput.cost_code || null,
        requires: order.can.request ? { po: false, cc: false } : order.requires,
      },
      { terms: detailsInput.terms, confirm_missing_sizes: true },
      role,
    );
    const [first] = Object.keys(faults);
    for (const [field, message] of Object.entries(faults))
      hook.setError(field as keyof DetailsForm, { type: 'missing', message }, { shouldFocus: field === first });
    if (!first) setQuestion(nextQuestion(order, null));
  };
  const send = async (): Promise<void> => {
    setIsSettling(true);
    const isSent = await leaving.during(async () => (await autosave.settle()) && (await submit.write(hook.getValues())) !== undefined);
    if (!isSent) setQuestion(null);
    setIsSettling(false);
  };
  const isSending = isSettling || submit.busy;
  return { begin, question, ask: setQuestion, send, isSending, isUnsent: submit.error?.is_transient === true && !isSending, dialog };
}

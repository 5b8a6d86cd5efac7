import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { submissionFaults } from '../../shared/ordering/submit-order.ts';
import { useSession } from '../session/use-session.ts';
import type { BudgetRefusal, BudgetStand } from './budget-stand.ts';
import type { Budget, Order } from './client.ts';
import { type DetailsForm, type DetailsFormApi, keepable } from './details-form.ts';
import { excessReasonFault } from './excess-fields.tsx';
import { listKey, orderKey } from './order-data.ts';
import { asksApproval } from './order-words.ts';
import { nextQuestion, type SendQuestion } from './send-questions.tsx';
import type { DetailsAutosave } from './use-details-autosave.ts';
import type { Leaving } from './use-leaving.ts';
import { useSubmitOrder } from './use-submit-order.ts';

interface SubmissionOptions {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  form: DetailsFormApi;
  autosave: DetailsAutosave;
  budgets: readonly Budget[];
  leaving: Leaving;
}

/** Submits an order with its details, or sends it for approval. Shows somebody else's changes first, if there are any. Render `dialog` once. */
export function useSubmission({ order, read, form, autosave, budgets, leaving }: SubmissionOptions): {
  /** Shows which values the form lacks, or asks the first question before the order is sent. */
  begin: (detailsInput: DetailsForm) => void;
  question: SendQuestion;
  ask: (question: SendQuestion) => void;
  send: () => Promise<void>;
  isSending: boolean;
  /** True if the server could not be reached. */
  isUnsent: boolean;
  stand: BudgetStand;
  /** The server's refusal of the order because of its budgets. */
  refusal: BudgetRefusal | null;
  dialog: ReactNode;
} {
  const queries = useQueryClient();
  const { role } = useSession();
  const { hook } = form;
  const [question, setQuestion] = useState<SendQuestion>(null);
  const [isSettling, setIsSettling] = useState(false);

  const { submit, stand, refusal, dialog } = useSubmitOrder({
    order,
    read,
    budgets,
    keep: 'Look at it',
    request: () => {
      const detailsInput = hook.getValues();
      const hasMissingSizes = order.lines.some(({ is_size_selected }) => !is_size_selected);
      return {
        submitted: 'true',
        json: {
          ...keepable(detailsInput),
          set_delivery_details: true,
          saveAddress: detailsInput.saveAddress,
          terms: detailsInput.terms,
          ...(hasMissingSizes && { confirm_missing_sizes: true }),
        },
      };
    },
    excess: () => hook.getValues(),
    merge: async (current, message) => {
      autosave.meetOrder(current, message);
      // Fields that both people have changed are resolved first.
      return (await autosave.settle()) ? { before: read.current } : null;
    },
    sendAgain: () => send(),
    showOnFields: (refusals) => {
      for (const [field, message] of Object.entries(refusals)) {
        if (field in form.values || field.startsWith('delivery_address.')) hook.setError(field as keyof DetailsForm, { type: 'server', message });
      }
      // The form is long, so a dialog says what is missing, too.
      return 0;
    },
    refresh: [listKey],
    onSaved: () => {
      // The order is only marked as out of date. It is not read again yet, because the screen that the person leaves must not react to the new data.
      void queries.invalidateQueries({ queryKey: orderKey(order.uuid), refetchType: 'none' });
      leaving.leave();
    },
    onRefused: () => setQuestion(null),
  });
  const begin = (detailsInput: DetailsForm): void => {
    const faults = submissionFaults(
      {
        lines: order.lines.length,
        lines_with_no_sizes: 0,
        delivery_site_id: detailsInput.delivery_site_id || null,
        delivery_address: detailsInput.delivery_address,
        client_po_reference: detailsInput.client_po_reference || null,
        cost_code: detailsInput.cost_code || null,
        requires: asksApproval(order) ? { po: false, cc: false } : order.requires,
      },
      { terms: detailsInput.terms, confirm_missing_sizes: true },
      role,
    );
    const reasonFault = excessReasonFault(order, detailsInput);
    if (reasonFault) faults.excess_reason = reasonFault;
    const [first] = Object.keys(faults);
    for (const [field, message] of Object.entries(faults))
      hook.setError(field as keyof DetailsForm, { type: 'missing', message }, { shouldFocus: field === first });
    if (!first) setQuestion(nextQuestion(order, null));
  };
  const send = async (): Promise<void> => {
    setIsSettling(true);
    const isSent = await leaving.during(async () => (await autosave.settle()) && (await submit.write(undefined)) !== undefined);
    if (!isSent) setQuestion(null);
    setIsSettling(false);
  };
  const isSending = isSettling || submit.busy;
  return { begin, question, ask: setQuestion, send, isSending, isUnsent: submit.error?.is_transient === true && !isSending, stand, refusal, dialog };
}

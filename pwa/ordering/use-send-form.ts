import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { orderChangeInput } from '../../shared/ordering/order-input.ts';
import { type FormApi, useForm } from '../api/use-form.ts';
import type { Order } from './client.ts';
import type { ExcessValues } from './excess-fields.tsx';
import { mergeReferences, type Reference, type References, shownReferences } from './send-form.ts';

export interface SendForm extends References, ExcessValues {
  confirm_missing_sizes: boolean;
}

const sendInput = orderChangeInput
  .pick({ cost_code: true, force_over_budget_order: true, confirm_missing_sizes: true, force_over_allowance: true, excess_reason: true })
  .extend({ client_po_reference: orderChangeInput.shape.po_reference });

/** The form for sending an order from its review. Changes that somebody else makes meanwhile go into the fields that this person has not edited. */
export function useSendForm(
  order: Order,
  {
    check,
    errors,
    initial,
    onComplete,
  }: {
    check: (values: SendForm) => Record<string, string | null>;
    errors: Record<string, string>;
    /** Values that the form proposes for references that the order does not have. */
    initial: Partial<References>;
    onComplete: () => Promise<unknown>;
  },
): {
  form: FormApi<SendForm, z.output<typeof sendInput>>;
  /** The order that the form was filled from. */
  base: Order;
  /** The references that somebody else has changed since the form was opened. */
  theirs: readonly Reference[];
  takeTheirs: (field: Reference) => void;
} {
  const [base, setBase] = useState(order);
  const [othersChanges, setOthersChanges] = useState<readonly Reference[]>([]);
  const values: SendForm = {
    ...shownReferences(order),
    ...initial,
    force_over_budget_order: false,
    confirm_missing_sizes: false,
    force_over_allowance: false,
    excess_reason: order.excess_reason ?? '',
  };
  const form = useForm({ schema: sendInput, values, check, errors, isGuarded: false, write: async () => void (await onComplete()) });
  const { hook } = form;
  useEffect(() => {
    if (order === base || order.version < base.version) return;
    const { take, clashes } = mergeReferences(base, hook.getValues(), order);
    const references = shownReferences(order);
    for (const field of take) hook.setValue(field, references[field]);
    setOthersChanges((before) => [...new Set([...before, ...take, ...clashes])]);
    setBase(order);
  }, [order, base, hook]);
  return { form, base, theirs: othersChanges, takeTheirs: (field) => hook.setValue(field, shownReferences(base)[field]) };
}

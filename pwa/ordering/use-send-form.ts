import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Order } from './client.ts';
import { mergeReferences, type Reference, type References, shownReferences } from './send-form.ts';

export interface SendForm extends References {
  force_over_budget_order: boolean;
  confirm_missing_sizes: boolean;
}

/** The form for sending an order from its review. What somebody else changes meanwhile is taken into the form where nothing was edited. */
export function useSendForm(order: Order): {
  form: UseFormReturn<SendForm>;
  /** The order that the form was filled from. */
  base: Order;
  /** The references that somebody else has changed since the form was opened. */
  theirs: readonly Reference[];
  takeTheirs: (field: Reference) => void;
} {
  const [base, setBase] = useState(order);
  const [theirs, setTheirs] = useState<readonly Reference[]>([]);
  const form = useForm<SendForm>({
    defaultValues: { ...shownReferences(order), force_over_budget_order: false, confirm_missing_sizes: false },
  });
  useEffect(() => {
    if (order === base || order.version < base.version) return;
    const { take, clashes } = mergeReferences(base, form.getValues(), order);
    const references = shownReferences(order);
    for (const field of take) form.setValue(field, references[field]);
    setTheirs((before) => [...new Set([...before, ...take, ...clashes])]);
    setBase(order);
  }, [order, base, form]);
  return {
    form,
    base,
    theirs,
    takeTheirs: (field) => form.setValue(field, shownReferences(base)[field]),
  };
}

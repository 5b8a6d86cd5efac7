import type { OrderChange, OrderChangeInput } from '../../shared/ordering/order-input.ts';
import { Problem } from '../core/problem.ts';

/** Runs `change` for a review, which calls the PO reference `po_reference`: `change` gets `client_po_reference`, and a refusal is renamed back. */
export async function withReviewFields<Result>(
  { po_reference, ...input }: OrderChangeInput,
  query: { submitted?: boolean | undefined },
  change: (input: OrderChange) => Promise<Result>,
): Promise<Result> {
  if (!input.submitted_at || query.submitted) return change(input);
  try {
    return await change(po_reference === undefined ? input : { ...input, client_po_reference: po_reference });
  } catch (error) {
    if (!(error instanceof Problem) || !error.body.errors?.client_po_reference) throw error;
    const errors = Object.entries(error.body.errors).map(([field, texts]) => [field === 'client_po_reference' ? 'po_reference' : field, texts]);
    throw new Problem(error.status, { ...error.body, errors: Object.fromEntries(errors) }, error.headers);
  }
}

import { limits } from '../../shared/limits.ts';
import { type OrderReference, orderReferences } from '../../shared/ordering/order-references.ts';
import type { Order } from './client.ts';
import { storedDetails } from './details-form.ts';
import { type KeptField, mergeDetails } from './merge-details.ts';

const references = ['client_po_reference', 'cost_code'] as const satisfies readonly OrderReference[];
export type Reference = (typeof references)[number];
/** The client's own references, as typed by the person who sends an order from its review. */
export type References = Record<Reference, string>;

/** The stored value of a reference; empty if there is none. */
export const storedReference = (order: Order, field: Reference): string => order[field] ?? '';

/** The references of an order as the form shows them. A PO reference is cut to the length that the form allows. */
export const shownReferences = (order: Order): References => ({
  client_po_reference: storedReference(order, 'client_po_reference').slice(0, limits.client_po_reference_review),
  cost_code: storedReference(order, 'cost_code'),
});

/** The edited references, in the form of the request. All others keep their stored values, even a PO reference that the form shows cut. */
export function typedReferences(order: Order, values: References): Partial<References> {
  const visible = shownReferences(order);
  const typedFields = references.filter((field) => values[field].trim() !== visible[field].trim());
  return Object.fromEntries(typedFields.map((field) => [field, values[field].trim()]));
}

/**
 * The references that somebody else changed meanwhile, by the rule of `mergeDetails`. References in `take` go into the form; references in
 * `clashes` were edited by both people.
 */
export function mergeReferences(order: Order, values: References, current: Order): { take: Reference[]; clashes: Reference[] } {
  const base = storedDetails(order);
  const typedFields = typedReferences(order, values);
  const ownDetails = { ...base };
  for (const field of references) ownDetails[field] = typedFields[field] ?? base[field];
  const { take, clashes } = mergeDetails(base, ownDetails, storedDetails(current), () => true);
  const referencesOf = (fields: readonly KeptField[]): Reference[] => references.filter((field) => fields.includes(field));
  return { take: referencesOf(take), clashes: referencesOf(clashes) };
}

/** Says which value somebody else gave a reference. If this person edited the reference too, it also says that `ownValue` is sent instead. */
export function referenceWords(field: Reference, current: string, ownValue: string | undefined): string {
  const currentText = `${orderReferences[field].label} is ${current || 'empty'} now.`;
  if (ownValue === undefined) return currentText;
  return `${currentText} ${ownValue ? `Yours, ${ownValue}, is sent instead.` : 'Yours is empty, and is sent instead.'}`;
}

/**
 * Finds the references that both this person and somebody else edited. `words` says what happens to each. `before` is a copy of `read` in which
 * these references have their values from `now`, so that a comparison of `before` and `now` omits them.
 */
export function clashingReferences(base: Order, values: References, read: Order, now: Order): { before: Order; words: string[] } {
  const { clashes } = mergeReferences(base, values, now);
  const before = { ...read };
  for (const field of clashes) before[field] = now[field];
  return { before, words: clashes.map((field) => referenceWords(field, storedReference(now, field), values[field].trim())) };
}

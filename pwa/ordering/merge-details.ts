import type { Details } from '../../shared/ordering/order-input.ts';
import { orderReferenceNames } from '../../shared/ordering/order-references.ts';
import { keepable, type StoredDetails } from './details-form.ts';

export type KeptDetails = StoredDetails;
export type KeptField = keyof KeptDetails;

export const keptFields = [
  'delivery_site_id',
  'delivery_address',
  'contact_name',
  'contact_phone',
  'contact_email',
  ...orderReferenceNames,
  'customer_notes',
] as const satisfies readonly KeptField[];

/** A value as text for comparisons. Spaces around a text are ignored, because they are not stored. */
const canonical = (value: unknown): string => JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.trim() : part));

/** The fields in which two people's details differ. */
export const differing = (one: KeptDetails, other: KeptDetails): KeptField[] =>
  keptFields.filter((field) => canonical(one[field]) !== canonical(other[field]));

/**
 * The fields that somebody else has changed meanwhile. This person has not edited the fields in `take`, so the form takes their new values.
 * Both people have edited the fields in `clashes`, to different values. A value that only the form has proposed does not count as edited, and is
 * replaced.
 */
export function mergeDetails(
  base: KeptDetails,
  own: KeptDetails,
  current: KeptDetails,
  editedFields: (field: KeptField) => boolean,
): { take: KeptField[]; clashes: KeptField[] } {
  const take: KeptField[] = [];
  const clashes: KeptField[] = [];
  const unlikeMine = new Set(differing(own, current));
  const unlikeBase = new Set(differing(base, own));
  for (const field of differing(base, current)) {
    if (!unlikeMine.has(field)) continue;
    (unlikeBase.has(field) && editedFields(field) ? clashes : take).push(field);
  }
  return { take, clashes };
}

/** The values that differ from the stored ones and can be saved now. A chosen site is saved together with the address in the form. */
export function savableChanges(stored: KeptDetails, values: KeptDetails): Details {
  const whole = keepable(values);
  const changed = differing(stored, values);
  if (changed.includes('delivery_site_id')) changed.push('delivery_address');
  return Object.fromEntries(changed.filter((field) => field in whole).map((field) => [field, whole[field]]));
}

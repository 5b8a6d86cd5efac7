import type { Address } from './address.ts';

/**
 * The lines of an address that are not empty, in the order on an envelope: the town (stored as the fourth line) comes before the county (the third),
 * and the postcode comes last.
 */
export const addressLines = (of: Address): string[] =>
  [of.address_line_1, of.address_line_2, of.address_line_4, of.address_line_3, of.address_line_5, of.postcode].filter(
    (part): part is string => !!part,
  );

/** A key that is equal for two addresses of the same place: it ignores case, spaces and punctuation. */
export const addressKey = (of: Address): string =>
  addressLines(of)
    .map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .join('|');

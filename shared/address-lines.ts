import type { Address } from './address.ts';

/**
 * The lines of an address that are not empty, in the order of an envelope: the town (stored on the fourth line) before the county
 * (stored on the third); the postcode last.
 */
export const addressLines = (of: Address): string[] =>
  [of.address_line_1, of.address_line_2, of.address_line_4, of.address_line_3, of.address_line_5, of.postcode].filter(
    (part): part is string => !!part,
  );

/** Whether two addresses are the same place: case, spaces and punctuation do not count. */
export const addressKey = (of: Address): string =>
  addressLines(of)
    .map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .join('|');

import type { Address } from '../../shared/address.ts';

/**
 * The fields of an address in the order of an envelope, with their labels and autocomplete names. The town is stored as the fourth line, the county
 * as the third.
 */
export const addressFields = [
  ['address_line_1', 'Address', 'address-line1'],
  ['address_line_2', 'Second line', 'address-line2'],
  ['address_line_4', 'Town', 'address-level2'],
  ['address_line_3', 'County', 'address-level1'],
  ['address_line_5', 'Country, if abroad', 'country-name'],
  ['postcode', 'Postcode', 'postal-code'],
] as const;

/** An address as the values of a form, in which empty lines are empty strings. */
export const addressInputs = (address: Address | null | undefined): Record<keyof Address, string> => ({
  address_line_1: address?.address_line_1 ?? '',
  address_line_2: address?.address_line_2 ?? '',
  address_line_3: address?.address_line_3 ?? '',
  address_line_4: address?.address_line_4 ?? '',
  address_line_5: address?.address_line_5 ?? '',
  postcode: address?.postcode ?? '',
});

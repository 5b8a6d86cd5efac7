import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';

/** A name and address as documents print them. */
export interface PrintedAddress extends Address {
  /** The first line: the company, and the site if there is one. */
  name: string;
  contact_name?: string | null;
  contact_phone?: string | null;
}

/** The lines under the name that are not empty, without the postcode. */
export const linesWithoutPostcode = (of: Address): string[] => addressLines({ ...of, postcode: '' });

/** Name, lines, postcode and contact, one under the other. */
export const wholeAddress = (of: PrintedAddress): string =>
  [of.name, ...addressLines(of), of.contact_name, of.contact_phone].filter(Boolean).join('\n');

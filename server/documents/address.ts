import type { Address } from '../../shared/address.ts';
import { addressLines } from '../../shared/address-lines.ts';

/** Who and where, as it is printed. */
export interface PrintedAddress extends Address {
  /** Company, and where it helps the site: the first line. */
  name: string;
  contact_name?: string | null;
  contact_phone?: string | null;
}

/** The lines under the name that have something in them, without the postcode. */
export const linesWithoutPostcode = (of: Address): string[] => addressLines({ ...of, postcode: '' });

/** Name, lines, postcode and contact, one under the other. */
export const wholeAddress = (of: PrintedAddress): string =>
  [of.name, ...addressLines(of), of.contact_name, of.contact_phone].filter(Boolean).join('\n');

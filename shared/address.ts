import { z } from 'zod';
import { messages } from './messages.ts';
import { asPostcode, postcodeFault } from './postcode.ts';
import { lineText } from './text.ts';

const line = lineText(120).nullish();

interface PlacedPostcode {
  postcode: string;
  address_line_5?: string | null | undefined;
}

/** A check of a whole address: it has a UK postcode, or its fifth line names another country. */
export const hasPostcode: [(of: PlacedPostcode) => boolean, { path: string[]; message: string }] = [
  ({ postcode, address_line_5 }) => !postcode || postcodeFault(postcode, address_line_5) === null,
  { path: ['postcode'], message: messages.unknown_postcode_of_address },
];

/** An address that is already stored; its postcode is not checked. */
export const addressParts = z.object({
  address_line_1: lineText(120).min(1, messages.address_line_needed),
  address_line_2: line,
  address_line_3: line,
  address_line_4: line,
  address_line_5: line.describe('The country, of an address abroad'),
  postcode: lineText(12, messages.unknown_postcode).min(1, messages.postcode_needed).overwrite(asPostcode),
});

/** A postal address as it is stored, sent and printed. */
export const address = addressParts.refine(...hasPostcode);

export type Address = z.infer<typeof address>;

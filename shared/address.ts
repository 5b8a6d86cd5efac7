import { z } from 'zod';
import { messages } from './messages.ts';
import { lineText } from './text.ts';

const line = lineText(120).nullish();

/** Outward code of two to four characters, then a digit and two letters. */
const UK_POSTCODE = /^([A-Z]{1,2}[0-9][A-Z0-9]?|GIR)([0-9][A-Z]{2})$/;

/** A UK postcode in capitals with one space, as it is printed and compared; any other text as it is. */
export function asPostcode(text: string): string {
  const [, outward, inward] = UK_POSTCODE.exec(text.replace(/\s/g, '').toUpperCase()) ?? [];
  return outward && inward ? `${outward} ${inward}` : text;
}

/** A UK postal address as it is stored, sent and printed. */
export const address = z.object({
  address_line_1: lineText(120).min(1, messages.address_line_needed),
  address_line_2: line,
  address_line_3: line,
  address_line_4: line,
  address_line_5: line,
  postcode: lineText(12, messages.unknown_postcode).min(1, messages.postcode_needed).overwrite(asPostcode),
});

export type Address = z.infer<typeof address>;

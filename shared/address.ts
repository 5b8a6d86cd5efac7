import { z } from 'zod';
import { messages } from './messages.ts';
import { lineText } from './text.ts';

const line = lineText(120).nullish();

/** A UK postal address as it is stored, sent and printed. */
export const address = z.object({
  address_line_1: lineText(120).min(1, messages.address_line_needed),
  address_line_2: line,
  address_line_3: line,
  address_line_4: line,
  address_line_5: line,
  postcode: lineText(12, messages.unknown_postcode).min(1, messages.postcode_needed),
});

export type Address = z.infer<typeof address>;

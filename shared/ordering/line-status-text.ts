import { dayText } from '../uk-time.ts';
import type { LineState, LineStatusPart, NoDateReason } from './line-status.ts';

/** The facts that the text needs besides the parts of the status. */
export interface LineStatusReader {
  /** The calendar date in the UK; dates of the current year are shown without the year. */
  today: string;
  /** Whether the order is submitted. Until then, the text does not say that a line in stock is packed next. */
  is_submitted: boolean;
  /** Whether the office holds the order. */
  is_held?: boolean;
}

/** A sentence about some items of a line. `lead` is shown bold, and begins with the count if the line has several parts; `rest` may be empty. */
export interface LineStatusSentence {
  lead: string;
  rest: string;
}

const reasons: Record<NoDateReason, string> = {
  discontinued: 'The maker has stopped it.',
  supplier: 'Ordered, but the supplier has not given a date.',
  not_ordered: 'Not on order with the supplier yet.',
};

const leadOf = (state: LineState, on: string | null, isPlural: boolean): string => {
  switch (state) {
    case 'needs_size':
      return isPlural ? 'Need a size.' : 'Needs a size.';
    case 'needs_approval':
      return 'Waiting for approval.';
    case 'in_stock':
      return 'In stock';
    case 'expected':
      return `Expected ${on}.`;
    case 'overdue':
      return `Was expected ${on}.`;
    case 'no_date':
      return 'Waiting for stock, no date yet.';
    case 'being_packed':
      return 'Being packed.';
    case 'packed':
      return 'Packed.';
    case 'to_collect':
      return `Ready to collect since ${on}.`;
    case 'on_its_way':
      return `On its way since ${on}.`;
    case 'sent':
      return on ? `Sent on ${on}.` : 'Sent.';
    case 'delivered':
      return `Delivered on ${on}.`;
    case 'cancelled':
      return 'Cancelled.';
  }
};

function restOf({ state, reason }: LineStatusPart, { is_submitted, is_held }: LineStatusReader): string {
  if (state === 'in_stock' && is_submitted) return is_held ? 'but the order is on hold.' : 'packed next.';
  if (state === 'overdue') return 'The supplier is late, and there is no new date.';
  if (state === 'packed') return 'Waiting for the courier.';
  return reason ? reasons[reason] : '';
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The sentence about one part. `isOnly` is true if the part is about all items of the line: the sentence then needs no count. */
export function lineStatusSentence(part: LineStatusPart, isOnly: boolean, reader: LineStatusReader): LineStatusSentence {
  const rest = restOf(part, reader);
  const words = leadOf(part.state, part.on && dayText(part.on, reader.today), !isOnly && part.quantity > 1);
  const lead = part.state === 'in_stock' ? `${words}${rest ? ',' : '.'}` : words;
  return { lead: isOnly ? lead : `${part.quantity} ${lowerFirst(lead)}`, rest };
}

/** The status of a line as plain text, for emails and files: `1 expected 4 December. 2 waiting for stock, no date yet.` */
export const lineStatusText = (parts: readonly LineStatusPart[], reader: LineStatusReader): string =>
  parts
    .map((part) => {
      const { lead, rest } = lineStatusSentence(part, parts.length === 1, reader);
      return rest ? `${lead} ${rest}` : lead;
    })
    .join(' ');

import type { LineState, LineStatusPart } from './line-status.ts';

/** The states from what a person has to do or to wait for, to what is done. */
const sequence: readonly LineState[] = [
  'needs_size',
  'needs_approval',
  'overdue',
  'no_date',
  'expected',
  'in_stock',
  'being_packed',
  'packed',
  'to_collect',
  'on_its_way',
  'sent',
  'delivered',
  'cancelled',
];

/**
 * Where the items of an order are: the parts of its lines, with those in the same state, with the same date and for the same reason added up. First
 * what somebody has to do or waits for, last what is done; the earliest date first. No part names a dispatch.
 */
export function orderParts(lines: readonly { status: readonly LineStatusPart[] }[]): LineStatusPart[] {
  const parts = new Map<string, LineStatusPart>();
  for (const { state, quantity, on, reason } of lines.flatMap(({ status }) => status)) {
    const key = [state, on, reason].join('/');
    parts.set(key, { state, quantity: quantity + (parts.get(key)?.quantity ?? 0), on, reason, dispatch_id: null });
  }
  return [...parts.values()].sort(
    (one, other) => sequence.indexOf(one.state) - sequence.indexOf(other.state) || (one.on ?? '').localeCompare(other.on ?? ''),
  );
}

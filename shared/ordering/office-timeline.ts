import { formatDate } from '../uk-time.ts';
import type { LineState, LineStatusPart } from './line-status.ts';
import { type TimelineEvent, type TimelineKind, timelineBy, timelineKinds, timelineTone, timelineWords } from './timeline.ts';

/** The events of an order that only the office reads, beside those that its client reads. */
export const officeOnlyKinds = [
  'allocated',
  'unallocated',
  'reopened',
  'substituted',
  'replaced',
  'mailed',
  'count_requested',
  'count_resolved',
] as const;
export type OfficeOnlyKind = (typeof officeOnlyKinds)[number];
export type OfficeTimelineKind = TimelineKind | OfficeOnlyKind;
export const officeTimelineKinds: readonly OfficeTimelineKind[] = [...timelineKinds, ...officeOnlyKinds];

export interface OfficeTimelineEvent extends Omit<TimelineEvent, 'kind'> {
  kind: OfficeTimelineKind;
}

const items = (count: number | null): string => (count === 1 ? '1 item' : `${count ?? 'some'} items`);

const sentences: Record<OfficeOnlyKind, (event: OfficeTimelineEvent) => string> = {
  allocated: ({ count }) => `Allocated ${items(count)}`,
  unallocated: ({ count }) => `Un-allocated ${items(count)}`,
  reopened: () => 'Taken back to allocation',
  substituted: () => 'Substitute to be picked',
  replaced: () => 'Product replaced',
  mailed: () => 'Email about the order',
  count_requested: () => 'Stock check requested',
  count_resolved: () => 'Stock check decided',
};

const isOfficeOnly = (kind: OfficeTimelineKind): kind is OfficeOnlyKind => (officeOnlyKinds as readonly string[]).includes(kind);
const asShared = (event: OfficeTimelineEvent): TimelineEvent => event as TimelineEvent;

/** The event as a sentence; `reader` is the id of the person who reads it. */
export const officeTimelineWords = (event: OfficeTimelineEvent, reader?: number): string =>
  isOfficeOnly(event.kind) ? sentences[event.kind](event) : timelineWords(asShared(event), reader);

/** The name beside an event whose sentence does not name a person. */
export function officeTimelineBy(event: OfficeTimelineEvent, reader?: number): string | null {
  if (!isOfficeOnly(event.kind)) return timelineBy(asShared(event), reader);
  return event.who && (event.who.id === reader ? 'You' : event.who.name);
}

/** The tone in which the office's timeline shows an event. */
export const officeTimelineTone = (kind: OfficeTimelineKind): ReturnType<typeof timelineTone> =>
  isOfficeOnly(kind) ? (kind === 'unallocated' || kind === 'reopened' ? 'warn' : 'plain') : timelineTone(kind);

/** What the timeline needs to know of a line to say what the order waits for. */
export interface WaitingLine {
  name: string;
  wearer: string;
  is_size_selected: boolean;
  /** Items that are neither shipped nor cancelled. */
  remaining_to_ship: number;
  qty_allocated: number;
  /** The client's sentences of the line: they say which items no free stock covers. */
  status: readonly Pick<LineStatusPart, 'state' | 'quantity'>[];
  due: string | null;
}

/** Something that the order waits for, or the next step that is possible. */
export interface TimelineWait {
  tone: 'warn' | 'ahead';
  title: string;
  details: string[];
}

const waitingStates: readonly LineState[] = ['expected', 'overdue', 'no_date'];
/** How many items of a line no free stock covers. */
const qtyWithoutStock = ({ status }: WaitingLine): number =>
  status.reduce((sum, { state, quantity }) => sum + (waitingStates.includes(state) ? quantity : 0), 0);

const isPartlyPicked = ({ status }: WaitingLine): boolean => status.some(({ state }) => state === 'being_packed' || state === 'packed');

/** How many details one entry has at most. */
const MAX_DETAILS = 4;
const firstDetails = (details: readonly string[]): string[] =>
  details.length > MAX_DETAILS ? [...details.slice(0, MAX_DETAILS - 1), `and ${details.length - MAX_DETAILS + 1} more`] : [...details];

/**
 * What an open order waits for: first people who owe a size, then stock, then allocation, then what can be released, unless the warehouse has the order already. Nothing
 * for an order without items to ship.
 */
export function timelineWaits(lines: readonly WaitingLine[], { can_release }: { can_release: boolean }): TimelineWait[] {
  const open = lines.filter(({ remaining_to_ship }) => remaining_to_ship > 0);
  const waits: TimelineWait[] = [];
  const unsized = open.filter(({ is_size_selected }) => !is_size_selected);
  for (const wearer of [...new Set(unsized.map((line) => line.wearer))].slice(0, MAX_DETAILS)) {
    const names = unsized.filter((line) => line.wearer === wearer).map(({ name }) => `Size of ${name}`);
    waits.push({ tone: 'warn', title: `Waits for ${wearer}`, details: firstDetails(names) });
  }
  const short = open.filter(({ is_size_selected, remaining_to_ship, qty_allocated }) => is_size_selected && qty_allocated < remaining_to_ship);
  const withoutStock: { qty: number; line: WaitingLine }[] = [];
  const unallocated: { qty: number; line: WaitingLine }[] = [];
  for (const line of short) {
    const missing = line.remaining_to_ship - line.qty_allocated;
    const qty = Math.min(missing, qtyWithoutStock(line));
    if (qty > 0) withoutStock.push({ qty, line });
    if (missing > qty) unallocated.push({ qty: missing - qty, line });
  }
  const total = (of: readonly { qty: number }[]): string => items(of.reduce((sum, { qty }) => sum + qty, 0));
  if (withoutStock.length > 0) {
    const details = withoutStock.map(({ qty, line }) => `${qty} ${line.name}${line.due ? ` due on ${formatDate(line.due)}` : ', no date yet'}`);
    waits.push({ tone: 'warn', title: `Waits for stock: ${total(withoutStock)}`, details: firstDetails(details) });
  }
  if (unallocated.length > 0) {
    const details = unallocated.map(({ qty, line }) => `${qty} ${line.name}`);
    // While the warehouse has a part of the order, nothing else of it is allocated.
    const title = open.some(isPartlyPicked) ? 'To be allocated after this part has shipped' : 'Waits to be allocated';
    waits.push({ tone: 'ahead', title: `${title}: ${total(unallocated)}`, details: firstDetails(details) });
  }
  const remaining = open.reduce((sum, line) => sum + line.remaining_to_ship, 0);
  const allocated = open.reduce((sum, line) => sum + line.qty_allocated, 0);
  if (can_release && allocated > 0) waits.push({ tone: 'ahead', title: `Can be released: ${allocated} of the ${remaining} left`, details: [] });
  return waits;
}

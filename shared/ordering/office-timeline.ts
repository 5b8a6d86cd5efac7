import { formatDate } from '../uk-time.ts';
import { type TimelineEvent, type TimelineKind, timelineBy, timelineKinds, timelineTone, timelineWords } from './timeline.ts';

/** The events of an order that only the office reads, beside those that its client reads. */
export const officeOnlyKinds = ['allocated', 'unallocated', 'reopened', 'mailed', 'count_requested', 'count_resolved'] as const;
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
  due: string | null;
}

/** Something that the order waits for, or the next step that is possible. */
export interface TimelineWait {
  tone: 'warn' | 'ahead';
  title: string;
  details: string[];
}

/** How many details one entry has at most. */
const MAX_DETAILS = 4;
const firstDetails = (details: readonly string[]): string[] =>
  details.length > MAX_DETAILS ? [...details.slice(0, MAX_DETAILS - 1), `and ${details.length - MAX_DETAILS + 1} more`] : [...details];

/**
 * What an open order waits for: first people who owe a size, then stock, then what can be released, unless the warehouse has the order already. Nothing
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
  const qtyShort = (line: WaitingLine): number => line.remaining_to_ship - line.qty_allocated;
  if (short.length > 0) {
    const details = short.map((line) => `${qtyShort(line)} ${line.name}${line.due ? ` due on ${formatDate(line.due)}` : ', no date yet'}`);
    waits.push({
      tone: 'warn',
      title: `Waits for stock: ${items(short.reduce((sum, line) => sum + qtyShort(line), 0))}`,
      details: firstDetails(details),
    });
  }
  const remaining = open.reduce((sum, line) => sum + line.remaining_to_ship, 0);
  const allocated = open.reduce((sum, line) => sum + line.qty_allocated, 0);
  if (can_release && allocated > 0) waits.push({ tone: 'ahead', title: `Can be released: ${allocated} of the ${remaining} left`, details: [] });
  return waits;
}

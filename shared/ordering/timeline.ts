import { formatDate } from '../uk-time.ts';

/** The events of an order, from its start to its returns. */
export const timelineKinds = [
  'started',
  'requested',
  'withdrawn',
  'declined',
  'approved',
  'submitted',
  'sizes_asked',
  'size_chosen',
  'line_added',
  'line_changed',
  'line_removed',
  'details_changed',
  'held',
  'let_go',
  'released',
  'picking',
  'picked',
  'ready',
  'taken_back',
  'dispatched',
  'not_arrived',
  'delivered',
  'cancelled',
  'rest_cancelled',
  'return_created',
  'return_decided',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** One event, with the details that its reader may know. */
export interface TimelineEvent {
  kind: TimelineKind;
  /** The person who caused the event, under the name that the reader knows; null without a particular person. */
  who: { id: number | null; name: string } | null;
  /** A reason, a number, or the names of the things concerned. */
  detail: string | null;
  /** The number of items, or of things that changed at once. */
  count: number | null;
  /** The calendar date on which a parcel arrived; only for `delivered`. */
  on?: string | undefined;
}

const formatCount = (count: number | null, one: string): string => (count === null || count === 1 ? `a ${one}` : `${count} ${one}s`);
const items = (count: number | null): string => (count === 1 ? '1 item' : `${count ?? 'some'} items`);

/** The words that follow the name of the person who did something. */
const sentences: Partial<Record<TimelineKind, (count: number | null) => string>> = {
  started: () => 'started the order',
  requested: () => 'asked for approval',
  withdrawn: () => 'withdrew the request',
  declined: () => 'declined the request',
  approved: () => 'approved and submitted the order',
  submitted: () => 'submitted the order',
  sizes_asked: () => 'asked for the missing sizes',
  size_chosen: (count) => `chose ${formatCount(count, 'size')}`,
  line_added: (count) => `added ${formatCount(count, 'line')}`,
  line_changed: (count) => `changed ${formatCount(count, 'line')}`,
  line_removed: () => 'removed a product from the order',
  details_changed: () => 'changed the delivery details',
  held: () => 'put the order on hold',
  let_go: () => 'lifted the hold',
  cancelled: () => 'cancelled the order',
  rest_cancelled: () => 'cancelled what had not been dispatched',
  not_arrived: () => 'reported that the parcel has not arrived',
  return_created: (count) => `asked to return ${items(count)}`,
};

/** For each event in the warehouse, a sentence that names no person. */
const steps: Partial<Record<TimelineKind, (event: TimelineEvent) => string>> = {
  released: () => 'Sent to the warehouse',
  picking: () => 'Picking began',
  picked: () => 'Picked',
  ready: () => 'Packed and ready for dispatch',
  taken_back: () => 'Taken back from the warehouse',
  dispatched: ({ count }) => (count === null ? 'Dispatched' : `${items(count)} dispatched`),
  delivered: ({ on }) => (on ? `Delivered ${formatDate(on, 'list')}` : 'Delivered'),
  return_decided: () => 'The return was decided',
};

/** The event as a sentence; `reader` is the id of the person who reads it. */
export function timelineWords(event: TimelineEvent, reader?: number): string {
  const { kind, who, count } = event;
  const step = steps[kind];
  if (kind === 'delivered') return `${step?.(event)}, said ${who === null ? 'the carrier' : who.id === reader ? 'you' : who.name}`;
  if (step) return step(event);
  const name = who === null ? 'Somebody' : who.id === reader ? 'You' : who.name;
  return `${name} ${sentences[kind]?.(count) ?? 'changed the order'}`;
}

/** The name beside an event whose sentence does not name a person. */
export const timelineBy = ({ kind, who }: TimelineEvent, reader?: number): string | null =>
  steps[kind] && who && kind !== 'delivered' ? (who.id === reader ? 'You' : who.name) : null;

/** The tone in which a screen shows an event: good news, a stop, or simply the next step. */
export function timelineTone(kind: TimelineKind): 'plain' | 'done' | 'warn' | 'wrong' {
  if (kind === 'dispatched' || kind === 'delivered' || kind === 'approved') return 'done';
  if (kind === 'cancelled' || kind === 'rest_cancelled' || kind === 'declined') return 'wrong';
  return kind === 'held' || kind === 'taken_back' || kind === 'sizes_asked' || kind === 'not_arrived' ? 'warn' : 'plain';
}

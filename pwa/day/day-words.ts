import { ageText, daysLateText } from '../../shared/day/age-text.ts';
import type { DayRowName } from '../../shared/day/day-rows.ts';
import { tabletName } from '../../shared/sync/tablet-name.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import type { Day } from './client.ts';

/** The name of each row. */
export const rowWords: Record<DayRowName, string> = {
  ready: 'Ready to release',
  late: 'Late by required-by',
  short: 'Short',
  courier: 'Waiting for courier',
  stuck: 'Stuck',
  missing: 'Parcels not arrived',
  returns: 'Returns to decide',
  drafts: 'Drafts and requests of clients',
  counts: 'Counts to confirm',
  checks: 'SKUs to count',
  arriving: 'Arriving today',
  tablets: 'Tablets not seen',
  mail: 'Mail that failed',
};

/** The groups of rows, with their headings. */
export const rowGroups: readonly (readonly [string, readonly DayRowName[]])[] = [
  ['Out of the door', ['ready', 'late', 'short', 'courier', 'stuck', 'missing']],
  ['To decide', ['returns', 'drafts', 'counts', 'checks']],
  ['Keep an eye on', ['arriving', 'tablets', 'mail']],
];

const clientsText = ({ clients, total }: Day['late' | 'returns']): string => {
  const named = clients.reduce((sum, client) => sum + client.total, 0);
  return [
    ...clients.map((client) => `${formatCount(client.total)} ${client.name}`),
    ...(total > named ? [countText(total - named, 'other')] : []),
  ].join(', ');
};
const dueText = ({ qty_due }: Day['ready' | 'short'], none: string): string =>
  qty_due > 0 ? `${formatCount(qty_due)} ${qty_due === 1 ? 'is' : 'are'} required today or earlier` : none;

const sentences: { [Name in DayRowName]: (row: Day[Name]) => string } = {
  ready: (row) => dueText(row, 'All their items are allocated'),
  late: clientsText,
  short: (row) => dueText(row, 'They wait for stock'),
  courier: () => 'Their parcels have no tracking number yet',
  stuck: ({ order_number, booking_error }) => `${order_number}: ${booking_error ?? 'the courier has not reported it'}`,
  missing: ({ dispatch_number, name }) => `${dispatch_number} for ${name} first`,
  returns: clientsText,
  drafts: ({ requests, drafts }) =>
    [requests > 0 && `${countText(requests, 'request')} for approval`, drafts > 0 && countText(drafts, 'draft')].filter(Boolean).join(', '),
  counts: ({ sku, difference }) =>
    difference === null || difference === 0 ? `${sku} first` : `${sku} is ${Math.abs(difference)} ${difference < 0 ? 'under' : 'over'}`,
  checks: ({ qty_missing }) => `Pickers did not find ${countText(qty_missing, 'item')}`,
  arriving: ({ qty_items, overdue }) =>
    `${countText(qty_items, 'item')}${overdue > 0 ? `. ${overdue === 1 ? '1 order is' : `${formatCount(overdue)} orders are`} overdue` : ''}`,
  tablets: ({ device, name, oldest_at, qty_unsent }) =>
    `${tabletName({ device: device ?? '', name })}, last seen ${formatDate(oldest_at ?? '', 'moment')}${qty_unsent > 0 ? ` with ${countText(qty_unsent, 'change')}` : ''}`,
  mail: ({ to, total }) => (total === 1 ? `To ${to}` : `The first to ${to}`),
};

/** What a person wants to know first about a row, in one sentence. */
export function rowSentence<Name extends DayRowName>(day: Day, name: Name): string {
  return day[name].total > 0 ? sentences[name](day[name]) : 'Nothing waits';
}

/** How long the oldest of a row has waited; empty if nothing waits. */
export function rowAge(day: Day, name: DayRowName): string {
  const row = day[name];
  if (row.total === 0) return '';
  if ('oldest_on' in row) return row.oldest_on === null ? '' : daysLateText(row.oldest_on, ukDate(day.now));
  return row.oldest_at === null ? '' : ageText(row.oldest_at, day.now);
}

/** Days after which an order that waits for stock is old. */
const OLD_SHORT_DAYS = 14;

/** Whether a row is late (`wrong`), waits for a person to act now (`warn`), or neither. */
export function rowTone(day: Day, name: DayRowName): 'wrong' | 'warn' | null {
  if (day[name].total === 0) return null;
  if (name === 'late') return 'wrong';
  const isOldShort = name === 'short' && Date.parse(day.now) - Date.parse(day.short.oldest_at ?? day.now) > OLD_SHORT_DAYS * 24 * 3_600_000;
  return isOldShort || name === 'stuck' || name === 'missing' || (name === 'arriving' && day.arriving.overdue > 0) || name === 'tablets'
    ? 'warn'
    : null;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The weekday of a calendar date, `2026-11-24`. */
export const weekdayOf = (date: string): string => weekdays[new Date(`${date}T00:00:00.000Z`).getUTCDay()] ?? '';

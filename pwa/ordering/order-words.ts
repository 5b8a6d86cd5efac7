import { listText } from '../../shared/list-text.ts';
import { statusWords } from '../../shared/ordering/status-words.ts';
import { countText } from '../ui/count-text.ts';
import type { Line, Order, Wearer } from './client.ts';

/** Whether a request was declined and not sent again. People who may not read the reason see a draft. */
export const isDeclined = (order: Pick<Order, 'declined_reason' | 'is_submitted' | 'is_requested'>): boolean =>
  order.declined_reason !== null && !order.is_submitted && !order.is_requested;

/** The status of an order as text; a declined request is called *Declined*, not a draft. */
export const standingOf = (order: Pick<Order, 'declined_reason' | 'is_submitted' | 'is_requested' | 'status'>): string =>
  isDeclined(order) ? 'Declined' : statusWords[order.status];

/** "Declined by Farah Iqbal". */
export const declinedBy = ({ declined_by }: Pick<Order, 'declined_by'>): string => (declined_by ? `Declined by ${declined_by.name}` : 'Declined');

type SizedLine = Pick<Line, 'is_size_selected' | 'qty_requested' | 'qty_cancelled' | 'employee'>;

/** "3 missing sizes". */
export const missingSizes = (count: number): string => countText(count, 'missing size');

/** "1 of 3 lines has a size". */
export function sizedLines({
  lines_with_sizes: sized,
  lines_with_no_sizes: open,
}: {
  lines_with_sizes: number;
  lines_with_no_sizes: number;
}): string {
  const lines = sized + open;
  return `${sized} of ${countText(lines, 'line')} ${sized === 1 || lines === 1 ? 'has' : 'have'} a size`;
}

/** The part of a name by which people address somebody. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** If there are more people than this, they are counted and not named. */
const MAX_NAMES = 3;

interface PeopleOfOrder<Person> {
  employees?: readonly Person[] | undefined;
  lines?: readonly { employee: { id: number } }[] | undefined;
}

/** The people of an order who have a line, in the sequence of the order. Somebody for whom nothing was ordered may stay on an order. */
export const peopleWithLines = <Person extends { id: number }>({ employees = [], lines = [] }: PeopleOfOrder<Person>): Person[] =>
  employees.filter(({ id }) => lines.some(({ employee }) => employee.id === id));

/** People by their whole names, for a card: the first three, and how many others. */
export function personList(people: readonly { name: string }[]): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  return listText(people.length > MAX_NAMES ? [...names, `${people.length - MAX_NAMES} more`] : names);
}

/** Whose sizes are missing: `2 missing sizes: Nadia and Owen`; only the count if nobody is known to miss one. */
export function missingSizesOf(count: number, lines: readonly SizedLine[] = []): string {
  const people = new Map(lines.filter(wantsSize).map(({ employee }) => [employee.id, employee]));
  return people.size > 0 ? `${missingSizes(count)}: ${firstNames([...people.values()])}` : missingSizes(count);
}

/** People by their first names, for a sentence: `Nadia and Owen`, `5 people`. */
export const firstNames = (people: readonly { name: string }[]): string =>
  people.length > MAX_NAMES ? `${people.length} people` : listText(people.map(({ name }) => firstName(name)));

/** The look of a wearer's chip: `done` if all lines have sizes, `warn` if any size is missing, undefined if nothing is ordered yet. */
export function wearerState(wearer: Pick<Wearer, 'lines_with_sizes' | 'lines_with_no_sizes'>): 'done' | 'warn' | undefined {
  if (wearer.lines_with_no_sizes > 0) return 'warn';
  return wearer.lines_with_sizes > 0 ? 'done' : undefined;
}

/** How many items of a line are requested and not cancelled. */
export const wantedOf = ({ qty_requested, qty_cancelled }: Pick<Line, 'qty_requested' | 'qty_cancelled'>): number => qty_requested - qty_cancelled;

/** Whether a line waits for a size. A cancelled line does not. */
export const wantsSize = (line: Pick<Line, 'is_size_selected' | 'qty_requested' | 'qty_cancelled'>): boolean =>
  !line.is_size_selected && wantedOf(line) > 0;

/** How many items of these lines are requested and not cancelled. */
export const itemsOf = (lines: readonly Pick<Line, 'qty_requested' | 'qty_cancelled'>[]): number =>
  lines.reduce((sum, line) => sum + wantedOf(line), 0);

/** The total of some lines in pence ex VAT; null if the person does not see prices. */
export function subTotalOf(lines: readonly Pick<Line, 'sub_total'>[]): number | null {
  let sum = 0;
  for (const { sub_total } of lines) {
    if (sub_total === null) return null;
    sum += sub_total;
  }
  return sum;
}

/** Whether sending a draft asks for an approval: because of who sends it, or because it goes over an allowance that they may not exceed. */
export const asksApproval = ({ can, excess_step }: Pick<Order, 'can' | 'excess_step'>): boolean => can.request || excess_step === 'request';

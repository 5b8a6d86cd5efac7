import { addDays } from '../../shared/add-days.ts';
import type { StarterState } from '../../shared/starters/starter.ts';
import type { Tone } from '../ui/badge.tsx';

/** What a list calls each state, and its colour: amber waits for a person. */
export const stateWords: Record<StarterState, { label: string; tone: Tone }> = {
  no_kit: { label: 'No kit', tone: 'warn' },
  no_sizes: { label: 'No sizes', tone: 'warn' },
  sized: { label: 'To order', tone: 'accent' },
  needs_approval: { label: 'To approve', tone: 'warn' },
  blocked: { label: 'Blocked', tone: 'warn' },
  ordered: { label: 'Ordered', tone: 'plain' },
  short: { label: 'Short', tone: 'part' },
  ready: { label: 'Ready', tone: 'done' },
  shipped: { label: 'Sent', tone: 'done' },
};

const weekday = (day: string): number => (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7;

/** The group of a first day: by weeks, which begin on Monday. */
export function weekOf(day: string, today: string): string {
  const monday = addDays(today, -weekday(today));
  if (day < monday) return 'Already started';
  if (day < addDays(monday, 7)) return 'This week';
  return day < addDays(monday, 14) ? 'Next week' : 'Later';
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** A month as an option of the list: its name, its first day and its last day. */
export interface Month {
  label: string;
  from: string;
  until: string;
}

/** The months from this one on. */
export const monthsFrom = (today: string, count: number): Month[] =>
  Array.from({ length: count }, (_, n) => {
    const [year = 0, month = 1] = today.split('-').map(Number);
    const first = new Date(Date.UTC(year, month - 1 + n, 1));
    const last = new Date(Date.UTC(year, month + n, 0));
    return {
      label: `${MONTHS[first.getUTCMonth()]} ${first.getUTCFullYear()}`,
      from: first.toISOString().slice(0, 10),
      until: last.toISOString().slice(0, 10),
    };
  });

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** A first day as the list shows it: *Mon 07/12*. */
export const firstDayText = (day: string): string => `${DAYS[weekday(day)]} ${day.slice(8)}/${day.slice(5, 7)}`;

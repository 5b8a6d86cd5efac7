const MINUTE = 60_000;
const HOURS_OF_DAY = 24;

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** The time from `since` to `now` as text, in its two largest units: "40 min", "3 h 12 min", "24 days". */
export function ageText(since: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / MINUTE));
  const hours = Math.floor(minutes / 60);
  if (hours >= HOURS_OF_DAY) return days(Math.floor(hours / HOURS_OF_DAY));
  if (hours > 0 && minutes % 60 === 0) return `${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** How many days a calendar date is before `today`, as text: "today", "1 day", "4 days". */
export function daysLateText(date: string, today: string): string {
  const count = Math.round((Date.parse(today) - Date.parse(date)) / (HOURS_OF_DAY * 60 * MINUTE));
  return count <= 0 ? 'today' : days(count);
}

const DAY = 24 * 3_600_000;

const isSaturdayOrSunday = (day: Date): boolean => day.getUTCDay() % 6 === 0;

/** The calendar date so many working days after a date. Bank holidays count as working days. */
export function addWorkingDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00.000Z`);
  for (let remaining = days; remaining > 0; ) {
    day.setTime(day.getTime() + DAY);
    if (!isSaturdayOrSunday(day)) remaining -= 1;
  }
  return day.toISOString().slice(0, 10);
}

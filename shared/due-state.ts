/** Whether a due day is past, today or ahead; both are calendar dates, `2026-12-04`. Null without a day. */
export function dueState(day: string | null | undefined, today: string): 'late' | 'today' | 'later' | null {
  if (!day) return null;
  if (day === today) return 'today';
  return day < today ? 'late' : 'later';
}

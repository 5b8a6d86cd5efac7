/** A budget is nearly used up when this share of it is spent, in per cent. */
export const NEARLY_USED_PER_CENT = 90;
/** What is left of a budget is lost soon when the next period begins in this many days or fewer. */
export const DAYS_NEAR_END = 30;
const DAY = 24 * 3_600_000;

/** A budget and what is spent of it in its current period, in pence ex VAT. */
export interface BudgetUse {
  /** Null is no limit. */
  budget: number | null;
  current: number;
  /** The calendar date in the UK on which the next period begins. */
  ends_on: string | null;
  /** The length of the period in months. */
  period_months: number | null;
}

/** Whether at least 90 per cent of a budget is spent. */
export const isNearlyUsed = ({ budget, current }: Pick<BudgetUse, 'budget' | 'current'>): boolean =>
  budget !== null && current * 100 >= budget * NEARLY_USED_PER_CENT;

/**
 * Why a budget is near its end: it is nearly used up, or its period ends while something is left of it; null if neither. A budget of one month always
 * ends within 30 days, so that its end is no news.
 */
export function budgetNearEnd(use: BudgetUse, today: string): 'used' | 'ending' | null {
  if (use.budget === null || use.budget === 0) return null;
  if (isNearlyUsed(use)) return 'used';
  if (use.ends_on === null || (use.period_months ?? 0) < 2) return null;
  return (Date.parse(use.ends_on) - Date.parse(today)) / DAY <= DAYS_NEAR_END ? 'ending' : null;
}

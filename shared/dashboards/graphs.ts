import type { Actor } from '../policy.ts';
import { policy } from '../policy.ts';

/** Spend by client, by product and by site; budget use by role; and the budget use of one person alone. */
export const graphNames = ['sbc', 'sbp', 'sbs', 'uas', 'uss'] as const;
export type GraphName = (typeof graphNames)[number];

/** Who may see which graph; the reader's scope limits its data. */
export const mayGraph: Record<GraphName, (actor: Actor) => boolean> = {
  sbc: policy.see_spend_by_client,
  sbp: policy.see_spend_by_product,
  sbs: policy.see_spend_by_site,
  uas: policy.see_budget_use,
  uss: policy.see_own_budget,
};

/** The most labels of a graph; the smallest values are added up under one further label. */
export const MAX_LABELS = 100;
/** A line that waits longer than this for its stock is a shortfall. */
export const SHORTFALL_DAYS = 14;
export const SHORTFALL_PAGE = 15;

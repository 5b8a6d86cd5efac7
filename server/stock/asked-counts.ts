import { sql } from 'drizzle-orm';

/** The SKUs whose shelf needs a count, named `asked`: `product_id`, since when, and the first of the kinds of reason. */
export const askedCounts = sql`(
  select product_id, min(since) as since, min(kind) as kind from (
    select product_id, opened_at as since, 1 as kind from stock_checks where closed_at is null
    union all select product_id, created_at, 2 from count_requests where resolved_at is null and qty is null) asking
  group by product_id) as asked`;

/** Why a SKU is to be counted: a picker did not find what was allocated, or somebody requested it. */
export const whyAsked = (kind: number): 'short_pick' | 'asked' => (kind === 1 ? 'short_pick' : 'asked');

import { sql } from 'drizzle-orm';

/**
 * The subquery `asked` of SKUs whose shelf needs a count: `product_id`; `since`, the time of the earliest reason; `kind`, 1 for a short pick, else 2
 * for a request; `check_id`, the last short pick. A SKU that was counted after that, and whose count waits for approval, needs no other count.
 */
export const askedCounts = sql`(
  select product_id, min(since) as since, min(kind) as kind, max(check_id) as check_id from (
    select product_id, opened_at as since, 1 as kind, id as check_id from stock_checks where closed_at is null
    union all select product_id, created_at, 2, null from count_requests where resolved_at is null and qty is null) asking
  where not exists (select 1 from count_requests counted
    where counted.product_id = asking.product_id and counted.resolved_at is null and counted.qty is not null and counted.created_at >= asking.since)
  group by product_id) as asked`;

/** Why a SKU is to be counted: a picker did not find what was allocated, or somebody requested the count. */
export const whyAsked = (kind: number): 'short_pick' | 'asked' => (kind === 1 ? 'short_pick' : 'asked');

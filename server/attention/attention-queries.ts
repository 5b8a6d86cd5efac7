import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageSchema, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { rows } from '../db/db.ts';
import { type AttentionItem, attentionItem, type ItemKind, itemKinds, type ReadKind } from './attention-item.ts';
import { openCountRequests } from './count-requests-queries.ts';
import { openDiscrepancies, openReplenishments, openSetAsides, openStrays } from './goods-queries.ts';
import { openLosses } from './losses-queries.ts';
import { refusedActions } from './refused-actions-queries.ts';
import { openShelfTasks } from './shelf-tasks-queries.ts';

const noCounts = Object.fromEntries(itemKinds.map((kind) => [kind, 0])) as Record<ItemKind, number>;
const kindCounts = z.record(z.enum(itemKinds), z.int());
export const attentionList = pageSchema(attentionItem).extend({ counts: kindCounts });
export type AttentionList = Page<AttentionItem> & { counts: z.infer<typeof kindCounts> };

/** Newest first; the items that follow from a refusal come right after it. */
export const attentionQuery = listQuery({ orderBy: ['at'], default: 'at', sortedBy: 'desc', per_page: 500, cap: 500 })
  .omit({ search: true })
  .extend({ kind: z.enum(itemKinds).optional(), order: z.uuid().optional() });
type Query = z.infer<typeof attentionQuery>;

const kinds: Record<ItemKind, ReadKind> = {
  outcome: refusedActions,
  shelf_task: openShelfTasks,
  count_request: openCountRequests,
  loss: openLosses,
  discrepancy: openDiscrepancies,
  set_aside: openSetAsides,
  stray: openStrays,
  replenish: openReplenishments,
};

/** The open items of every kind, with the time of their root refusal. */
const waiting = sql`(${sql.join(
  itemKinds.map((kind) => kinds[kind].waiting),
  sql` union all `,
)}) waiting`;

/**
 * The key that all items of one decision share. A refusal, all that follows from it and the items that go back because of it are one decision; any
 * other item is a decision by itself.
 */
const group = sql`case when kind = 'outcome' or depth > 0 then root else kind || ':' || root end`;

/**
 * All items that need a decision by a person: refused actions of tablets, items to put back, counts to approve, unexpected goods, bins to fill, and
 * actions that tablets have lost. A page holds a number of decisions, each with all of its items; `total` counts decisions, and `counts` the items of
 * each kind.
 */
export async function attention({ db, actor }: Ctx, query: Query): Promise<AttentionList> {
  authorize(policy.use_floor(actor));
  const ofOrder = query.order ? sql`order_id = (select id from orders where uuid = ${query.order})` : sql`1 = 1`;
  const ofKind = query.kind ? sql`kind = ${query.kind}` : sql`1 = 1`;
  const direction = sql.raw(query.sortedBy);
  const first = (query.page - 1) * query.per_page;
  const page = await rows<{ kind: ItemKind; name: string }>(
    db,
    sql`select kind, name from (
        select kind, name, depth, at, s, dense_rank() over (order by root_at ${direction}, ${group}) as place from ${waiting} where ${ofOrder} and ${ofKind}
      ) placed where place > ${first} and place <= ${first + query.per_page} order by place, depth, at, s`,
  );
  const [groups] = await rows<{ n: number }>(db, sql`select count(distinct ${group}) as n from ${waiting} where ${ofOrder} and ${ofKind}`);
  const countRows = await rows<{ kind: ItemKind; n: number }>(db, sql`select kind, count(*) as n from ${waiting} where ${ofOrder} group by kind`);
  const counts = { ...noCounts, ...Object.fromEntries(countRows.map(({ kind, n }) => [kind, Number(n)])) };
  const total = Number(groups?.n ?? 0);

  const items: Partial<Record<ItemKind, Map<string, AttentionItem>>> = {};
  for (const kind of itemKinds) {
    const names = page.filter((item) => item.kind === kind).map(({ name }) => name);
    if (names.length > 0) items[kind] = await kinds[kind].read(db, names);
  }
  return {
    ...(await readPage(db, query, { page, total }, () => page.flatMap(({ kind, name }) => items[kind]?.get(name) ?? []))),
    counts,
  };
}

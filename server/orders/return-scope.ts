import { and, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { orderLines, returnLines, returns } from '../db/tables/index.ts';
import { visibleLines, visibleOrders } from './scope.ts';

/** Whether a reader sees all lines of every order that they may see. Each return has a line, so such a reader's returns need no check by line. */
const seesWholeOrders = ({ role }: Actor): boolean => role === 'super' || role === 'client_admin';

/** The condition on `returns` joined to `orders` under which a person may see a return: they may see at least one of its lines. */
export const visibleReturns = (actor: Actor): SQL =>
  and(
    visibleOrders(actor),
    seesWholeOrders(actor)
      ? undefined
      : sql`exists (select 1 from ${returnLines} join ${orderLines} on ${orderLines.id} = ${returnLines.order_line_id}
      where ${returnLines.return_id} = ${returns.id} and ${visibleLines(actor)})`,
  ) ?? sql`1 = 0`;

/** The sum of `of` over the lines of a return that this reader may see. For a query that joins `returns` to `orders`. */
export const piecesOf = (actor: Actor, of: typeof returnLines.qty_requested | typeof returnLines.qty_approved): SQL<number> =>
  (seesWholeOrders(actor)
    ? sql<number>`(select coalesce(sum(${of}), 0) from ${returnLines} where ${returnLines.return_id} = ${returns.id})`
    : sql<number>`(select coalesce(sum(${of}), 0) from ${returnLines} join ${orderLines} on ${orderLines.id} = ${returnLines.order_line_id}
      where ${returnLines.return_id} = ${returns.id} and ${visibleLines(actor)})`
  ).mapWith(Number);

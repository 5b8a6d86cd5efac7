import { type GraphName, mayGraph } from '../../shared/dashboards/graphs.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { budgetsByRole, ownBudgets } from './budget-queries.ts';
import type { Graph } from './graph-view.ts';
import { spendGraph } from './spend-queries.ts';
import { checkFilters, type GraphQuery } from './spend-scope.ts';

/** One graph of the homepage, limited to the reader's scope. */
export async function graph(ctx: Ctx, name: GraphName, query: GraphQuery): Promise<Graph> {
  authorize(mayGraph[name](ctx.actor));
  await checkFilters(ctx, query);
  if (name === 'uas') return budgetsByRole(ctx, query);
  return name === 'uss' ? ownBudgets(ctx, query) : spendGraph(ctx, name, query);
}

import { z } from 'zod';

const pence = z.array(z.int()).describe('Pence, in label order');
const total = z.int();

export const graphSchema = z.object({
  labels: z.array(z.string()),
  ids: z.array(z.int().nullable()).describe('The id of each label; null for a label of several rows or none'),
  orders: pence.describe('Pence ordered, ex VAT'),
  returns: pence.describe('Pence approved for return, on the day of the order'),
  count: z
    .array(z.int())
    .describe('The number of orders by client or site, items by product, or by role people who hold it or have spent of it in its period'),
  budget: z.array(z.int().nullable()).describe('Pence a period for all people of the count; null is unlimited'),
  current: pence.describe('Pence spent in the current period'),
  spend: pence.describe('Pence spent in the timeframe, less returns'),
  ends_on: z.array(z.string().nullable()).describe('The day on which the next budget period begins'),
  period_months: z.array(z.int().nullable()).describe('The length of the budget period'),
  totals: z.object({ orders: total, returns: total, count: total, budget: total.nullable(), current: total, spend: total }),
  members: z.int().describe('The number of rows; beyond a hundred labels the smallest share one'),
  starts_on: z.string().describe('The first day of the timeframe'),
});
export type Graph = z.infer<typeof graphSchema>;

const sum = (values: readonly (number | null)[]): number => values.reduce<number>((so_far, value) => so_far + (value ?? 0), 0);

/** A graph with its totals; parts that are not passed are empty. */
export function graphOf({ starts_on, members, ...parts }: Partial<Omit<Graph, 'totals'>> & Pick<Graph, 'labels' | 'starts_on'>): Graph {
  const arrays = { ids: [], orders: [], returns: [], count: [], budget: [], current: [], spend: [], ends_on: [], period_months: [], ...parts };
  const { orders, returns, count, budget, current, spend } = arrays;
  return {
    ...arrays,
    totals: {
      orders: sum(orders),
      returns: sum(returns),
      count: sum(count),
      budget: budget.includes(null) ? null : sum(budget),
      current: sum(current),
      spend: sum(spend),
    },
    members: members ?? arrays.labels.length,
    starts_on,
  };
}

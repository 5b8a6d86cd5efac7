import { pounds } from '../../../shared/money.ts';
import { type Letter, letter } from '../letter.ts';

interface OverBudget {
  order_number: string;
  url: string;
  submitter: string;
  employee_name: string;
  role: string;
  /** Pence, ex VAT. */
  budget_value: number;
  spent: number;
  this_order: number;
}

/** Tells whoever watches a budget that an order was placed over it. */
export const overBudgetLetter = (order: OverBudget): Letter =>
  letter({
    kind: 'over_budget',
    subject: `Order ${order.order_number} goes over a budget`,
    heading: `Order ${order.order_number} goes over a budget`,
    parts: [
      { paragraph: `${order.submitter} placed an order that takes ${order.employee_name} over the budget for ${order.role}.` },
      {
        sums: [
          ['Budget', pounds(order.budget_value)],
          ['Spent before', pounds(order.spent)],
          ['This order', pounds(order.this_order)],
          ['Over by', pounds(order.spent + order.this_order - order.budget_value)],
        ],
      },
      { button: { label: 'See the order', url: order.url } },
    ],
    footer: 'You receive this because your address is given for alerts on this budget.',
  });

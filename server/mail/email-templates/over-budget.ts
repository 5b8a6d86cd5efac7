import { pounds } from '../../../shared/money.ts';
import { type Email, renderEmail } from '../render-email.ts';

/** The action by which an order exceeded the budget. */
export type OverBudgetAction = 'placed' | 'changed';

interface OverBudget {
  order_number: string;
  url: string;
  who: string;
  did: OverBudgetAction;
  employee_name: string;
  role: string;
  /** Pence, ex VAT. */
  budget_value: number;
  spent: number;
  this_order: number;
}

/** Notifies a budget's watchers that an order exceeds the budget. */
export const overBudgetEmail = (order: OverBudget): Email =>
  renderEmail({
    kind: 'over_budget',
    subject: `Order ${order.order_number} goes over a budget`,
    heading: `Order ${order.order_number} goes over a budget`,
    parts: [
      {
        paragraph: `${order.who} ${order.did} an order${order.did === 'placed' ? ' that' : ', which'} takes ${order.employee_name} over the budget for ${order.role}.`,
      },
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
    footer: 'You receive this because your address is set for alerts on this budget.',
  });

import { type Email, renderEmail } from '../render-email.ts';

interface OverAllowance {
  order_number: string;
  url: string;
  who: string;
  employee_names: string;
  /** A calculation for each allowance that the order goes over. */
  arithmetic: readonly string[];
}

/** Notifies the alert address of an employee role that an order goes over allowances that only warn. */
export const overAllowanceEmail = (order: OverAllowance): Email =>
  renderEmail({
    kind: 'over_allowance',
    subject: `Order ${order.order_number} goes over an allowance`,
    heading: `Order ${order.order_number} goes over an allowance`,
    parts: [
      { paragraph: `${order.who} placed an order that takes ${order.employee_names} over what the role may have.` },
      ...order.arithmetic.map((paragraph) => ({ paragraph })),
      { button: { label: 'See the order', url: order.url } },
    ],
    footer: 'You receive this because your address is set for alerts on this employee role.',
  });

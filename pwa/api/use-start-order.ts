import { hc } from 'hono/client';
import { useNavigate } from 'react-router';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);

/** Starts an order for these wearers, or without a list for oneself, and goes to the screen where it is filled. */
export function useStartOrder() {
  const navigate = useNavigate();
  return useWrite({
    send: (employees: number[] | undefined, options) => answer(orders.index.$post({ json: { employees } }, options)),
    refresh: [['orders']],
    onSaved: ({ url }) => {
      // A setting may lead to an address outside this product.
      if (url.startsWith('/')) void navigate(url, { replace: true });
      else window.location.assign(url);
    },
  });
}

import { hc } from 'hono/client';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);

/** Somebody for whom an order is started as soon as they are added. */
export interface AddedPerson {
  id: number;
  forenames: string;
  email: string | null;
  invited_at: string | null;
  employee_roles: readonly { name: string }[];
  sites: readonly { name: string }[];
}

/**
 * Starts an order for these wearers, or for oneself where there is no list, and goes to the screen where it is filled. That screen greets the person
 * who was just `added`.
 */
export function useStartOrder(added?: RefObject<AddedPerson | null>) {
  const navigate = useNavigate();
  return useWrite({
    send: (employees: number[] | undefined, options) => answer(orders.index.$post({ json: { employees } }, options)),
    refresh: [['orders']],
    onSaved: ({ url }) => {
      // A setting may lead to an address outside this product.
      if (url.startsWith('/')) void navigate(url, { replace: true, state: added?.current && { added: added.current } });
      else window.location.assign(url);
    },
  });
}

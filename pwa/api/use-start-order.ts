import { hc } from 'hono/client';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { answer } from './answer.ts';
import { showWearerLeft } from './show-wearer-left.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);

/** A newly added person, for whom an order is started at once. */
export interface AddedPerson {
  id: number;
  forenames: string;
  email: string | null;
  invited_at: string | null;
  employee_roles: readonly { name: string }[];
  sites: readonly { name: string }[];
}

/**
 * Starts an order for these employees, or for the signed-in person if `employees` is undefined, and opens the screen that fills the order. That
 * screen says who was just `added`.
 */
export function useStartOrder(added?: RefObject<AddedPerson | null>) {
  const navigate = useNavigate();
  return useWrite({
    send: (employees: number[] | undefined, options) => answer(orders.index.$post({ json: { employees } }, options)),
    refresh: [['orders']],
    onRefused: showWearerLeft,
    onSaved: ({ url }) => {
      // A setting may make the server return an address outside this app.
      if (url.startsWith('/')) void navigate(url, { replace: true, state: added?.current && { added: added.current } });
      else window.location.assign(url);
    },
  });
}

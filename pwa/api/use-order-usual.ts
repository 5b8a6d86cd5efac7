import { hc } from 'hono/client';
import { useNavigate } from 'react-router';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import type { UsualRoutes } from '../../server/usual/routes.ts';
import { answer } from './answer.ts';
import { showWearerLeft } from './show-wearer-left.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);
const usual = hc<UsualRoutes>('/api/orders', overTheWire);

/** Starts an order for these employees, puts on it what each of them usually has, and opens its review. */
export function useOrderUsual(): { write: (employees: number[]) => void; busy: boolean } {
  const navigate = useNavigate();
  const open = (uuid: string): void => void navigate(`/orders/${uuid}/usual`);
  const add = useWrite({
    send: (uuid: string, options) => answer(usual[':uuid'].usual.$post({ param: { uuid }, json: {} }, options)),
    refresh: [['orders']],
    onSaved: (_, uuid) => open(uuid),
    // The order is started, and its review offers to add the usual again.
    onRefused: (_, uuid) => {
      open(uuid);
      return false;
    },
  });
  const start = useWrite({
    send: (employees: number[], options) => answer(orders.index.$post({ json: { employees } }, options)),
    onRefused: showWearerLeft,
    onSaved: ({ uuid }) => void add.write(uuid),
  });
  return { write: (employees) => void start.write(employees), busy: start.busy || add.busy };
}

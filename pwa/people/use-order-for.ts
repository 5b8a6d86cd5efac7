import { useNavigate } from 'react-router';
import { useStartOrder } from '../api/use-start-order.ts';
import { useWrite } from '../api/use-write.ts';
import { startOfficeOrder } from './client.ts';
import type { PeopleScreens } from './use-people-screens.ts';

/** Starts an order for people of a client, as one of them or as the office, and goes to the screen where it is filled. */
export function useOrderFor({ accountId, companyId }: Pick<PeopleScreens, 'accountId' | 'companyId'>) {
  const navigate = useNavigate();
  const own = useStartOrder();
  const office = useWrite({
    send: startOfficeOrder(companyId),
    refresh: [['admin-orders']],
    onSaved: ({ uuid }) => void navigate(`/admin/orders/${uuid}/create`),
  });
  const { write, busy } = accountId === undefined ? own : office;
  return { write: (ids: number[]) => write(ids), busy };
}

import { useLocation, useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { toast } from '../ui/toast.ts';
import { type Order, orders } from './client.ts';
import { afterChange, useKeepOrder } from './order-data.ts';
import { addressBefore } from './use-next-orders.ts';

/** Splits a draft by the sites of its wearers. The address then names the new orders, to which the person goes on. Undo puts them back for eight seconds. */
export function useSplit({ uuid, version }: Order): { split: () => void; busy: boolean } {
  const keep = useKeepOrder();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const refresh = afterChange(uuid);
  const undo = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].split.undo.$post({ param: { uuid } }, options)),
    success: 'Everybody is on one order again',
    refresh,
    onSaved: (order) => {
      keep(order);
      void navigate(pathname + hash, { replace: true });
    },
  });
  const { write, busy } = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].split.$post({ param: { uuid }, json: { version } }, options)),
    refresh,
    onSaved: ({ order, drafts }) => {
      keep(order);
      toast(`Split into ${drafts.length + 1} orders`, {
        duration: limits.undo_toast,
        action: { label: 'Undo', run: () => void undo.write(undefined) },
      });
      const others = drafts.map((draft) => draft.uuid);
      void navigate(addressBefore(pathname, others) + hash, { replace: true });
    },
  });
  return { split: () => void write(undefined), busy };
}

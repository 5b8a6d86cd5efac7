import { hc } from 'hono/client';
import { useNavigate } from 'react-router';
import type { ShortfallRoutes } from '../../server/shortfall/routes.ts';
import type { OrderShortfall } from '../../shared/purchasing/order-shortfall.ts';
import { toast } from '../ui/toast.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const shortfall = hc<ShortfallRoutes>('/api/admin/reports/shortfall', overTheWire);

/** The SKUs to order, and the quantities that were typed for some of them. */
export type ToOrder = Pick<OrderShortfall, 'products'> & Partial<Pick<OrderShortfall, 'quantities'>>;

const CREATED = 'Draft Purchase Orders have been automatically created for the selected lines';
const COVERED = 'Nothing was added: everything is on order or in a draft already';

/** Puts SKUs on draft purchase orders, those that were made this way first: what is short of them, or what brings them to their reorder points. */
export function useDraftPurchaseOrders(up_to: OrderShortfall['up_to'], onSaved: () => void) {
  const navigate = useNavigate();
  return useWrite({
    send: (order: ToOrder, options) => answer(shortfall.index.$post({ json: { ...order, join_drafts: true, up_to } }, options)),
    refresh: [['shortfall'], ['reorder'], ['purchase-orders']],
    onSaved: ({ purchase_orders: [first, ...others] }) => {
      onSaved();
      if (!first) return toast(COVERED);
      const to = others.length ? '/admin/purchase-orders#stage=draft' : `/admin/purchase-orders/${first.id}/edit`;
      return toast(CREATED, { action: { label: others.length ? 'Open the drafts' : 'Open the draft', run: () => void navigate(to) } });
    },
  });
}

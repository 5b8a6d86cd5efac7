import { hc } from 'hono/client';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ShortfallRoutes } from '../../server/shortfall/routes.ts';
import type { OrderShortfallInput } from '../../shared/purchasing/order-shortfall.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { toast } from '../ui/toast.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';
import { useWrite } from './use-write.ts';

const shortfall = hc<ShortfallRoutes>('/api/admin/reports/shortfall', overTheWire);

/** The SKUs to order, and the typed quantities of some of these SKUs. */
export type ToOrder = Pick<OrderShortfallInput, 'products'> & Partial<Pick<OrderShortfallInput, 'quantities'>>;

const CREATED = 'Draft Purchase Orders have been automatically created for the selected lines';
const COVERED = 'Nothing was added: everything is on order or in a draft already';

/** A draft to which lines were added. */
interface MadeDraft {
  id: number;
  our_reference: string;
  supplier: { name: string };
  lines: readonly unknown[];
}

/** The drafts that were created or got new lines, each with a link, until the person dismisses the banner. */
const MadeDrafts = ({ drafts, onClose }: { drafts: readonly MadeDraft[]; onClose: () => void }) => (
  <Banner tone="done" action={<IconButton icon="x" size="sm" look="quiet" label="Dismiss" onClick={onClose} />}>
    <p className="strong">{drafts.length === 1 ? 'The lines are on a draft' : `The lines are on ${drafts.length} drafts`}</p>
    <ul>
      {drafts.map(({ id, our_reference, supplier, lines }) => (
        <li key={id}>
          <Link className="code" to={`/admin/purchase-orders/${id}/edit`}>
            {our_reference}
          </Link>{' '}
          {supplier.name}, {countText(lines.length, 'line')}
        </li>
      ))}
    </ul>
  </Banner>
);

/**
 * Adds SKUs to draft purchase orders, each SKU with its shortfall or with the quantity up to its reorder point. Drafts that were created
 * this way earlier are filled first. `made` renders a link to each draft.
 */
export function useDraftPurchaseOrders(up_to: OrderShortfallInput['up_to'], onSaved: () => void) {
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState<readonly MadeDraft[]>([]);
  const made: ReactNode = drafts.length > 0 && <MadeDrafts drafts={drafts} onClose={() => setDrafts([])} />;
  const order = useWrite({
    send: (order: ToOrder, options) => answer(shortfall.index.$post({ json: { ...order, join_drafts: true, up_to } }, options)),
    refresh: [['shortfall'], ['reorder'], ['purchase-orders']],
    onSaved: ({ purchase_orders }) => {
      const [first, ...others] = purchase_orders;
      onSaved();
      setDrafts(purchase_orders);
      if (!first) return toast(COVERED);
      const to = others.length ? '/admin/purchase-orders#stage=draft' : `/admin/purchase-orders/${first.id}/edit`;
      return toast(CREATED, { action: { label: others.length ? 'Open the drafts' : 'Open the draft', run: () => void navigate(to) } });
    },
  });
  return { ...order, made };
}

import type { ReactNode } from 'react';
import { messages } from '../../shared/messages.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/field.tsx';
import type { Order, WearerProducts } from './client.ts';
import { useDeliverTo } from './use-deliver-to.ts';

interface KeptFromSiteProps {
  order: Order;
  products: WearerProducts;
  /** Shown if no product is offered and no other site can be chosen: an action such as choosing other clothing sets. */
  otherwise: ReactNode;
}

/** If there are no more sites than this, each site has a button. */
const FEW = 2;

/** Says which of the wearer's sets are excluded at the delivery site. Offers the sites to which the order can go instead. */
export function KeptFromSite({ order, products, otherwise }: KeptFromSiteProps) {
  const { items, kept_from_site: kept } = products;
  const name = order.delivery_site?.name ?? 'their sites';
  const words = kept
    ? messages.set_kept_from(
        kept.sets.map((set) => set.name),
        name,
      )
    : 'Nothing that their clothing sets hold can be ordered at present.';
  const choice = kept && kept.sites.length > 0 && order.can.edit_lines && <SiteChoice order={order} sites={kept.sites} />;
  const nowhere = kept && !choice && 'No site to which you can send the order has it.';
  if (items.length === 0) {
    return (
      <EmptyState title="This employee has no products associated" action={choice || otherwise}>
        <p>
          {words} {nowhere}
        </p>
      </EmptyState>
    );
  }
  return (
    kept && (
      <Banner tone="warn" live={false}>
        <p>{words}</p>
        {choice}
      </Banner>
    )
  );
}

function SiteChoice({ order, sites }: { order: Order; sites: readonly { id: number; name: string }[] }) {
  const move = useDeliverTo(order);
  if (sites.length <= FEW) {
    return (
      <span className="line kept-choice">
        {sites.map(({ id, name }) => (
          <Button key={id} icon="pin" busy={move.busy} onClick={() => void move.write(id)}>
            Deliver to {name}
          </Button>
        ))}
      </span>
    );
  }
  return (
    <Select
      className="kept-choice"
      label="Deliver to"
      placeholder="Choose a site"
      disabled={move.busy}
      options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
      value=""
      onChange={({ target: { value } }) => value && void move.write(Number(value))}
    />
  );
}

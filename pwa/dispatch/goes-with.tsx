import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { boxWords, howWords } from './box-words.ts';
import type { How, InShipment } from './use-shipment.ts';

interface GoesWithProps {
  place: InShipment;
  /** The service, weight and boxes of this order. They must agree with `leadHow`. */
  how: How;
  /** The service, weight and boxes of the order in whose boxes this order travels. */
  leadHow: How;
  services: readonly ShippingServiceRow[];
  /** Copies the values of `leadHow` to this order. */
  onAgree: () => void;
}

/** Says in which other order's boxes an order travels, why, and which values still differ. */
export function GoesWith({ place, how, leadHow, services, onAgree }: GoesWithProps) {
  const { lead, differing } = place;
  if (differing.length === 0)
    return (
      <p className="line ship-with">
        <Icon name="swap" />
        <span>
          Goes with <strong className="code">{lead.order_number}</strong>, one delivery
          <span className="note ship-why">Same client, site and address</span>
        </span>
      </p>
    );
  return (
    <div className="line ship-with differs" role="alert">
      <Icon name="alert" />
      <span className="grow">
        Goes with <strong className="code">{lead.order_number}</strong>, but has a different{' '}
        <strong>{differing.map((field) => boxWords(field, how, services)).join(', ')}</strong>
        <span className="note ship-why">
          {lead.order_number}: {howWords(leadHow, services)}
        </span>
      </span>
      <Button onClick={onAgree}>Use {lead.order_number}’s</Button>
    </div>
  );
}

import { addressLines } from '../../shared/address-lines.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import type { ReadyView } from '../offline/views.ts';
import { Icon } from '../ui/icon.tsx';
import { howWords } from './box-words.ts';
import { ServiceWarnings } from './service-warnings.tsx';
import type { Shipment } from './use-shipment.ts';

/** Says why an order does not travel with another order of the same client; null if there is no other order of that client. */
function apart(order: ReadyView, service: readonly ReadyView[]): string | null {
  const other = service.find(({ uuid, account_id }) => uuid !== order.uuid && account_id === order.account_id);
  if (!other) return null;
  return `${other.site_id === order.site_id ? 'Another address' : 'Another site'} than ${other.order_number}`;
}

interface ShipmentPreviewProps {
  shipment: Shipment;
  services: readonly ShippingServiceRow[];
  consolidated: boolean;
}

/** The dispatches that will be created: which orders travel together and why, to which address and by which service. */
export function ShipmentPreview({ shipment, services, consolidated }: ShipmentPreviewProps) {
  return (
    <ul className="ship-preview" aria-label="Dispatches">
      {shipment.dispatches.map(({ orders, how }) => {
        const [lead] = orders;
        if (!lead) return null;
        const why = orders.length > 1 ? 'Same client, site and address' : consolidated && apart(lead, shipment.chosen);
        return (
          <li key={lead.uuid}>
            <Icon name={orders.length > 1 ? 'swap' : 'truck'} />
            <div className="grow">
              <p className="line flex-wrap">
                {orders.map(({ uuid, order_number }) => (
                  <strong key={uuid} className="code">
                    {order_number}
                  </strong>
                ))}
                <span>{lead.account_name}</span>
              </p>
              <p className="sub">{lead.delivery_address && addressLines(lead.delivery_address).join(', ')}</p>
              <p className="sub">
                {howWords(how, services)}
                {how.mark_as_shipped && ', ships at once'}
              </p>
              <ServiceWarnings how={how} postcode={lead.delivery_address?.postcode ?? null} services={services} />
              {why && <p className="note">{why}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

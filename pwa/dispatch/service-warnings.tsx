import { serviceWarnings } from '../../shared/dispatch/service-warnings.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { Icon } from '../ui/icon.tsx';
import type { How } from './use-shipment.ts';

interface ServiceWarningsProps {
  how: Pick<How, 'service_key' | 'total_weight' | 'total_items'>;
  postcode: string | null;
  services: readonly ShippingServiceRow[];
}

/** Says why the chosen service does not suit a dispatch. It only warns: the dispatch can be booked nevertheless. */
export const ServiceWarnings = ({ how, postcode, services }: ServiceWarningsProps) =>
  serviceWarnings(
    services.find(({ service_key }) => service_key === how.service_key),
    { ...how, postcode },
  ).map((text) => (
    <p key={text} role="status" className="line t-warn ship-warning">
      <Icon name="alert" />
      <span className="grow">{text}</span>
    </p>
  ));

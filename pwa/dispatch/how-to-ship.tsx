import { useEffect, useState } from 'react';
import { COLLECTION } from '../../shared/dispatch/request-dispatch.ts';
import { weightOf } from '../../shared/dispatch/weight.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Tick } from '../ui/tick.tsx';
import { ServiceWarnings } from './service-warnings.tsx';
import type { How } from './use-shipment.ts';

interface HowToShipProps {
  order_number: string;
  /** Where the order goes. */
  postcode: string | null;
  how: How;
  services: readonly ShippingServiceRow[];
  onChange: (how: How) => void;
}

/** Service, weight and boxes of a dispatch. Choosing another service sets that service's usual weight. */
export function HowToShip({ order_number, postcode, how, services, onChange }: HowToShipProps) {
  const [weight, setWeight] = useState(String(how.total_weight));
  useEffect(() => setWeight(String(how.total_weight)), [how.total_weight]);

  const choose = (service_key: string): void => {
    const { mark_as_shipped: _, ...rest } = how;
    const service = services.find((each) => each.service_key === service_key);
    const before = services.find((each) => each.service_key === how.service_key);
    const untouched = how.total_weight === before?.default_weight;
    onChange({
      ...rest,
      service_key,
      total_weight: untouched && service ? service.default_weight : how.total_weight,
    });
  };
  const weigh = (): void => {
    const total_weight = weightOf(weight) ?? how.total_weight;
    setWeight(String(total_weight));
    if (total_weight !== how.total_weight) onChange({ ...how, total_weight });
  };

  return (
    <div className="ship-how">
      <div className="line">
        <select className="in" aria-label={`Service for ${order_number}`} value={how.service_key} onChange={(event) => choose(event.target.value)}>
          {services.map((service) => (
            <option key={service.service_key} value={service.service_key}>
              {service.service_key} {service.name}
            </option>
          ))}
        </select>
        <span className="line ship-weight">
          <input
            className="in num"
            inputMode="decimal"
            aria-label={`Weight of ${order_number} in kilograms`}
            value={weight}
            onChange={(event) =>
              setWeight(
                event.target.value
                  .replace(',', '.')
                  .replace(/[^\d.]/g, '')
                  .slice(0, 7),
              )
            }
            onFocus={(event) => event.target.select()}
            onBlur={weigh}
            onKeyDown={(event) => event.key === 'Enter' && weigh()}
          />
          kg
        </span>
        <span className="line">
          <QtyStepper
            value={how.total_items}
            min={1}
            max={99}
            onChange={(total_items) => onChange({ ...how, total_items })}
            label={`Boxes of ${order_number}`}
          />
          <span className="ship-boxes-unit" aria-hidden="true">
            {how.total_items === 1 ? 'box' : 'boxes'}
          </span>
        </span>
      </div>
      <ServiceWarnings how={how} postcode={postcode} services={services} />
      {how.service_key === COLLECTION && (
        <Tick checked={how.mark_as_shipped ?? false} onChange={(event) => onChange({ ...how, mark_as_shipped: event.target.checked })}>
          Mark as shipped <span className="note">it is handed over now</span>
        </Tick>
      )}
    </div>
  );
}

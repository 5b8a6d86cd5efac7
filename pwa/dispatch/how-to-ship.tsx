import { type ReactNode, useEffect, useRef, useState } from 'react';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { GRAM, weightOf } from '../../shared/dispatch/weight.ts';
import { readTypedWeight } from '../../shared/prep/read-scale.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { scale } from '../offline/scale.ts';
import { Button } from '../ui/button.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { useStore } from '../ui/store.ts';
import { Tick } from '../ui/tick.tsx';
import { ServiceWarnings } from './service-warnings.tsx';
import type { How } from './use-shipment.ts';

interface HowToShipProps {
  order_number: string;
  /** Where the order goes. */
  postcode: string | null;
  how: How;
  services: readonly ShippingServiceRow[];
  /** What the measured weight says, if the boxes were weighed. */
  weightNote: ReactNode;
  /** Called when Enter ends the weight. */
  onEnter?: (() => void) | undefined;
  onChange: (how: How) => void;
}

/** The id of the weight field of an order. */
export const weightFieldId = (order_number: string): string => `weight-${order_number}`;

/** A typed weight in kilograms, or what a scale types with its unit; null if it is no valid weight. */
const typedWeight = (text: string): number | null => {
  const grams = readTypedWeight(text);
  return weightOf(grams === null ? text : String(grams * GRAM));
};

/** Service, weight and boxes of a dispatch. Choosing another service sets that service's usual weight. */
export function HowToShip({ order_number, postcode, how, services, weightNote, onEnter, onChange }: HowToShipProps) {
  const [weight, setWeight] = useState(String(how.total_weight));
  useEffect(() => setWeight(String(how.total_weight)), [how.total_weight]);
  const isTyped = useRef(false);
  const now = useStore(scale);
  const reading_g = now.is === 'connected' && now.reading?.is_stable ? now.reading.grams : 0;

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
    const typed = isTyped.current ? typedWeight(weight) : null;
    isTyped.current = false;
    setWeight(String(typed ?? how.total_weight));
    if (typed !== null) onChange({ ...how, total_weight: typed, is_weighed: true });
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
            id={weightFieldId(order_number)}
            aria-label={`Weight of ${order_number} in kilograms`}
            value={weight}
            onChange={(event) => {
              isTyped.current = true;
              // The letters are the unit that a scale types.
              setWeight(
                event.target.value
                  .replace(',', '.')
                  .replace(/[^\d.kg]/gi, '')
                  .slice(0, 9),
              );
            }}
            onFocus={(event) => event.target.select()}
            onBlur={weigh}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              weigh();
              if (event.ctrlKey || event.metaKey || !onEnter) return;
              // Without this, the same Enter would press the button that now gets the focus.
              event.preventDefault();
              onEnter();
            }}
          />
          kg
          {reading_g > 0 && (
            <Button
              aria-label={`Weigh ${order_number}`}
              onClick={() => onChange({ ...how, total_weight: weightOf(String(reading_g * GRAM)) ?? how.total_weight, is_weighed: true })}
            >
              Weigh
            </Button>
          )}
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
      {weightNote}
      <ServiceWarnings how={how} postcode={postcode} services={services} />
      {how.service_key === COLLECTION && (
        <Tick checked={how.mark_as_shipped ?? false} onChange={(event) => onChange({ ...how, mark_as_shipped: event.target.checked })}>
          Mark as shipped <span className="note">it is handed over now</span>
        </Tick>
      )}
    </div>
  );
}

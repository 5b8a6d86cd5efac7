import { memo } from 'react';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import type { ReadyView } from '../offline/views.ts';
import { WeightNote } from '../offline/weight-note.tsx';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { OrderNumber } from '../ui/order-number.tsx';
import { RequiredBy } from '../ui/required-by.tsx';
import { useTapGuard } from '../ui/tap-guard.ts';
import type { BoxWeight } from './box-weight.ts';
import { GoesWith } from './goes-with.tsx';
import { HowToShip } from './how-to-ship.tsx';
import { type How, type InShipment, obstacle } from './use-shipment.ts';

interface ReadyRowProps {
  order: ReadyView;
  how: How;
  leadHow: How;
  services: readonly ShippingServiceRow[];
  /** Says where those items of the order are that lie on other trolleys. */
  elsewhere: string | null;
  /** The order's place in the shipment; undefined while the order is not chosen. */
  place: InShipment | undefined;
  /** The measured weight of the order's boxes; null if nobody has weighed them. */
  weight: BoxWeight | null;
  onChoose: (uuid: string, on: boolean) => void;
  onSay: (uuid: string, how: How | null) => void;
  /** Called when Enter ends the weight of a chosen order. */
  onWeighed: () => void;
}

/** The element id of an order's row, so that a scan can scroll it into view. */
export const rowId = (uuid: string): string => `ready-${uuid}`;

/** An order that is ready to leave. */
export const ReadyRow = memo(function ReadyRow({
  order,
  elsewhere,
  how,
  leadHow,
  services,
  place,
  weight,
  onChoose,
  onSay,
  onWeighed,
}: ReadyRowProps) {
  const isMerged = place !== undefined && place.lead.uuid !== order.uuid;
  const stop = obstacle(order);
  const tick = useTapGuard<HTMLLabelElement>(place !== undefined);
  return (
    <li id={rowId(order.uuid)} className={classNames('ship-row', place && 'chosen', isMerged && 'merged')}>
      <label className="tick ship-choose" ref={tick}>
        <input
          type="checkbox"
          aria-label={`Select ${order.order_number}`}
          checked={place !== undefined}
          disabled={stop !== null}
          onChange={(event) => onChoose(order.uuid, event.target.checked)}
        />
        <span className="grow">
          <span className="line flex-wrap">
            <OrderNumber uuid={order.uuid} order_number={order.order_number} className="code strong order-number" />
            <span>{order.account_name}</span>
            <span className="sub whitespace-nowrap">{countText(order.qty_picked, 'item')}</span>
            <RequiredBy day={order.required_on} />
            {stop && (
              <Badge tone="warn" icon={order.is_frozen ? 'lock' : 'alert'}>
                {stop}
              </Badge>
            )}
          </span>
          <span className="sub block">
            {order.delivery_to}
            {elsewhere && <span className="t-warn strong"> · {elsewhere}</span>}
          </span>
          {order.customer_notes && (
            <span className="ship-notes" title={order.customer_notes}>
              <span className="note">Notes</span> {order.customer_notes}
            </span>
          )}
        </span>
      </label>
      {isMerged && place ? (
        <GoesWith place={place} how={how} leadHow={leadHow} services={services} onAgree={() => onSay(order.uuid, null)} />
      ) : (
        <HowToShip
          order_number={order.order_number}
          postcode={order.delivery_address?.postcode ?? null}
          how={how}
          services={services}
          onEnter={place && onWeighed}
          weightNote={weight && <WeightNote {...weight} className="ship-weight-note" />}
          // What was confirmed for another weight, service or number of boxes does not count any more.
          onChange={({ expected_g: _expected_g, ...to }) => onSay(order.uuid, to)}
        />
      )}
    </li>
  );
});

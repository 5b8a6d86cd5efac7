import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { itemsToReturnUrl } from '../../shared/documents/document-urls.ts';
import { ButtonLink } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { type Issued, type Person, readHeld, readIssued } from './client.ts';
import { GarmentText } from './garment-text.tsx';
import type { WearerScreens } from './use-wearer-screens.ts';
import { WearerListCard } from './wearer-card.tsx';

const views = [
  { value: 'held', label: 'Held' },
  { value: 'all', label: 'All sent' },
];

/** Shows for each product how many items a person was sent, how many of these the person still holds, and with which orders they were sent. */
export function HeldCard({ person, screens }: { person: Person; screens: WearerScreens }) {
  const [view, setView] = useState('held');
  const heldItems = useQuery({ queryKey: ['wearer', person.id, 'held-items'], queryFn: ({ signal }) => readHeld(person.id, signal) });
  const isReturnable = heldItems.data?.items.some(({ qty_returnable }) => qty_returnable > 0);
  return (
    <WearerListCard
      title={screens.isSelf ? 'What you hold' : 'What they hold'}
      aside={<Segments label="Which items" value={view} onChange={setView} segments={views} />}
      noun={['product', 'products']}
      queryKey={['wearer', person.id, 'issued', view]}
      load={(page, signal) => readIssued(person.id, { page, ...(view === 'held' && { held: true }) }, signal)}
      none={view === 'held' ? 'Nothing is to be handed back.' : 'Nothing has been sent yet.'}
      rowKey={({ product }) => product.id}
      row={(issued) => <IssuedRow issued={issued} screens={screens} />}
      className="wearer-items"
      actions={
        <span className="wearer-actions">
          <a className="btn" href={itemsToReturnUrl(person.id)} target="_blank" rel="noreferrer">
            <Icon name="print" />
            Items to return
            <span className="sr"> (a PDF, in a new tab)</span>
          </a>
          {isReturnable && <ButtonLink to={screens.return}>Create Return</ButtonLink>}
        </span>
      }
    />
  );
}

function IssuedRow({ issued, screens }: { issued: Issued; screens: WearerScreens }) {
  const { product, qty_shipped, qty_returned, qty_held, qty_in_return, orders } = issued;
  return (
    <>
      <GarmentTile media={product.media} alt="" colour={product.colour_hex} size={48} />
      <div className="grow">
        <GarmentText product={product} />
        <ul className="note wearer-orders">
          {orders.map(({ uuid, order_number, sent_at, qty_shipped: sent, qty_returned: returned, ordered_as }) => (
            <li key={uuid}>
              {sent} in{' '}
              <Link className="code" to={screens.sentOrder(uuid)}>
                {order_number}
              </Link>
              {sent_at && (
                <>
                  , <DateText value={sent_at} form="list" />
                </>
              )}
              {returned > 0 && `, ${returned} returned`}
              {ordered_as && `, ordered as ${ordered_as}`}
            </li>
          ))}
        </ul>
      </div>
      <div className="num wearer-count">
        <strong>{qty_held}</strong>
        <p className="note small">{qty_returned > 0 ? `of ${qty_shipped} sent` : 'held'}</p>
        {qty_in_return > 0 && <p className="note small">{qty_in_return} in a return</p>}
      </div>
    </>
  );
}

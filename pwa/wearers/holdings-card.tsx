import { useQuery } from '@tanstack/react-query';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatMoney } from '../ui/money.tsx';
import { type Holding, type Person, readHoldings } from './client.ts';
import { GarmentText } from './garment-text.tsx';
import { WearerCard } from './wearer-card.tsx';

/** What somebody who leaves holds: when it was issued, how old it is and what it is worth today. */
export function HoldingsCard({ person }: { person: Person }) {
  const query = useQuery({ queryKey: ['wearer', person.id, 'holdings'], queryFn: ({ signal }) => readHoldings(person.id, signal) });
  const worth = query.data?.total_value_now;
  return (
    <WearerCard title="To be returned" aside={worth !== null && worth !== undefined && `${formatMoney(worth)} today`} noun="items" query={query}>
      {({ items, is_complete }) =>
        items.length === 0 ? (
          <p className="in-card note">Nothing is held, so nothing has to come back.</p>
        ) : (
          <>
            <ul className="rows wearer-items">
              {items.map((item) => (
                <li key={item.order_line_id}>
                  <HoldingRow item={item} />
                </li>
              ))}
            </ul>
            {!is_complete && <p className="in-card note">The oldest {items.length} are listed.</p>}
          </>
        )
      }
    </WearerCard>
  );
}

function HoldingRow({ item }: { item: Holding }) {
  const { product, quantity, issued_on, age_days, value_new, value_now, is_non_returnable } = item;
  return (
    <>
      <GarmentTile media={product.media} alt="" colour={product.colour_hex} size={48} />
      <div className="grow">
        <GarmentText product={product} />
        <p className="note">
          {issued_on ? (
            <>
              Issued <DateText value={issued_on} form="list" />
              {age_days !== null && `, ${ageText(age_days)} old`}
            </>
          ) : (
            'Day of issue not known'
          )}
          {is_non_returnable && ', does not come back'}
        </p>
      </div>
      <div className="num wearer-count">
        <strong>{quantity}</strong>
        {value_now !== null && value_new !== null && (
          <>
            <p className="small">{formatMoney(value_now)} each</p>
            {value_now !== value_new && <p className="note small">{formatMoney(value_new)} new</p>}
          </>
        )}
      </div>
    </>
  );
}

/** An age in days up to two months, then in months, from two years on in years. */
function ageText(days: number): string {
  if (days < 61) return countText(days, 'day');
  const months = Math.floor(days / 30.44);
  return months < 24 ? countText(months, 'month') : countText(Math.floor(months / 12), 'year');
}

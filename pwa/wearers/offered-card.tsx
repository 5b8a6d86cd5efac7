import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listText } from '../../shared/list-text.ts';
import { poundsText } from '../../shared/money.ts';
import { formatCount } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { type OfferedProducts, type Person, readOffered } from './client.ts';
import { WearerCard } from './wearer-card.tsx';

/** The number of rows that are shown before somebody asks for all of them. */
const AT_FIRST = 4;

/** The products that a person may order, each with the set that offers it, and the products in the person's sets that the person may not order. */
export function OfferedCard({ person }: { person: Person }) {
  const query = useQuery({ queryKey: ['wearer', person.id, 'offered'], queryFn: ({ signal }) => readOffered(person.id, signal) });
  return (
    <WearerCard title="What they may order, and why" aside="£ ex VAT" noun="products" query={query}>
      {({ items, clothing_sets, not_offered = [] }) => (
        <>
          {items.length === 0 ? <p className="in-card note">They may order nothing.</p> : <Products items={items} clothing_sets={clothing_sets} />}
          {not_offered.length > 0 && <NotOffered of={not_offered} />}
        </>
      )}
    </WearerCard>
  );
}

function Products({ items, clothing_sets }: Pick<OfferedProducts, 'items' | 'clothing_sets'>) {
  const [isWhole, setIsWhole] = useState(false);
  const names = new Map(clothing_sets.map(({ id, name }) => [id, name]));
  const rows = isWhole ? items : items.slice(0, AT_FIRST);
  return (
    <>
      <ul className="rows offered">
        {rows.map(({ id, name, media, colours, clothing_set_ids, price_from, price_to }) => (
          <li key={id}>
            <GarmentTile media={media} alt="" colour={colours[0]?.hex ?? null} size={32} />
            <div className="grow">
              <p className="cut">{name}</p>
              {colours.length > 0 && (
                <p className="line small note">
                  {colours.map((colour) => (
                    <Swatch key={colour.name} colour={colour.hex} />
                  ))}
                  <span className="cut">{listText(colours.map((colour) => colour.name))}</span>
                </p>
              )}
            </div>
            <span className="note small offered-set">{listText(clothing_set_ids.flatMap((set) => names.get(set) ?? []))}</span>
            <span className="num offered-price">{[...new Set([price_from, price_to])].map((price) => poundsText(price)).join('–')}</span>
          </li>
        ))}
      </ul>
      {items.length > rows.length && (
        <button type="button" className="offered-more" onClick={() => setIsWhole(true)}>
          {formatCount(items.length - rows.length)} more
        </button>
      )}
    </>
  );
}

const NotOffered = ({ of }: { of: NonNullable<OfferedProducts['not_offered']> }) => (
  <div className="in-card not-offered">
    <h3>Not offered</h3>
    <ul>
      {of.map(({ code, name, message }) => (
        <li key={code + name}>
          <strong>{name}</strong> <span className="sub">{message}</span>
        </li>
      ))}
    </ul>
  </div>
);

import { useState } from 'react';
import { Link } from 'react-router';
import { usePrepList } from '../offline/use-floor.ts';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import './prep.css';

/** The orders that are picked and wait to be decorated or bagged. */
export default function PrepList() {
  const orders = usePrepList();
  const [search, setSearch] = useState('');
  const shown = (orders ?? []).filter((order) =>
    [order.order_number, order.account_name, order.site_name].some((words) => words?.toLowerCase().includes(search.toLowerCase())),
  );
  return (
    <Page
      title="Prep"
      flush
      strip={<SearchInput value={search} onSearch={setSearch} label="Search or scan an order" placeholder="Search or scan an order" from={1} />}
    >
      {orders === null && <SkeletonText lines={4} />}
      {orders !== null && shown.length === 0 && (
        <EmptyState title="No Orders">
          {search ? <p>Nothing matches “{search}”.</p> : <p>Orders come here when they are picked and have decoration or several wearers.</p>}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <ul className="rows bg-surface border-line border-b">
            {shown.map((order) => {
              const href = `/admin/prep/orders/${order.uuid}`;
              return (
                <li key={order.id} className="prep-row">
                  <div className="grow">
                    <Link to={href} className="code strong order-number">
                      {order.order_number}
                    </Link>
                    <p className="cut">{order.account_name}</p>
                    <p className="cut sub">
                      {order.site_name} · {countText(order.wearer_count, 'wearer')}
                    </p>
                  </div>
                  <div className="line" aria-hidden="true">
                    {order.products.slice(0, 3).map((product) => (
                      <GarmentTile
                        key={product.id}
                        media={product.picture_url ? [{ url: product.picture_url }] : null}
                        colour={product.colour_hex}
                        alt=""
                        size={48}
                      />
                    ))}
                  </div>
                  <span className="num">{countText(order.qty_picked, 'item')}</span>
                  <ButtonLink to={href} aria-label={`Prep order ${order.order_number}`}>
                    Prep
                  </ButtonLink>
                </li>
              );
            })}
          </ul>
          <p className="note p-4">{countText(shown.length, 'order')} to prep</p>
        </>
      )}
    </Page>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countText, formatCount } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import type { ShortfallPreview } from './client.ts';

type SupplierPart = ShortfallPreview['suppliers'][number];

/** By how much an order is below the value from which its supplier charges no carriage. */
function UnderMinimum({ part: { purchase_order, cost, min_order_value, carriage } }: { part: SupplierPart }) {
  const missing = (min_order_value ?? 0) - cost - (purchase_order?.sub_total ?? 0);
  if (missing <= 0) return null;
  return (
    <p className="t-warn">
      <strong>{formatMoney(missing)} under their minimum order</strong> of {formatMoney(min_order_value ?? 0)}
      {carriage !== null && carriage > 0 && `, or ${formatMoney(carriage)} carriage`}
    </p>
  );
}

function Part({ part }: { part: SupplierPart }) {
  const { supplier, purchase_order, lines, qty_ordered, cost } = part;
  return (
    <li className="shortfall-part">
      <div className="line">
        <span className="strong cut">{supplier.name}</span>
        <strong className="push">{formatMoney(cost)}</strong>
      </div>
      <p className="sub">
        {purchase_order ? (
          <>
            Joins the open draft{' '}
            <Link className="code" to={`/admin/purchase-orders/${purchase_order.id}/edit`}>
              {purchase_order.our_reference}
            </Link>
          </>
        ) : (
          'New draft'
        )}
      </p>
      <p className="sub">
        {countText(lines.length, 'line')}, {countText(qty_ordered, 'item')}
        {purchase_order && `. The draft then has ${formatCount(purchase_order.qty_requested + qty_ordered)}`}
      </p>
      <UnderMinimum part={part} />
    </li>
  );
}

/** The text at the foot of the screen about the draft purchase orders for the chosen SKUs. */
export function makesText({ suppliers }: ShortfallPreview): string {
  const joined = suppliers.filter(({ purchase_order }) => purchase_order !== null).length;
  const made = suppliers.length - joined;
  const parts = [made > 0 && `makes ${countText(made, 'draft')}`, joined > 0 && `adds to ${countText(joined, 'draft')}`].filter(Boolean).join(', ');
  return parts && `${parts[0]?.toUpperCase()}${parts.slice(1)}. Nothing is sent yet`;
}

const sum = (parts: readonly SupplierPart[], of: (part: SupplierPart) => number): number => parts.reduce((all, part) => all + of(part), 0);

/** The draft purchase orders that get the chosen SKUs, new or existing, with their quantities and cost. */
export function WhatItMakes({ query, chosen }: { query: UseQueryResult<ShortfallPreview>; chosen: number }) {
  // Until the server has answered, the drafts are those of the previous choice.
  const isBusy = query.isPlaceholderData;
  return (
    <section className="card shortfall-makes" aria-labelledby="what-it-makes" aria-busy={isBusy}>
      <header>
        <h2 id="what-it-makes">What this makes</h2>
      </header>
      <Loaded query={query} noun="drafts" waiting={<SkeletonText lines={3} />}>
        {({ suppliers }) => {
          const products = sum(suppliers, ({ lines }) => lines.length);
          return (
            <>
              <ul className="rows">
                {suppliers.map((part) => (
                  <Part key={part.supplier.id} part={part} />
                ))}
              </ul>
              {!isBusy && products < chosen && (
                <p className="in-card sub">
                  {countText(chosen - products, 'product')} {chosen - products === 1 ? 'is' : 'are'} covered meanwhile.
                </p>
              )}
              <footer>
                <span>
                  {countText(products, 'product')},{' '}
                  {countText(
                    sum(suppliers, ({ qty_ordered }) => qty_ordered),
                    'item',
                  )}
                </span>
                <strong className="push">{formatMoney(sum(suppliers, ({ cost }) => cost))} at cost</strong>
              </footer>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

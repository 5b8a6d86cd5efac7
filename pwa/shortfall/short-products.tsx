import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { discontinuedWords } from '../../shared/catalogue/discontinued-words.ts';
import { type Lifecycle, lifecycleBesides } from '../../shared/catalogue/lifecycle.ts';
import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { hasLifecycle, LifecycleLine, useLifecycles } from '../api/lifecycle.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Pager } from '../ui/pager.tsx';
import { Tick } from '../ui/tick.tsx';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { type Choice, canOrder, orderedOf } from './choice.ts';
import { readShortProducts, type ShortAccount, type ShortProduct } from './client.ts';
import { ToOrder } from './to-order.tsx';

const nameOf = ({ name, variation_colour }: ShortProduct): string => [name, variation_colour].filter(Boolean).join(', ');
/** What covers the shortfall of a SKU, or why the SKU cannot be ordered; null if the SKU can be ordered. */
function coverOf(product: ShortProduct): ReactNode {
  const { needed, supplier, qty_free, qty_in_drafts, due_reference, due_order_id } = product;
  if (!supplier) return 'No supplier';
  if (needed > 0) return null;
  if (qty_in_drafts > 0) return 'Covered by a draft';
  if (qtyOnOrder(product) === 0) return `Covered by ${countText(qty_free, 'free item')}`;
  return (
    <>
      Covered by{' '}
      <Link className="code" to={`/admin/purchase-orders/${due_order_id}/edit`}>
        {due_reference}
      </Link>
    </>
  );
}

/** Why the quantity that is ordered differs from the shortfall. */
function termsText(product: ShortProduct, choice: Choice): string {
  const { needed, min_order_qty, pack_size, total_shortfall_qty } = product;
  const { ordered, reasons } = orderedOf(product, choice);
  const quantity = choice.chosen.get(product.id) ?? null;
  return [
    quantity !== null && quantity !== ordered && `${quantity} chosen`,
    needed !== ordered && `${needed} needed`,
    reasons.includes('minimum') && `minimum ${min_order_qty}`,
    reasons.includes('pack') && `packs of ${pack_size}`,
    total_shortfall_qty > product.current_shortfall_qty && `${total_shortfall_qty} short for all clients`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What covers the shortfall of a SKU, or else the terms on which the SKU is ordered; then when it is discontinued and who supplies it. */
function Terms({ product, choice }: { product: ShortProduct; choice: Choice }) {
  const { supplier, discontinued_at } = product;
  const ending = discontinuedWords(discontinued_at)?.toLowerCase();
  const terms = coverOf(product) ?? termsText(product, choice);
  return (
    <>
      {terms}
      {ending && (
        <>
          {terms && ', '}
          {ending}: <Link to="/admin/substitution">substitute</Link>
        </>
      )}
      {supplier && (terms || ending) && ' · '}
      {supplier?.name}
    </>
  );
}

/** The text of `Terms` as a tooltip, because the column may truncate it. */
const termsTitle = (product: ShortProduct, choice: Choice): string =>
  [coverOf(product) === null && termsText(product, choice), product.supplier?.name].filter(Boolean).join(' · ');

function ProductTick({ product, choice }: { product: ShortProduct; choice: Choice }) {
  return (
    <Tick
      checked={choice.chosen.has(product.id)}
      disabled={!canOrder(product)}
      aria-label={`Choose ${product.sku}`}
      onChange={({ target }) => choice.choose([product.id], target.checked)}
    >
      {null}
    </Tick>
  );
}

function Due({ product }: { product: ShortProduct }) {
  if (product.due) return <DateText value={product.due} form="list" />;
  return <span className="note">{qtyOnOrder(product) > 0 ? 'No date' : 'No order'}</span>;
}

interface RowsProps {
  items: readonly ShortProduct[];
  choice: Choice;
  /** What is known of a SKU's future besides the orders that wait for it, which the row says. */
  lifeOf: (product: ShortProduct) => Lifecycle | undefined;
}

/** The client’s orders that wait for a SKU. */
const waitingOrders = (account: ShortAccount, { sku }: ShortProduct): string =>
  `/admin/orders#${new URLSearchParams({ search: sku, account_id: String(account.id), short: '1' })}`;

function Rows({ account, items, choice, lifeOf }: { account: ShortAccount } & RowsProps) {
  const { name } = account;
  // Beside what the choice makes, the table is narrower. The name of the product is read in full, so the terms go below it.
  const isNarrow = useMedia(choice.chosen.size > 0 ? '(width < 1640px)' : '(width < 1280px)');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="scroll shortfall-table" aria-label={`${name}, table`} tabIndex={0}>
      <table className="table dense">
        <caption className="sr">What is short for {name}</caption>
        <colgroup>
          <col style={{ width: 44 }} />
          <col />
          <col style={{ width: 76 }} />
          <col style={{ width: 48 }} />
          <col style={{ width: 52 }} />
          <col style={{ width: 48 }} />
          <col style={{ width: 76 }} />
          <col style={{ width: 76 }} />
          <col style={{ width: 92 }} />
          {!isNarrow && <col style={{ width: '31%' }} />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Choose</span>
            </th>
            <th scope="col">Product</th>
            <th scope="col">Waiting</th>
            {['Days', 'Short', 'Free', 'On order'].map((heading) => (
              <th scope="col" className="num" key={heading}>
                {heading}
              </th>
            ))}
            <th scope="col">Due</th>
            <th scope="col" className="num">
              To order
            </th>
            {!isNarrow && <th scope="col">Terms and supplier</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((product) => (
            <Fragment key={product.id}>
              <tr aria-selected={choice.chosen.has(product.id)} className={isNarrow || hasLifecycle(lifeOf(product)) ? 'with-more' : undefined}>
                <td>
                  <ProductTick product={product} choice={choice} />
                </td>
                <td>
                  <span className="line">
                    <GarmentTile media={product.media} alt="" colour={product.colour_hex} size={24} />
                    <Link className="cut" to={`/admin/stock/${product.id}`} title={`${product.sku}, ${nameOf(product)}`}>
                      <strong>{sizeOf(product)}</strong> {nameOf(product)}
                    </Link>
                  </span>
                </td>
                <td className="sub">
                  <Link to={waitingOrders(account, product)}>{countText(product.orders_count, 'order')}</Link>
                </td>
                <td className="num sub">{product.days}</td>
                <td className="num strong">{product.current_shortfall_qty}</td>
                <td className="num sub">{product.qty_free}</td>
                <td className="num sub">{qtyOnOrder(product)}</td>
                <td className="sub">
                  <Due product={product} />
                </td>
                <td className="num">
                  <ToOrder product={product} choice={choice} />
                </td>
                {!isNarrow && (
                  <td className="sub cut" title={termsTitle(product, choice)}>
                    <Terms product={product} choice={choice} />
                  </td>
                )}
              </tr>
              {(isNarrow || hasLifecycle(lifeOf(product))) && (
                <tr className="more">
                  <td />
                  <td colSpan={isNarrow ? 8 : 9} className="small">
                    {isNarrow && <Terms product={product} choice={choice} />}
                    <LifecycleLine of={lifeOf(product)} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards({ items, choice, lifeOf }: RowsProps) {
  return (
    <ul className="rows">
      {items.map((product) => (
        <li key={product.id} className="shortfall-item">
          <ProductTick product={product} choice={choice} />
          <div className="grow">
            <div className="line">
              <span className="cut">
                <strong>{sizeOf(product)}</strong> {nameOf(product)}
              </span>
              <strong className="push nowrap shortfall-fixed">{product.current_shortfall_qty} short</strong>
            </div>
            <div className="line sub">
              {countText(product.days, 'day')}, {qtyOnOrder(product)} on order
              <span className="push nowrap shortfall-fixed line">
                To order <ToOrder product={product} choice={choice} />
              </span>
            </div>
            <p className="sub">
              <Terms product={product} choice={choice} />
            </p>
            <LifecycleLine of={lifeOf(product)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The SKUs that are short for one client, a page at a time. */
export function ShortProducts({ account, filter, choice }: { account: ShortAccount; filter: object; choice: Choice }) {
  const isPhone = useIsPhone();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['shortfall', 'products', account.id, filter, page],
    queryFn: ({ signal }) => readShortProducts(account.id, { ...filter, page }, signal),
    placeholderData: keepPreviousData,
  });
  const lifecycles = useLifecycles(query.data?.items.map(({ id }) => id) ?? []);
  const lifeOf = ({ id }: ShortProduct) => lifecycleBesides(lifecycles.get(id), { orders_waiting: true });
  return (
    <Loaded query={query} noun="shortfall">
      {({ items, last_page, total }) => {
        const ids = items.filter(canOrder).map(({ id }) => id);
        return (
          <>
            {ids.length > 0 && (
              <div className="in-card line">
                <Tick checked={ids.every((id) => choice.chosen.has(id))} onChange={({ target }) => choice.choose(ids, target.checked)}>
                  Choose all that {account.name} needs
                </Tick>
                <span className="push">
                  <ExportMenu path={`/admin/reports/shortfall/${account.id}/export`} query={filter} />
                </span>
              </div>
            )}
            {isPhone ? (
              <Cards items={items} choice={choice} lifeOf={lifeOf} />
            ) : (
              <Rows account={account} items={items} choice={choice} lifeOf={lifeOf} />
            )}
            {last_page > 1 && (
              <div className="in-card">
                <Pager
                  label={`Pages of ${account.name}`}
                  noun={['product', 'products']}
                  page={page}
                  last={last_page}
                  total={total}
                  onPage={setPage}
                />
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

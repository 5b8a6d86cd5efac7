import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type Return, readReturn } from './client.ts';
import { StatusBadge } from './status-badge.tsx';
import './returns.css';

/** One return: what was sent back, why, and what was decided. It is only read. */
export default function ReturnDetail() {
  const { id = '' } = useParams();
  const isPhone = useIsPhone();
  const query = useQuery({ queryKey: ['returns', 'one', id], queryFn: ({ signal }) => readReturn(id, signal) });
  const found = query.data;
  return (
    <Page
      title={
        found ? (
          <>
            Return <span className="code">{found.return_number}</span>
          </>
        ) : (
          'Return'
        )
      }
      name={found ? `Return ${found.return_number}` : 'Return'}
      back="/returns"
      sub={found && `Order ${found.order.order_number}`}
      primary={
        <ButtonLink to="/returns" className={isPhone ? 'grow' : undefined}>
          Back to Returns
        </ButtonLink>
      }
    >
      <Loaded query={query} noun="return" waiting={<SkeletonText lines={8} />}>
        {(one) => <Sent one={one} />}
      </Loaded>
    </Page>
  );
}

const piecesOf = (one: Return, of: 'qty_requested' | 'qty_approved'): number => one.lines.reduce((sum, line) => sum + line[of], 0);

/** Pence that the approved pieces are worth; null where prices are not to be seen. */
const creditOf = (one: Return): number | null =>
  one.lines.reduce<number | null>(
    (sum, { line, qty_approved }) => (sum === null || line.unit_price === null ? null : sum + qty_approved * line.unit_price),
    0,
  );

function Sent({ one }: { one: Return }) {
  const credit = creditOf(one);
  return (
    <div className="return">
      <section className="return-standing" aria-label="Status">
        <div className="line">
          <StatusBadge status={one.status} />
          <span className="note push nowrap">
            <DateText value={one.finalised_at ?? one.created_at} form="moment" />
          </span>
        </div>
        <p className="return-words">
          {one.is_finalised
            ? `${piecesOf(one, 'qty_approved')} of ${countText(piecesOf(one, 'qty_requested'), 'item')} approved`
            : `${countText(piecesOf(one, 'qty_requested'), 'item')}, waiting to be checked`}
        </p>
        {one.is_finalised && credit !== null && credit > 0 && <p className="sub">{formatMoney(credit)} ex VAT is credited.</p>}
        {one.approver_comments && (
          <Banner live={false}>
            <p className="strong">{one.approver?.name ?? 'Kitroom'} says</p>
            <p className="return-comments">{one.approver_comments}</p>
          </Banner>
        )}
      </section>
      <section className="card">
        <header>
          <h2>What was sent back</h2>
        </header>
        <ul className="rows">
          {one.lines.map(({ id, line, product, reason, qty_requested, qty_approved }) => (
            <li key={id} className="return-row">
              <GarmentTile media={product.media} alt="" colour={product.attributes.colour_hex} size={56} />
              <div className="grow">
                <p className="cut return-product" title={line.product_name}>
                  {line.product_name}
                </p>
                <p className="sub line">
                  {sizeOf(product.attributes) && <strong className="nowrap">{sizeOf(product.attributes)}</strong>}
                  <span className="cut">{product.attributes.variation_colour}</span>
                </p>
                <p className="note return-about">
                  {line.employee.name} · {reason.description}
                </p>
                {line.decoration && <p className="note return-about">{line.decoration}</p>}
              </div>
              <div className="num">
                <p>{one.is_finalised ? `${qty_approved} of ${qty_requested}` : `× ${qty_requested}`}</p>
                {one.is_finalised && <p className="note">approved</p>}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <header>
          <h2>About this return</h2>
        </header>
        <dl className="facts in-card return-facts">
          <dt>Order</dt>
          <dd>
            <Link className="code" to={`/orders/${one.order.uuid}`}>
              {one.order.order_number}
            </Link>
          </dd>
          <dt>Submitted</dt>
          <dd>
            <DateText value={one.created_at} form="moment" />
          </dd>
          <dt>Creator</dt>
          <dd>{one.creator.name}</dd>
          {one.finalised_at && (
            <>
              <dt>Decided</dt>
              <dd>
                <DateText value={one.finalised_at} form="moment" />
                {one.approver && `, ${one.approver.name}`}
              </dd>
            </>
          )}
          {one.customer_comments && (
            <>
              <dt>Comments</dt>
              <dd className="return-comments">{one.customer_comments}</dd>
            </>
          )}
        </dl>
      </section>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { SendBack } from '../api/send-back.tsx';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Return } from './client.ts';
import { ReturnRow } from './return-row.tsx';
import { StatusBadge } from './status-badge.tsx';
import './returns.css';

const piecesOf = (one: Return, of: 'qty_requested' | 'qty_approved'): number => one.lines.reduce((sum, line) => sum + line[of], 0);

/** The value of the approved items in pence; null if prices are not shown. */
const creditOf = (one: Return): number | null =>
  one.lines.reduce<number | null>(
    (sum, { line, qty_approved }) => (sum === null || line.unit_price === null ? null : sum + qty_approved * line.unit_price),
    0,
  );

/** What happened to a line's items, as far as the reader may know. */
const fateWords = ({ outcome, came_back, qty_approved, exchange_product, qty_written_off, qty_exchanged }: Return['lines'][number]): string => {
  const written = qty_written_off === null ? '' : `, ${qty_written_off} written off`;
  if (qty_approved === 0) return 'approved';
  if (exchange_product) {
    const size = sizeOf(exchange_product.attributes);
    return `${qty_exchanged === null ? '' : `${qty_exchanged} `}exchanged${size ? ` for ${size}` : ''}${outcome === 'exchange' && came_back === 'write_off' ? ', written off' : written}`;
  }
  return outcome === 'write_off' ? 'written off' : `approved${written}`;
};

interface ReturnSheetProps {
  one: Return;
  orderHref: string;
  exchangeHref: (uuid: string) => string;
  /** What can be done with the return, under where it goes. */
  children?: ReactNode;
}

/** A return for reading: what was returned, why, and what was decided. */
export function ReturnSheet({ one, orderHref, exchangeHref, children }: ReturnSheetProps) {
  const credit = creditOf(one);
  return (
    <div className="return">
      <section className="return-standing" aria-label="Status">
        <div className="line">
          <StatusBadge status={one.status} />
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
      {one.send_back && <SendBack send_back={one.send_back} returns={[one]} />}
      {children}
      <section className="card">
        <header>
          <h2>{one.is_finalised ? 'What was sent back' : 'What is to go back'}</h2>
        </header>
        <ul className="rows">
          {one.lines.map((line) => (
            <ReturnRow key={line.id} of={line}>
              <div className="num">
                <p>{one.is_finalised ? `${line.qty_approved} of ${line.qty_requested}` : `× ${line.qty_requested}`}</p>
                {one.is_finalised && <p className="note">{fateWords(line)}</p>}
                {!one.is_finalised && line.exchange_product && <p className="note">for {sizeOf(line.exchange_product.attributes) ?? 'another'}</p>}
              </div>
            </ReturnRow>
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
            <Link className="code" to={orderHref}>
              {one.order.order_number}
            </Link>
          </dd>
          <dt>Submitted</dt>
          <dd>
            <DateText value={one.created_at} form="moment" />
          </dd>
          <dt>Creator</dt>
          <dd>{one.creator.name}</dd>
          {one.exchange_order && (
            <>
              <dt>Exchange</dt>
              <dd>
                <Link className="code" to={exchangeHref(one.exchange_order.uuid)}>
                  {one.exchange_order.order_number}
                </Link>
              </dd>
            </>
          )}
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

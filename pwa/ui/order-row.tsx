import './order-row.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { GarmentTile } from './garment-tile.tsx';
import { RequiredBy } from './required-by.tsx';
import { useTapGuard } from './tap-guard.ts';
import { useGrowing } from './use-growing.ts';

export interface OrderRowProps {
  href: string;
  order_number: string;
  account: string;
  /** Where the order goes, and other facts that distinguish it. */
  about?: ReactNode;
  /** The day by which the client needs it, and what the client wrote about it. */
  required_on?: string | null;
  notes?: string | null;
  /** What a person has to know before they start the order. */
  badges?: ReactNode;
  /** The order's different garments; the first three are shown. */
  garments?: readonly { id: number; picture_url: string | null; colour_hex: string | null }[];
  /** A number of items, and out of how many (`of`). */
  count: number;
  of?: number;
  unit: string;
  /** True if the order belongs to the signed-in person. */
  isMine?: boolean;
  /** The action on the order, as a button. */
  action: ReactNode;
}

/** A list of orders on the floor; a long list is rendered only as far as somebody scrolls. */
export function OrderRows<Order extends { id: number }>({
  orders,
  children,
  className,
}: {
  orders: readonly Order[];
  children: (order: Order) => ReactNode;
  className: string;
}) {
  const { drawn, end } = useGrowing<HTMLLIElement>(orders.length);
  const list = useTapGuard<HTMLUListElement>(orders.map(({ id }) => id).join());
  return (
    <ul ref={list} className={classNames('rows bg-surface border-line', className)}>
      {orders.slice(0, drawn).map(children)}
      {drawn < orders.length && <li ref={end} aria-hidden="true" />}
    </ul>
  );
}

/** An order in a list of the floor, with its one action. */
export function OrderRow({
  href,
  order_number,
  account,
  about,
  required_on,
  notes,
  badges,
  garments = [],
  count,
  of,
  unit,
  isMine,
  action,
}: OrderRowProps) {
  return (
    <li className={classNames('order-row', isMine && 'mine')}>
      <div className="grow">
        <div className="line flex-wrap">
          <Link to={href} className="code strong order-number">
            {order_number}
          </Link>
          <RequiredBy day={required_on} />
          {badges}
        </div>
        <p className="cut" title={account}>
          {account}
        </p>
        {about && <p className="order-place sub">{about}</p>}
        {notes && (
          <p className="order-about" title={notes}>
            <span className="note">Notes</span> {notes}
          </p>
        )}
      </div>
      <div className="line tiles" aria-hidden="true">
        {garments.slice(0, 3).map(({ id, picture_url, colour_hex }) => (
          <GarmentTile key={id} media={picture_url ? [{ url: picture_url }] : null} colour={colour_hex} alt="" size={48} />
        ))}
      </div>
      <div className="num order-count">
        <strong>
          {count}
          {of !== undefined && <span className="note"> / {of}</span>}
        </strong>
        <p className="note small">{unit}</p>
      </div>
      {action}
    </li>
  );
}

import { useState } from 'react';
import { groupBy } from '../../shared/group-by.ts';
import type { PurchaseOrder, PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { NotDecoratedDialog } from './not-decorated-dialog.tsx';
import { SendOutDialog } from './send-out-dialog.tsx';

interface Decoration {
  key: string;
  /** The clothing set whose decoration is applied; null if none is chosen. */
  set: string | null;
  decoration: string | null;
  lines: number;
  qty_ordered: number;
  qty_out: number;
  qty_back: number;
}

const sum = (lines: readonly PurchaseOrderLine[], of: (line: PurchaseOrderLine) => number): number => lines.reduce((all, line) => all + of(line), 0);

/** The decorations that a work order applies, each with its number of garments, in the sequence of the lines. */
function decorationsOf({ lines }: PurchaseOrder): Decoration[] {
  const withProduct = lines.filter(({ product }) => product !== null);
  return [...groupBy(withProduct, ({ clothing_set, decoration }) => `${clothing_set?.id ?? ''}:${decoration ?? ''}`)].flatMap(([key, of]) => {
    const [first] = of;
    if (!first) return [];
    const { clothing_set, decoration } = first;
    return [
      {
        key,
        set: clothing_set?.name ?? null,
        decoration,
        lines: of.length,
        qty_ordered: sum(of, (line) => line.qty_requested - line.qty_cancelled),
        qty_out: sum(of, (line) => line.qty_out),
        qty_back: sum(of, (line) => line.qty_received),
      },
    ];
  });
}

const figure = (label: string, value: number, className = '') => (
  <span className={`num work-order-figure ${className}`}>
    <small>{label} </small>
    {formatCount(value)}
  </span>
);

/**
 * The garments of a work order: which decorations they get, how many are at the decorator and how many are back; and the button that sends them out.
 */
export function WorkOrderCard({ order }: { order: PurchaseOrder }) {
  const [dialog, setDialog] = useState<'send_out' | 'not_decorated' | null>(null);
  const decorations = decorationsOf(order);
  if (decorations.length === 0) return null;
  const qty_ordered = decorations.reduce((all, one) => all + one.qty_ordered, 0);
  const mayTell = order.can.edit && order.qty_out > 0;
  return (
    <section className="card" aria-label="What this makes">
      <header>
        <h2>What this makes</h2>
        <span className="note">
          {order.is_approved && order.qty_out > 0
            ? `${countText(order.qty_out, 'item')} at the decorator`
            : `${countText(qty_ordered, 'item')} go out and come back decorated`}
        </span>
        {(order.can.send_out || mayTell) && (
          <span className="push line flex-wrap">
            {mayTell && <Button onClick={() => setDialog('not_decorated')}>Back undecorated, or lost</Button>}
            {order.can.send_out && (
              <Button look={order.qty_out === 0 ? 'primary' : undefined} onClick={() => setDialog('send_out')}>
                Send out
              </Button>
            )}
          </span>
        )}
      </header>
      <ul className="rows work-order">
        {decorations.map(({ key, set, decoration, lines, qty_ordered: ordered, qty_out, qty_back }) => (
          <li key={key}>
            <div className="grow">
              <p className="strong">{set ?? 'No clothing set chosen'}</p>
              <p className="sub work-order-decoration">{decoration ?? 'Nothing is applied'}</p>
            </div>
            <span className="note nowrap">{countText(lines, 'line')}</span>
            {figure('Ordered', ordered, 'strong')}
            {order.is_approved && figure('Out', qty_out)}
            {order.is_approved && figure('Back', qty_back, ordered > 0 && qty_back >= ordered ? 't-done' : '')}
          </li>
        ))}
      </ul>
      {dialog === 'send_out' && <SendOutDialog order={order} onClose={() => setDialog(null)} />}
      {dialog === 'not_decorated' && <NotDecoratedDialog order={order} onClose={() => setDialog(null)} />}
    </section>
  );
}

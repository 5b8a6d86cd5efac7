import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { GoodsSummary } from './goods-group.tsx';
import { printBagLabels } from './print-labels.ts';
import { remaining, type ToPutAway, type ToTote } from './receipt-screen.ts';

interface BinsProps {
  heading: string;
  items: readonly ToPutAway[];
  isDone?: boolean;
  onChoose: (product_id: number) => void;
}

/** Items that go to bins, or are in them. */
export function Bins({ heading, items, isDone = false, onChoose }: BinsProps) {
  if (items.length === 0) return null;
  const sum = items.reduce((all, one) => all + (isDone ? one.qty_placed : remaining(one)), 0);
  return (
    <>
      <header>
        <h2>{heading}</h2>
        <span className="push note">
          {countText(items.length, 'SKU')} · {countText(sum, 'item')}
        </span>
      </header>
      <ul className="rows">
        {items.map((item) => {
          const where = isDone ? item.bins.map(({ bin, qty }) => `${qty} in ${bin}`).join(', ') : `bin ${item.bin ?? 'not chosen yet'}`;
          const content = (
            <>
              <GoodsSummary line={item.line} about={where} />
              {isDone ? (
                <Badge tone="done" icon="check">
                  {item.qty_placed} / {item.qty}
                </Badge>
              ) : (
                <span className="num goods-qty">
                  <strong>{remaining(item)}</strong>
                </span>
              )}
            </>
          );
          return (
            <li key={item.product_id}>
              {isDone ? (
                content
              ) : (
                <button type="button" className="goods-row" onClick={() => onChoose(item.product_id)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface TotesProps {
  totes: readonly ToTote[];
  /** The order in view. */
  current: string | null;
  onChoose: (order_number: string) => void;
  onTote: (order: ToTote, tote: string) => void;
}

/** The orders for which the delivery has brought items. */
export function Totes({ totes, current, onChoose, onTote }: TotesProps) {
  if (totes.length === 0) return null;
  return (
    <>
      <header>
        <h2>Totes</h2>
        <span className="push note">{countText(totes.length, 'order')}</span>
      </header>
      <ul className="rows">
        {totes.map((one) => {
          const { tote } = one;
          return (
            <li key={one.order_number} className="tote-row" aria-current={one.order_number === current || undefined}>
              <span className={`bin tote${tote ? '' : ' vacant'}`}>{tote ?? 'Tote?'}</span>
              <div className="grow">
                <p>
                  <strong className="code">{one.order_number}</strong> {one.wearers.join(', ')}
                </p>
                <p className="sub goods-about">
                  {tote ? `${one.qty_placed} of ${countText(one.qty, 'item')} in it` : `${countText(one.qty, 'item')}, no tote yet`} ·{' '}
                  <button type="button" className="link" onClick={() => void printBagLabels(one.order_number)}>
                    Bag labels<span className="sr"> of order {one.order_number}</span>
                  </button>
                </p>
              </div>
              {one.qty_placed >= one.qty ? (
                <Badge tone="done" icon="check">
                  To picking
                </Badge>
              ) : (
                one.order_number !== current &&
                (tote ? (
                  <Button onClick={() => onTote(one, tote)}>In the tote</Button>
                ) : (
                  <Button onClick={() => onChoose(one.order_number)}>
                    Choose a tote<span className="sr"> for order {one.order_number}</span>
                  </Button>
                ))
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

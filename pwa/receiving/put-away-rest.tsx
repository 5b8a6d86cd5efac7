import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { GoodsSummary } from './goods-group.tsx';
import { printBagLabels } from './print-labels.ts';
import { putAllAway } from './put-away.ts';
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

/** The orders whose items the delivery brought. */
export function Totes({ totes, receipt }: { totes: readonly ToTote[]; receipt: string }) {
  if (totes.length === 0) return null;
  const inTote = (one: ToTote): void => {
    const { tote } = one;
    if (tote === null) return;
    void putAllAway(one.items.map(({ product_id, order_line_id, qty }) => ({ receipt, product_id, order_line_id, qty, tote }))).then(showRefusal);
  };
  return (
    <>
      <header>
        <h2>Totes</h2>
        <span className="push note">{countText(totes.length, 'order')}</span>
      </header>
      <ul className="rows">
        {totes.map((one) => (
          <li key={one.order_number} className="tote-row">
            <span className={`bin tote${one.tote ? '' : ' empty'}`}>{one.tote ?? 'Tote?'}</span>
            <div className="grow">
              <p className="cut">
                <strong className="code">{one.order_number}</strong> {one.wearers.join(', ')}
              </p>
              <p className="sub goods-about">
                {one.qty_placed} of {countText(one.qty, 'item')} {one.tote ? 'in it' : 'has no tote yet'} ·{' '}
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
              one.tote && <Button onClick={() => inTote(one)}>In the tote</Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

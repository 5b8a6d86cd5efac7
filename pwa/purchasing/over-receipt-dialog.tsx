import { amountOf } from '../../shared/money.ts';
import type { PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatMoney } from '../ui/money.tsx';
import { ProductWords } from './order-lines.tsx';

/** A line of which more arrives than was ordered. */
export interface OverLine {
  line: PurchaseOrderLine;
  qty_new: number;
  qty_over: number;
}

interface OverReceiptDialogProps {
  over: readonly OverLine[];
  seesCosts: boolean;
  onReceiveAll: () => void;
  onReceiveOrdered: () => void;
  onClose: () => void;
}

/** Asks about items that were not ordered: receive all items, receive only the ordered ones, or count again. */
export function OverReceiptDialog({ over, seesCosts, onReceiveAll, onReceiveOrdered, onClose }: OverReceiptDialogProps) {
  const qty_over = over.reduce((sum, one) => sum + one.qty_over, 0);
  const qty_new = over.reduce((sum, one) => sum + one.qty_new, 0);
  const cost = over.reduce((sum, one) => sum + amountOf(one.qty_over, one.line.unit_price_tenths), 0);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Receive ${formatCount(qty_over)} more than ordered?`}
      icon={{ name: 'alert', tone: 'warn' }}
      width={560}
      actions={
        <>
          <Button className="purchase-send-back" onClick={onReceiveOrdered}>
            Receive {formatCount(qty_new - qty_over)}, send {formatCount(qty_over)} back
          </Button>
          <Button look="primary" onClick={onClose}>
            Count again
          </Button>
          <Button onClick={onReceiveAll}>Receive all {formatCount(qty_new)}</Button>
        </>
      }
    >
      <div className="flow">
        <ul className="purchase-over">
          {over.map(({ line, qty_new: arriving, qty_over: more }) => (
            <li key={line.id} className="card">
              <div className="purchase-product">
                <ProductWords product={line.product} />
              </div>
              <dl>
                {[
                  ['Ordered', line.qty_requested - line.qty_cancelled],
                  ['Received', line.qty_received],
                  ['Now', arriving],
                ].map(([label, qty]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{formatCount(Number(qty))}</dd>
                  </div>
                ))}
                <div className="purchase-too-many">
                  <dt>Over</dt>
                  <dd>{formatCount(more)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
        <p>
          All {formatCount(qty_new)} go into stock.
          {seesCosts &&
            cost > 0 &&
            ` The supplier may invoice the ${countText(qty_over, 'item')} that ${qty_over === 1 ? 'was' : 'were'} not ordered: ${formatMoney(cost)}.`}
        </p>
      </div>
    </Dialog>
  );
}

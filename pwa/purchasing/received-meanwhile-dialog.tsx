import type { PurchaseOrder, PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProductWords } from './order-lines.tsx';

interface ChangedLine {
  line: PurchaseOrderLine;
  /** The quantities before somebody else's change. */
  qty_received: number;
  qty_cancelled: number;
}

/** The lines whose received or cancelled quantity has changed. Each has the line of `now` and the two quantities of the line in `before`. */
export const changedLines = (before: PurchaseOrder, now: PurchaseOrder): ChangedLine[] =>
  now.lines.flatMap((line) => {
    const { qty_received = 0, qty_cancelled = 0 } = before.lines.find(({ id }) => id === line.id) ?? {};
    return qty_received === line.qty_received && qty_cancelled === line.qty_cancelled ? [] : [{ line, qty_received, qty_cancelled }];
  });

interface ReceivedMeanwhileDialogProps {
  before: PurchaseOrder;
  now: PurchaseOrder;
  onReceive: () => void;
  onClose: () => void;
}

/** Asks whether this delivery differs from the one that somebody else has received meanwhile: no delivery may enter stock twice. */
export function ReceivedMeanwhileDialog({ before, now, onReceive, onClose }: ReceivedMeanwhileDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${now.our_reference} has changed meanwhile`}
      icon={{ name: 'alert', tone: 'warn' }}
      width={560}
      actions={
        <>
          <Button look="primary" onClick={onClose}>
            Count again
          </Button>
          <Button onClick={onReceive}>It is another delivery: receive it too</Button>
        </>
      }
    >
      <div className="flow">
        <p>Nothing of your delivery is received yet. Somebody else may have received it already.</p>
        <ul className="purchase-over">
          {changedLines(before, now).map(({ line, qty_received, qty_cancelled }) => (
            <li key={line.id} className="card">
              <div className="purchase-product">
                <ProductWords product={line.product} />
              </div>
              <dl>
                {[
                  ['Ordered', formatCount(line.qty_requested)],
                  ['Received', change(qty_received, line.qty_received)],
                  ['Cancelled', change(qty_cancelled, line.qty_cancelled)],
                ].map(([label, text]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

const change = (from: number, to: number): string => (from === to ? formatCount(to) : `${formatCount(from)} → ${formatCount(to)}`);

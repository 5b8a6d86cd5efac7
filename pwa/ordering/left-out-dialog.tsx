import { type LeftOutReason, leftOutWords } from '../../shared/ordering/reorder.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import './review.css';

export interface LeftOut {
  employee: { id: number; name: string };
  product_name: string;
  quantity: number;
  reason: LeftOutReason;
}

interface LeftOutDialogProps {
  order_number: string;
  left_out: readonly LeftOut[];
  onClose: () => void;
  onGo: () => void;
}

/** The lines of an earlier order that could not be ordered again, and why. */
export function LeftOutDialog({ order_number, left_out, onClose, onGo }: LeftOutDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      icon={{ name: 'alert', tone: 'warn' }}
      title={`${countText(left_out.length, 'line')} left out`}
      description={`The rest is in draft ${order_number}.`}
      actions={
        <>
          <Button onClick={onClose}>Stay here</Button>
          <Button look="primary" onClick={onGo}>
            Go to order {order_number}
          </Button>
        </>
      }
    >
      <ul className="rows panel-rows left-out">
        {left_out.map(({ employee, product_name, quantity, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and the list never changes
          <li key={place}>
            <div className="grow">
              <p className="line-product">
                {quantity} × {product_name}
              </p>
              <p className="sub">{employee.name}</p>
              <p className="note">{leftOutWords[reason]}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Due } from './due.tsx';
import { deliveryWords, type OrderToReceive } from './goods.ts';

interface ChooseOrderProps {
  title: string;
  description: string;
  orders: readonly OrderToReceive[];
  onClose: () => void;
  onChoose: (order: OrderToReceive) => void;
}

/** Asks to which purchase order an item belongs; the order that is due earliest comes first. */
export const ChooseOrder = ({ title, description, orders, onClose, onChoose }: ChooseOrderProps) => (
  <Sheet open onClose={onClose} title={title} description={description}>
    <ul className="card rows">
      {orders.map((order) => (
        <li key={order.id}>
          <button type="button" className="goods-choice" onClick={() => onChoose(order)}>
            <span className="grow">
              <span className="line">
                <strong className="code">{order.our_reference}</strong> <Due order={order} />
              </span>
              <span>{deliveryWords(order)}</span>
            </span>
            <span className="note">{countText(order.qty_open, 'item')} to come</span>
            <Icon name="next" />
          </button>
        </li>
      ))}
    </ul>
  </Sheet>
);

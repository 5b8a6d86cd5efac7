import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { Button } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import type { Line, Order } from './client.ts';
import { exchangeableLines } from './exchangeable-lines.ts';
import { lineName } from './order-lines.tsx';
import { Panel } from './panel.tsx';
import './exchange.css';

interface ChooseExchangeLineProps {
  order: Order;
  onChoose: (line: Line) => void;
  /** Opens the form that returns several items at once. */
  onReturn: () => void;
  onClose: () => void;
}

/** The items of an order that were sent: one of them is returned or exchanged. */
export function ChooseExchangeLine({ order, onChoose, onReturn, onClose }: ChooseExchangeLineProps) {
  return (
    <Panel title="Which item?" tall={false} onClose={onClose} actions={<Button onClick={onReturn}>Return several</Button>}>
      <ul className="card rows">
        {exchangeableLines(order).map((line) => (
          <li key={line.id}>
            <button
              type="button"
              className="line exchange-item"
              aria-label={`${lineName(line)}, ${line.employee.name}`}
              onClick={() => onChoose(line)}
            >
              <GarmentTile media={line.product.media} alt="" colour={line.product.attributes.colour_hex} size={48} />
              <span className="grow exchange-item-words">
                <span className="cut">
                  <strong>{sizeOf(line.product.attributes)}</strong> {line.product_name}
                </span>
                <span className="note cut">{[line.product.attributes.variation_colour, line.employee.name].filter(Boolean).join(' · ')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

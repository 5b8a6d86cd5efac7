import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import type { Line, Order } from './client.ts';
import { LineGone } from './line-gone.tsx';
import { NotOffered } from './not-offered.tsx';
import { useProducts } from './order-data.ts';
import { Panel } from './panel.tsx';
import { ProductPanel } from './product-panel.tsx';
import { isOfStyle } from './style.ts';
import { useUndoCorrection } from './use-undo-correction.ts';

/** The size chooser for a line without a size, and for a line that is corrected. */
export function ChooseSize({ order, label, close }: { order: Order; label: string; close: () => void }) {
  const undoable = useUndoCorrection(order);
  const [kind, id] = label.split('=');
  if (kind !== 'line' || !(order.can.choose_size || order.can.correct_lines)) return null;
  const line = order.lines.find((one) => one.id === Number(id));
  return line ? <OfLine key={line.id} order={order} line={line} onCorrected={undoable} onClose={close} /> : <LineGone onClose={close} />;
}

interface OfLineProps {
  order: Order;
  line: Line;
  onCorrected: (before: Line, after: Line) => void;
  onClose: () => void;
}

function OfLine({ order, line, onCorrected, onClose }: OfLineProps) {
  const products = useProducts(order, line.employee.id);
  if (!products.data)
    return (
      <Panel title={line.product_name} description={`for ${line.employee.name}`} onClose={onClose}>
        <Loaded query={products} noun="sizes" waiting={<SkeletonText lines={6} />}>
          {() => null}
        </Loaded>
      </Panel>
    );
  const style = products.data.items.find((one) => isOfStyle(line, one));
  if (!style) return <NotOffered order={order} line={line} onClose={onClose} />;
  return (
    <ProductPanel order={order} wearer={line.employee} style={style} line={line} mayLeaveSize={false} onCorrected={onCorrected} onClose={onClose} />
  );
}

import type { Order } from './client.ts';
import { useProducts } from './order-data.ts';
import { ProductPanel } from './product-panel.tsx';
import { isOfStyle } from './style.ts';

/** The size chooser for a line that went without one. */
export function ChooseSize({ order, shown, close }: { order: Order; shown: string; close: () => void }) {
  const [kind, id] = shown.split('=');
  const line = kind === 'line' ? order.lines.find((one) => one.id === Number(id)) : undefined;
  const products = useProducts(order, line?.employee.id);
  const style = line && products.data?.items.find((one) => isOfStyle(line, one));
  if (!line || !style || !order.can.choose_size) return null;
  return <ProductPanel order={order} wearer={line.employee} style={style} line={line} mayLeaveSize={false} onClose={close} />;
}

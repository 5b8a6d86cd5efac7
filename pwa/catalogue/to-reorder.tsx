import { suggestReorder } from '../../shared/purchasing/reorder-point.ts';
import { OrderQtyField } from '../ui/order-qty-field.tsx';
import type { ReorderProduct } from './client.ts';

/** The quantities that a person has chosen for SKUs, in place of those that bring them back to their reorder points. */
export interface ChosenQuantities {
  of: ReadonlyMap<number, number>;
  /** Sets the quantity of a SKU; null is the suggested one. */
  set: (id: number, quantity: number | null) => void;
  /** Chooses a SKU to be ordered. */
  choose: (id: number) => void;
}

/** How many items of a SKU are ordered: the suggested quantity, or the chosen one, rounded to what the supplier sells. */
export const toReorder = (row: ReorderProduct, quantity: number | undefined) => suggestReorder(row, row, { quantity });

/** The field for the quantity of a SKU to order. A typed quantity is rounded to what the supplier sells. Typing chooses the SKU. */
export function ToReorder({ row, quantities }: { row: ReorderProduct; quantities: ChosenQuantities }) {
  const suggested = toReorder(row, undefined).ordered;
  if (!row.supplier || suggested === 0) return <span className="note">{suggested}</span>;
  return (
    <OrderQtyField
      className="reorder-typed"
      sku={row.sku}
      quantity={toReorder(row, quantities.of.get(row.id)).ordered}
      onTyping={() => quantities.choose(row.id)}
      onQuantity={(quantity) => quantities.set(row.id, quantity === suggested ? null : quantity)}
    />
  );
}

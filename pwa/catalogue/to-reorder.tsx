import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { suggestReorder } from '../../shared/purchasing/reorder-point.ts';
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
  const [text, setText] = useState<string | null>(null);
  const suggested = toReorder(row, undefined).ordered;
  if (!row.supplier || suggested === 0) return <span className="note">{suggested}</span>;
  const { ordered } = toReorder(row, quantities.of.get(row.id));
  const settle = (): void => {
    if (text === null) return;
    setText(null);
    const quantity = Math.min(Number(text), limits.purchase_quantity);
    if (quantity > 0) quantities.set(row.id, quantity === suggested ? null : quantity);
  };
  return (
    <input
      className="in num reorder-typed"
      inputMode="numeric"
      autoComplete="off"
      aria-label={`To order of ${row.sku}`}
      value={text ?? ordered}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ target }) => {
        setText(target.value.replace(/\D/g, '').slice(0, 6));
        // The SKU is chosen at the first key, so that the button that adds the SKU is enabled before this field is left.
        quantities.choose(row.id);
      }}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
        if (key === 'Escape') setText(null);
      }}
    />
  );
}

import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { type Choice, canOrder, orderedOf } from './choice.ts';
import type { ShortProduct } from './client.ts';

/**
 * The field for the quantity of a SKU to order. The field proposes a quantity, and rounds a typed quantity to what the supplier sells. Typing chooses
 * the SKU.
 */
export function ToOrder({ product, choice }: { product: ShortProduct; choice: Choice }) {
  const [text, setText] = useState<string | null>(null);
  if (!canOrder(product)) return <span className="note">0</span>;
  const { ordered } = orderedOf(product, choice);
  const settle = (): void => {
    if (text === null) return;
    setText(null);
    const quantity = Math.min(Number(text), limits.purchase_quantity);
    if (quantity > 0) choice.setQuantity(product.id, quantity === product.suggested ? null : quantity);
  };
  return (
    <input
      className="in num shortfall-qty"
      inputMode="numeric"
      autoComplete="off"
      aria-label={`To order of ${product.sku}`}
      value={text ?? ordered}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ target }) => {
        setText(target.value.replace(/\D/g, '').slice(0, 6));
        // The SKU is chosen at the first key, so that the button that adds the SKU is enabled before this field is left.
        choice.choose([product.id], true);
      }}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
        if (key === 'Escape') setText(null);
      }}
    />
  );
}

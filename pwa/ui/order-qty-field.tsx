import { useState } from 'react';
import { limits } from '../../shared/limits.ts';

interface OrderQtyFieldProps {
  sku: string;
  /** How many items are ordered at present. */
  quantity: number;
  /** Called with the first key, so that the SKU is chosen before the field is left. */
  onTyping: () => void;
  /** Called with a typed quantity above 0 once the field is left, or on Enter. */
  onQuantity: (quantity: number) => void;
  className: string;
}

const LONGEST = String(limits.purchase_quantity).length;

/** The field for the quantity of a SKU to order from its supplier. Escape restores the quantity. */
export function OrderQtyField({ sku, quantity, onTyping, onQuantity, className }: OrderQtyFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const settle = (): void => {
    if (text === null) return;
    setText(null);
    const typed = Math.min(Number(text), limits.purchase_quantity);
    if (typed > 0) onQuantity(typed);
  };
  return (
    <input
      className={`in num ${className}`}
      inputMode="numeric"
      autoComplete="off"
      aria-label={`To order of ${sku}`}
      value={text ?? quantity}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ target }) => {
        setText(target.value.replace(/\D/g, '').slice(0, LONGEST));
        onTyping();
      }}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
        if (key === 'Escape') setText(null);
      }}
    />
  );
}

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

/** The quantity fields of a page: Enter goes from each to the next, as in a column of prices. */
const FIELDS = 'input[data-order-qty]';
function focusNext(field: HTMLInputElement): void {
  const all = [...document.querySelectorAll<HTMLInputElement>(FIELDS)];
  all[all.indexOf(field) + 1]?.focus();
}

/** The field for the quantity of a SKU to order from its supplier. Enter goes to the next field of the page; Escape restores the quantity. */
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
      data-order-qty
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
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') {
          settle();
          focusNext(currentTarget);
        }
        if (key === 'Escape') setText(null);
      }}
    />
  );
}

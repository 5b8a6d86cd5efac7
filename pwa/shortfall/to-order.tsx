import { OrderQtyField } from '../ui/order-qty-field.tsx';
import { type Choice, canOrder, orderedOf } from './choice.ts';
import type { ShortProduct } from './client.ts';

/**
 * The field for the quantity of a SKU to order. The field proposes a quantity, and rounds a typed quantity to what the supplier sells. Typing chooses
 * the SKU.
 */
export function ToOrder({ product, choice }: { product: ShortProduct; choice: Choice }) {
  if (!canOrder(product)) return <span className="note">0</span>;
  return (
    <OrderQtyField
      className="shortfall-qty"
      sku={product.sku}
      quantity={orderedOf(product, choice).ordered}
      onTyping={() => choice.choose([product.id], true)}
      onQuantity={(quantity) => choice.setQuantity(product.id, quantity === product.suggested ? null : quantity)}
    />
  );
}

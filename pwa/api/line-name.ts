import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { Order } from './order-changes.ts';

type Line = Order['lines'][number];

/** The size, name, colour and SKU of a line's product, as a row shows them. */
export function lineWords(line: Pick<Line, 'product' | 'product_name' | 'picked_product' | 'is_size_selected'>) {
  const { attributes, parent, sku } = line.product;
  return {
    size: line.is_size_selected ? sizeOf(attributes) : null,
    name: parent?.name ?? line.product_name,
    colour: attributes.variation_colour,
    sku: line.picked_product?.sku ?? sku,
  };
}

/** A line in one phrase: "Softshell Jacket L, Navy". */
export function lineName(line: Parameters<typeof lineWords>[0]): string {
  const { size, name, colour } = lineWords(line);
  return `${[name, size].filter(Boolean).join(' ')}${colour ? `, ${colour}` : ''}`;
}

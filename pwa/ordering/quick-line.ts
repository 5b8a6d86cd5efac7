import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { lacksDecoration } from '../../shared/ordering/usual.ts';
import type { SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import type { Line, Style, WearerUsual } from './client.ts';
import { opensWith } from './style.ts';

/** A product that one tap adds, because its size and decoration are known. */
export interface QuickLine {
  product_id: number;
  size: string | null;
  quantity: number;
  /** Empty if the product is not decorated. */
  decoration: string;
}

/** The decoration for a style: none, the only one, or the one that the order already has; null if somebody has to choose it. */
function decorationFor({ decorations_for_employee: offered }: Style, lines: readonly Line[]): string | null {
  if (offered.length < 2) return offered[0] ?? '';
  return lines.findLast(({ decoration }) => decoration !== null && offered.includes(decoration))?.decoration ?? null;
}

/**
 * What one tap on the button of a style adds: the wearer's usual of the style, otherwise one in the size on file. Null if its size or its decoration
 * has to be chosen. `lines` are the lines of the order.
 */
export function quickLine(style: Style, onFile: SizeOnFile | undefined, usual: WearerUsual | undefined, lines: readonly Line[]): QuickLine | null {
  const own = usual?.lines.find(({ style_id }) => style_id === style.id);
  if (own?.is_size_selected && !lacksDecoration(own))
    return { product_id: own.product_id, size: own.size, quantity: own.quantity, decoration: own.decoration ?? '' };
  const size = opensWith(style, onFile);
  const decoration = decorationFor(style, lines);
  if (!size || decoration === null) return null;
  return { product_id: size.id, size: sizeOf(size.attributes), quantity: own?.quantity ?? 1, decoration };
}

/** Whether a tap adds the same. */
export const isSameQuickLine = (one: QuickLine | null, other: QuickLine | null): boolean =>
  one === other ||
  (one !== null && other !== null && one.product_id === other.product_id && one.quantity === other.quantity && one.decoration === other.decoration);

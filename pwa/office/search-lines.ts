import Fuse from 'fuse.js';
import { foldText } from '../../shared/folded.ts';
import { limits } from '../../shared/limits.ts';
import type { Line } from './client.ts';

/**
 * The lines that match a search, in their sequence. The search covers the employee, the product, the SKU and the picked SKU, ignores accents, and
 * finds words with one wrong letter.
 */
export function searchLines(lines: readonly Line[], text: string): readonly Line[] {
  if (!text) return lines;
  const fuse = new Fuse(lines, {
    threshold: limits.fuzzy_threshold,
    ignoreLocation: true,
    getFn: (line, path) => [Fuse.config.getFn(line, path)].flat().map((value) => foldText(String(value ?? ''))),
    keys: ['employee.name', 'product.parent.name', 'product_name', 'product.sku', 'picked_product.sku'],
  });
  const matchingIds = new Set(fuse.search(foldText(text)).map(({ item }) => item.id));
  return lines.filter(({ id }) => matchingIds.has(id));
}

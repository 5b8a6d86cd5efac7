/** The part of a line that a picker answers for. */
export interface DigestLine {
  id: number;
  product_id: number;
  qty_picked: number;
  code: string | null;
}

/**
 * What was seen when a pick, a prep or a dispatch was completed: one line per pick line in id order. Not hashed, so that the
 * server can show the difference.
 */
export const digestOf = (lines: readonly DigestLine[]): string =>
  [...lines]
    .sort((a, b) => a.id - b.id)
    .map((line) => `${line.id}:${line.product_id}:${line.qty_picked}:${line.code ?? ''}`)
    .join('\n');

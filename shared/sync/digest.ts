import type { LineDifference, SeenPart } from './refusal-facts.ts';

/** The part of a line that its picker is responsible for. */
export interface DigestLine {
  id: number;
  product_id: number;
  qty_picked: number;
  code: string | null;
}

/**
 * The lines that a person saw when they completed a pick, a prep or a dispatch: one row of text per pick line, in id order. The text is not hashed,
 * so that the server can show the differences.
 */
export const digestOf = (lines: readonly DigestLine[]): string =>
  [...lines]
    .sort((a, b) => a.id - b.id)
    .map((line) => `${line.id}:${line.product_id}:${line.qty_picked}:${line.code ?? ''}`)
    .join('\n');

const partOf = (line: string): [number, SeenPart] | null => {
  const [id, product_id, qty_picked, ...code] = line.split(':');
  const numbers = [id, product_id, qty_picked].map(Number);
  if (code.length === 0 || !numbers.every(Number.isSafeInteger)) return null;
  return [Number(id), { product_id: Number(product_id), qty_picked: Number(qty_picked), code: code.join(':') || null }];
};

const partsOf = (digest: string): Map<number, SeenPart> =>
  new Map(digest.split('\n').flatMap((line) => [partOf(line)].filter((part) => part !== null)));

/** The lines that differ between two digests, in id order; text that is not a valid line is ignored. */
export function digestDifferences(shownDigest: string, now: string): Omit<LineDifference, 'garment' | 'garment_now'>[] {
  const [before, after] = [partsOf(shownDigest), partsOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort((a, b) => a - b)
    .map((pick_line_id) => ({ pick_line_id, seen: before.get(pick_line_id) ?? null, now: after.get(pick_line_id) ?? null }))
    .filter(({ seen: was, now: is }) => was?.product_id !== is?.product_id || was?.qty_picked !== is?.qty_picked || was?.code !== is?.code);
}

import { limits } from '../limits.ts';

/** A line of a pasted list: a SKU with its quantity, or what is wrong with it. */
export type PastedSku = { sku: string; quantity: number; fault: null } | { sku: string; quantity: null; fault: string };

/** How many lines of a pasted list are read: as many as one request may add to an order. */
export const MAX_PASTED_SKUS = 200;

/** The SKU, and the quantity after a tab, a comma, a semicolon, an `x` or spaces. */
const pattern = /^(\S+?)(?:(?:\s*[\t,;]\s*|\s+(?:x\s*)?)(\S+))?$/i;

function readLine(text: string): PastedSku {
  const [, sku = '', digits = '1'] = pattern.exec(text) ?? [];
  if (sku === '') return { sku: text, quantity: null, fault: 'This is not a SKU with a quantity.' };
  const quantity = Number(digits);
  if (!/^\d+$/.test(digits) || quantity < 1 || quantity > limits.line_quantity)
    return { sku, quantity: null, fault: `“${digits}” is not a quantity from 1 to ${limits.line_quantity}.` };
  return { sku, quantity, fault: null };
}

/** Reads a pasted list with a SKU and perhaps a quantity in each line. The quantities of a SKU that is there twice are added up. */
export function readPastedSkus(text: string): PastedSku[] {
  const read = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_PASTED_SKUS)
    .map(readLine);
  const bySku = new Map<string, PastedSku>();
  for (const line of read) {
    const key = line.fault === null ? line.sku.toUpperCase() : `${line.sku} ${bySku.size}`;
    const before = bySku.get(key);
    if (line.fault === null && before?.fault === null)
      bySku.set(key, { ...before, quantity: Math.min(before.quantity + line.quantity, limits.line_quantity) });
    else bySku.set(key, line);
  }
  return [...bySku.values()];
}

import { expect, test } from 'vitest';
import { countScan, lineOfCode, qtyMissing } from '../../shared/purchasing/line-of-code.ts';

const product = (sku: string, barcode: string | null = null) => ({ sku, barcode }) as never;
const line = (id: number, facts: object) => ({
  id,
  product: null,
  supplier_sku: null,
  qty_requested: 5,
  qty_cancelled: 0,
  qty_received: 0,
  ...facts,
});
const none = () => 0;

test('the missing quantity of a line is never negative', () => {
  expect(qtyMissing({ qty_requested: 5, qty_cancelled: 1, qty_received: 3 })).toBe(1);
  expect(qtyMissing({ qty_requested: 5, qty_cancelled: 1, qty_received: 9 })).toBe(0);
});

test('a scanned code finds a line by its SKU, its barcode with or without leading zeros, or the supplier’s code', () => {
  const lines = [
    line(1, { product: product('POLO-M', '5012345678900'), supplier_sku: 'X1' }),
    line(2, { product: product('POLO-L'), supplier_sku: 'POLO-M' }),
    line(3, {}),
  ];
  const idOf = (code: string) => lineOfCode(lines, code, none)?.id;
  expect(['polo-l', '5012345678900', '05012345678900', 'x1', 'POLO-M', 'nothing'].map(idOf)).toEqual([2, 1, 1, 1, 1, undefined]);
});

test('if several lines have the scanned SKU, the first incomplete line counts the item, or the last if all are complete', () => {
  const lines = [line(1, { product: product('CAP'), qty_received: 3 }), line(2, { product: product('CAP'), qty_requested: 1 })];
  const counts = new Map<number, number>();
  const scanned = Array.from({ length: 5 }, () => {
    const found = lineOfCode(lines, 'CAP', ({ id }) => counts.get(id) ?? 0);
    if (found) counts.set(found.id, (counts.get(found.id) ?? 0) + 1);
    return found?.id;
  });
  expect(scanned).toEqual([1, 1, 2, 2, 2]);
  const complete = [1, 2, 3].map((id) => line(id, { product: product('CAP'), qty_received: 5 }));
  expect(lineOfCode(complete, 'CAP', none)?.id).toBe(3);
});

test('a scan of a carton counts all its items on the line of their SKU, and a scan of an item counts one', () => {
  const lines = [line(1, { product: product('POLO-M', '5012345678900') }), line(2, { product: product('POLO-L') })];
  const counted = (code: string) => countScan(lines, code, ({ id }) => (id === 1 ? 3 : 0));
  expect(counted('02050123456789003724')).toMatchObject({ line: { id: 1 }, count: 27 });
  expect(counted('(02)05012345678900(37)24')).toMatchObject({ line: { id: 1 }, count: 27 });
  expect(counted('(01)05012345678900(10)A7')).toMatchObject({ line: { id: 1 }, count: 4 });
  expect(counted('polo-l')).toMatchObject({ line: { id: 2 }, count: 1 });
  expect(counted('(02)05012345678917(37)24')).toBeUndefined();
});

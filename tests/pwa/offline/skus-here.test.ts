import { expect, test } from 'vitest';
import { skusInBin, skusOfCode } from '../../../pwa/offline/skus-here.ts';
import { noRows, type SyncRows } from '../../../shared/sync/floor.ts';
import type { ProductRow, PurchaseOrderLineRow, ToCountRow } from '../../../shared/sync/rows.ts';

const facts = { name: 'Classic Polo', variation_colour: 'Navy', colour_hex: null };
const toCount = (product_id: number, more: Partial<ToCountRow>): ToCountRow => ({
  ...{ ...facts, product_id, sku: `SKU-${product_id}`, size: 'M', bin: null, barcode: null, why: 'asked', since: '2026-11-19T09:00:00.000Z' },
  ...more,
});
const onOrder = (product_id: number, more: Partial<PurchaseOrderLineRow>): PurchaseOrderLineRow => ({
  ...{ ...facts, id: 10 + product_id, purchase_order_id: 1, product_id, sku: `SKU-${product_id}`, size: 'M', bin: null, barcode: null },
  ...{ qty_ordered: 5, qty_received: 0, is_open: true, due_on: null, ...more },
});
const product = (id: number, more: Partial<ProductRow>): ProductRow => ({
  ...{ ...facts, id, sku: `SKU-${id}`, variation_size_1: '34', variation_size_2: 'R', variation_all_size: null },
  ...{ bin: null, barcode: null, picture_url: null, ...more },
});
const rowsOf = (): SyncRows => ({
  ...noRows(),
  to_count: new Map([[1, toCount(1, { bin: 'A-1' })]]),
  purchase_order_line: new Map([
    [12, onOrder(2, { barcode: '5012345678900' })],
    [13, onOrder(3, { bin: 'a-1' })],
  ]),
  product: new Map([[3, product(3, { bin: 'A-1' })]]),
});
const ids = (skus: { id: number }[]): number[] => skus.map(({ id }) => id).sort();

test('a code stands for a SKU, for its barcode with or without leading zeros, or for all SKUs of a bin', () => {
  const rows = rowsOf();
  const found = (code: string): number[] => ids(skusOfCode(rows, code));
  expect([found('sku-2'), found('05012345678900'), found('A-1'), found('5012345678901')]).toEqual([[2], [2], [1, 3], []]);
});

test('an exact match of a code wins over a match of another form of the trade item number', () => {
  const products = [product(4, { sku: '05012345678900' }), product(5, { bin: '0501-2345678900' })];
  const rows: SyncRows = { ...rowsOf(), product: new Map(products.map((one) => [one.id, one])) };
  expect([skusOfCode(rows, '05012345678900'), skusOfCode(rows, '5012345678900')].map(ids)).toEqual([[4], [2]]);
  expect(ids(skusOfCode(rows, '0501-2345678900'))).toEqual([5]);
});

test('a SKU both on a purchase order and on a pick line is listed once, with the values of the pick line', () => {
  expect(skusInBin(rowsOf(), 'A-1').filter(({ id }) => id === 3)).toEqual([
    { id: 3, sku: 'SKU-3', name: 'Classic Polo', colour: 'Navy', size: '34R', bin: 'A-1', barcode: null },
  ]);
});

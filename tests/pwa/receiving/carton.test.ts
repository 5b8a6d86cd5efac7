import { expect, test } from 'vitest';
import { type OrderToReceive, ordersOfCode } from '../../../pwa/receiving/goods.ts';
import { type GoodsLine, scannedLine } from '../../../pwa/receiving/receipt-screen.ts';

const line = (id: number, barcode: string, qty_ordered = 30) => ({
  id,
  sku: `SKU-${id}`,
  name: 'Polo',
  barcode,
  is_open: true,
  qty_ordered,
  qty_received: 0,
});
const order = (id: number, lines: ReturnType<typeof line>[]): OrderToReceive =>
  ({ id, our_reference: `PO-${id}`, lines }) as unknown as OrderToReceive;
const orders = [order(1, [line(1, '5058660275035')]), order(2, [line(2, '5058663518559')]), order(3, [line(3, '05058663518559')])];
const found = (text: string): number[] => ordersOfCode(orders, text).map(({ id }) => id);

test('the code of a carton finds the purchase order of the items in it', () => {
  expect(found('02050586602750353724')).toEqual([1]);
  expect(found('10LOT7␝02050586602750353724')).toEqual([1]);
});

test('the code of a carton counts the items in it, and the code of an item counts one', () => {
  const lines = [{ key: 'a', sku: 'SKU-1', barcode: '5058660275035', qty: 2, expected: 60 } as GoodsLine];
  expect(scannedLine(lines, '02050586602750353724')).toMatchObject({ line: { key: 'a' }, qty: 26, carton: 24 });
  expect(scannedLine(lines, '05058660275035')).toMatchObject({ line: { key: 'a' }, qty: 3, carton: null });
  expect(scannedLine(lines, '02050586635185593724')).toBeNull();
});

test('a code finds only the line with exactly that code, even if another line has the same number with a leading zero', () => {
  expect(found('5058663518559')).toEqual([2]);
  expect(found('05058663518559')).toEqual([3]);
});

import { expect, test } from 'vitest';
import { coloursOfRun, type SizeRunSku, sizeRows } from '../../shared/catalogue/size-run.ts';

const sku = (id: number, colour: string | null, size_1: string | null, size_2: string | null = null, hex: string | null = null): SizeRunSku => ({
  ...{ id, sku: `S${id}`, variation_colour: colour, colour_hex: hex, variation_size_1: size_1, variation_size_2: size_2, variation_all_size: null },
  ...{ pack_size: null, min_order_qty: null, unit_cost: null, unit_cost_tenths: null, qty_free: 0, qty_on_order: 0, discontinued_at: null },
});
const idsOf = (skus: SizeRunSku[], colour: string | null) =>
  sizeRows({ skus }, colour).map(({ length, skus: row }) => [length, row.map(({ id }) => id)]);

test('the sizes of a colour are one row if they have one part, and one row for each length if they have two', () => {
  const skus = [sku(1, 'Navy', '28', 'R'), sku(2, 'Navy', '28', 'L'), sku(3, 'Navy', '30', 'R'), sku(4, 'Black', '28', 'R')];
  expect(idsOf(skus, 'Navy')).toEqual([
    ['R', [1, 3]],
    ['L', [2]],
  ]);
  expect(idsOf([sku(1, null, 'S'), sku(2, null, 'M')], null)).toEqual([[null, [1, 2]]]);
  expect(idsOf(skus, 'Green')).toEqual([]);
});

test('each colour is listed once, with the hex value that one of its SKUs has', () => {
  const skus = [sku(1, 'Navy', 'S'), sku(2, 'Navy', 'M', null, '#123456'), sku(3, null, 'S')];
  expect(coloursOfRun({ skus })).toEqual([
    { name: 'Navy', hex: '#123456' },
    { name: null, hex: null },
  ]);
});

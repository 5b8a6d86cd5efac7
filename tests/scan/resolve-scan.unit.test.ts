import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bagCode, bagOfCode } from '../../shared/scan/bag-code.ts';
import { boxCode, boxOfCode } from '../../shared/scan/box-code.ts';
import { cleanCode } from '../../shared/scan/clean-code.ts';
import { gtinOf } from '../../shared/scan/gtin.ts';
import { resolveScan } from '../../shared/scan/resolve-scan.ts';
import { wrongProduct } from '../../shared/scan/wrong-product.ts';
import { noRows, type SyncRows } from '../../shared/sync/floor.ts';
import type { DispatchRow, PickRow, ProductRow, StyleRow } from '../../shared/sync/rows.ts';

const product = (id: number, sku: string, barcode: string | null, bin: string | null): ProductRow =>
  ({ id, sku, barcode, bin, name: `Product ${id}` }) as ProductRow;
const pick = (order_id: number, tote: string | null): PickRow =>
  ({ id: order_id + 1000, order_id, order_number: String(order_id).padStart(5, '0'), uuid: `order-${order_id}`, tote }) as PickRow;
const dispatch = (id: number, tracking_number: string | null, consignment_number: string | null): DispatchRow =>
  ({ id, tracking_number, consignment_number }) as DispatchRow;

const jacket = { ...product(1, 'SJ330-NVY-L', '5012345678900', 'A-04-2'), picture_url: '/files/jacket' };
const boot = product(2, 'B-2', '96385074', null);
const jackets: StyleRow = {
  id: 9,
  name: 'Softshell Jacket',
  colours: [
    {
      colour: 'Navy',
      hex: '#1f2c4d',
      skus: [
        ['SJ330-NVY-L', 'L', 'A-04-2', '5012345678900'],
        ['SJ330-NVY-XL', 'XL', 'A-04-3', '5012345000015'],
      ],
    },
  ],
};
const rows: SyncRows = {
  ...noRows(),
  style: new Map([[jackets.id, jackets]]),
  product: new Map([jacket, boot].map((row) => [row.id, row])),
  pick: new Map([pick(142, 'T-12'), pick(133, null)].map((row) => [row.uuid, row])),
  dispatch: new Map([dispatch(7, null, 'JD0002250012345678'), dispatch(8, 'TRK-9', null)].map((row) => [row.id, row])),
};
const target = (text: string) => resolveScan(text, rows);

describe('a scanned code', () => {
  test('is a product by its SKU in any case, its barcode, or its item number with or without leading zeros', () => {
    for (const text of ['SJ330-NVY-L', 'sj330-nvy-l', '5012345678900', '05012345678900', '0105012345678900', '(01)05012345678900'])
      expect(target(text), text).toMatchObject({ is: 'product', product: jacket });
  });

  test('is a product even if no line needs that size; the product then has no id', () => {
    const extraLarge = { id: null, sku: 'SJ330-NVY-XL', name: 'Softshell Jacket', variation_colour: 'Navy', colour_hex: '#1f2c4d', bin: 'A-04-3' };
    for (const text of ['sj330-nvy-xl', '5012345000015', '(01)05012345000015'])
      expect(target(text), text).toMatchObject({ is: 'product', product: { ...extraLarge, picture_url: '/files/jacket' } });
  });

  test('is a bin, with its code as written on the racking, even if the bin contains no size that a line needs', () => {
    expect(target('a-04-2')).toEqual({ text: 'a-04-2', is: 'bin', bin: 'A-04-2' });
    expect(target('A-04-3')).toEqual({ text: 'A-04-3', is: 'bin', bin: 'A-04-3' });
  });

  test('is an order by its number, whether the order is on the floor or not', () => {
    expect(target('00142')).toMatchObject({ is: 'order', order_number: '00142', pick: { uuid: 'order-142' } });
    expect(target('00999')).toMatchObject({ is: 'order', order_number: '00999', pick: null });
  });

  test('is unknown, and not an order, if it is a trade item number that no product has', () => {
    expect(gtinOf('40170725')).not.toBeNull();
    expect(target('40170725').is).toBe('unknown');
    expect(target('5000112637922').is).toBe('unknown');
  });

  test('can be a wearer’s bag, a box, a whole dispatch, a carrier’s number, a return’s slip or a tote', () => {
    expect(target('B-00142-24-2')).toMatchObject({ is: 'bag', order_id: 142, employee_id: 24, bag: 2, pick: { uuid: 'order-142' } });
    expect(target('D-00007-2')).toMatchObject({ is: 'box', dispatch_id: 7, box: 2, dispatch: { id: 7 } });
    expect(target('d-00099')).toMatchObject({ is: 'box', dispatch_id: 99, box: null, dispatch: null });
    expect(target('jd0002250012345678')).toMatchObject({ is: 'tracking', dispatch: { id: 7 } });
    expect(target('TRK-9')).toMatchObject({ is: 'tracking', dispatch: { id: 8 } });
    expect(target('R-00042')).toEqual({ text: 'R-00042', is: 'return', return_id: 42 });
    expect(target('r-7')).toMatchObject({ is: 'return', return_id: 7 });
    expect(target('t-12')).toMatchObject({ is: 'tote', tote: 'T-12', pick: { uuid: 'order-142' } });
    expect(target('TOTE 7')).toMatchObject({ is: 'tote', tote: 'TOTE 7', pick: null });
  });

  test('is a product if the product’s SKU looks like one of our labels', () => {
    expect(target('B-2')).toMatchObject({ is: 'product', product: boot });
  });

  test('is a product by any barcode in any case, and by a trade item number with any number of leading zeros', () => {
    const tie = product(3, 'TIE', 'own-77', null);
    const belt = product(4, 'BELT', '012345678905', null);
    const shelves: SyncRows = { ...noRows(), product: new Map([tie, belt].map((row) => [row.id, row])) };
    for (const text of ['own-77', 'OWN-77']) expect(resolveScan(text, shelves)).toMatchObject({ is: 'product', product: tie });
    for (const text of ['012345678905', '0012345678905', '00012345678905'])
      expect(resolveScan(text, shelves)).toMatchObject({ is: 'product', product: belt });
  });

  test('does not match a product whose barcode is empty', () => {
    const unlabelled = product(5, 'SCARF', '', null);
    expect(resolveScan('X', { ...noRows(), product: new Map([[5, unlabelled]]) })).toEqual({ text: 'X', is: 'unknown' });
  });

  test('is unknown if it has further characters before or after the code of a label', () => {
    for (const text of ['B-00142-24-2', 'D-00007-2', '00142'])
      for (const longer of [`X${text}`, `${text}X`]) expect(target(longer).is, longer).toBe('unknown');
  });

  test('is unknown if it matches nothing, and no text causes an error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(target(text)).toHaveProperty('is');
      }),
    );
    expect(target('SJ330-NVY-M')).toEqual({ text: 'SJ330-NVY-M', is: 'unknown' });
  });
});

describe('our own labels', () => {
  const id = fc.integer({ min: 1, max: 10_000_000 });
  const place = fc.integer({ min: 1, max: 100 });

  test('for a bag are read back with the same order, wearer and bag', () => {
    fc.assert(
      fc.property(id, id, place, (order_id, employee_id, bag) => {
        expect(bagOfCode(bagCode({ order_id, employee_id, bag }))).toEqual({ order_id, employee_id, bag });
        expect(boxOfCode(bagCode({ order_id, employee_id, bag }))).toBeNull();
      }),
    );
  });

  test('for a box are read back with the same dispatch and box', () => {
    fc.assert(
      fc.property(id, place, (dispatch_id, box) => {
        expect(boxOfCode(boxCode({ dispatch_id, box }))).toEqual({ dispatch_id, box });
        expect(bagOfCode(boxCode({ dispatch_id, box }))).toBeNull();
      }),
    );
  });

  test('have the order’s number with five digits', () => {
    expect(bagCode({ order_id: 142, employee_id: 24, bag: 2 })).toBe('B-00142-24-2');
  });
});

describe('a trade item number', () => {
  test('loses its leading zeros, and no zero elsewhere', () => {
    expect(['5012345678900', '012345678905', '00012345678905', '(01)05012345678900'].map(gtinOf)).toEqual([
      '5012345678900',
      '12345678905',
      '12345678905',
      '5012345678900',
    ]);
  });

  test.each(['5012345678901', '1234567', 'X0105012345678900', 'SJ330-NVY-L'])('is not %s (wrong check digit, length or characters)', (text) => {
    expect(gtinOf(text)).toBeNull();
  });
});

test.each([
  [']C1SJ330', 'SJ330'],
  [' ]E0SJ330 ', 'SJ330'],
  [']C1 SJ330', 'SJ330'],
  ['SJ330\\n', 'SJ330'],
  ['SJ330 \\r\\n', 'SJ330'],
  ['SJ]C1', 'SJ]C1'],
])('a scanner’s text %j is read as the code %j', (raw, code) => {
  expect(cleanCode(raw)).toBe(code);
});

describe('the message for a wrong item names the first difference', () => {
  const navy = { ...jacket, variation_colour: 'Navy', variation_size_1: 'L', variation_size_2: null, variation_all_size: null };
  test.each([
    ['another garment', navy, { ...navy, name: 'Boot' }, 'Wrong item: Product 1'],
    ['nothing is expected', navy, null, 'Wrong item: Product 1'],
    ['another colour and size', { ...navy, variation_colour: 'Grey', variation_size_1: 'M' }, navy, 'Wrong colour: Grey, not Navy'],
    ['no colour', { ...navy, variation_colour: null }, navy, 'Wrong colour: none, not Navy'],
    ['a colour where none is expected', navy, { ...navy, variation_colour: null }, 'Wrong colour: Navy, not none'],
    ['another size', { ...navy, variation_size_1: 'M' }, navy, 'Wrong size: M, not L'],
    ['no size', { ...navy, variation_size_1: null }, navy, 'Wrong size: none, not L'],
    ['a size where none is expected', navy, { ...navy, variation_size_1: null }, 'Wrong size: L, not none'],
  ])('%s', (_case, scannedItem, expected, text) => {
    expect(wrongProduct(scannedItem, expected)).toBe(text);
  });
});

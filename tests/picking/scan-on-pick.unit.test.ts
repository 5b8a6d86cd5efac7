import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ScannableLine, scanOnPick } from '../../shared/picking/scan-on-pick.ts';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { DispatchRow, PickRow, ProductRow } from '../../shared/sync/rows.ts';

const product = (id: number): ProductRow => ({ id, sku: `SKU-${id}`, name: `Product ${id}`, bin: `A-${id}` }) as ProductRow;
const target = (id: number): ScanTarget => ({ text: `SKU-${id}`, is: 'product', product: product(id) });
const line = fc.record({
  product_id: fc.integer({ min: 1, max: 4 }),
  qty_allocated: fc.integer({ min: 1, max: 5 }),
  qty_picked: fc.nat(5),
});
const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map((records) =>
  records.map(
    (one, index): ScannableLine => ({
      ...one,
      id: index + 1,
      qty_picked: Math.min(one.qty_picked, one.qty_allocated),
      product: product(one.product_id),
    }),
  ),
);
const current = fc.option(fc.integer({ min: 1, max: 8 }));

describe('a scan on the pick screen', () => {
  test('of a product counts one item on a line of the product, up to the allocated quantity', () => {
    fc.assert(
      fc.property(lines, current, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 30 }), (start, inView, ids) => {
        let now = start;
        for (const id of ids) {
          const matchingLines = now.filter((one) => one.product_id === id);
          const open = matchingLines.filter((one) => one.qty_picked < one.qty_allocated);
          const scan = scanOnPick(target(id), { uuid: 'here', lines: now, current: inView });
          if (matchingLines.length === 0) expect(scan).toMatchObject({ does: 'wrong_product', product: { id } });
          else if (open.length === 0) expect(scan).toMatchObject({ does: 'enough', line: { product_id: id } });
          else {
            if (scan.does !== 'count') throw new Error(`It ${scan.does}`);
            expect(open).toContain(scan.line);
            expect(scan.qty_picked).toBe(scan.line.qty_picked + 1);
            now = now.map((one) => (one.id === scan.line.id ? { ...one, qty_picked: scan.qty_picked } : one));
          }
        }
        for (const one of now) expect(one.qty_picked).toBeLessThanOrEqual(one.qty_allocated);
      }),
    );
  });

  const two = [
    { id: 1, product_id: 1, qty_allocated: 2, qty_picked: 0, product: product(1) },
    { id: 2, product_id: 1, qty_allocated: 2, qty_picked: 0, product: product(1) },
    { id: 3, product_id: 3, qty_allocated: 1, qty_picked: 0, product: product(3) },
  ];
  const on = (what: ScanTarget, inView: number | null = 1) => scanOnPick(what, { uuid: 'here', lines: two, current: inView });

  test('counts on the line in view if two wearers get the same garment', () => {
    expect(on(target(1), 2)).toMatchObject({ does: 'count', line: { id: 2 } });
    expect(on(target(1), 3)).toMatchObject({ does: 'count', line: { id: 1 } });
  });

  test('says that the line in view is complete if all lines of the garment are complete', () => {
    const complete = two.map((each) => ({ ...each, qty_picked: each.qty_allocated }));
    expect(scanOnPick(target(1), { uuid: 'here', lines: complete, current: 2 })).toMatchObject({ does: 'enough', line: { id: 2 } });
    expect(scanOnPick(target(1), { uuid: 'here', lines: complete, current: 3 })).toMatchObject({ does: 'enough', line: { id: 1 } });
  });

  test('of a bin shows the line to pick from the bin; a bin from which nothing is to be picked is an error', () => {
    expect(on({ text: 'A-3', is: 'bin', bin: 'A-3' })).toMatchObject({ does: 'go', line: { id: 3 } });
    expect(on({ text: 'A-9', is: 'bin', bin: 'A-9' })).toEqual({ does: 'wrong_bin', bin: 'A-9' });
    const unknownProduct = two.map((each) => ({ ...each, product: null }));
    expect(scanOnPick({ text: 'A-3', is: 'bin', bin: 'A-3' }, { uuid: 'here', lines: unknownProduct, current: 1 })).toMatchObject({
      does: 'wrong_bin',
    });
  });

  test('of a tote assigns the tote to the pick, unless the tote holds another order', () => {
    const pick = (uuid: string) => ({ uuid, order_number: '00142' }) as PickRow;
    expect(on({ text: 'T-1', is: 'tote', tote: 'T-1', pick: null })).toEqual({ does: 'tote', tote: 'T-1' });
    expect(on({ text: 'T-1', is: 'tote', tote: 'T-1', pick: pick('here') })).toEqual({ does: 'tote', tote: 'T-1' });
    expect(on({ text: 'T-1', is: 'tote', tote: 'T-1', pick: pick('there') })).toEqual({ does: 'taken_tote', tote: 'T-1', order_number: '00142' });
  });

  test('of the order that is being picked keeps the pick screen open; a scan that belongs to another screen leaves the pick screen', () => {
    const order = (uuid: string): ScanTarget => ({ text: '00142', is: 'order', order_number: '00142', pick: { uuid } as PickRow });
    expect(on(order('here'))).toEqual({ does: 'here' });
    expect(on(order('there'))).toEqual({ does: 'leave' });
    expect(on({ text: '00142', is: 'order', order_number: '00142', pick: null })).toEqual({ does: 'leave' });
    expect(on({ text: 'JD0002', is: 'tracking', dispatch: {} as DispatchRow })).toEqual({ does: 'leave' });
    expect(on({ text: 'B-00001-2-1', is: 'bag', order_id: 1, employee_id: 2, bag: 1, pick: null })).toEqual({ does: 'leave' });
    expect(on({ text: 'D-00001-1', is: 'box', dispatch_id: 1, box: 1, dispatch: null })).toEqual({ does: 'leave' });
    expect(on({ text: 'what', is: 'unknown' })).toEqual({ does: 'unknown' });
  });
});

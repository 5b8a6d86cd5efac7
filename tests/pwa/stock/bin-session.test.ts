import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginBin, countedLines, countsOfBin, qtyCounted, scanItem, setLine } from '../../../pwa/stock/bin-session.ts';
import type { Countable } from '../../../pwa/stock/to-count.ts';
import { countStockArgs } from '../../../shared/sync/mutations/count-stock.ts';

const sku = (id: number, values: Partial<Countable> = {}): Countable => ({
  id,
  sku: `SKU-${id}`,
  name: 'Polo',
  colour: 'Navy',
  size: 'L',
  bin: 'A-01-1',
  ...values,
});
const at = '2026-11-30T09:00:00.000Z';

test('each scan of an item counts one, and the SKU that was scanned last comes first', () => {
  const begun = beginBin('a-01-1', [sku(1), sku(2)]);
  expect([begun.bin, countedLines(begun)]).toEqual(['A-01-1', []]);
  const once = scanItem(begun, sku(2)).session;
  const twice = scanItem(once, sku(2)).session;
  expect(twice.lines.map(({ sku: { id }, qty }) => [id, qty])).toEqual([
    [2, 2],
    [1, null],
  ]);
});

test('an item whose SKU is recorded in other bins counts after a second scan, and a scan of another item between the two starts again', () => {
  const begun = beginBin('A-01-1', [sku(1)]);
  const foreign = sku(9, { bin: 'B-07-2' });
  const asked = scanItem(begun, foreign);
  expect([asked.is, qtyCounted(asked.session)]).toEqual(['asked', 0]);
  const between = scanItem(asked.session, sku(1)).session;
  expect(scanItem(between, foreign).is).toBe('asked');
  const confirmed = scanItem(asked.session, foreign);
  expect([confirmed.is, qtyCounted(confirmed.session)]).toEqual(['counted', 1]);
  expect(countsOfBin(confirmed.session, at)).toEqual([
    { product_id: 9, qty: 1, counted_at: at, pick_bin: 'B-07-2', bins: [{ bin: 'A-01-1', qty: 1 }] },
  ]);
});

test('a SKU that nobody counted is not recorded, and one that is not there is recorded as none', () => {
  const session = setLine(beginBin('A-01-1', [sku(1), sku(2, { bin: 'C-1-1', overflow_bins: ['a-01-1'] })]), 2, 0);
  expect(countsOfBin(session, at)).toEqual([{ product_id: 2, qty: 0, counted_at: at, pick_bin: 'C-1-1', bins: [{ bin: 'a-01-1', qty: 0 }] }]);
});

test('whatever is scanned and typed, the counts of a bin are valid and add up to what was counted', () => {
  const act = fc.oneof(
    fc.record({ scan: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ id: fc.integer({ min: 1, max: 4 }), qty: fc.option(fc.integer({ min: 0, max: 99_999 })) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      let session = beginBin('A-01-1', [sku(1), sku(2)]);
      for (const one of acts)
        session = 'scan' in one ? scanItem(session, sku(one.scan, one.scan > 2 ? { bin: 'Z-9-9' } : {})).session : setLine(session, one.id, one.qty);
      const counts = countsOfBin(session, at);
      for (const count of counts) expect(countStockArgs.safeParse(count).success).toBe(true);
      expect(counts.reduce((sum, { qty }) => sum + qty, 0)).toBe(qtyCounted(session));
      expect(new Set(counts.map(({ product_id }) => product_id)).size).toBe(counts.length);
    }),
  );
});

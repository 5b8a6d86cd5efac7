import { expect, test } from 'vitest';
import { describeMutation, type NamedLine, type Names } from '../../shared/sync/mutation-text.ts';

const line = (of: Partial<NamedLine>): NamedLine => ({
  product_id: 1,
  garment: 'Polo, Black, XL',
  decoration: 'Logo',
  qty_allocated: 2,
  qty_picked: 2,
  ...of,
});

const names = (of: Partial<Names>): Names => ({
  orderOfPick: () => '00001',
  orderByUuid: () => null,
  line: () => null,
  product: (id) => (id === 2 ? 'Polo, Navy, L' : null),
  wearer: () => null,
  dispatch: () => null,
  reason: () => null,
  shelfTask: () => null,
  ...of,
});

const record = { pick_id: 1, pick_line_id: 1, product_id: 2, qty_picked: 1, code: null, other_reason: null };

test('the text of a recorded pick names the product that was picked, even if its line has another product now', () => {
  const text = (namedLine: NamedLine | null, a = record) => describeMutation(names({ line: () => namedLine }), 'pick.record_line', a).text;
  expect(text(line({}))).toBe('Picked 1 × Polo, Navy, L');
  expect(text(line({ product_id: 2, garment: 'Site polo, Navy, L' }))).toBe('Picked 1 of 2 Site polo, Navy, L');
  expect(text(line({ product_id: 2, garment: 'Site polo, Navy, L', qty_allocated: null }))).toBe('Picked 1 × Site polo, Navy, L');
  expect(text(null)).toBe('Picked 1 × Polo, Navy, L');
  expect(text(null, { ...record, product_id: 3 })).toBe('Picked 1 × a product');
});

test('the text of a mutation leaves out facts that may have changed after the mutation was recorded', () => {
  const tick = { pick_id: 1, pick_line_id: 1, ticked: true };
  const later = line({ qty_picked: null, decoration: null });
  expect(describeMutation(names({ line: () => line({}) }), 'prep.tick_line', tick).text).toBe('Ticked Logo on 2 × Polo, Black, XL');
  expect(describeMutation(names({ line: () => later }), 'prep.tick_line', tick).text).toBe('Ticked the decoration on Polo, Black, XL');
  const back = { m: '00000000-0000-4000-8000-000000000007', choice: 'dismiss' } as const;
  expect(describeMutation(names({}), 'outcome.resolve', back).text).toBe('Put items back on the shelf');
});

test('the text of a start names the tote of a cluster', () => {
  const cluster = { id: '00000000-0000-4000-8000-000000000007', position: 5 };
  expect(describeMutation(names({}), 'pick.start', { pick_id: 1, cluster }).text).toBe('Took tote 5 of the trolley for the pick');
  expect(describeMutation(names({}), 'pick.start', { pick_id: 1 }).text).toBe('Started the pick');
});

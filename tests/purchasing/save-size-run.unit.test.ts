import { expect, test } from 'vitest';
import { checkSizeRun, planSizeRun } from '../../shared/purchasing/save-size-run.ts';
import { termsText, unmetTerm } from '../../shared/purchasing/terms-text.ts';

const draft = {
  approved_at: null,
  cancelled_at: null,
  closed_at: null,
  sent_at: null,
  qty_received: 0,
  qty_cancelled: 0,
  qty_pending: 0,
  qty_out: 0,
};
const line = (product_id: number | null, qty_requested: number) => ({ product_id, qty_requested });

test('a size run adds lines, changes quantities, removes lines with 0, and leaves equal ones', () => {
  const [two, three, four] = [line(2, 4), line(3, 4), line(4, 4)];
  const quantities = [line(1, 6), line(2, 8), line(3, 0), line(4, 4), line(5, 0)] as { product_id: number; qty_requested: number }[];
  expect(planSizeRun([two, three, four, line(null, 0)], quantities)).toEqual({
    added: [line(1, 6)],
    changed: [{ line: two, qty_requested: 8 }],
    deleted: [three],
  });
});

test('a size run is refused on an approved order, for a SKU with several lines, and beyond the most lines', () => {
  const quantities = [
    { product_id: 1, qty_requested: 6 },
    { product_id: 2, qty_requested: 6 },
  ];
  expect(checkSizeRun(draft, [line(2, 1)], quantities)).toEqual({ ok: true });
  expect(checkSizeRun({ ...draft, approved_at: '2026-11-30T10:00:00.000Z' }, [], quantities)).toMatchObject({ code: 'already_approved' });
  expect(checkSizeRun(draft, [line(2, 1), line(2, 3)], quantities)).toMatchObject({ field: 'quantities.1.qty_requested' });
  const full = Array.from({ length: 499 }, (_, id) => line(id + 100, 1));
  expect(checkSizeRun(draft, full, quantities)).toMatchObject({ field: 'quantities' });
  expect(checkSizeRun(draft, [...full.slice(1), line(1, 4)], quantities)).toEqual({ ok: true });
});

test('terms are named, and a quantity that does not meet them names the first one', () => {
  expect(termsText({ pack_size: 6, min_order_qty: 12 })).toBe('packs of 6, minimum 12');
  expect(termsText({ pack_size: 1, min_order_qty: null })).toBe('');
  expect(unmetTerm({ pack_size: 6, min_order_qty: 12 }, 6)).toBe('Minimum 12');
  expect(unmetTerm({ pack_size: 6, min_order_qty: 12 }, 13)).toBe('Packs of 6');
  expect(unmetTerm({ pack_size: 6, min_order_qty: 12 }, 18)).toBeUndefined();
  expect(unmetTerm({ pack_size: null, min_order_qty: null }, 1)).toBeUndefined();
});

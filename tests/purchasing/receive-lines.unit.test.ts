import { describe, expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { receiptReference } from '../../shared/purchasing/receipt.ts';
import {
  checkReceiptOpen,
  checkReceiveLines,
  destinationsOf,
  discrepancyKind,
  qtyOver,
  qtyOverOfEach,
} from '../../shared/purchasing/receive-lines.ts';
import { checkOverReceipt, checkReceiveOrder } from '../../shared/purchasing/receive-order.ts';
import type { PurchaseFacts } from '../../shared/purchasing/stage.ts';
import { checkTote, isTote } from '../../shared/purchasing/tote.ts';
import { at, factsOf } from './facts.ts';

const order = (facts: Partial<PurchaseFacts> = {}): PurchaseFacts => factsOf({ approved_at: at, ...facts });
const line = (quantities: Partial<Parameters<typeof qtyOver>[0]> = {}) => ({ qty_requested: 10, qty_received: 0, qty_cancelled: 0, ...quantities });

test('the reference of a receipt is "GRN-" and the id, padded to five digits', () => {
  expect([receiptReference(7), receiptReference(123_456)]).toEqual(['GRN-00007', 'GRN-123456']);
});

test('the floor can receive goods for every order except a draft, and the office only for an approved order that is still open', () => {
  const draft = order({ approved_at: null });
  const cancelled = order({ cancelled_at: at });
  expect(checkReceiveLines(draft)).toMatchObject({ ok: false, code: 'purchase_order_draft', message: messages.purchase_order_draft });
  for (const received of [order(), cancelled, order({ closed_at: at }), order({ approved_at: null, cancelled_at: at })])
    expect(checkReceiveLines(received).ok).toBe(true);
  expect(checkReceiveOrder(order()).ok).toBe(true);
  expect(checkReceiveOrder(draft)).toMatchObject({ ok: false, code: 'purchase_order_draft' });
  for (const ended of [cancelled, order({ closed_at: at })]) expect(checkReceiveOrder(ended).ok).toBe(false);
});

test('a receipt can be changed until it is reversed', () => {
  expect(checkReceiptOpen({ is_reversed: false }).ok).toBe(true);
  expect(checkReceiptOpen({ is_reversed: true })).toMatchObject({ ok: false, code: 'receipt_reversed', message: messages.receipt_reversed });
});

describe('a quantity above the ordered quantity', () => {
  test('is calculated from the ordered quantity without the cancelled items', () => {
    expect(qtyOver(line({ qty_received: 10 }))).toBe(0);
    expect(qtyOver(line({ qty_received: 13 }))).toBe(3);
    expect(qtyOver(line({ qty_received: 9, qty_cancelled: 4 }))).toBe(3);
    expect(qtyOver(line({ qty_received: 2, qty_cancelled: 4 }))).toBe(0);
  });

  test('needs a confirmation; the message names the total surplus of the lines that arrive now', () => {
    const lines = [
      { ...line({ qty_received: 8 }), qty_new: 4 },
      { ...line({ qty_received: 9 }), qty_new: 3 },
      // Too many items arrived earlier, and none arrive now.
      { ...line({ qty_received: 50 }), qty_new: 0 },
      { ...line(), qty_new: 10 },
    ];
    expect(checkOverReceipt(lines, false)).toEqual({
      ok: false,
      code: 'over_receipt',
      message: messages.over_receipt(4),
      field: 'confirm_over_receipt',
    });
    expect(checkOverReceipt(lines, true).ok).toBe(true);
    expect(checkOverReceipt(lines.slice(2), false).ok).toBe(true);
  });

  test('is a discrepancy; its kind says whether the order was cancelled or closed, or items of its line were cancelled', () => {
    const facts = { ...line({ qty_received: 12 }), cancelled_at: null, closed_at: null };
    expect(discrepancyKind(null)).toBe('no_order');
    expect(discrepancyKind({ ...facts, cancelled_at: at, closed_at: at })).toBe('order_cancelled');
    expect(discrepancyKind({ ...facts, closed_at: at })).toBe('order_closed');
    expect(discrepancyKind(facts)).toBe('over_receipt');
    expect(discrepancyKind({ ...facts, qty_received: 10 })).toBe('over_receipt');
    expect(discrepancyKind({ ...facts, qty_cancelled: 4 })).toBe('over_receipt');
    expect(discrepancyKind({ ...facts, qty_received: 10, qty_cancelled: 4 })).toBe('line_cancelled');
    expect(discrepancyKind({ ...facts, qty_received: 8, qty_cancelled: 4 })).toBe('line_cancelled');
  });

  test('is attributed to the latest receipts first', () => {
    expect(qtyOverOfEach([5, 4, 3], 0)).toEqual([0, 0, 0]);
    expect(qtyOverOfEach([5, 4, 3], 2)).toEqual([0, 0, 2]);
    expect(qtyOverOfEach([5, 4, 3], 5)).toEqual([0, 2, 3]);
  });
});

test('received items go to the orders that they are allocated to, and the rest to the bin', () => {
  const items = [
    { product_id: 1, qty: 10, bin: 'A-01' },
    { product_id: 2, qty: 3, bin: null },
    { product_id: 3, qty: 4, bin: 'B-02' },
  ];
  const allocations = [
    { product_id: 1, order_number: '00001', order_uuid: 'one', qty: 4 },
    { product_id: 1, order_number: '00002', qty: 5 },
    { product_id: 3, order_number: '00003', qty: 4 },
    { product_id: 3, order_number: '00004', qty: 2 },
  ];
  expect(destinationsOf(items, allocations)).toEqual([
    { product_id: 1, qty: 4, order_number: '00001', order_uuid: 'one', bin: 'A-01' },
    { product_id: 1, qty: 5, order_number: '00002', order_uuid: null, bin: 'A-01' },
    { product_id: 1, qty: 1, order_number: null, order_uuid: null, bin: 'A-01' },
    { product_id: 2, qty: 3, order_number: null, order_uuid: null, bin: null },
    { product_id: 3, qty: 4, order_number: '00003', order_uuid: null, bin: 'B-02' },
  ]);
});

test('the code of a tote begins with T-, and a tote belongs to one order', () => {
  expect(['T-1', 't-12', 'T-', 'AT-1', 'B-1', 'T1'].map(isTote)).toEqual([true, true, false, false, false, false]);
  expect(checkTote('T-1', '00001', null).ok).toBe(true);
  expect(checkTote('T-1', '00001', '00001').ok).toBe(true);
  expect(checkTote('T-1', null, '00002')).toMatchObject({ ok: false, code: 'tote_taken', message: messages.tote_taken('T-1', '00002') });
});

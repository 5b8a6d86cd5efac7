import { expect, test } from 'vitest';
import reasons from '../../data/reference/return-reasons.json' with { type: 'json' };
import { messages } from '../../shared/messages.ts';
import { checkApproveLine, usualOutcome } from '../../shared/returns/approve-line.ts';
import { checkCreateReturn, returnFaults } from '../../shared/returns/create-return.ts';
import { returnStatus } from '../../shared/returns/return-status.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';

const decided = (qty_approved: number) => returnStatus({ finalised_at: '2026-11-20T09:00:00.000Z', qty_requested: 3, qty_approved });

test('a return is new until it is finalised; then its status depends on what was approved', () => {
  expect(returnStatus({ finalised_at: null, qty_requested: 3, qty_approved: 3 })).toBe('new');
  expect([decided(0), decided(1), decided(2), decided(3)]).toEqual(['rejected', 'part_approved', 'part_approved', 'approved']);
});

test('the returnable quantity is the shipped quantity less undecided and approved returns; it is zero for non-returnable products', () => {
  const line = { qty_shipped: 5, qty_undecided: 1, qty_approved: 2, is_non_returnable: false };
  expect(qtyReturnable(line)).toBe(2);
  expect(qtyReturnable({ ...line, qty_undecided: 9 })).toBe(0);
  expect(qtyReturnable({ ...line, is_non_returnable: true })).toBe(0);
});

test('each fault of a return is reported at its field', () => {
  const line = { qty_shipped: 2, qty_undecided: 0, qty_approved: 0, is_non_returnable: false };
  const facts = {
    lines: new Map([
      [1, line],
      [2, { ...line, is_non_returnable: true }],
      [3, { ...line, qty_shipped: 0 }],
    ]),
    reasons: new Set([7]),
  };
  const faults = (...lines: { id: number; qty_to_return?: number; return_reason?: number }[]) => returnFaults({ lines }, facts);
  expect(faults({ id: 1, qty_to_return: 2, return_reason: 7 }, { id: 2 })).toEqual({});
  expect(faults({ id: 1, qty_to_return: 3, return_reason: 7 })).toEqual({ 'lines.0.qty_to_return': messages.returnable(2) });
  expect(faults({ id: 3, qty_to_return: 1, return_reason: 7 })).toEqual({ 'lines.0.qty_to_return': messages.returnable(0) });
  expect(faults({ id: 2, qty_to_return: 1, return_reason: 7 })).toEqual({ 'lines.0.qty_to_return': 'Non-returnable' });
  expect(faults({ id: 1, qty_to_return: 1 })).toEqual({ 'lines.0.return_reason': messages.return_reason_needed });
  expect(faults({ id: 1, qty_to_return: 1, return_reason: 8 })).toEqual({ 'lines.0.return_reason': messages.unknown_return_reason });
  expect(faults({ id: 9, qty_to_return: 1, return_reason: 7 })).toEqual({ 'lines.0.id': messages.unknown_line });
  const once = { id: 1, qty_to_return: 1, return_reason: 7 };
  expect(faults(once, once)).toEqual({ 'lines.1.id': messages.line_twice });
  expect(faults({ id: 1 }, { id: 2, qty_to_return: 0 })).toEqual({ lines: messages.nothing_to_return });
});

test('no more items can be approved than were requested, and decorated items are not restocked by default', () => {
  expect(checkApproveLine({ qty_requested: 2 }, { qty_approved: 2 }, new Set()).ok).toBe(true);
  expect(checkApproveLine({ qty_requested: 2 }, { qty_approved: 3 }, new Set())).toMatchObject({ ok: false, field: 'qty_approved' });
  expect(usualOutcome({ decoration: 'Logo, left chest', reason: 'Too small' })).toBe('write_off');
  expect(usualOutcome({ decoration: null, reason: 'Too small' })).toBe('restock');
});

test('of the reasons of the reference data, only a fault keeps an item from being restocked', () => {
  expect(reasons.filter((reason) => usualOutcome({ decoration: null, reason }) === 'write_off')).toEqual(['Faulty or damaged']);
});

test('an order that is not submitted or is cancelled cannot be returned', () => {
  const at = '2026-11-20T09:00:00.000Z';
  expect(checkCreateReturn({ submitted_at: at, cancelled_at: null })).toEqual({ ok: true });
  expect(checkCreateReturn({ submitted_at: null, cancelled_at: null })).toEqual({
    ok: false,
    code: 'order_not_submitted',
    message: messages.order_not_submitted,
  });
  expect(checkCreateReturn({ submitted_at: at, cancelled_at: at })).toMatchObject({ ok: false, code: 'order_cancelled' });
});

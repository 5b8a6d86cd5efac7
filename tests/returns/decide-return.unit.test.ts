import { describe, expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { checkApproveLine } from '../../shared/returns/approve-line.ts';
import { checkUndecided, decideReturnInput, isAsSeen, type SeenDecision } from '../../shared/returns/decide-return.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';

describe('the decisions that a person saw are compared with the stored decisions', () => {
  const line: SeenDecision = { id: 1, qty_approved: 2, outcome: 'restock', exchange_product_id: null };
  test.each<[string, SeenDecision[], SeenDecision[], boolean]>([
    ['the same decision is accepted', [line], [line], true],
    ['a request that names no seen decisions is accepted', [line], [], true],
    ['another quantity is refused', [line], [{ ...line, qty_approved: 1 }], false],
    ['another outcome is refused', [line], [{ ...line, outcome: 'write_off' }], false],
    ['another exchange is refused', [line], [{ ...line, exchange_product_id: 9 }], false],
    ['the outcome is ignored if no item is approved', [{ ...line, qty_approved: 0 }], [{ ...line, qty_approved: 0, outcome: 'write_off' }], true],
    ['a line that is not on this return is refused', [line], [{ ...line, id: 2 }], false],
    ['a request with two decisions of which one differs is refused', [line, { ...line, id: 2 }], [line, { ...line, id: 2, qty_approved: 1 }], false],
  ])('%s', (_case, lines, seenLines, expected) => {
    expect(isAsSeen(lines, seenLines)).toBe(expected);
  });
});

test('a return can be finalised only once', () => {
  expect(checkUndecided({ finalised_at: null })).toEqual({ ok: true });
  const message = messages.already_finalised;
  expect(checkUndecided({ finalised_at: '2026-11-20T09:00:00.000Z' })).toEqual({ ok: false, code: 'already_finalised', message });
});

test.each([
  ['as many items as were requested can be approved', { qty_approved: 2 }, null],
  [
    'more items than were requested cannot be approved',
    { qty_approved: 3 },
    { code: 'over_approval', message: messages.over_approval(2), field: 'qty_approved' },
  ],
  [
    'an exchange without a product is refused',
    { qty_approved: 1, outcome: 'exchange' as const },
    { code: 'exchange_needed', message: messages.exchange_needed, field: 'exchange_product_id' },
  ],
  [
    'an exchange for another style is refused',
    { qty_approved: 1, outcome: 'exchange' as const, exchange_product_id: 9 },
    { code: 'exchange_other', message: messages.exchange_other, field: 'exchange_product_id' },
  ],
  ['an exchange for another size is accepted', { qty_approved: 1, outcome: 'exchange' as const, exchange_product_id: 5 }, null],
  ['another style is ignored unless the outcome is an exchange', { qty_approved: 1, outcome: 'restock' as const, exchange_product_id: 9 }, null],
])('%s', (_case, decision, refusal) => {
  expect(checkApproveLine({ qty_requested: 2 }, decision, new Set([5]))).toEqual(refusal ? { ok: false, ...refusal } : { ok: true });
});

test('a request that neither decides a line nor finalises the return is refused', () => {
  const accepts = (body: object) => decideReturnInput.safeParse(body).success;
  expect([accepts({ finalise: false }), accepts({ finalise: false, lines: [] }), accepts({ finalise: true })]).toEqual([false, false, true]);
  expect(accepts({ finalise: false, lines: [{ id: 1, qty_approved: 0 }] })).toBe(true);
  expect(decideReturnInput.safeParse({ finalise: false }).error?.issues).toMatchObject([{ path: ['lines'], message: messages.nothing_to_change }]);
});

test('a return’s number has five digits', () => {
  expect([returnNumber(42), returnNumber(123456)]).toEqual(['00042', '123456']);
});

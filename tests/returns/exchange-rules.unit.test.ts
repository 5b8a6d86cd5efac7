import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceExchange } from '../../shared/returns/balance-exchange.ts';
import { carriesName, checkExchange, exchangeSizes } from '../../shared/returns/create-exchange.ts';
import { styleFit } from '../../shared/returns/style-fit.ts';
import { checkWithdrawReturn } from '../../shared/returns/withdraw-return.ts';

const sizes = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('too small offers the sizes above, too big those below, faulty the same; a SKU that is not made any more has none', () => {
  expect(exchangeSizes(sizes, 2, 'too_small')).toEqual([{ id: 3 }]);
  expect(exchangeSizes(sizes, 2, 'too_big')).toEqual([{ id: 1 }]);
  expect(exchangeSizes(sizes, 2, 'faulty')).toEqual([{ id: 2 }]);
  expect(exchangeSizes(sizes, 3, 'too_small')).toEqual([]);
  expect(exchangeSizes(sizes, 9, 'faulty')).toEqual([]);
});

test('a decoration carries a name if it has a forename or the surname as a whole word', () => {
  const wearer = { forenames: 'Siân', surname: 'Rees-Williams' };
  for (const text of ['Sian', 'S. REES', 'Logo, left chest; name: Williams']) expect(carriesName(text, wearer)).toBe(true);
  for (const text of [null, '', 'Logo, left chest', 'Sianed Ltd', 'S R-W']) expect(carriesName(text, wearer)).toBe(false);
  expect(carriesName('J', { forenames: 'J', surname: 'Okafor' })).toBe(false);
});

test('an exchange is refused for what cannot be returned, a name, what has not left and what is in a return', () => {
  const line = {
    product_name: 'Boot',
    wearer: 'Marek',
    carries_name: false,
    is_non_returnable: false,
    qty_shipped: 1,
    qty_undecided: 0,
    qty_approved: 0,
  };
  const refusal = (more: Partial<typeof line>, is_office = false) => {
    const verdict = checkExchange({ ...line, ...more }, { is_office });
    return verdict.ok ? null : verdict.code;
  };
  expect(refusal({})).toBeNull();
  expect(refusal({ is_non_returnable: true }, true)).toBe('non_returnable');
  expect(refusal({ carries_name: true })).toBe('carries_name');
  expect(refusal({ carries_name: true }, true)).toBeNull();
  expect(refusal({ qty_shipped: 0 })).toBe('nothing_to_exchange');
  expect(refusal({ qty_undecided: 1 })).toBe('nothing_to_exchange');
});

test('others found a style small or big from 5 exchanges and 10 % of the shipped items in that direction', () => {
  const verdictOf = (qty_shipped: number, qty_too_small: number, qty_too_big: number) => styleFit({ qty_shipped, qty_too_small, qty_too_big });
  expect(verdictOf(50, 5, 0)).toBe('small');
  expect(verdictOf(50, 1, 5)).toBe('big');
  expect(verdictOf(51, 5, 0)).toBeNull();
  expect(verdictOf(10, 4, 0)).toBeNull();
  expect(verdictOf(50, 5, 5)).toBeNull();
});

test('a return is withdrawn until it has arrived, is decided, or its exchange is on the floor or has left', () => {
  const facts = { finalised_at: null, is_received: false, exchange: { pick_state: null, qty_shipped: 0 } };
  const refusal = (more: Partial<Parameters<typeof checkWithdrawReturn>[0]>) => {
    const verdict = checkWithdrawReturn({ ...facts, ...more });
    return verdict.ok ? null : verdict.code;
  };
  expect(refusal({})).toBeNull();
  expect(refusal({ exchange: null })).toBeNull();
  expect(refusal({ finalised_at: '2026-11-20T09:00:00.000Z' })).toBe('already_finalised');
  expect(refusal({ is_received: true })).toBe('return_received');
  expect(refusal({ exchange: { pick_state: 'released', qty_shipped: 0 } })).toBe('exchange_on_floor');
  expect(refusal({ exchange: { pick_state: null, qty_shipped: 1 } })).toBe('exchange_shipped');
});

test('law: an exchange charges exactly the items that are sent and not approved, and credits those that are approved and not replaced', () => {
  const line = fc.record({ qty_ordered: fc.nat(5), qty_uncharged: fc.nat(5) });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(5),
      fc.boolean(),
      (list, qty_requested, approved, is_finalised) => {
        const qty_approved = Math.min(approved, qty_requested);
        const lines = list.map((one, id) => ({ ...one, id }));
        const { qty_uncharged, qty_uncredited } = balanceExchange({ is_finalised, qty_requested, qty_approved }, lines);
        const swapped = [...qty_uncharged.values()].reduce((sum, qty) => sum + qty, 0);
        const possible = lines.reduce((sum, one) => sum + Math.min(one.qty_ordered, one.qty_uncharged), 0);
        expect(swapped).toBe(Math.min(possible, is_finalised ? qty_approved : qty_requested));
        expect(qty_uncredited).toBe(is_finalised ? swapped : 0);
        // A second balance of the same facts changes nothing.
        const again = balanceExchange(
          { is_finalised, qty_requested, qty_approved },
          lines.map((one) => ({ ...one, qty_uncharged: qty_uncharged.get(one.id) ?? 0 })),
        );
        expect(again).toEqual({ qty_uncharged, qty_uncredited });
      },
    ),
  );
});

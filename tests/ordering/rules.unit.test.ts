import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineTotals, orderTotals, penceTyped, poundsText, vatOf } from '../../shared/money.ts';
import { canDo } from '../../shared/ordering/can.ts';
import { type OrderFacts, orderStatus, progressSummary, statusNames } from '../../shared/ordering/order-status.ts';
import { isStuck, stages } from '../../shared/ordering/stages.ts';
import { submissionFaults } from '../../shared/ordering/submit-order.ts';
import type { Actor, OwnedOrder } from '../../shared/policy.ts';
import { roles } from '../../shared/roles.ts';

const at = '2026-11-20T09:00:00.000Z';
const maybe = fc.option(fc.constant(at), { nil: null });
const lines = fc.array(
  fc.record({
    qty_requested: fc.integer({ min: 0, max: 50 }),
    qty_cancelled: fc.constant(0),
    unit_price: fc.integer({ min: 0, max: 100_000 }),
    vat_rate: fc.constantFrom(0, 5, 20),
  }),
  { maxLength: 20 },
);

/** Facts that can be true together: only a submitted order is allocated, shipped or in a pick. */
const facts: fc.Arbitrary<OrderFacts> = fc
  .record({
    submitted: fc.boolean(),
    requested_at: maybe,
    cancelled: fc.boolean(),
    qty_wanted: fc.integer({ min: 1, max: 20 }),
    shipped: fc.nat(20),
    allocated: fc.nat(20),
    no_sizes: fc.nat(3),
  })
  .chain(({ submitted, requested_at, cancelled, qty_wanted, shipped, allocated, no_sizes }) => {
    const qty_shipped = submitted && !cancelled ? Math.min(shipped, qty_wanted) : 0;
    const qty_allocated = submitted && !cancelled ? Math.min(allocated, qty_wanted - qty_shipped) : 0;
    const openPickStates = fc.constantFrom('released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier', null) as fc.Arbitrary<
      OrderFacts['pick_state']
    >;
    return (qty_allocated > 0 ? openPickStates : fc.constant(null)).map((pick_state) => ({
      submitted_at: submitted ? at : null,
      requested_at,
      cancelled_at: submitted && cancelled ? at : null,
      lines_with_sizes: 1,
      lines_with_no_sizes: no_sizes,
      qty_wanted,
      qty_allocated,
      qty_shipped,
      pick_state: pick_state,
    }));
  });

describe('money', () => {
  test('cancelled items cost nothing', () => {
    expect(lineTotals({ qty_requested: 5, qty_cancelled: 2, unit_price: 1_000, vat_rate: 20 })).toEqual({ sub_total: 3_000, vat: 600, total: 3_600 });
  });

  test('an amount in a field is shown in pounds and pence, and a missing amount as an empty field', () => {
    expect([1250, 5, 0, null, undefined].map(poundsText)).toEqual(['12.50', '0.05', '0.00', '', '']);
  });

  test.each([
    ['', null],
    ['  ', null],
    ['1,5', 150],
    ['1.50', 150],
    [' 12 ', 1200],
    ['0', 0],
    ['19.99', 1999],
    ['abc', undefined],
    ['1.234', undefined],
    ['12,50', 1250],
    ['1,234.50', 123_450],
    ['£1,234', 123_400],
    ['1,2345', undefined],
    ['12,34.50', undefined],
    ['-1', undefined],
  ])('a typed price of "%s" is read as %s pence', (text, pence) => expect(penceTyped(text)).toBe(pence));

  test('the totals of an order are the sums of its lines, and the VAT of each line is rounded half up', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const totals = orderTotals(all);
        const sum = (key: 'sub_total' | 'vat' | 'total') => all.reduce((n, line) => n + lineTotals(line)[key], 0);
        expect(totals).toEqual({ sub_total: sum('sub_total'), vat: sum('vat'), total: sum('total') });
        expect(totals.total).toBe(totals.sub_total + totals.vat);
      }),
    );
    expect([vatOf(2, 20), vatOf(3, 20), vatOf(1250, 20)]).toEqual([0, 1, 250]);
  });
});

describe('progress', () => {
  test('every order has one status, and a submitted order is in exactly one stage until it is cancelled or shipped', () => {
    fc.assert(
      fc.property(facts, (now) => {
        const status = orderStatus(now);
        expect(statusNames).toContain(status);
        const waiting = Object.values(stages).filter((stageStatuses) => (stageStatuses as readonly string[]).includes(status));
        const isOpen = now.submitted_at && !now.cancelled_at && status !== 'shipped';
        expect(waiting).toHaveLength(isOpen ? 1 : 0);
        expect(progressSummary(now).status.status_name).toBe(status);
      }),
    );
  });

  test('an order is stuck if it has waited for the courier for too long', () => {
    const order = { status: 'waiting_for_courier', status_since: at } as const;
    expect(isStuck(order, '2026-11-20T09:59:59.000Z', 60)).toBe(false);
    expect(isStuck(order, '2026-11-20T10:00:00.000Z', 60)).toBe(true);
    expect(isStuck({ ...order, status: 'shipped' }, '2026-11-21T10:00:00.000Z', 60)).toBe(false);
  });
});

describe('allowed actions', () => {
  const actor = fc.record({ role: fc.constantFrom(...roles), id: fc.integer({ min: 1, max: 3 }), supervised: fc.boolean(), near: fc.boolean() }).map(
    ({ role, id, supervised, near }): Actor => ({
      id,
      name: 'Somebody',
      role,
      account_id: ['super', 'warehouse', 'embroiderer'].includes(role) ? null : 1,
      site_ids: near ? [1] : [],
      is_supervised_orderer: supervised,
      can_view_restricted_products: false,
      impersonator_id: null,
    }),
  );
  const order: OwnedOrder = { account_id: 1, requester_id: 1, creator_id: 1, delivery_site_id: 1 };

  test('are none for a person without rights to the order, and never include both submitting and requesting approval', () => {
    fc.assert(
      fc.property(actor, facts, fc.boolean(), (who, now, is_frozen) => {
        const can = canDo(who, { ...order, ...now, is_frozen }, { ...now, qty_picked: 0, qty_returnable: 0 });
        expect(can.submit && can.request).toBe(false);
        if (can.approve) expect(who.id).not.toBe(order.requester_id);
        if (who.is_supervised_orderer) expect(can.submit || can.approve).toBe(false);
        if (now.submitted_at) expect(can.submit || can.request || can.approve || can.withdraw || can.edit_details).toBe(false);
        if (who.role === 'warehouse' || who.role === 'embroiderer')
          expect([can.edit_lines, can.submit, can.cancel, can.delete, can.allocate, can.hold]).not.toContain(true);
        if (is_frozen) expect(can.cancel || can.allocate || can.unallocate || can.release).toBe(false);
      }),
    );
  });
});

test('a complete order has no faults, and each missing value is reported', () => {
  const complete = {
    lines: 1,
    lines_with_no_sizes: 0,
    delivery_site_id: 1,
    delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
    client_po_reference: null,
    cost_code: null,
    requires: { po: false, cc: false },
  };
  const input = { terms: true, confirm_missing_sizes: false };
  expect(submissionFaults(complete, input, 'client_admin')).toEqual({});
  expect(Object.keys(submissionFaults({ ...complete, requires: { po: true, cc: true } }, input, 'super'))).toEqual([
    'client_po_reference',
    'cost_code',
  ]);
  expect(Object.keys(submissionFaults({ ...complete, lines_with_no_sizes: 1 }, input, 'manager'))).toEqual(['confirm_missing_sizes']);
  expect(
    Object.keys(submissionFaults({ ...complete, lines_with_no_sizes: 1 }, { ...input, confirm_missing_sizes: true }, 'employee_with_order')),
  ).toEqual(['lines']);
});

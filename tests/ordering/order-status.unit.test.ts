import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineTotals, orderTotals, pounds, vatOf } from '../../shared/money.ts';
import { type OrderFacts, orderStatus, progressSummary, statusNames } from '../../shared/ordering/order-status.ts';

const time = fc.constantFrom(null, '2026-11-20T09:00:00.000Z');

/** Facts that can be true of one order at the same time. */
const facts: fc.Arbitrary<OrderFacts> = fc
  .record({
    submitted: fc.boolean(),
    requested_at: time,
    cancelled: fc.boolean(),
    lines_with_sizes: fc.nat(30),
    lines_with_no_sizes: fc.nat(5),
    qty_shipped: fc.nat(20),
    qty_open: fc.nat(20),
    allocated: fc.double({ min: 0, max: 1, noNaN: true }),
    pick_state: fc.constantFrom(null, 'released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier'),
  })
  .map(({ submitted, cancelled, qty_open, allocated, pick_state, ...rest }) => ({
    ...rest,
    submitted_at: submitted ? '2026-11-20T10:00:00.000Z' : null,
    cancelled_at: submitted && cancelled ? '2026-11-20T11:00:00.000Z' : null,
    qty_shipped: submitted ? rest.qty_shipped : 0,
    qty_wanted: (submitted ? rest.qty_shipped : 0) + qty_open,
    qty_allocated: submitted ? Math.floor(qty_open * allocated) : 0,
    pick_state: submitted && !cancelled && qty_open > 0 ? (pick_state as OrderFacts['pick_state']) : null,
  }));

describe('progress is a function of facts', () => {
  test('the same facts always give the same status, and it is a known status', () => {
    fc.assert(
      fc.property(facts, (of) => {
        expect(orderStatus({ ...of })).toBe(orderStatus(of));
        expect(statusNames).toContain(orderStatus(of));
        expect(progressSummary(of).status.status_name).toBe(orderStatus(of));
      }),
    );
  });

  test('a cancelled order is always "cancelled", and an unsubmitted order is "draft" or "requested"', () => {
    fc.assert(
      fc.property(facts, (of) => {
        if (of.cancelled_at) expect(orderStatus(of)).toBe('cancelled');
        else if (!of.submitted_at) expect(orderStatus(of)).toBe(of.requested_at ? 'requested' : 'draft');
      }),
    );
  });

  test('a flag of the progress is set only together with the flags that it presupposes', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const progress = progressSummary(of);
        if (progress.is_fully_shipped)
          expect(progress.is_dispatched && progress.is_booked && progress.is_picked && progress.is_fully_allocated).toBe(true);
        if (progress.is_booked) expect(progress.is_picked).toBe(true);
        if (progress.is_fully_allocated) expect(progress.is_allocated).toBe(true);
        if (progress.is_picking) expect(progress.is_picking_paused || progress.is_picked).toBe(false);
      }),
    );
  });

  test('a submitted order with items to ship and no open pick always waits for allocation', () => {
    fc.assert(
      fc.property(facts, (of) => {
        if (!of.submitted_at || of.cancelled_at || of.pick_state || of.qty_wanted === of.qty_shipped) return;
        expect(['submitted', 'part_shipped']).toContain(orderStatus(of));
      }),
    );
  });
});

const line = fc
  .record({ wanted: fc.nat(500), qty_cancelled: fc.nat(50), unit_price: fc.nat(500_000), vat_rate: fc.constantFrom(0, 5, 20) })
  .map(({ wanted, ...rest }) => ({ ...rest, qty_requested: wanted + rest.qty_cancelled }));

describe('amounts of an order', () => {
  test('the totals are the sums of the lines in whole pence, whatever the sequence of the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const totals = orderTotals(lines);
        expect(orderTotals(lines.toReversed())).toEqual(totals);
        expect(totals.total).toBe(totals.sub_total + totals.vat);
        expect(totals.sub_total).toBe(lines.reduce((sum, each) => sum + lineTotals(each).sub_total, 0));
        expect(totals.vat).toBe(lines.reduce((sum, each) => sum + lineTotals(each).vat, 0));
        expect(Object.values(totals).every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  test('VAT is rounded half up, and differs from the exact value by at most half a penny', () => {
    expect([vatOf(102, 20), vatOf(103, 20), vatOf(50, 5), vatOf(49, 5)]).toEqual([20, 21, 3, 2]);
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.constantFrom(0, 5, 20), (pence, rate) => {
        expect(Math.abs(vatOf(pence, rate) - (pence * rate) / 100)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test('pounds are written with two decimals and thousands separators', () => {
    expect([pounds(0), pounds(5), pounds(123_456), pounds(-1250), pounds(100_000_000)]).toEqual([
      '£0.00',
      '£0.05',
      '£1,234.56',
      '-£12.50',
      '£1,000,000.00',
    ]);
  });
});

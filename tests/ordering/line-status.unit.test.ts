import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineStatusFacts, lineStatus } from '../../shared/ordering/line-status.ts';
import { lineStatusSentence, lineStatusText } from '../../shared/ordering/line-status-text.ts';
import { pickStates } from '../../shared/picking/pick-states.ts';

const now = '2026-11-30T09:00:00.000Z';
const today = '2026-11-30';
const nothing = { shares: [], qty_uncovered: 0 };
const line: LineStatusFacts = {
  submitted_at: '2026-11-20T09:00:00.000Z',
  requested_at: null,
  cancelled_at: null,
  is_size_selected: true,
  is_discontinued: false,
  qty_requested: 3,
  qty_cancelled: 0,
  qty_allocated: 0,
  qty_shipped: 0,
  pick: null,
  shipments: [],
  incoming: nothing,
};
const coming = (...shares: [string | null, number][]) => shares.map(([due_on, qty]) => ({ due_on, qty }));
const shipment = (dispatched_at: string, quantity: number, delivered_on: string | null = null, service_key = '220') => ({
  dispatch_id: 1,
  service_key,
  dispatched_at,
  delivered_on,
  quantity,
});

describe('the status of a line', () => {
  test.each<[string, Partial<LineStatusFacts>, string]>([
    ['in stock', {}, 'In stock, packed next.'],
    ['allocated', { qty_allocated: 3 }, 'In stock, packed next.'],
    ['without a size', { is_size_selected: false }, 'Needs a size.'],
    ['of a request', { submitted_at: null, requested_at: now }, 'Waiting for approval.'],
    ['due', { incoming: { shares: coming(['2026-12-04', 3]), qty_uncovered: 0 } }, 'Expected 4 December.'],
    ['due next year', { incoming: { shares: coming(['2027-01-04', 3]), qty_uncovered: 0 } }, 'Expected 4 January 2027.'],
    ['due today', { incoming: { shares: coming([today, 3]), qty_uncovered: 0 } }, 'Expected 30 November.'],
    [
      'whose delivery is late',
      { incoming: { shares: coming(['2026-11-28', 3]), qty_uncovered: 0 } },
      'Was expected 28 November. The supplier is late, and there is no new date.',
    ],
    [
      'due in parts',
      { incoming: { shares: coming(['2026-12-04', 1], [null, 1]), qty_uncovered: 0 } },
      '1 in stock, packed next. 1 expected 4 December. 1 waiting for stock, no date yet. Ordered, but the supplier has not given a date.',
    ],
    ['that is not on order', { incoming: { shares: [], qty_uncovered: 3 } }, 'Waiting for stock, no date yet. Not on order with the supplier yet.'],
    [
      'that is discontinued and not in stock',
      { is_discontinued: true, incoming: { shares: [], qty_uncovered: 3 } },
      'Waiting for stock, no date yet. The maker has stopped it.',
    ],
    ['in a pick', { qty_allocated: 3, pick: { state: 'picking', qty_allocated: 3, qty_picked: 1 } }, 'Being packed.'],
    ['that is prepped', { qty_allocated: 3, pick: { state: 'booked', qty_allocated: 3, qty_picked: 3 } }, 'Packed. Waiting for the courier.'],
    [
      'that was picked short',
      {
        qty_allocated: 2,
        pick: { state: 'picked', qty_allocated: 3, qty_picked: 2 },
        incoming: { shares: coming(['2026-12-04', 1]), qty_uncovered: 0 },
      },
      '2 being packed. 1 expected 4 December.',
    ],
    ['that left this week', { qty_shipped: 3, shipments: [shipment('2026-11-27T16:00:00.000Z', 3)] }, 'On its way since 27 November.'],
    [
      'that is collected and was made ready last week',
      { qty_shipped: 3, shipments: [shipment('2026-11-20T16:00:00.000Z', 3, null, '999')] },
      'Ready to collect since 20 November.',
    ],
    [
      'that was made ready long ago, so that nobody is asked any more',
      { qty_shipped: 3, shipments: [shipment('2026-09-01T16:00:00.000Z', 3, null, '999')] },
      'Sent on 1 September.',
    ],
    [
      'that was collected',
      { qty_shipped: 3, shipments: [shipment('2026-11-27T16:00:00.000Z', 3, '2026-11-28', '999')] },
      'Delivered on 28 November.',
    ],
    ['that left last week', { qty_shipped: 3, shipments: [shipment('2026-11-23T08:00:00.000Z', 3)] }, 'Sent on 23 November.'],
    ['that arrived', { qty_shipped: 3, shipments: [shipment('2026-11-23T08:00:00.000Z', 3, '2026-11-24')] }, 'Delivered on 24 November.'],
    [
      'of which one parcel arrived and another is on its way',
      {
        qty_shipped: 3,
        shipments: [shipment('2026-11-25T08:00:00.000Z', 1, '2026-11-26'), { ...shipment('2026-11-27T16:00:00.000Z', 2), dispatch_id: 2 }],
      },
      '1 delivered on 26 November. 2 on its way since 27 November.',
    ],
    ['that was imported as shipped', { qty_shipped: 3 }, 'Sent.'],
    ['partly cancelled', { qty_cancelled: 1 }, '2 in stock, packed next. 1 cancelled.'],
    ['of a cancelled order', { cancelled_at: now }, 'Cancelled.'],
    [
      'of which a part left before the order was cancelled',
      { cancelled_at: now, qty_shipped: 1, shipments: [shipment('2026-11-27T16:00:00.000Z', 1)] },
      '1 on its way since 27 November. 2 cancelled.',
    ],
  ])('a line %s', (_of, facts, text) => {
    const parts = lineStatus({ ...line, ...facts }, now);
    expect(lineStatusText(parts, { today, is_submitted: true })).toBe(text);
  });

  test('the text for a draft does not say that items are packed, and the text for an order on hold says that it is on hold', () => {
    const parts = lineStatus({ ...line, submitted_at: null }, now);
    expect(lineStatusText(parts, { today, is_submitted: false })).toBe('In stock.');
    expect(lineStatusText(lineStatus(line, now), { today, is_submitted: true, is_held: true })).toBe('In stock, but the order is on hold.');
  });

  test('the sentence about several items of a line is in the plural', () => {
    const unsized = lineStatus({ ...line, is_size_selected: false }, now).map((part) => ({ ...part, quantity: 2 }));
    const reader = { today, is_submitted: true };
    expect(unsized.map((part) => lineStatusSentence(part, false, reader).lead)).toEqual(['2 need a size.']);
    expect(unsized.map((part) => lineStatusSentence({ ...part, quantity: 1 }, false, reader).lead)).toEqual(['1 needs a size.']);
  });

  test('the parts of any line add up to its requested quantity', () => {
    const qty = fc.integer({ min: 0, max: 6 });
    const facts = fc
      .record({ shipped: qty, cancelled: qty, allocated: qty, short: qty, undated: qty, uncovered: qty, picked: qty, more: qty })
      .chain((n) =>
        fc.record({
          n: fc.constant(n),
          state: fc.constantFrom(...pickStates),
          isSized: fc.boolean(),
          isCancelled: fc.boolean(),
          isDelivered: fc.boolean(),
        }),
      );
    fc.assert(
      fc.property(facts, ({ n, state, isSized, isCancelled, isDelivered }) => {
        const qty_requested = n.shipped + n.cancelled + n.allocated + n.short + n.undated + n.uncovered + n.more;
        const parts = lineStatus(
          {
            ...line,
            qty_requested,
            qty_cancelled: n.cancelled,
            qty_allocated: n.allocated,
            qty_shipped: n.shipped,
            is_size_selected: isSized,
            cancelled_at: isCancelled ? now : null,
            pick: { state, qty_allocated: n.allocated, qty_picked: Math.min(n.picked, n.allocated) },
            shipments: n.shipped ? [shipment(now, n.shipped, isDelivered ? today : null)] : [],
            incoming: isCancelled ? nothing : { shares: coming(['2026-12-04', n.short], [null, n.undated]), qty_uncovered: n.uncovered },
          },
          now,
        );
        expect(parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(qty_requested);
        expect(parts.every(({ quantity }) => quantity > 0)).toBe(true);
      }),
    );
  });
});

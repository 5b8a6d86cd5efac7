import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProgressBadges } from '../../../pwa/ui/progress-badges.tsx';
import { type OrderFacts, progressSummary } from '../../../shared/ordering/order-status.ts';

const facts: OrderFacts = {
  submitted_at: '2026-11-20T09:00:00.000Z',
  requested_at: null,
  cancelled_at: null,
  lines_with_sizes: 1,
  lines_with_no_sizes: 0,
  qty_wanted: 2,
  qty_allocated: 2,
  qty_shipped: 0,
  pick_state: null,
};
const label = (pick_state: OrderFacts['pick_state']): string =>
  /aria-label="([^"]*)"/.exec(renderToStaticMarkup(<ProgressBadges progress={progressSummary({ ...facts, pick_state })} />))?.[1] ?? '';

test('an order that was released to the floor looks different from one with allocated stock only', () => {
  expect(label(null)).toBe('Sized 1 of 1, allocated done, picked not yet, booked not yet, dispatched not yet');
  expect(label('released')).toBe('Sized 1 of 1, allocated done, picked waiting, booked not yet, dispatched not yet');
  expect(label('picking')).toBe('Sized 1 of 1, allocated done, picked in part, booked not yet, dispatched not yet');
});

const markup = (change: Partial<OrderFacts>): string => renderToStaticMarkup(<ProgressBadges progress={progressSummary({ ...facts, ...change })} />);
const labelOf = (change: Partial<OrderFacts>): string => /aria-label="([^"]*)"/.exec(markup(change))?.[1] ?? '';

test('an order has a badge for its sized lines and AL, PI, CO and DI, each with how far it is', () => {
  expect(markup({ lines_with_no_sizes: 2 }).match(/>([^<]+)<\/li>/g)).toEqual(['1/3', 'AL', 'PI', 'CO', 'DI'].map((text) => `>${text}</li>`));
  expect(labelOf({ qty_allocated: 0, lines_with_no_sizes: 2 })).toBe(
    'Sized 1 of 3, allocated not yet, picked not yet, booked not yet, dispatched not yet',
  );
  expect(labelOf({ qty_allocated: 1 })).toContain('allocated in part');
  expect(labelOf({ pick_state: 'picked' })).toContain('picked done, booked not yet');
  expect(labelOf({ pick_state: 'booked' })).toContain('picked done, booked done, dispatched not yet');
  expect(labelOf({ pick_state: 'awaiting_courier' })).toContain('booked done, dispatched waiting');
  expect(labelOf({ qty_allocated: 1, qty_shipped: 1 })).toContain('dispatched in part');
  expect(labelOf({ qty_allocated: 0, qty_shipped: 2, pick_state: 'shipped' })).toContain('booked done, dispatched done');
});

test('a cancelled order has a badge that says so, and no other', () => {
  const text = markup({ cancelled_at: '2026-11-20T10:00:00.000Z' }).replace(/<[^>]*>/g, '');
  expect(text).toBe('Cancelled');
});

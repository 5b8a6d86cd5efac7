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

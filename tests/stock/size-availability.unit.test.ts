import { expect, test } from 'vitest';
import { availabilitySentence, availabilityText } from '../../shared/stock/availability-text.ts';
import { type Availability, sizeAvailability } from '../../shared/stock/size-availability.ts';

test('a size is in stock, low, expected on the day of its last item, or without a date', () => {
  const covered = { shares: [], qty_uncovered: 0 };
  const missing = { shares: [], qty_uncovered: 1 };
  const on = (...days: (string | null)[]) => ({ shares: days.map((due_on) => ({ due_on, qty: 1 })), qty_uncovered: 0 });
  expect(sizeAvailability(covered, covered)).toEqual({ availability: 'in_stock', available_on: null });
  expect(sizeAvailability(covered, missing)).toEqual({ availability: 'low', available_on: null });
  expect(sizeAvailability(on('2026-12-04', '2026-12-01'), missing)).toEqual({ availability: 'expected', available_on: '2026-12-04' });
  expect(sizeAvailability(on('2026-12-04', null), missing)).toEqual({ availability: 'no_date', available_on: null });
  expect(sizeAvailability(missing, missing)).toEqual({ availability: 'no_date', available_on: null });
});

const today = '2026-11-30';
const leaves = (availability: Availability | null, available_on: string | null = null) => ({ availability, available_on });

test('a size says in words when it can leave; a date that has passed is no date', () => {
  expect(availabilityText(leaves('in_stock'), today)).toBe('In stock');
  expect(availabilityText(leaves('low'), today)).toBe('Low');
  expect(availabilityText(leaves('expected', '2026-12-04'), today)).toBe('4 December');
  expect(availabilityText(leaves('expected', '2027-01-04'), today)).toBe('4 January 2027');
  expect(availabilityText(leaves('expected', '2026-11-04'), today)).toBe('No date yet');
  expect(availabilityText(leaves('no_date'), today)).toBe('No date yet');
  expect(availabilityText(leaves(null), today)).toBeNull();
});

test('a chosen size says why it waits in the words of the status of a line, and nothing if it is in stock', () => {
  const sentence = (facts: ReturnType<typeof leaves>, quantity = 1) => availabilitySentence(facts, quantity, today);
  expect(sentence(leaves('in_stock'))).toBeNull();
  expect(sentence(leaves(null))).toBeNull();
  expect(sentence(leaves('low'))).toBe('Only a few are left.');
  expect(sentence(leaves('low'), 3)).toBe('Only a few are left. What is missing is sent as soon as it arrives.');
  expect(sentence(leaves('expected', '2026-12-04'))).toBe('Expected 4 December. It is sent as soon as it arrives.');
  expect(sentence(leaves('expected', '2026-11-04'), 2)).toBe(
    'Was expected 4 November. The supplier is late, and there is no new date. They are sent as soon as they arrive.',
  );
  expect(sentence(leaves('no_date'))).toBe('Waiting for stock, no date yet. It is sent as soon as it arrives.');
});

import { expect, test } from 'vitest';
import { leftOutReasons, leftOutWords, orderedAgain } from '../../shared/ordering/reorder.ts';
import { type TimelineEvent, timelineBy, timelineKinds, timelineWords } from '../../shared/ordering/timeline.ts';

const event = (kind: TimelineEvent['kind'], more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind,
  who: { id: 4, name: 'Ann Able' },
  detail: null,
  count: null,
  ...more,
});

test('every kind of event has a sentence, which calls the reader "You"', () => {
  for (const kind of timelineKinds) expect(timelineWords(event(kind))).not.toContain('changed the order');
  expect(timelineWords(event('submitted'))).toBe('Ann Able submitted the order');
  expect(timelineWords(event('submitted'), 4)).toBe('You submitted the order');
  expect(timelineWords(event('submitted', { who: null }))).toBe('Somebody submitted the order');
});

test('counts have the singular and plural of plain English', () => {
  expect(timelineWords(event('dispatched', { count: 1 }))).toBe('1 item dispatched');
  expect(timelineWords(event('dispatched', { count: 3 }))).toBe('3 items dispatched');
  expect(timelineWords(event('dispatched'))).toBe('Dispatched');
  expect(timelineWords(event('size_chosen', { count: 1 }))).toBe('Ann Able chose a size');
  expect(timelineWords(event('line_changed', { count: 2 }))).toBe('Ann Able changed 2 lines');
  expect(timelineWords(event('return_created'))).toBe('Ann Able asked to return some items');
});

test('a warehouse step shows its person beside it', () => {
  expect(timelineWords(event('picking'))).toBe('Picking began');
  expect(timelineBy(event('picking'))).toBe('Ann Able');
  expect(timelineBy(event('picking'), 4)).toBe('You');
  expect(timelineBy(event('submitted'))).toBeNull();
  expect(timelineBy(event('ready', { who: null }))).toBeNull();
});

test('a line is re-ordered as it was, less what was cancelled, or with the reason why not', () => {
  const line = { qty_requested: 3, qty_cancelled: 1, decoration: 'Logo' };
  const now = { isWearer: true, offer: { decorations: [] as string[] } };
  expect(orderedAgain(line, now)).toEqual({ quantity: 2, decoration: 'Logo' });
  expect(orderedAgain(line, { ...now, offer: { decorations: ['Logo', 'Print'] } })).toEqual({ quantity: 2, decoration: 'Logo' });
  expect(orderedAgain(line, { ...now, offer: { decorations: ['Print'] } })).toEqual({ quantity: 2, decoration: 'Print' });
  expect(orderedAgain(line, { ...now, offer: { decorations: ['Print', 'Patch'] } })).toBe('decoration_gone');
  expect(orderedAgain(line, { ...now, offer: null })).toBe('not_offered');
  expect(orderedAgain({ ...line, qty_cancelled: 3 }, now)).toBe('was_cancelled');
  expect(orderedAgain(line, { ...now, isWearer: false })).toBe('wearer_gone');
  for (const reason of leftOutReasons) expect(leftOutWords[reason]).toMatch(/\.$/);
});

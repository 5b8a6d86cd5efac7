import { expect, test } from 'vitest';
import { leftOutReasons, leftOutWords, orderedAgain } from '../../shared/ordering/reorder.ts';
import { type TimelineEvent, type TimelineKind, timelineBy, timelineKinds, timelineTone, timelineWords } from '../../shared/ordering/timeline.ts';

const event = (kind: TimelineEvent['kind'], more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind,
  who: { id: 4, name: 'Ann Able' },
  detail: null,
  count: null,
  ...more,
});

const sentences: Record<TimelineKind, string> = {
  started: 'Ann Able started the order',
  requested: 'Ann Able asked for approval',
  withdrawn: 'Ann Able withdrew the request',
  declined: 'Ann Able declined the request',
  approved: 'Ann Able approved and submitted the order',
  submitted: 'Ann Able submitted the order',
  sizes_asked: 'Ann Able asked for the missing sizes',
  size_chosen: 'Ann Able chose 2 sizes',
  line_added: 'Ann Able added 2 lines',
  line_changed: 'Ann Able changed 2 lines',
  line_removed: 'Ann Able removed a product from the order',
  details_changed: 'Ann Able changed the delivery details',
  held: 'Ann Able put the order on hold',
  let_go: 'Ann Able lifted the hold',
  released: 'Sent to the warehouse',
  picking: 'Picking began',
  picked: 'Picked',
  ready: 'Packed and ready for dispatch',
  taken_back: 'Taken back from the warehouse',
  dispatched: '2 items dispatched',
  not_arrived: 'Ann Able reported that the parcel has not arrived',
  delivered: 'Delivered, said Ann Able',
  cancelled: 'Ann Able cancelled the order',
  rest_cancelled: 'Ann Able cancelled what had not been dispatched',
  return_created: 'Ann Able asked to return 2 items',
  return_decided: 'The return was decided',
};

test.each(Object.entries(sentences) as [TimelineKind, string][])('an event "%s" reads: %s', (kind, sentence) => {
  expect(timelineWords(event(kind, { count: 2 }))).toBe(sentence);
});

test('the sentence of an event calls the reader "You" and an unknown person "Somebody"', () => {
  expect(timelineWords(event('submitted'), 4)).toBe('You submitted the order');
  expect(timelineWords(event('submitted'), 5)).toBe('Ann Able submitted the order');
  expect(timelineWords(event('submitted', { who: null }))).toBe('Somebody submitted the order');
  expect(timelineWords(event('submitted', { who: { id: null, name: 'The office' } }))).toBe('The office submitted the order');
});

test('a delivery reads with its day and with who says so, whose name is not repeated beside it', () => {
  const delivered = event('delivered', { on: '2026-12-02' });
  expect(timelineWords(delivered)).toBe('Delivered 02/12/26, said Ann Able');
  expect(timelineWords(delivered, 4)).toBe('Delivered 02/12/26, said you');
  expect(timelineWords({ ...delivered, who: null })).toBe('Delivered 02/12/26, said the carrier');
  expect(timelineBy(delivered)).toBeNull();
});

test('an event of an unknown kind reads as a change of the order', () => {
  expect(timelineWords(event('a_later_kind' as TimelineKind))).toBe('Ann Able changed the order');
});

test('good news has the tone "done", bad news "wrong" and a warning "warn"; every other event is "plain"', () => {
  const kindsOf = (tone: string) => timelineKinds.filter((kind) => timelineTone(kind) === tone);
  expect(kindsOf('done')).toEqual(['approved', 'dispatched', 'delivered']);
  expect(kindsOf('wrong')).toEqual(['declined', 'cancelled', 'rest_cancelled']);
  expect(kindsOf('warn')).toEqual(['sizes_asked', 'held', 'taken_back', 'not_arrived']);
  expect(kindsOf('plain')).toHaveLength(timelineKinds.length - 10);
});

test('a sentence has the singular for one item and the plural for several', () => {
  expect(timelineWords(event('dispatched', { count: 1 }))).toBe('1 item dispatched');
  expect(timelineWords(event('dispatched', { count: 3 }))).toBe('3 items dispatched');
  expect(timelineWords(event('dispatched'))).toBe('Dispatched');
  expect(timelineWords(event('size_chosen', { count: 1 }))).toBe('Ann Able chose a size');
  expect(timelineWords(event('line_added'))).toBe('Ann Able added a line');
  expect(timelineWords(event('return_created'))).toBe('Ann Able asked to return some items');
});

test('the sentence of a warehouse event names nobody; the person is shown beside it', () => {
  expect(timelineWords(event('picking'))).toBe('Picking began');
  expect(timelineBy(event('picking'))).toBe('Ann Able');
  expect(timelineBy(event('picking'), 4)).toBe('You');
  expect(timelineBy(event('picking'), 5)).toBe('Ann Able');
  expect(timelineBy(event('submitted'))).toBeNull();
  expect(timelineBy(event('ready', { who: null }))).toBeNull();
});

test('ordering a line again leaves out its cancelled items; a line that cannot be ordered again is left out with a reason', () => {
  const line = { qty_requested: 3, qty_cancelled: 1, decoration: 'Logo' };
  const now = { isWearer: true, hasLeft: false, offer: { decorations: [] as string[] } };
  expect(orderedAgain(line, now)).toEqual({ quantity: 2, decoration: 'Logo' });
  expect(orderedAgain(line, { ...now, offer: { decorations: ['Logo', 'Print'] } })).toEqual({ quantity: 2, decoration: 'Logo' });
  expect(orderedAgain(line, { ...now, offer: { decorations: ['Print'] } })).toEqual({ quantity: 2, decoration: 'Print' });
  expect(orderedAgain(line, { ...now, offer: { decorations: ['Print', 'Patch'] } })).toBe('decoration_gone');
  expect(orderedAgain(line, { ...now, offer: null })).toBe('not_offered');
  expect(orderedAgain({ ...line, qty_cancelled: 3 }, now)).toBe('was_cancelled');
  expect(orderedAgain(line, { ...now, isWearer: false })).toBe('wearer_gone');
  for (const reason of leftOutReasons) expect(leftOutWords[reason]).toMatch(/\.$/);
});

import { expect, test } from 'vitest';
import { waitingTime } from '../../../pwa/office/office-words.ts';

test('a waiting time is shown in minutes, hours, then days', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  expect(waitingTime('2026-11-20T11:15:00.000Z', now)).toBe('45 min');
  expect(waitingTime('2026-11-20T08:48:00.000Z', now)).toBe('3 h 12 min');
  expect(waitingTime('2026-11-17T12:00:00.000Z', now)).toBe('3 days');
});

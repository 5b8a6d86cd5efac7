import { expect, test } from 'vitest';
import { adviceOf, findingsOf } from '../../../pwa/scan/scanner-advice.ts';

const scan = (gaps: number[], more: object = {}) => ({ text: 'ABCD', raw: 'ABCD', ended_by: 'Enter' as const, gaps, ...more });

test('a good scanner gets no advice', () => {
  expect(findingsOf(scan([4, 6, 5, 7]))).toEqual({ characters: 4, slowest: 7, usual: 6, ended_by: 'Enter', taken_off: false });
  expect(adviceOf(findingsOf(scan([4, 6, 5, 7])), false)).toEqual([]);
});

test('the advice for a scanner that is slow, sends no end key or adds characters names the setting to change', () => {
  const slow = findingsOf(scan([40, 95, 60], { ended_by: 'pause', raw: ']C1ABCD' }));
  const advice = adviceOf(slow, false).join(' ');
  expect(advice).toMatch(/95 ms.*Slow scanner.*suffix to Enter.*characters of its own/);
  expect(adviceOf(findingsOf(scan([180, 200, 150])), true)).toEqual([]);
  expect(adviceOf(findingsOf(scan([10, 12, 9])), true).join(' ')).toMatch(/can be turned off/);
  expect(adviceOf(findingsOf(scan([10, 12, 9], { ended_by: 'Tab' })), false).join(' ')).toMatch(/Enter is the usual/);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playSound, signalOfCount } from '../../../pwa/scan/signal.ts';

/** The calls to the tablet's sound, in sequence. */
const calls: string[] = [];

const part = { type: '', frequency: { value: 0 }, gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined } };

beforeEach(() => {
  calls.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      resume = async () => void calls.push('resume');
      suspend = async () => void calls.push('suspend');
      createGain = () => ({ ...part, connect: () => undefined });
      createOscillator = () => ({ ...part, connect: (to: unknown) => to, start: () => void calls.push('tone'), stop: () => undefined });
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the sound is suspended after ten seconds without a scan, and resumes with the next scan', () => {
  playSound('right');
  vi.advanceTimersByTime(9_000);
  playSound('right');
  vi.advanceTimersByTime(9_999);
  expect(calls).toEqual(['resume', 'tone', 'resume', 'tone']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['resume', 'tone', 'resume', 'tone', 'suspend']);
  playSound('unknown');
  expect(calls.slice(5)).toEqual(['resume', 'tone', 'tone']);
});

test('the signal after a counted item tells whether the item was the last of its line, or the last of its order', () => {
  expect(signalOfCount({ isLineDone: false, isOrderDone: false })).toBe('right');
  expect(signalOfCount({ isLineDone: true, isOrderDone: false })).toBe('line_done');
  expect(signalOfCount({ isLineDone: true, isOrderDone: true })).toBe('order_done');
});

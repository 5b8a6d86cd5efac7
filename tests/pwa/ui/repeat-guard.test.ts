import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSameInput } from '../../../pwa/api/is-same-input.ts';
import { RepeatGuard } from '../../../pwa/ui/repeat-guard.ts';
import { REPEAT_WINDOW } from '../../../pwa/ui/repeat-window.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the same input counts as the same act until the screen shows the result, however long that takes', () => {
  const guard = new RepeatGuard<object | undefined, string>(isSameInput);
  guard.keep({ qty: 1 }, 'first');
  vi.advanceTimersByTime(60_000);
  expect(guard.findRepeated({ qty: 1 })?.result).toBe('first');
  expect(guard.findRepeated({ qty: 2 })).toBeNull();
  expect(guard.findRepeated(undefined)).toBeNull();
});

test('the second press of a double click counts as the same act, even if the result is already shown; a later press is another act', () => {
  const guard = new RepeatGuard<undefined, string>();
  guard.keep(undefined, 'first').markShown();
  vi.advanceTimersByTime(110);
  expect(guard.findRepeated(undefined)?.result).toBe('first');
  // A key that is held down presses again and again.
  vi.advanceTimersByTime(REPEAT_WINDOW - 1);
  expect(guard.findRepeated(undefined)?.result).toBe('first');
  vi.advanceTimersByTime(REPEAT_WINDOW);
  expect(guard.findRepeated(undefined)).toBeNull();
});

test('an input is sent again if another value was sent in between or if the act failed', () => {
  const guard = new RepeatGuard<number, string>();
  const first = guard.keep(1, 'first');
  const second = guard.keep(2, 'second');
  expect(guard.findRepeated(1)).toBeNull();
  first.markFailed();
  expect(guard.findRepeated(2)?.result).toBe('second');
  second.markFailed();
  expect(guard.findRepeated(2)).toBeNull();
});

test('two different files of the same name count as two acts', () => {
  const guard = new RepeatGuard<{ file: File }, string>(isSameInput);
  const file = new File(['one'], 'photo.png');
  guard.keep({ file }, 'first');
  expect(guard.findRepeated({ file })?.result).toBe('first');
  expect(guard.findRepeated({ file: new File(['two'], 'photo.png') })).toBeNull();
});

test('the same input counts as a new act if another act was done in between', () => {
  const [choose, add] = [new RepeatGuard<undefined, string>(), new RepeatGuard<undefined, string>()];
  choose.keep(undefined, 'first').markShown();
  add.keep(undefined, 'added').markShown();
  expect(choose.findRepeated(undefined)).toBeNull();
});

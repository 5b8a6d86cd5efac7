import { afterEach, expect, test } from 'vitest';
import { guardLeaving, wouldLose } from '../../../pwa/ui/leave-guard.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('what stands on a screen is lost with the screen, and not by a step to another view of it', () => {
  stops.push(guardLeaving(() => true));
  expect(wouldLose()).toBe(true);
  expect(wouldLose('view')).toBe(false);
});

test('what stands in a view is lost by either step', () => {
  stops.push(guardLeaving(() => true, 'view'));
  expect(wouldLose()).toBe(true);
  expect(wouldLose('view')).toBe(true);
});

test('what is saved, or taken back, is not lost', () => {
  stops.push(guardLeaving(() => false, 'view'));
  guardLeaving(() => true, 'view')();
  expect(wouldLose()).toBe(false);
  expect(wouldLose('view')).toBe(false);
});

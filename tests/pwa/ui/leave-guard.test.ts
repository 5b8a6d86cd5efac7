import { afterEach, expect, test } from 'vitest';
import { guardLeaving, wouldLose } from '../../../pwa/ui/leave-guard.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('leaving a screen loses its unsaved input; going to another view of the screen does not', () => {
  stops.push(guardLeaving(() => true));
  expect(wouldLose()).toBe(true);
  expect(wouldLose('view')).toBe(false);
});

test('leaving a view or its screen loses the unsaved input of the view', () => {
  stops.push(guardLeaving(() => true, 'view'));
  expect(wouldLose()).toBe(true);
  expect(wouldLose('view')).toBe(true);
});

test('once the input is saved or reverted, leaving the screen loses nothing', () => {
  stops.push(guardLeaving(() => false, 'view'));
  guardLeaving(() => true, 'view')();
  expect(wouldLose()).toBe(false);
  expect(wouldLose('view')).toBe(false);
});

import { afterEach, expect, test } from 'vitest';
import { guardLeaving, wouldLose } from '../../../pwa/ui/leave-guard.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('unsaved input of a screen is lost with the screen, and not by a step to another view of it', () => {
  stops.push(guardLeaving(() => true));
  expect(wouldLose()).toBe(true);
  expect(wouldLose('view')).toBe(false);
});

test('unsaved input of a view is lost by either step', () => {
  stops.push(guardLeaving(() => true, 'view'));
  expect(wouldLose()).toBe(true);
  expect(wouldLose('view')).toBe(true);
});

test('saved or reverted input is not lost', () => {
  stops.push(guardLeaving(() => false, 'view'));
  guardLeaving(() => true, 'view')();
  expect(wouldLose()).toBe(false);
  expect(wouldLose('view')).toBe(false);
});

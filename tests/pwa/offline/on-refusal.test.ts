import { expect, test } from 'vitest';
import { unsynced } from '../../../pwa/offline/engine.ts';
import { onRefusal } from '../../../pwa/offline/on-refusal.ts';
import type { StoredOutcome } from '../../../pwa/offline/store.ts';
import { createStore } from '../../../pwa/ui/store.ts';

const outcome = (m: string, root_m: string | null = null): StoredOutcome => ({
  m,
  n: 'pick.record_line',
  outcome: 'rejected',
  code: 'PICK_CLOSED',
  server: null,
  at: '2026-11-21T09:00:00.000Z',
  root_m,
  is_open: true,
  place: 0,
});

test('new refusals are announced once by their number; earlier refusals and actions that depend on a refusal do not count', () => {
  const sync = createStore({ ...unsynced, open: [outcome('old')] });
  const heard: number[] = [];
  const stop = onRefusal(sync, (refused) => heard.push(refused));
  const open = (...outcomes: StoredOutcome[]): void => sync.set({ ...sync.get(), open: outcomes });
  open(outcome('old'));
  expect(heard).toEqual([]);
  open(outcome('old'), outcome('a'), outcome('b', 'a'), outcome('c'));
  expect(heard).toEqual([2]);
  open(outcome('a'), outcome('b', 'a'));
  open(outcome('a'), outcome('b', 'a'), outcome('d', 'a'));
  expect(heard).toEqual([2]);
  open();
  open(outcome('e'));
  expect(heard).toEqual([2, 1]);
  stop();
  open(outcome('f'));
  expect(heard).toEqual([2, 1]);
});

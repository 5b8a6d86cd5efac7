import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { browserLease, leaseLock } from '../../../pwa/offline/lease-lock.ts';
import type { Clock } from '../../../pwa/offline/ports.ts';

/** Sleepers wake only when this clock is moved past them. */
function handClock() {
  let now = Date.parse('2026-11-21T09:00:00.000Z');
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        if (signal.aborted) sleeper.wake();
        else signal.addEventListener('abort', sleeper.wake, { once: true });
      }),
  };
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 30; i++) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const move = async (ms: number): Promise<void> => {
    now += ms;
    for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake();
    await settle();
  };
  return { clock, move, settle, sleepers };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

function tabs() {
  const of = { indexedDB: new IDBFactory(), IDBKeyRange };
  const time = handClock();
  const working = new Set<string>();
  /** A tab with its own view of the clock: a frozen tab gets no ticks. */
  const tab = (name: string, clock: Clock = time.clock) => {
    const stop = new AbortController();
    const done = leaseLock(browserLease(of), clock, name).hold('sync', stop.signal, async (held) => {
      working.add(name);
      await untilAborted(held);
      working.delete(name);
    });
    return {
      close: async () => {
        stop.abort();
        await done;
      },
      done,
    };
  };
  return { ...time, tab, working, of };
}

test('without the Web Locks of a secure address one tab works and the next takes over when it is closed', async () => {
  const { tab, working, settle, move } = tabs();
  const one = tab('one');
  await settle();
  const two = tab('two');
  await settle();
  for (let i = 0; i < 8; i++) await move(5_000);
  expect([...working]).toEqual(['one']);
  await one.close();
  await move(5_000);
  expect([...working]).toEqual(['two']);
  await two.close();
  expect(working.size).toBe(0);
});

test('when a tab has died, the next takes over at the end of its lease', async () => {
  const { tab, working, settle, move, clock, of } = tabs();
  await browserLease(of).take('sync', 'dead', clock.now(), clock.now() + 15_000);
  const two = tab('two');
  await settle();
  await move(5_000);
  expect(working.size).toBe(0);
  await move(5_000);
  await move(5_000);
  expect([...working]).toEqual(['two']);
  await two.close();
});

test('a tab that slept through its lease stops when it wakes, and waits for its turn', async () => {
  const { tab, working, settle, move, clock, sleepers } = tabs();
  const frozen: (() => void)[] = [];
  let asleep = false;
  const one = tab('one', {
    now: clock.now,
    sleep: (ms, signal) => clock.sleep(ms, signal).then(() => (asleep && !signal.aborted ? new Promise((wake) => frozen.push(wake)) : undefined)),
  });
  await settle();
  expect(sleepers.size).toBe(1);
  asleep = true;
  const two = tab('two');
  await settle();
  for (let i = 0; i < 4; i++) await move(5_000);
  expect([...working].sort()).toEqual(['one', 'two']);
  asleep = false;
  for (const wake of frozen) wake();
  await settle();
  expect([...working]).toEqual(['two']);
  await two.close();
  await move(5_000);
  expect([...working]).toEqual(['one']);
  await one.close();
});

test('a clock that was set back does not block the lease for ever', async () => {
  const { tab, working, settle, clock, of } = tabs();
  await browserLease(of).take('sync', 'dead', clock.now() + 86_400_000, clock.now() + 86_415_000);
  const one = tab('one');
  await settle();
  expect([...working]).toEqual(['one']);
  await one.close();
});

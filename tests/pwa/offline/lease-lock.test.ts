import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { browserLease, type Lease, leaseLock } from '../../../pwa/offline/lease-lock.ts';
import type { Clock } from '../../../pwa/offline/ports.ts';
import { manualClock, untilAborted } from './manual-clock.ts';

/** A clock that the test moves; a sleeper wakes once its time has come. */
function movingClock() {
  const { clock, sleepers, advance } = manualClock();
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 30; i++) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const move = async (ms: number): Promise<void> => {
    advance(ms);
    for (const sleeper of [...sleepers]) if (sleeper.at <= clock.now()) sleeper.wake();
    await settle();
  };
  return { clock, move, settle, sleepers };
}

function tabs() {
  const of = { indexedDB: new IDBFactory(), IDBKeyRange };
  const time = movingClock();
  const working = new Set<string>();
  /** A tab with its own view of the clock: a frozen tab gets no ticks. */
  const tab = (name: string, clock: Clock = time.clock) => {
    const stop = new AbortController();
    const lockHold = leaseLock(browserLease(of), clock, name).hold('sync', stop.signal, async (lossSignal) => {
      working.add(name);
      await untilAborted(lossSignal);
      working.delete(name);
    });
    return {
      close: async () => {
        stop.abort();
        await lockHold;
      },
      done: lockHold,
    };
  };
  return { ...time, tab, working, of };
}

test('without Web Locks, which need a secure address, one tab works at a time; when it is closed, the next tab takes over', async () => {
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

test('when a tab has died, the next tab takes over at the end of the dead tab’s lease', async () => {
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

test('a tab that slept through its lease stops working when it wakes, and waits until the tab that took over is closed', async () => {
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

describe('a lease', () => {
  const now = Date.parse('2026-11-21T09:00:00.000Z');
  const lasts = 15_000;

  test.each<[string, { holder: string; until: number }, boolean]>([
    ['is renewed by the tab that has it', { holder: 'one', until: now + lasts }, true],
    ['is refused to another tab while it lasts', { holder: 'two', until: now + 1 }, false],
    ['is refused to another tab when it has just been taken', { holder: 'two', until: now + lasts }, false],
    ['goes to another tab when its time is over', { holder: 'two', until: now }, true],
    ['goes to another tab if it would last longer than any lease, because the clock was set back', { holder: 'two', until: now + lasts + 1 }, true],
  ])('%s', async (_name, { holder, until }, expected) => {
    const of = { indexedDB: new IDBFactory(), IDBKeyRange };
    expect(await browserLease(of).take('sync', 'one', now - 1_000, until)).toBe(true);
    expect(await browserLease(of).take('sync', holder, now, now + lasts)).toBe(expected);
    // Whichever tab has the lease after that, no other tab gets it.
    expect(await browserLease(of).take('sync', 'three', now, now + lasts)).toBe(false);
  });

  test('can be released only by the tab that has it; leases with different names are independent', async () => {
    const lease = browserLease({ indexedDB: new IDBFactory(), IDBKeyRange });
    await lease.take('sync', 'one', now, now + lasts);
    await lease.free('sync', 'two');
    await lease.free('other', 'one');
    expect(await lease.take('sync', 'two', now, now + lasts)).toBe(false);
    expect(await lease.take('other', 'two', now, now + lasts)).toBe(true);
    await lease.free('sync', 'one');
    expect(await lease.take('sync', 'two', now, now + lasts)).toBe(true);
  });
});

describe('the lock', () => {
  /** A lease whose `take` gives the answers of the test, and the list of calls to the lease. */
  function ownLease(answers: (boolean | Error)[]) {
    const calls: string[] = [];
    const lease: Lease = {
      take: async (name, holder, now, until) => {
        calls.push(`take ${name} ${holder} ${until - now}`);
        const answer = answers.shift() ?? true;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      free: async (name, holder) => {
        calls.push(`free ${name} ${holder}`);
        throw new Error('closed');
      },
    };
    return { lease, calls };
  }

  test('is requested every five seconds while another tab has it or the storage fails, and is taken for 15 seconds at a time', async () => {
    const { clock, move, settle } = movingClock();
    const { lease, calls } = ownLease([false, new Error('closed'), true]);
    let works = 0;
    const lockHold = leaseLock(lease, clock, 'one').hold('sync', new AbortController().signal, async () => {
      works += 1;
    });
    for (const n of [1, 2]) {
      await settle();
      expect([calls.length, works]).toEqual([n, 0]);
      await move(4_999);
      expect(calls).toHaveLength(n);
      await move(1);
    }
    await lockHold;
    expect(works).toBe(1);
    expect(calls).toEqual(['take sync one 15000', 'take sync one 15000', 'take sync one 15000', 'free sync one']);
  });

  test('is renewed every five seconds until the work is done', async () => {
    const { clock, move, settle, sleepers } = movingClock();
    const { lease, calls } = ownLease([]);
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const lockHold = leaseLock(lease, clock, 'one').hold('sync', new AbortController().signal, () => work);
    await settle();
    for (let i = 0; i < 3; i++) await move(5_000);
    expect(calls).toHaveLength(4);
    finish();
    await lockHold;
    expect(sleepers.size).toBe(0);
    await move(20_000);
    expect(calls.filter((call) => call.startsWith('take'))).toHaveLength(4);
  });

  test('is released when the work fails, and the failure is passed on', async () => {
    const { clock } = movingClock();
    const { lease, calls } = ownLease([]);
    const work = leaseLock(lease, clock, 'one').hold('sync', new AbortController().signal, () => Promise.reject(new Error('broken')));
    await expect(work).rejects.toThrow('broken');
    expect(calls).toEqual(['take sync one 15000', 'free sync one']);
  });

  test('stops the work when the lease is lost, and starts it again with the next lease', async () => {
    const { clock, move, settle } = movingClock();
    const { lease, calls } = ownLease([true, false, false, true]);
    const stop = new AbortController();
    const starts: string[] = [];
    const lockHold = leaseLock(lease, clock, 'one').hold('sync', stop.signal, async (lossSignal) => {
      starts.push('begin');
      await untilAborted(lossSignal);
      starts.push('end');
    });
    await settle();
    await move(5_000);
    expect(starts).toEqual(['begin', 'end']);
    await move(5_000);
    expect(starts).toEqual(['begin', 'end', 'begin']);
    expect(calls.filter((call) => call.startsWith('take'))).toHaveLength(4);
    stop.abort();
    await lockHold;
    expect(starts).toEqual(['begin', 'end', 'begin', 'end']);
  });

  test('is not requested by a tab that has been stopped', async () => {
    const { clock } = movingClock();
    const { lease, calls } = ownLease([]);
    const stop = new AbortController();
    stop.abort();
    await leaseLock(lease, clock, 'one').hold('sync', stop.signal, () => Promise.reject(new Error('It works.')));
    expect(calls).toEqual([]);
  });
});

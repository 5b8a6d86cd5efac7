import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Engine } from '../../../pwa/offline/engine.ts';
import { manualClock } from './manual-clock.ts';
import { Device, floorOf, Tablet } from './world.ts';

const actor = { id: 17, name: 'Picker 17', role: 'warehouse' as const };
const settle = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await setImmediate();
};

/** A tablet that has pulled the floor. `start` opens a tab of the app on this tablet; the tab runs until the test calls its `kill`. */
async function station() {
  const server = floorOf(2, 1);
  const device = new Device();
  const first = await Tablet.boot(server, device);
  await first.settle();
  const { clock, sleepers, advance } = manualClock();
  const noLock = { hold: (_name: string, signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())) };
  const start = async () => {
    const engine = new Engine({ ledger: device.ledger, cache: device.cache, ports: { ...first.ports, clock, lock: noLock, tabs: device.tabs() } });
    await engine.open();
    engine.signIn({ token: 'token-1', actor });
    const stop = new AbortController();
    const life = engine.run(stop.signal);
    await settle();
    const kill = async (): Promise<void> => {
      stop.abort();
      await life;
    };
    return { engine, kill };
  };
  /** Lets `ms` milliseconds pass and wakes the sleepers that are due. */
  const pass = async (ms: number): Promise<void> => {
    advance(ms);
    for (const sleeper of [...sleepers]) if (sleeper.at <= clock.now()) sleeper.wake();
    await settle();
  };
  const queue = async () => (await first.ledger.view()).queue.map(({ n, a }) => [n, a]);
  /** Sends all actions in the queue. */
  const send = () => first.settle();
  return { server, start, pass, advance, queue, send };
}

const startLater = (engine: Engine, pick_id = 1) => engine.mutateLater('pick.start', { pick_id }, 10_000);
const stateOf = (engine: Engine) => engine.screens.get().floor.rows.pick.get('00000000-0000-4000-8000-000000000001')?.state;
const started = [['pick.start', { pick_id: 1 }]];

test('a stored count is shown in every tab, and again after the app has died, until it is set to 0', async () => {
  const { start, queue } = await station();
  const [one, other] = [await start(), await start()];
  expect(await one.engine.keepCount('task', 2)).toEqual({ ok: true });
  await settle();
  expect(other.engine.counts.get().get('task')).toBe(2);
  await one.kill();
  await other.kill();
  const next = await start();
  expect(next.engine.counts.get()).toEqual(new Map([['task', 2]]));
  await next.engine.keepCount('task', 0);
  await next.kill();
  const last = await start();
  expect(last.engine.counts.get()).toEqual(new Map());
  expect(await queue()).toEqual([]);
  await last.kill();
});

describe('an action that can be taken back', () => {
  test('is shown at once, and joins the queue only when it is due', async () => {
    const { start, pass, queue, send } = await station();
    const { engine, kill } = await start();
    expect(await startLater(engine)).toEqual({ ok: true });
    expect(stateOf(engine)).toBe('picking');
    await pass(9_999);
    expect(await queue()).toEqual([]);
    expect(engine.delayed.get()).toHaveLength(1);
    await pass(1);
    expect(await queue()).toEqual(started);
    expect(engine.delayed.get()).toEqual([]);
    expect(stateOf(engine)).toBe('picking');
    await kill();
    await send();
    expect(await queue()).toEqual([]);
  });

  test('can be taken back once, until it is due; an action that is taken back leaves no trace', async () => {
    const { start, pass, queue } = await station();
    const { engine, kill } = await start();
    await startLater(engine);
    const [delayed] = engine.delayed.get();
    expect(await engine.takeBack(delayed?.action.m ?? '')).toBe(true);
    expect(stateOf(engine)).toBe('released');
    expect(await engine.takeBack(delayed?.action.m ?? '')).toBe(false);
    await pass(60_000);
    expect(await queue()).toEqual([]);
    await startLater(engine);
    const [next] = engine.delayed.get();
    await pass(10_000);
    expect(await engine.takeBack(next?.action.m ?? '')).toBe(false);
    expect(await queue()).toEqual(started);
    await kill();
  });

  test('survives the death of the app: it is still shown and can still be taken back, and joins the queue once when it is due', async () => {
    const { start, pass, advance, queue } = await station();
    const first = await start();
    await startLater(first.engine);
    await first.kill();
    const second = await start();
    expect(stateOf(second.engine)).toBe('picking');
    expect(second.engine.delayed.get()).toMatchObject([{ action: { actor: { id: 17, name: 'Picker 17' } } }]);
    await second.kill();
    advance(3_600_000);
    const third = await start();
    await pass(0);
    expect(await queue()).toEqual(started);
    await third.kill();
    const fourth = await start();
    await pass(60_000);
    expect(await queue()).toEqual(started);
    await fourth.kill();
  });

  test('joins the queue once if two tabs of the tablet are open, and either tab can take it back', async () => {
    const { start, pass, queue } = await station();
    const [one, other] = [await start(), await start()];
    await startLater(one.engine);
    await settle();
    expect(other.engine.delayed.get()).toHaveLength(1);
    await other.engine.takeBack(other.engine.delayed.get()[0]?.action.m ?? '');
    await settle();
    expect(stateOf(one.engine)).toBe('released');
    await startLater(other.engine);
    await settle();
    await pass(10_000);
    expect(await queue()).toEqual(started);
    await one.kill();
    await other.kill();
  });

  test('joins the queue at once if the tablet’s clock was set back, and is refused from the start if the rules forbid it', async () => {
    const { start, pass, queue } = await station();
    const { engine, kill } = await start();
    await startLater(engine);
    expect(await engine.mutateLater('pick.pause', { pick_id: 2 }, 10_000)).toMatchObject({ ok: false, code: 'not_picking' });
    await kill();
    await pass(-86_400_000);
    const next = await start();
    await pass(0);
    expect(await queue()).toEqual(started);
    await next.kill();
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { Cache } from '../../../pwa/offline/cache.ts';
import { answerCheck } from '../../../pwa/offline/check-answer.ts';
import { Flusher } from '../../../pwa/offline/flusher.ts';
import { Ledger } from '../../../pwa/offline/ledger.ts';
import { readPokes } from '../../../pwa/offline/poke-stream.ts';
import type { Link, NetworkAnswer } from '../../../pwa/offline/ports.ts';
import type { Poke } from '../../../shared/sync/wire.ts';
import { manualClock, untilAborted } from './manual-clock.ts';
import { Device, floorOf, Tablet, uuidOf } from './world.ts';

/** A clock that the test moves forward by one pause of the flusher at a time. */
function pausingClock() {
  const { clock, sleepers, advance } = manualClock();
  /** Ends the flusher's longest pause and returns the pause's length in milliseconds. The time limit of a request is not a pause. */
  const pass = async (): Promise<number> => {
    for (let i = 0; i < 200; i++) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    const rest = [...sleepers].filter(({ ms }) => ms !== 30_000).sort((a, b) => b.ms - a.ms)[0];
    if (!rest) return 0;
    advance(rest.ms);
    rest.wake();
    await new Promise((resolve) => setImmediate(resolve));
    return rest.ms;
  };
  return { clock, pass, advance };
}

async function running(answer: () => NetworkAnswer | null | 'hangs', fraction = 1) {
  const server = floorOf(1, 1);
  const device = new Device();
  const tablet = await Tablet.boot(server, device);
  const { clock, pass, advance } = pausingClock();
  const ledger = new Ledger(device.ledger, { clock, random: device.random });
  const identity = await ledger.open();
  const links: Link[] = [];
  let onPoke: ((poke: Poke) => void) | null = null;
  let hangUp: (() => void) | null = null;
  let requestCount = 0;
  const stop = new AbortController();
  const flusher = new Flusher({
    ledger,
    cache: new Cache(device.cache),
    device: identity,
    token: () => 'token-1',
    changed: () => undefined,
    link: (link) => links.push(link),
    ports: {
      clock,
      lock: device.lock(),
      reserves: [],
      random: { ...device.random, fraction: () => fraction },
      network: {
        sync: async (request, token, signal) => {
          requestCount += 1;
          const fixedAnswer = answer();
          if (fixedAnswer === 'hangs') {
            await untilAborted(signal);
            throw new Error('aborted');
          }
          if (fixedAnswer) return fixedAnswer;
          return server.sync(request, token);
        },
        listen: (_device, _token, listener, signal) => {
          onPoke = listener;
          return new Promise((resolve) => {
            hangUp = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
        },
      },
    },
  });
  const flusherRun = flusher.run(stop.signal);
  return {
    server,
    device,
    tablet,
    flusher,
    pass,
    advance,
    links,
    poke: (poke: Poke) => onPoke?.(poke),
    hangUp: () => hangUp?.(),
    requestCount: () => requestCount,
    stop: async () => {
      stop.abort();
      await flusherRun;
    },
  };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

// The check of responses is loaded before the tests, in real time, so that no test with its own clock waits for the load.
beforeAll(async () => void (await answerCheck()));

describe('the intervals between tries', () => {
  test('double after each failure, from a second up to a minute', async () => {
    const { pass, stop } = await running(() => ({ status: 503, body: { message: 'busy' } }));
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) waits.push(await pass());
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    await stop();
  });

  test('are shortened at random by at most half', async () => {
    const { pass, stop } = await running(() => ({ status: 503, body: null }), 0);
    expect([await pass(), await pass()]).toEqual([500, 1_000]);
    await stop();
  });

  test('are a minute while there is nothing to do, and end at once at a person’s request, even after a failure', async () => {
    let isDown = false;
    const { pass, flusher, requestCount, stop } = await running(() => (isDown ? { status: 502, body: undefined } : null));
    expect(await pass()).toBe(60_000);
    await expect.poll(requestCount).toBe(2);
    await settle();
    isDown = true;
    expect(await pass()).toBe(60_000);
    await expect.poll(requestCount).toBe(3);
    await settle();
    isDown = false;
    flusher.wake('queued');
    await settle();
    expect(requestCount()).toBe(3);
    flusher.wake('now');
    await expect.poll(requestCount).toBe(4);
    await stop();
  });

  test('are ten seconds while the server does not accept the waiting actions yet', async () => {
    const office = floorOf(1, 1);
    const { tablet, flusher, pass, stop } = await running(() =>
      office.sync({ pv: 1, device: uuidOf(7), secret: 'a'.repeat(64), pending: 1, push: [], pull: { cursor: null, lm: {} } }, 'token-1'),
    );
    await pass();
    await expect.poll(async () => await tablet.engine.refresh().then(() => tablet.engine.screens.get().is_ready)).toBe(true);
    await tablet.start(1);
    flusher.wake('queued');
    await settle();
    expect([await pass(), await pass(), await pass()]).toEqual([10_000, 10_000, 10_000]);
    await stop();
  });

  test('are announced with the time of the next try even if the storage cannot be read', async () => {
    const { pass, device, flusher, links, stop } = await running(() => null);
    await pass();
    await pass();
    expect(links.at(-1)?.next_try_at).toBeNull();
    device.cache.read = () => Promise.reject(new Error('closed'));
    flusher.wake('now');
    await settle();
    expect(links.at(-1)?.next_try_at).toEqual(expect.any(String));
    await stop();
  });

  test('are not ended by a poke after a failure; a poke that cannot be compared with the tablet’s rows counts as news', async () => {
    let isDown = false;
    const { pass, device, requestCount, poke, server, flusher, stop } = await running(() => (isDown ? { status: 502, body: undefined } : null));
    await pass();
    await pass();
    const { read } = device.cache;
    device.cache.read = async () => {
      device.cache.read = read;
      throw new Error('closed');
    };
    const before = requestCount();
    poke({ epoch: server.epoch, v: server.v });
    await settle();
    expect(requestCount()).toBe(before + 1);
    isDown = true;
    flusher.wake('now');
    await settle();
    poke({ epoch: server.epoch, v: server.v + 1 });
    await settle();
    expect(requestCount()).toBe(before + 2);
    await stop();
  });

  test('are ended at once by a poke with a newer position, and not by a poke without news', async () => {
    const { pass, requestCount, poke, server, links, stop } = await running(() => null);
    await pass();
    await pass();
    const before = requestCount();
    poke({ epoch: server.epoch, v: server.v });
    await settle();
    expect(requestCount()).toBe(before);
    poke({ epoch: server.epoch, v: server.v + 1 });
    await expect.poll(requestCount).toBe(before + 1);
    expect(links.at(-1)).toMatchObject({ online: true, problem: null });
    await stop();
  });
});

test('a response with an error status is not used, whatever it contains', async () => {
  const tablet = await Tablet.boot(floorOf(1, 1), new Device());
  tablet.wire = async (send) => ({ ...(await send()), status: 503 });
  expect(await tablet.step()).toEqual({ next: 'again' });
  expect(tablet.link).toMatchObject({ online: false, problem: null });
  expect(tablet.engine.screens.get().is_ready).toBe(false);
});

test('if the server has another action under an action’s number, the action gets a new client, and earlier ones keep their client', async () => {
  const server = floorOf(2, 1);
  const device = new Device();
  const one = await Tablet.boot(server, device);
  await one.settle();
  await one.start(1);
  const two = await one.reboot();
  await two.start(2);
  const [, second] = (await two.engine.queue()).waiting;
  server.clients.set(second?.c ?? '', { device: two.engine.device, lm: 1 });
  await two.settle();
  expect(server.applied.map(({ a }) => a)).toEqual([{ pick_id: 1 }, { pick_id: 2 }]);
});

test('after a pull in pages the flusher pulls once more, because all pages show the rows as of the first page', async () => {
  const office = floorOf(4, 1);
  office.pageSize = 3;
  const device = new Device();
  const tablet = await Tablet.boot(office, device);
  const steps: string[] = [];
  do steps.push((await tablet.step()).next);
  while ((await new Cache(device.cache).standing()).is_paging);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.at(-1)).toBe('go_on');
  expect(await tablet.step()).toEqual({ next: 'rest', waiting: 0 });
});

describe('a network that is back', () => {
  /** A tablet that has been offline for some tries. */
  async function offline() {
    let state: 'up' | 'down' | 'hangs' = 'down';
    const all = await running(() => (state === 'up' ? null : state === 'hangs' ? 'hangs' : { status: 502, body: undefined }));
    for (let i = 0; i < 6; i++) await all.pass();
    await settle();
    return { ...all, become: (next: typeof state) => (state = next) };
  }

  test('is tried at once, and the waits begin again with the shortest', async () => {
    const { flusher, pass, requestCount, stop } = await offline();
    const before = requestCount();
    flusher.wake('now');
    await settle();
    expect(requestCount()).toBe(before + 1);
    expect([await pass(), await pass()]).toEqual([1_000, 2_000]);
    await stop();
  });

  test('is not tried more than once a second, however often somebody taps', async () => {
    const { flusher, pass, requestCount, stop } = await offline();
    const before = requestCount();
    for (let tap = 0; tap < 20; tap++) {
      flusher.wake('now');
      await settle();
    }
    expect(requestCount()).toBe(before + 1);
    expect(await pass()).toBe(1_000);
    await settle();
    expect(requestCount()).toBe(before + 2);
    await stop();
  });

  test('is tried although an earlier request hangs: at once if the device reports a network, after five seconds if a person asks', async () => {
    for (const [why, ms, isTried] of [
      ['network', 0, true],
      ['now', 4_999, false],
      ['now', 5_000, true],
    ] as const) {
      const { flusher, advance, requestCount, become, links, stop } = await offline();
      become('hangs');
      flusher.wake('now');
      await settle();
      const before = requestCount();
      become('up');
      advance(ms);
      if (why === 'network') advance(1_000);
      flusher.wake(why);
      await settle();
      expect([why, ms, requestCount() > before, links.at(-1)?.online]).toEqual([why, ms, isTried, isTried]);
      await stop();
    }
  });

  test('keeps an online tablet online when its hanging request is cancelled for a new one', async () => {
    let hangs = false;
    const { flusher, pass, links, requestCount, stop } = await running(() => (hangs ? 'hangs' : null));
    await pass();
    hangs = true;
    flusher.wake('now');
    await settle();
    const before = requestCount();
    hangs = false;
    flusher.wake('network');
    await expect.poll(requestCount).toBe(before + 1);
    expect(links.slice(-3).map(({ online }) => online)).toEqual([true, true, true]);
    await stop();
  });
});

describe('the poke stream', () => {
  test('makes the tablet check the network at once when the stream ends', async () => {
    let isDown = false;
    const { pass, requestCount, hangUp, links, stop } = await running(() => (isDown ? { status: 502, body: undefined } : null));
    await pass();
    await pass();
    const before = requestCount();
    expect(links.at(-1)).toMatchObject({ online: true });
    isDown = true;
    hangUp();
    await expect.poll(requestCount).toBe(before + 1);
    await expect.poll(() => links.at(-1)?.online).toBe(false);
    await stop();
  });

  test('is parsed correctly despite split chunks, comments and invalid text', async () => {
    const noPokes = ['data: {"epoch":1,"v":6}', 'data: {"epoch":"e","v":"7"}', 'data: {"v":8}', 'data: null', 'note:{"epoch":"e","v":9}'];
    const text = `data: {"epoch":"e","v":3}\n: beat\n\ndata: {"epoch":"e","v":4}\n\ndata: rubbish\n\n${noPokes.join('\n')}\ndata: {"epoch":"e","v":5}\r\n\r\n`;
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let i = 0; i < bytes.length; i += 7) controller.enqueue(bytes.slice(i, i + 7));
        controller.close();
      },
    });
    const received: number[] = [];
    await readPokes(stream, ({ v }) => received.push(v), pausingClock().clock);
    expect(received).toEqual([3, 4, 5]);
  });

  test('is closed when it is silent for the time of three heartbeats, and stays open while heartbeats arrive', async () => {
    const { clock, pass } = pausingClock();
    let beat: (text: string) => void = () => undefined;
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        beat = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    let isOver = false;
    const reading = readPokes(stream, () => undefined, clock).then(() => {
      isOver = true;
    });
    for (let i = 0; i < 3; i++) {
      beat(': here\n\n');
      await settle();
    }
    expect(isOver).toBe(false);
    expect(await pass()).toBe(45_000);
    await reading;
    await expect.poll(() => isCancelled).toBe(true);
  });

  test('is opened only by the tab that syncs', async () => {
    const server = floorOf(1, 1);
    const device = new Device();
    const one = await Tablet.boot(server, device);
    const two = await Tablet.boot(server, device);
    let open = 0;
    const listen = (_device: string, _token: string, _heard: unknown, signal: AbortSignal): Promise<void> => {
      open += 1;
      return new Promise((resolve) =>
        signal.addEventListener(
          'abort',
          () => {
            open -= 1;
            resolve();
          },
          { once: true },
        ),
      );
    };
    one.ports.network.listen = listen;
    two.ports.network.listen = listen;
    const [first, second] = [new AbortController(), new AbortController()];
    const running = [one.engine.run(first.signal), two.engine.run(second.signal)];
    await expect.poll(() => open).toBe(1);
    await settle();
    expect(open).toBe(1);
    // The next tab takes over when the first one closes.
    first.abort();
    await running[0];
    await expect.poll(() => open).toBe(1);
    second.abort();
    await running[1];
    expect(open).toBe(0);
  });
});

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Poke } from '../../shared/sync/wire.ts';
import type { Listener, Pokes } from '../core/context.ts';
import type { Database } from '../db/db.ts';
import { floorVersion } from './clock.ts';

/** The shortest time between two pokes of one tablet, in milliseconds. */
const COALESCE = 300;

const channel = 'kitroom_sync';

const posted = z.object({ from: z.string(), by: z.array(z.string()), epoch: z.string(), v: z.number() });
type Posted = z.infer<typeof posted>;

/** Pokes the tablets of this process about changes by this process and by other processes on the same database. */
export function openPokes(database: Database, log: Logger): Pokes {
  const from = randomUUID();
  const listeners = new Set<Listener>();
  /** The tablets that have changed something since the last poke; an empty string stands for a change without a tablet. */
  let by = new Set<string>();
  let lastPoke: Poke | null = null;
  let lastAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let flushing = Promise.resolve();
  let isClosed = false;

  const sendAll = (poke: Poke, originators: readonly string[]): void => {
    const [only] = originators;
    for (const { device, send } of listeners) if (originators.length !== 1 || device !== only) send(poke);
  };
  const onMessage = (message: string): void => {
    let note: Posted;
    try {
      note = posted.parse(JSON.parse(message));
    } catch {
      return;
    }
    if (note.from === from) return;
    lastPoke = { epoch: note.epoch, v: note.v };
    sendAll(lastPoke, note.by);
  };
  const flush = async (): Promise<void> => {
    lastAt = Date.now();
    const originators = [...by];
    by = new Set();
    const poke = await floorVersion(database.reader);
    if (isClosed || (lastPoke && poke.epoch === lastPoke.epoch && poke.v <= lastPoke.v)) return;
    lastPoke = poke;
    sendAll(poke, originators);
    await database.post(channel, JSON.stringify({ from, by: originators, ...poke } satisfies Posted));
  };
  const changed = (device = ''): void => {
    if (isClosed) return;
    by.add(device);
    timer ??= setTimeout(
      () => {
        timer = null;
        flushing = flush().catch((error: unknown) => log.warn({ err: error }, 'tablets were not poked'));
      },
      Math.max(0, lastAt + COALESCE - Date.now()),
    ).unref();
  };
  const endStreams = (): void => {
    for (const { end } of listeners) end();
    listeners.clear();
  };
  let hearing: Promise<() => void> | null = null;

  return {
    current: () => floorVersion(database.reader),
    listen: (listener) => {
      hearing ??= database.subscribe(channel, onMessage, () => changed());
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed,
    endStreams,
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      endStreams();
      await flushing;
      (await hearing)?.();
    },
  };
}

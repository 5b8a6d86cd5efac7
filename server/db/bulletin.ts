import type { PoolClient } from 'pg';
import type { Database } from './db.ts';

/** Short messages between all processes that share a database. */
export interface Bulletin {
  /** Begin to hear what other processes post; resolved once it is heard, or once the first try has failed and the next is on its way. */
  listen(): Promise<void>;
  /** Tell the other processes; where there are none, nobody. */
  post(message: string): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_AFTER = 1_000;

/** Hear what other processes post on a channel. `back` is called after a lost connection was made again: something may have been missed. */
export function openBulletin({ pool }: Pick<Database, 'pool'>, channel: string, heard: (message: string) => void, back: () => void): Bulletin {
  if (!pool) return { listen: () => Promise.resolve(), post: () => Promise.resolve(), close: () => Promise.resolve() };

  let client: PoolClient | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    try {
      const connected = await pool.connect();
      if (isClosed) return connected.release();
      client = connected;
      connected.on('notification', ({ payload }) => heard(payload ?? ''));
      connected.once('error', (error) => {
        client = null;
        connected.release(error);
        again();
      });
      await connected.query(`listen ${channel}`);
    } catch {
      again();
    }
  };
  const again = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => void connect().then(back), RECONNECT_AFTER).unref();
  };
  let listening: Promise<void> | null = null;

  return {
    listen: () => {
      listening ??= connect();
      return listening;
    },
    post: async (message) => void (await pool.query('select pg_notify($1, $2)', [channel, message])),
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await listening;
      client?.release(true);
      client = null;
    },
  };
}

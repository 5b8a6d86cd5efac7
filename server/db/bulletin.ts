import type { Client } from 'pg';

/** What other processes announce on a PostgreSQL database, on one connection for all channels. */
export interface Bulletin {
  /** Begin to hear a channel; resolved once it is heard, or once the first try has failed and the next is on its way. */
  listen(channel: string): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_AFTER = 1_000;

/**
 * Hear what other processes announce. The connection is its own, made by `connect`: one that waited for news would be missing from a pool that
 * requests wait for. `missed` is called after a lost connection was made again: something may not have been heard.
 */
export function openBulletin(connect: () => Client, onMessage: (channel: string, message: string) => void, missed: () => void): Bulletin {
  /** Each channel, and when it is heard. */
  const channels = new Map<string, Promise<void>>();
  let client: Client | null = null;
  let connecting: Promise<unknown> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const open = async (): Promise<boolean> => {
    const next = connect();
    next.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
    // Its end follows; an error that nobody listens to would end the process.
    next.on('error', () => {});
    next.once('end', reopenLater);
    try {
      await next.connect();
      client = next;
      for (const channel of channels.keys()) await next.query(`listen ${channel}`);
      return true;
    } catch {
      await next.end().catch(() => {});
      reopenLater();
      return false;
    }
  };
  const reopenLater = (): void => {
    client = null;
    if (isClosed || timer) return;
    timer = setTimeout(() => {
      timer = null;
      connecting = open().then((isOpen) => isOpen && missed());
    }, RECONNECT_AFTER).unref();
  };
  const begin = async (channel: string): Promise<void> => {
    if (client) return void (await client.query(`listen ${channel}`).catch(() => {}));
    connecting ??= open();
    await connecting;
  };

  return {
    listen: (channel) => {
      const heardFrom = channels.get(channel);
      if (heardFrom !== undefined) return heardFrom;
      // Named first, so that a connection on its way hears it too.
      const begun = Promise.resolve().then(() => begin(channel));
      channels.set(channel, begun);
      return begun;
    },
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}

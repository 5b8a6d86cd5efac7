import type { Client } from 'pg';

/** The announcements of other processes on a PostgreSQL database, received on one connection for all channels. */
export interface Bulletin {
  /** Subscribe to a channel; resolves once the subscription is active, or once the first attempt has failed and the next one is scheduled. */
  listen(channel: string): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_AFTER = 1_000;

/**
 * Receive the announcements of other processes. `connect` makes a separate connection, because a connection that waits for announcements would be
 * missing from the pool for requests. `onMissed` is called after a lost connection has been restored, because announcements may have been lost.
 */
export function openBulletin(connect: () => Client, onMessage: (channel: string, message: string) => void, onMissed: () => void): Bulletin {
  /** Each channel, and the promise of its subscription. */
  const channels = new Map<string, Promise<void>>();
  let client: Client | null = null;
  let connecting: Promise<unknown> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const open = async (): Promise<boolean> => {
    const next = connect();
    next.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
    // The connection's `end` event follows and reconnects. An error without a listener would end the process.
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
      connecting = open().then((isOpen) => isOpen && onMissed());
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
      // Added to `channels` before anything is awaited, so that a connection that is being opened subscribes to this channel.
      const listening = Promise.resolve().then(() => begin(channel));
      channels.set(channel, listening);
      return listening;
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

import type { Client } from 'pg';
import { openBulletin } from './bulletin.ts';

interface Hearer {
  onMessage: (message: string) => void;
  missed: () => void;
}

/** The announcements of a database, by channel, for subscribers in this process. */
export interface Channels {
  /** Subscribe to a channel until the returned function is called. */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed: () => void): Promise<() => void>;
  /** Notify the subscribers in this process. */
  publish(channel: string, message: string): void;
  close(): Promise<void>;
}

/** The channels of one database. With `connect`, which makes a connection to PostgreSQL, they also deliver the announcements of other processes. */
export function openChannels(connect: (() => Client) | null): Channels {
  const hearers = new Map<string, Set<Hearer>>();

  const publish = (channel: string, message: string): void => {
    for (const { onMessage } of hearers.get(channel) ?? []) onMessage(message);
  };
  const notifyMissed = (): void => {
    for (const all of hearers.values()) for (const hearer of all) hearer.missed();
  };
  const bulletin = connect && openBulletin(connect, publish, notifyMissed);

  return {
    subscribe: async (channel, onMessage, onMissed) => {
      const hearer = { onMessage, missed: onMissed };
      const all = hearers.get(channel) ?? new Set();
      hearers.set(channel, all.add(hearer));
      await bulletin?.listen(channel);
      return () => void all.delete(hearer);
    },
    publish,
    close: async () => {
      hearers.clear();
      await bulletin?.close();
    },
  };
}

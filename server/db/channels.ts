import type { Client } from 'pg';
import { openBulletin } from './bulletin.ts';

interface Hearer {
  onMessage: (message: string) => void;
  missed: () => void;
}

/** What is announced, by channel, to those in this process who want to hear it. */
export interface Channels {
  /** Hear a channel until the answered function is called. */
  subscribe(channel: string, onMessage: (message: string) => void, missed: () => void): Promise<() => void>;
  /** Tell the hearers in this process. */
  publish(channel: string, message: string): void;
  close(): Promise<void>;
}

/** The channels of one database; with `connect`, which makes a connection to PostgreSQL, what other processes announce is heard too. */
export function openChannels(connect: (() => Client) | null): Channels {
  const hearers = new Map<string, Set<Hearer>>();

  const publish = (channel: string, message: string): void => {
    for (const { onMessage } of hearers.get(channel) ?? []) onMessage(message);
  };
  const missed = (): void => {
    for (const all of hearers.values()) for (const hearer of all) hearer.missed();
  };
  const bulletin = connect && openBulletin(connect, publish, missed);

  return {
    subscribe: async (channel, onMessage, missed) => {
      const hearer = { onMessage, missed };
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

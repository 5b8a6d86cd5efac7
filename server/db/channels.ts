import type { Client } from 'pg';
import { openBulletin } from './bulletin.ts';

interface Hearer {
  heard: (message: string) => void;
  missed: () => void;
}

/** What is announced, by channel, to those in this process who want to hear it. */
export interface Channels {
  /** Hear a channel until the answered function is called. */
  hear(channel: string, heard: (message: string) => void, missed: () => void): Promise<() => void>;
  /** Tell the hearers in this process. */
  tell(channel: string, message: string): void;
  close(): Promise<void>;
}

/** The channels of one database; with `connect`, which makes a connection to PostgreSQL, what other processes announce is heard too. */
export function openChannels(connect: (() => Client) | null): Channels {
  const hearers = new Map<string, Set<Hearer>>();

  const tell = (channel: string, message: string): void => {
    for (const { heard } of hearers.get(channel) ?? []) heard(message);
  };
  const missed = (): void => {
    for (const all of hearers.values()) for (const hearer of all) hearer.missed();
  };
  const bulletin = connect && openBulletin(connect, tell, missed);

  return {
    hear: async (channel, heard, missed) => {
      const hearer = { heard, missed };
      const all = hearers.get(channel) ?? new Set();
      hearers.set(channel, all.add(hearer));
      await bulletin?.listen(channel);
      return () => void all.delete(hearer);
    },
    tell,
    close: async () => {
      hearers.clear();
      await bulletin?.close();
    },
  };
}

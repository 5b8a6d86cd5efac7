import type { Pool } from 'pg';
import { type Bulletin, openBulletin } from './bulletin.ts';

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

/** The channels of one database; with a pool, what other processes announce is heard too. */
export function openChannels(pool: Pool | null): Channels {
  const hearers = new Map<string, Set<Hearer>>();
  const bulletins = new Map<string, Bulletin>();

  const tell = (channel: string, message: string): void => {
    for (const { heard } of hearers.get(channel) ?? []) heard(message);
  };
  const bulletinOf = (channel: string): Bulletin => {
    const open =
      bulletins.get(channel) ??
      openBulletin(
        { pool },
        channel,
        (message) => tell(channel, message),
        () => {
          for (const { missed } of hearers.get(channel) ?? []) missed();
        },
      );
    bulletins.set(channel, open);
    return open;
  };

  return {
    hear: async (channel, heard, missed) => {
      const hearer = { heard, missed };
      const all = hearers.get(channel) ?? new Set();
      hearers.set(channel, all.add(hearer));
      await bulletinOf(channel).listen();
      return () => void all.delete(hearer);
    },
    tell,
    close: async () => {
      hearers.clear();
      await Promise.all([...bulletins.values()].map((bulletin) => bulletin.close()));
    },
  };
}

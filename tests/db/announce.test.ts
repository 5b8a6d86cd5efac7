import { expect, test } from 'vitest';
import { announce } from '../../server/db/db.ts';
import { world } from '../world.ts';

const soon = (isThere: () => boolean): Promise<void> => expect.poll(isThere, { timeout: 5000 }).toBe(true) as unknown as Promise<void>;

test('an announcement is delivered once if its unit of work commits, and is dropped if the unit of work is rolled back', async () => {
  const { database } = await world();
  const announcements: string[] = [];
  const stop = await database.subscribe(
    'kitroom_test',
    (message) => announcements.push(message),
    () => {},
  );
  const units = Array.from({ length: 40 }, (_, n) =>
    database.unitOfWork(async (db) => {
      await announce(db, 'kitroom_test', `unit ${n}`);
      // On SQLite these units of work share transactions. If one unit fails, the announcements of the remaining units must not be lost.
      if (n % 3 === 0) throw new Error('undone');
    }),
  );
  const settled = await Promise.allSettled(units);
  const committed = settled.flatMap(({ status }, n) => (status === 'fulfilled' ? [`unit ${n}`] : []));
  expect(committed).toHaveLength(26);
  await soon(() => announcements.length >= committed.length);
  await database.unitOfWork((db) => announce(db, 'kitroom_test', 'last'));
  await soon(() => announcements.includes('last'));
  expect([...announcements].sort()).toEqual([...committed, 'last'].sort());
  stop();
});

test('a subscriber gets no announcement of another channel, and no announcement after unsubscribing', async () => {
  const { database } = await world();
  const [here, otherChannel]: [string[], string[]] = [[], []];
  const listen = (channel: string, into: string[]) =>
    database.subscribe(
      channel,
      (message) => into.push(message),
      () => {},
    );
  const stop = await listen('kitroom_here', here);
  await listen('kitroom_there', otherChannel);
  const say = (channel: string, message: string) => database.unitOfWork((db) => announce(db, channel, message));
  await say('kitroom_here', 'one');
  await soon(() => here.length === 1);
  stop();
  await say('kitroom_here', 'two');
  await say('kitroom_there', 'three');
  await soon(() => otherChannel.length === 1);
  expect([here, otherChannel]).toEqual([['one'], ['three']]);
});

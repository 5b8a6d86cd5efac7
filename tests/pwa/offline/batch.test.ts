import { expect, test } from 'vitest';
import { batchOf } from '../../../pwa/offline/flusher.ts';
import type { Queued } from '../../../pwa/offline/store.ts';
import { Device, floorOf, Tablet } from './world.ts';

/** A queue of `count` completed picks, each with a digest of `characters` characters. */
async function queueOf(count: number, characters: number): Promise<Queued[]> {
  const tablet = await Tablet.boot(floorOf(1, 1), new Device(3));
  await tablet.settle();
  await tablet.start(1);
  const [row] = (await tablet.ledger.view()).queue;
  if (!row) throw new Error('Nothing is queued');
  return Array.from(
    { length: count },
    (_, i) => ({ ...row, n: 'pick.complete', s: i + 1, a: { pick_id: 1, digest: 'x'.repeat(characters) } }) as Queued,
  );
}

test('a request carries the next hundred actions of the queue in sequence, or fewer if a hundred actions are too large for the server', async () => {
  const small = await queueOf(150, 10);
  expect(batchOf(small)).toEqual(small.slice(0, 100));
  const large = await queueOf(20, 90_000);
  const batch = batchOf(large);
  expect(batch).toEqual(large.slice(0, 3));
  expect(JSON.stringify(batch).length).toBeLessThan(1_000_000);
});

test('an action that is too large for a batch is sent alone, so that it does not block the queue', async () => {
  const huge = await queueOf(3, 400_000);
  expect(batchOf(huge)).toEqual(huge.slice(0, 1));
  expect(batchOf([])).toEqual([]);
});

import { expect, test } from 'vitest';
import { batchOf } from '../../../pwa/offline/flusher.ts';
import type { Queued } from '../../../pwa/offline/store.ts';
import { Device, floorOf, Tablet } from './world.ts';

/** This many completes with digests of this many characters. */
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

test('a request carries a hundred small mutations, or as many large ones as the server accepts, in their order', async () => {
  const small = await queueOf(150, 10);
  expect(batchOf(small)).toEqual(small.slice(0, 100));
  const large = await queueOf(20, 90_000);
  const batch = batchOf(large);
  expect(batch).toEqual(large.slice(0, 3));
  expect(JSON.stringify(batch).length).toBeLessThan(1_000_000);
});

test('a mutation that is too large for a batch is sent alone, so that the queue moves', async () => {
  const huge = await queueOf(3, 400_000);
  expect(batchOf(huge)).toEqual(huge.slice(0, 1));
  expect(batchOf([])).toEqual([]);
});

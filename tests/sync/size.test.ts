import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { busyFloor } from './busy-floor.ts';

test('300 orders with 3,000 lines come in 120 kB, one recorded line in 1 kB, and nothing new in 600 bytes', { timeout: 60_000 }, async () => {
  const { tablet, picker, picks } = await busyFloor(300);
  const mine = tablet(picker);
  const size = async (body: unknown): Promise<number> => {
    const response = await mine.who.raw('/api/sync', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ halt: null });
    return bytes.length;
  };
  expect(await size(mine.envelope([]))).toBeLessThan(120_000);
  await mine.sync();
  expect(mine.rows.pick_line.size).toBe(3000);
  expect(await size(mine.envelope([]))).toBeLessThan(600);

  const [pick_id = 0] = picks;
  const line = [...mine.rows.pick_line.values()].find((row) => row.pick_id === pick_id);
  const other = tablet(picker);
  await other.sync();
  await other.sync(other.start(pick_id));
  await mine.sync();
  await other.sync(other.record(pick_id, line?.product_id ?? 0, 2));
  expect(await size(mine.envelope([]))).toBeLessThan(1_000);
});

import { gunzipSync } from 'node:zlib';
import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../server/db/tables/index.ts';
import { busyFloor } from './busy-floor.ts';

test('a pull of 300 orders, 3,000 lines and 3,600 SKUs is under 120 kB, a pull of one recorded line 1 kB, and an empty pull 600 bytes', {
  timeout: 60_000,
}, async () => {
  const { tablet, picker, picks, database } = await busyFloor(300);
  // The style of each SKU on the floor gets three further SKUs that no line needs. A tablet gets all SKUs of the style.
  const [style] = await database.reader.select({ id: products.parent_id }).from(products).orderBy(desc(products.id)).limit(1);
  for (let at = 0; at < 2700; at += 300)
    await database.unitOfWork((db) =>
      db.insert(products).values(
        Array.from({ length: 300 }, (_, i) => ({
          ...{ parent_id: style?.id ?? null, sku: `POLO-MORE-${at + i}`, name: 'Heavyweight Polo Shirt', created_at: '2026-11-20T09:00:00.000Z' },
          ...{ variation_colour: ['Bottle Green', 'Red', 'White', 'Grey'][i % 4], variation_size_1: `${34 + (i % 12) * 2}` },
          ...{ bin: `${'GHJKLM'[i % 6]}-${String(i % 30).padStart(2, '0')}-${i % 5}`, barcode: `51${String(at + i).padStart(11, '0')}` },
        })),
      ),
    );
  const pickerTablet = tablet(picker);
  const size = async (body: unknown): Promise<number> => {
    const response = await pickerTablet.who.raw('/api/sync', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ halt: null });
    return bytes.length;
  };
  expect(await size(pickerTablet.envelope([]))).toBeLessThan(120_000);
  await pickerTablet.sync();
  expect(pickerTablet.rows.pick_line.size).toBe(3000);
  expect([...pickerTablet.rows.style.values()].flatMap(({ colours }) => colours.flatMap(({ skus }) => skus))).toHaveLength(3600);
  await pickerTablet.settle();
  expect(await size(pickerTablet.envelope([]))).toBeLessThan(600);

  const [pick_id = 0] = picks;
  const line = [...pickerTablet.rows.pick_line.values()].find((row) => row.pick_id === pick_id);
  const other = tablet(picker);
  await other.sync();
  await other.sync(other.start(pick_id));
  await pickerTablet.sync();
  await other.sync(other.record(pick_id, line?.product_id ?? 0, 2));
  expect(await size(pickerTablet.envelope([]))).toBeLessThan(1_000);
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { arrangeStoredSizes } from '../../server/catalogue/arrange-sizes.ts';
import { migrate, openDatabase, rows, run } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { world } from '../world.ts';

let counter = 0;
async function setUp() {
  const base = await world();
  const office = await base.as('super');
  counter += 1;
  const sku = `SIZES${counter}`;
  const { body: style } = await office.post('/api/admin/products', { sku, name: 'Work Boot', price: 4200 });
  const path = `/api/admin/products/${style.id}`;
  const make = (colours: string[], sizes_1: string[], sizes_2: string[] = []) => office.post(`${path}/variations`, { colours, sizes_1, sizes_2 });
  type Sku = { id: number; sku: string; version: number; attributes: Record<string, string | null> };
  const skus = async (): Promise<Sku[]> => (await office.get(`${path}/variations`)).body.items;
  const words = async () =>
    (await skus())
      .map(({ attributes }) => [attributes.variation_colour, attributes.variation_size_1, attributes.variation_size_2].filter(Boolean).join(' '))
      .join(', ');
  return { ...base, office, style, sku, path, make, skus, words };
}

describe('the SKUs of a style are sorted by size', () => {
  test('after sizes are added later, half sizes included; the SKU of a size 7½ ends in 7.5', async () => {
    const { make, words, skus, sku } = await setUp();
    expect((await make(['Black'], ['9', '7½', '7'])).body.created).toBe(3);
    expect((await make(['Black', 'Brown'], ['8', '8½', '10', '7'])).body.created).toBe(7);
    expect(await words()).toBe('Black 7, Black 7½, Black 8, Black 8½, Black 9, Black 10, Brown 7, Brown 8, Brown 8½, Brown 10');
    expect((await skus()).map((one) => one.sku).slice(0, 4)).toEqual([`${sku}-BLA-7`, `${sku}-BLA-7.5`, `${sku}-BLA-8`, `${sku}-BLA-8.5`]);
    expect((await skus()).every(({ version }) => version === 1)).toBe(true);
  });

  test('and a tablet gets each SKU whose position has changed', async () => {
    const { make, skus, database, style } = await setUp();
    await make(['Black'], ['S', 'L']);
    const stamps = async () => {
      const stored = await rows<{ sku: string; v: number }>(database.reader, sql`select sku, v from products where parent_id = ${style.id}`);
      return new Map(stored.map((one) => [one.sku, Number(one.v)]));
    };
    const [small, large] = (await skus()).map((one) => one.sku);
    const before = await stamps();
    await make(['Black'], ['M']);
    const after = await stamps();
    expect(after.get(small ?? '')).toBe(before.get(small ?? ''));
    expect(after.get(large ?? '')).toBeGreaterThan(before.get(large ?? '') ?? 0);
  });

  test('when a single SKU is added, and when the size of a SKU is changed', async () => {
    const { office, style, sku, make, words, skus } = await setUp();
    await make(['Navy'], ['S', 'XL', '3XL']);
    await office.post('/api/admin/products', { sku: `${sku}-M`, parent_id: style.id, variation_colour: 'Navy', variation_size_1: 'S/M' });
    expect(await words()).toBe('Navy S, Navy S/M, Navy XL, Navy 3XL');
    const last = (await skus()).at(-1);
    await office.put(`/api/admin/products/${last?.id}/attributes/variation_size_1`, { field: 'variation_size_1', value: 'XS' });
    expect(await words()).toBe('Navy XS, Navy S, Navy S/M, Navy XL');
  });

  test('with the waist first, and then the length of the leg', async () => {
    const { make, words } = await setUp();
    await make(['Navy'], ['34', '32'], ['Long', 'Short', 'Regular']);
    expect(await words()).toBe('Navy 32 Short, Navy 32 Regular, Navy 32 Long, Navy 34 Short, Navy 34 Regular, Navy 34 Long');
  });

  test('after a backfill of the SKUs that an older release stored', async () => {
    const { services } = await world();
    const { database_url, DATA_DIR } = services.settings;
    const name = `sizes_${randomUUID().replaceAll('-', '')}`;
    if (pg) await run(services.database.reader, sql.raw(`create database ${name} template template0`));
    const old = await openDatabase(pg ? database_url.replace(/[^/]*$/, name) : join(DATA_DIR, `${name}.db`));
    try {
      await migrate(old);
      const at = '2026-10-01T09:00:00.000Z';
      await old.unitOfWork(async (db) => {
        const own = JSON.stringify({ size_1: ['L', 'S'], size_2: [] });
        await run(db, sql`insert into products (id, sku, name, created_at) values (1, 'A', 'Polo', ${at})`);
        await run(db, sql`insert into products (id, sku, name, size_order, created_at) values (2, 'B', 'Shirt', ${own}, ${at})`);
        for (const [place, size] of ['XL', 'L', 'S'].entries())
          for (const style of [1, 2])
            await run(
              db,
              sql`insert into products (id, parent_id, sku, name, variation_size_1, position, created_at)
                values (${10 * style + place}, ${style}, ${`${style}-${size}`}, 'Shirt', ${size}, ${place}, ${at})`,
            );
      });
      await arrangeStoredSizes(old);
      const stored = await rows<{ sku: string }>(old.reader, sql`select sku from products where parent_id is not null order by parent_id, position`);
      expect(stored.map(({ sku }) => sku)).toEqual(['1-S', '1-L', '1-XL', '2-L', '2-XL', '2-S']);
    } finally {
      await old.close();
    }
  });
});

test('sets, searches, lists of values and reports show sizes in the order of the trade', async () => {
  const { office, style, sku, make, skus, account, clothingSet } = await setUp();
  await make(['Black'], ['10', '8½', '7']);
  await make(['Brown'], ['8', '7']);
  await office.put(`/api/admin/products/${style.id}`, { field: 'is_published', value: true });
  const client = await account();
  const set = await clothingSet(client.id, { products: (await skus()).toReversed().map(({ id }) => ({ product_id: id })) });
  const { body: detail } = await office.get(`/api/accounts/${client.id}/clothing-sets/${set.id}`);
  const sizesIn = (items: { attributes: Record<string, string | null> }[]) => items.map(({ attributes }) => attributes.variation_size_1);
  expect(sizesIn(detail.products)).toEqual(['7', '8½', '10', '7', '8']);
  const found = await office.get(`/api/admin/products?fts=${sku}&parent_only=true`);
  expect(found.body.items[0].sizes_1).toEqual(['7', '8', '8½', '10']);
  await office.put(`/api/admin/products/${style.id}`, { field: 'size_order', value: { size_1: ['10', '7', '8', '8½'] } });
  expect((await office.get(`/api/admin/products?fts=${sku}&parent_only=true`)).body.items[0].sizes_1).toEqual(['10', '7', '8', '8½']);
  const { items } = (await office.get(`/api/admin/products/${style.id}/attributes`)).body;
  const offered: string[] = items.find(({ field }: { field: string }) => field === 'variation_size_1').values;
  expect(offered.filter((size) => ['7', '7½', '8', '8½', '10', 'S', 'XL', '3XL'].includes(size))).toEqual(
    ['7', '7½', '8', '8½', '10', 'S', 'XL', '3XL'].filter((size) => offered.includes(size)),
  );
});

test('the stock report lists the SKUs of a style in the order of their sizes', async () => {
  const { office, sku, make } = await setUp();
  await make(['Black'], ['L', 'XS', 'S', '2XL']);
  const csv = await (await office.raw(`/admin/reports/stock-holding/export?sku=${sku}-`)).text();
  const sizes = csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[4]);
  expect(sizes).toEqual(['XS', 'S', 'L', '2XL']);
});

describe('a style’s own order of sizes', () => {
  test('stays when sizes are added, and can be replaced by the order of the trade again', async () => {
    const { office, path, make, words, style } = await setUp();
    await make(['Navy', 'Black'], ['S', 'M', 'L']);
    const own = { size_1: ['L', 'M', 'S'], size_2: [] };
    expect(await office.put(path, { field: 'size_order', value: own, version: style.version })).toMatchObject({
      status: 200,
      body: { size_order: own },
    });
    expect(await words()).toBe('Navy L, Navy M, Navy S, Black L, Black M, Black S');
    await make(['Navy'], ['XL']);
    expect(await words()).toBe('Navy L, Navy XL, Navy M, Navy S, Black L, Black M, Black S');
    expect((await office.get(path)).body.size_order).toEqual(own);
    expect(await office.put(path, { field: 'size_order', value: null })).toMatchObject({ status: 200, body: { size_order: null } });
    expect(await words()).toBe('Navy S, Navy M, Navy L, Navy XL, Black S, Black M, Black L');
  });

  test('can be set only by the office, and is refused for a single SKU', async () => {
    const { office, path, make, skus, as } = await setUp();
    await make(['Navy'], ['S', 'M']);
    const change = { field: 'size_order', value: { size_1: ['M', 'S'] } };
    const [first] = await skus();
    expect(await office.put(`/api/admin/products/${first?.id}`, change)).toMatchObject({ status: 422 });
    expect((await (await as('warehouse')).put(path, change)).status).toBe(403);
    expect(await office.put(path, { field: 'size_order', value: { size_1: 'M' } })).toMatchObject({ status: 422 });
    expect((await office.put(path, { field: 'size_order', value: { size_1: ['M', 'M', 'S'] } })).status).toBe(200);
  });
});

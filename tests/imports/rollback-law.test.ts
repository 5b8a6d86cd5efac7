import { createHash } from 'node:crypto';
import { asc, like } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { products, stockLevels } from '../../server/db/tables/index.ts';
import { lawRuns } from '../law-runs.ts';
import { importWorld } from './import-world.ts';

const price = fc.integer({ min: 0, max: 5000 }).map((pence) => (pence / 100).toFixed(2));
const word = fc.constantFrom('Polo', 'Fleece', 'Jacket', 'Trouser', 'Café apron', "O'Neill");
const emptyOr = <T>(values: fc.Arbitrary<T>) => fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 2, arbitrary: values });

/** A row about a stored product or a new one. If `edited` is true, somebody changes the product after the import. */
const productRow = fc.record({
  n: fc.integer({ min: 0, max: 11 }),
  name: emptyOr(word),
  price: emptyOr(price),
  bin: emptyOr(fc.constantFrom('A-01', 'B-02', '(clear)')),
  is_public: emptyOr(fc.constantFrom('yes', 'no')),
  edited: fc.boolean(),
});

test('the rollback of an import of products restores all products except products edited since', async () => {
  const { importFile, rollBack, office, database, product } = await importWorld();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(productRow, { selector: ({ n }) => n, minLength: 1, maxLength: 8 }), async (rows) => {
      const tag = `LAW${office.id}-${run++}`;
      const skuOf = (n: number): string => `${tag}-${n}`;
      for (let n = 0; n < 6; n++) await product({ sku: skuOf(n), name: 'Polo', price: 1000, bin: 'A-01' });
      const read = () =>
        database.reader
          .select()
          .from(products)
          .where(like(products.sku, `${tag}-%`))
          .orderBy(asc(products.id));
      /** Returns a hash of the stored products except `without`, leaving out version numbers. */
      const content = async (without: ReadonlySet<string> = new Set()): Promise<string> => {
        const stored = (await read()).filter(({ sku }) => !without.has(sku)).map(({ version, v, text_v, ...row }) => row);
        return createHash('sha256').update(JSON.stringify(stored)).digest('hex');
      };
      const edited = new Set(rows.filter((row) => row.edited).map(({ n }) => skuOf(n)));
      const before = [await content(), await content(edited)];
      const done = await importFile({
        type: 'products',
        rows: [['sku', 'name', 'price', 'bin', 'is_public'], ...rows.map((row) => [skuOf(row.n), row.name, row.price, row.bin, row.is_public])],
      });
      const imported = new Map((await read()).map((row) => [row.sku, row]));
      const written = new Set<string>();
      for (const sku of edited) {
        const row = imported.get(sku);
        if (!row) continue;
        await office.put(`/api/admin/products/${row.id}`, {
          field: 'several',
          value: { price: row.price + 1, name: `${row.name} edited`, bin: 'Z-99', is_public: !row.is_public },
        });
        written.add(sku);
      }
      const { kept, failed } = await rollBack(done.id);
      expect(failed).toEqual([]);
      for (const { key } of kept) expect([...written]).toContain(key);
      expect(await content(edited)).toBe(before[1]);
      if (!written.size) expect(await content()).toBe(before[0]);
    }),
    { numRuns: lawRuns(12) },
  );
});

test('the rollback of an import of stock restores every stock level except those of SKUs counted since', async () => {
  const { importFile, rollBack, office, database, product } = await importWorld();
  const skus = await Promise.all(Array.from({ length: 6 }, (_, n) => product({ sku: `LEV${office.id}-${n}`, bin: 'A-01' })));
  const stockRow = fc.record({
    n: fc.integer({ min: 0, max: 5 }),
    count: fc.integer({ min: 0, max: 30 }),
    bin: emptyOr(fc.constantFrom('B-02', 'C-03', '(clear)')),
    counted: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(stockRow, { selector: ({ n }) => n, minLength: 1 }), async (rows) => {
      const content = async () => {
        const levels = new Map((await database.reader.select().from(stockLevels)).map((row) => [row.product_id, row.qty_available]));
        const bins = new Map((await database.reader.select().from(products)).map((row) => [row.id, row.bin]));
        return skus.map(({ id }) => ({ qty: levels.get(id) ?? 0, bin: bins.get(id) ?? null }));
      };
      const before = await content();
      const done = await importFile({
        type: 'stock',
        rows: [['sku', 'count', 'bin'], ...rows.map(({ n, count, bin }) => [skus[n]?.sku ?? '', count, bin])],
      });
      const after = await content();
      const isMoved = (n: number): boolean => before[n]?.qty !== after[n]?.qty;
      const counted = new Set(rows.filter((row) => row.counted && isMoved(row.n)).map(({ n }) => n));
      for (const n of counted) await office.put(`/api/admin/products/${skus[n]?.id}`, { field: 'qty_available', value: (after[n]?.qty ?? 0) + 5 });
      const { kept, failed } = await rollBack(done.id);
      expect(failed).toEqual([]);
      expect(kept.map(({ key }) => key).sort()).toEqual([...counted].map((n) => skus[n]?.sku).sort());
      const last = await content();
      for (const [n, one] of last.entries())
        expect(one).toEqual(counted.has(n) ? { qty: (after[n]?.qty ?? 0) + 5, bin: after[n]?.bin ?? null } : before[n]);
    }),
    { numRuns: lawRuns(12) },
  );
});

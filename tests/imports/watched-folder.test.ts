import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchedFolder, watchFolder } from '../../server/imports/watched-folder.ts';
import { importWorld } from './import-world.ts';

async function setUp() {
  const base = await importWorld();
  const mapping = `Feed ${base.office.id}`;
  const product = await base.product({ sku: `W${base.office.id}` });
  await base.upload({ type: 'stock', rows: `Ours,Many\n${product.sku},1\n`, mapping: ['sku', 'count'], options: { mapping_name: mapping } });
  const folder = join(watchedFolder(base.services.settings), mapping);
  await mkdir(folder, { recursive: true });
  /** A file that was written a minute ago. */
  const leave = async (name: string, content: string, age = 60_000) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const time = new Date(Date.now() - age);
    await utimes(path, time, time);
  };
  const look = () => watchFolder.run(base.services, {}, new AbortController().signal);
  const importOf = async (name: string) =>
    (await base.office.get(base.path)).body.items.find(({ file_name }: { file_name: string }) => file_name === name);
  const titles = async (): Promise<string[]> =>
    (await base.office.get('/api/notifications')).body.items.map(({ data }: { data: { title: string } }) => data.title);
  return { ...base, mapping, product, folder, leave, look, importOf, titles };
}

test('a file in the folder of a mapping is imported by itself, once, and taken away', async () => {
  const { leave, look, runJobs, importOf, folder, product, office } = await setUp();
  await leave('monday.csv', `Ours,Many\n${product.sku},9\n`);
  await leave('being-written.csv', `Ours,Ma`, 0);
  await look();
  await runJobs();
  expect(await importOf('monday.csv')).toMatchObject({ status: 'done' });
  expect((await office.get(`/api/admin/products/${product.id}`)).body.qty_available).toBe(9);
  expect(await readdir(folder)).toEqual(['being-written.csv']);
  await look();
  expect(
    (await office.get('/api/admin/imports')).body.items.filter(({ file_name }: { file_name: string }) => file_name === 'monday.csv'),
  ).toHaveLength(1);
});

test('a file with errors waits, and the office is told; one that cannot be read is put aside', async () => {
  const { leave, look, runJobs, importOf, folder, titles } = await setUp();
  await leave('faulty.csv', 'Ours,Many\nNOBODY,9\n');
  await leave('broken.csv', 'nothing\n');
  await look();
  await runJobs();
  expect(await importOf('faulty.csv')).toMatchObject({ status: 'checked', error: expect.stringContaining('1 row has errors') });
  expect(await titles()).toEqual(expect.arrayContaining(['The import of faulty.csv waits for you', 'broken.csv cannot be imported']));
  expect((await readdir(folder)).sort()).toEqual(['refused']);
  expect(await readdir(join(folder, 'refused'))).toEqual([expect.stringMatching(/broken\.csv$/)]);
});

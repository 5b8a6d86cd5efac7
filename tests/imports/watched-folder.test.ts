import { lutimes, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Services } from '../../server/core/context.ts';
import { watchedFolder, watchFolder } from '../../server/imports/watched-folder.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { importWorld } from './import-world.ts';

async function setUp() {
  const base = await importWorld();
  const mapping = `Feed ${base.office.id}`;
  const product = await base.product({ sku: `W${base.office.id}` });
  await base.upload({ type: 'stock', rows: `Ours,Many\n${product.sku},1\n`, mapping: ['sku', 'count'], options: { mapping_name: mapping } });
  const folder = join(watchedFolder(base.services.settings), mapping);
  await mkdir(folder, { recursive: true });
  /** Puts a file into the folder. The file was last changed `age` milliseconds ago, by default a minute. */
  const leave = async (name: string, content: string, age = 60_000) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const time = new Date(Date.now() - age);
    await utimes(path, time, time);
  };
  const look = (services: Services = base.services) => watchFolder.run(services, {}, new AbortController().signal);
  const importOf = async (name: string) =>
    (await base.office.get(base.path)).body.items.find(({ file_name }: { file_name: string }) => file_name === name);
  const titles = async (): Promise<string[]> =>
    (await base.office.get('/api/notifications')).body.items.map(({ data }: { data: { title: string } }) => data.title);
  return { ...base, mapping, product, folder, leave, look, importOf, titles };
}

test('a file in the folder of a mapping is imported automatically, once, and removed from the folder', async () => {
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

test('a file with errors waits, and an unreadable file is moved to a folder of refused files; the office is notified of both', async () => {
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

test('unreadable files named “refused” or with a name of 250 bytes stop no other file; the office is notified of the unreadable ones', async () => {
  const { leave, look, runJobs, importOf, folder, titles, product } = await setUp();
  const long = `a${'ä'.repeat(60)}${'n'.repeat(125)}.csv`;
  expect(Buffer.byteLength(long)).toBe(250);
  await leave(long, 'nothing\n');
  await leave('refused', 'nothing\n');
  await leave('zulu.csv', `Ours,Many\n${product.sku},4\n`);
  await look();
  await runJobs();
  expect(await importOf('zulu.csv')).toMatchObject({ status: 'done' });
  expect(await readdir(folder)).toEqual(['refused-files']);
  expect((await readdir(join(folder, 'refused-files'))).map((name) => name.replace(/^\d+-/, '')).sort()).toEqual(
    expect.arrayContaining(['refused', expect.stringMatching(/n{125}\.csv$/)]),
  );
  expect(await titles()).toEqual(expect.arrayContaining([`${long} cannot be imported`, 'refused cannot be imported']));
});

test('a file that cannot be stored stays in the folder, the office is notified once, and the other files are imported', async () => {
  const { leave, look, runJobs, importOf, folder, titles, services, product } = await setUp();
  await leave('alpha.csv', `Ours,Many\n${product.sku},4\n`);
  await leave('beta.csv', `Ours,Many\n${product.sku},5\n`);
  let failures = 0;
  const database = Object.assign(Object.create(services.database) as Services['database'], {
    unitOfWork: ((work) => {
      if (failures++ === 0) return Promise.reject(new Error('disk full'));
      return services.database.unitOfWork(work);
    }) as Services['database']['unitOfWork'],
  });
  await look({ ...services, database });
  await runJobs();
  expect(await importOf('beta.csv')).toMatchObject({ status: 'done' });
  expect(await importOf('alpha.csv')).toBeUndefined();
  expect(await readdir(folder)).toEqual(['alpha.csv']);
  expect((await titles()).filter((title) => title === 'alpha.csv cannot be imported')).toHaveLength(1);
  await look();
  expect(await readdir(folder)).toEqual(['alpha.csv']);
  await leave('alpha.csv', `Ours,Many\n${product.sku},6\n`, 50_000);
  await look();
  await runJobs();
  expect(await importOf('alpha.csv')).toMatchObject({ status: 'done' });
});

test('a file with the same name, size and time as the last one is imported if its content differs', async () => {
  const { leave, look, runJobs, folder, office, product, path } = await setUp();
  const time = new Date(Date.now() - 90_000);
  const leaveAt = async (count: number) => {
    await leave('daily.csv', `Ours,Many\n${product.sku},${count}\n`);
    await utimes(join(folder, 'daily.csv'), time, time);
    await look();
    await runJobs();
    return (await office.get(`/api/admin/products/${product.id}`)).body.qty_available;
  };
  expect(await leaveAt(3)).toBe(3);
  expect(await leaveAt(8)).toBe(8);
  expect(await leaveAt(8)).toBe(8);
  const { items } = (await office.get(path)).body;
  expect(items.filter(({ file_name }: { file_name: string }) => file_name === 'daily.csv')).toHaveLength(2);
});

test('symbolic links to files and folders are not followed', async () => {
  const { leave, look, importOf, folder, services, office, titles, mapping, product } = await setUp();
  await leave('.secret', `Ours,Many\n${product.sku},7\n`);
  const link = join(folder, 'linked.csv');
  await symlink(join(folder, '.secret'), link);
  const time = new Date(Date.now() - 60_000);
  await lutimes(link, time, time);
  const elsewhere = join(services.settings.DATA_DIR, `elsewhere-${office.id}`);
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'inside.csv'), `Ours,Many\n${product.sku},7\n`);
  await utimes(join(elsewhere, 'inside.csv'), time, time);
  await symlink(elsewhere, join(watchedFolder(services.settings), `${mapping} link`));
  await look();
  expect([await importOf('linked.csv'), await importOf('inside.csv')]).toEqual([undefined, undefined]);
  expect(await titles()).toContain('linked.csv cannot be imported');
  expect((await readdir(folder)).sort()).toEqual(['.secret', 'refused']);
  expect(await readdir(elsewhere)).toEqual(['inside.csv']);
});

test('a mapping is refused if a mapping for another type of import has the same name in the same account', async () => {
  const { upload, mapping, product } = await setUp();
  const rows = `SKU,Cost\n${product.sku},1\n`;
  expect(await upload({ type: 'products', rows, mapping: ['sku', 'cost'], options: { mapping_name: mapping } })).toMatchObject({
    status: 422,
    body: { errors: { mapping_name: [importMessages.mapping_of_other_kind('Stock')] } },
  });
});

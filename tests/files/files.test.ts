import { createHash, randomBytes } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts, files, noticeAccounts, notices, productDatasheets, products } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { arrivalsOf, pathOf, type StoredFile, storeDrawing, storeFile } from '../../server/files/store-file.ts';
import { sweepFiles } from '../../server/files/sweep-files.ts';
import { documentCookieHeader } from '../document-cookie-header.ts';
import { type Caller, type World, world } from '../world.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#1f2c4d"/></svg>';
const megabyte = 1024 * 1024;
const any = { kinds: ['png', 'jpg', 'pdf', 'csv'] as const, max: megabyte };

let w: World;
let folder: string;
beforeAll(async () => {
  w = await world();
  folder = w.services.settings.DATA_DIR;
});

async function* inChunks(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}
const store = (bytes: Uint8Array, accepted = any): Promise<StoredFile> => storeFile(folder, inChunks(bytes), accepted);
const register = (file: StoredFile): Promise<number> => w.database.unitOfWork((db) => registerFile({ db, now: w.now() }, file));
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#1f2c4d' } });
/** Stores an SVG as the picture of a product. */
const drawing = async (): Promise<StoredFile> => {
  const file = await storeDrawing(folder, svg);
  await w.picture((await w.product()).id, await register(file));
  return file;
};

describe('an upload', () => {
  test('is stored once, under the hash of its content', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(5000)]);
    const file = await store(pdf);
    expect(file).toEqual({ hash: createHash('sha256').update(pdf).digest('hex'), type: 'application/pdf', size: pdf.byteLength });
    expect(await store(pdf)).toEqual(file);
    expect(await register(file)).toBe(await register(file));
    expect(await readdir(arrivalsOf(folder))).toEqual([]);
  });

  test('of a picture is re-encoded upright and small, without metadata', async () => {
    const photo = await picture(2000, 1000)
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { hash, type } = await store(photo);
    const metadata = await sharp(pathOf(folder, hash)).metadata();
    expect(type).toBe('image/jpeg');
    expect([metadata.width, metadata.height]).toEqual([256, 512]);
    expect(metadata.exif).toBeUndefined();
  });

  test('gets the type that its content shows, and is refused if this type is not accepted', async () => {
    const script = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const bytes of [script, Buffer.from(svg), Buffer.from('MZ\x90\x00'), Buffer.alloc(100), Buffer.alloc(0), Buffer.from('GIF89a')])
      await expect(store(bytes)).rejects.toMatchObject({ status: 415 });
    expect(await store(Buffer.from('sku,quantity\nPOLO,5\n'))).toMatchObject({ type: 'text/csv; charset=utf-8' });
    await expect(store(await picture(10, 10).png().toBuffer(), { ...any, kinds: ['pdf'] as never })).rejects.toMatchObject({ status: 415 });
    expect(await readdir(arrivalsOf(folder))).toEqual([]);
  });

  test('that is too large is refused once it exceeds the limit, and leaves nothing behind', async () => {
    let requestCount = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        requestCount += 1;
        yield Buffer.alloc(100_000);
      }
    }
    await expect(storeFile(folder, endless(), any)).rejects.toMatchObject({ status: 413 });
    expect(requestCount).toBeLessThan(13);
    expect(await readdir(arrivalsOf(folder))).toEqual([]);
  });

  test('that is cut off leaves nothing behind', async () => {
    async function* brokenUpload(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('%PDF-1.4');
      throw new Error('the line was cut');
    }
    await expect(storeFile(folder, brokenUpload(), any)).rejects.toThrow('the line was cut');
    expect(await readdir(arrivalsOf(folder))).toEqual([]);
  });

  test('of a damaged picture is refused', async () => {
    const png = await picture(50, 50).png().toBuffer();
    await expect(store(png.subarray(0, 60))).rejects.toMatchObject({ status: 422 });
  });
});

describe('GET /files/{hash}', () => {
  test('returns the file, sandboxed, to a person who is signed in, and no browser stores it', async () => {
    const { hash, size } = await drawing();
    const answer = await (await w.as('employee')).raw(`/files/${hash}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(svg);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-length': String(size),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{16}\.svg"$/),
    });
  });

  test('returns a logo to its company and the provider, a notice’s file to its readers, and an unused file to no client', async () => {
    const [client, other] = [await w.account(), await w.account()];
    const createFile = async (name: string): Promise<{ id: number; hash: string }> => {
      const file = await storeDrawing(folder, `<svg xmlns="http://www.w3.org/2000/svg"><title>${name} ${client.id}</title></svg>`);
      return { id: await register(file), hash: file.hash };
    };
    const [logo, notice, endedNotice, sheet, ownSheet, bare] = [
      await createFile('logo'),
      await createFile('notice'),
      await createFile('ended'),
      await createFile('sheet'),
      await createFile('own sheet'),
      await createFile('bare'),
    ];
    const { id: product_id } = await w.product();
    const own = await w.product();
    await w.database.unitOfWork(async (db) => {
      await db.update(accounts).set({ logo_file_id: logo.id }).where(eq(accounts.id, client.id));
      await db.update(products).set({ account_id: client.id }).where(eq(products.id, own.id));
      for (const values of [
        { product_id, file_id: sheet.id },
        { product_id: own.id, file_id: ownSheet.id },
      ])
        await db.insert(productDatasheets).values({ ...values, name: 'Care', file_name: 'care.pdf', created_at: w.now() });
      for (const [file_id, ends_at] of [
        [notice.id, null],
        [endedNotice.id, '2020-01-01T00:00:00.000Z'],
      ] as const) {
        const [row] = await db.insert(notices).values({ name: 'news', subject: 'News', file_id, ends_at, created_at: w.now() }).returning();
        await db.insert(noticeAccounts).values({ notice_id: row?.id ?? 0, account_id: client.id });
      }
    });
    const opens = async (by: Caller): Promise<number[]> => {
      const answers: number[] = [];
      for (const { hash } of [logo, notice, endedNotice, sheet, ownSheet, bare]) answers.push((await by.raw(`/files/${hash}`)).status);
      return answers;
    };
    for (const role of ['super', 'warehouse', 'embroiderer'] as const)
      expect(await opens(await w.as(role)), role).toEqual([200, 200, 200, 200, 200, 200]);
    for (const role of ['client_admin', 'employee'] as const) {
      expect(await opens(await w.signIn(await w.user(role, { account_id: client.id }))), role).toEqual([200, 200, 404, 200, 200, 404]);
      const stranger = await w.signIn(await w.user(role, { account_id: other.id }));
      expect(await opens(stranger), role).toEqual([404, 404, 404, 200, 404, 404]);
      expect((await stranger.raw(`/files/${logo.hash}`, { headers: { 'If-None-Match': `"${logo.hash}"` } })).status).toBe(404);
    }
  });

  test('offers a file that is not a picture only as a download', async () => {
    const file = await store(Buffer.from('%PDF-1.4 a datasheet'));
    await register(file);
    const answer = await (await w.as('super')).raw(`/files/${file.hash}`);
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[0-9a-f]{16}\.pdf"$/);
  });

  test('returns 304 to callers that already have the file', async () => {
    const { hash } = await drawing();
    const answer = await (await w.as('super')).raw(`/files/${hash}`, { headers: { 'If-None-Match': `"${hash}"` } });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe('');
  });

  test('accepts the document cookies, and refuses callers without a session', async () => {
    const { hash } = await drawing();
    const { token } = await w.as('employee');
    expect((await w.anyone.raw(`/files/${hash}`, { headers: documentCookieHeader(token) })).status).toBe(200);
    expect((await w.anyone.raw(`/files/${hash}`, { headers: { Cookie: 'kitroom_documents=stale; kitroom_documents_key=stale' } })).status).toBe(401);
    expect((await w.anyone.raw(`/files/${hash}`)).status).toBe(401);
  });

  test('returns a file only if it is registered and the request has the whole hash', async () => {
    const person = await w.as('super');
    const { hash } = await store(Buffer.from('%PDF-1.4 never registered'));
    for (const name of [hash, hash.slice(0, 63), 'f'.repeat(64), '..%2f..%2fkitroom.db', 'A'.repeat(64)])
      expect((await person.raw(`/files/${name}`)).status).toBe(404);
  });

  test('never sends a damaged file', async () => {
    const file = await store(Buffer.from('%PDF-1.4 a file that loses its end'));
    await register(file);
    await writeFile(pathOf(folder, file.hash), '%PDF');
    expect((await (await w.as('super')).raw(`/files/${file.hash}`)).status).toBe(404);
  });
});

test('unregistered files and unfinished uploads are deleted after a day; registered files and newer files stay', async () => {
  const usedFile = await drawing();
  const [old, young] = [await store(Buffer.from('%PDF-1.4 old')), await store(Buffer.from('%PDF-1.4 young'))];
  const arrival = join(arrivalsOf(folder), 'left-behind');
  await writeFile(arrival, 'x');
  const long_ago = new Date(Date.now() - 2 * 86_400_000);
  for (const path of [pathOf(folder, usedFile.hash), pathOf(folder, old.hash), arrival]) await utimes(path, long_ago, long_ago);

  await sweepFiles.run(w.services, {}, new AbortController().signal);
  expect(await readdir(arrivalsOf(folder))).toEqual([]);
  const isStored = async (hash: string) => (await readdir(join(folder, 'files', hash.slice(0, 2)))).includes(hash);
  expect([await isStored(usedFile.hash), await isStored(old.hash), await isStored(young.hash)]).toEqual([true, false, true]);
  expect((await w.database.reader.select().from(files)).length).toBeGreaterThan(0);
});

import { readdir } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { files } from '../../server/db/tables/index.ts';
import { arrivalsOf } from '../../server/files/store-file.ts';
import { type Caller, world } from '../world.ts';

async function setUp() {
  const base = await world();
  const office = await base.as('super');
  const { parent, children } = await base.style(['S', 'M']);
  const other = await base.product({ parent_id: parent.id, variation_colour: 'Red', variation_size_1: 'S', position: 9 });
  const [small, medium] = children.map(({ id }) => id) as [number, number];
  const read = async (id: number) => (await office.get(`/api/admin/products/${id}`)).body;
  return { ...base, office, parent, small, medium, red: other.id, read };
}

/** Returns a form with a file and text fields. */
const form = (field: string, bytes: Uint8Array | string, name: string, texts: Record<string, string> = {}): FormData => {
  const data = new FormData();
  data.append(field, new File([bytes as BlobPart], name));
  for (const [key, value] of Object.entries(texts)) data.append(key, value);
  return data;
};
const send = async (by: Caller, path: string, body: FormData, headers: Record<string, string> = {}) => {
  const response = await by.raw(path, { method: 'POST', body, headers });
  return { status: response.status, body: await response.json() };
};
const pdf = (text = 'sheet'): string => `%PDF-1.4\n${text}\n%%EOF\n`;

/** Returns a chunk of a PNG: length, type, data and checksum. */
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}
/** Returns a small PNG whose header claims a grey picture of `side` × `side` pixels. */
function claimedPicture(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', deflateSync(Buffer.alloc(side + 1))), pngChunk('IEND', Buffer.alloc(0))]);
}

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#1f2c4d' } });

describe('a data sheet', () => {
  const post = (by: Caller, id: number, file: string | Uint8Array, name = 'Care instructions', file_name = 'care.pdf') =>
    send(by, `/api/admin/products/${id}/datasheets`, form('file', file, file_name, { name }));

  test('exists once for each product, is shown with the product’s SKUs, and is replaced by a new one', async () => {
    const { office, parent, small, read, now } = await setUp();
    const first = await post(office, parent.id, pdf());
    expect(first).toMatchObject({ status: 201, body: { name: 'Care instructions', file_name: 'care.pdf', bytes: pdf().length, created_at: now() } });
    expect((await office.raw(first.body.url)).headers.get('Content-Type')).toBe('application/pdf');
    expect((await read(small)).datasheets).toEqual([first.body]);
    const second = await post(office, parent.id, pdf('new'), 'New');
    expect((await read(parent.id)).datasheets).toEqual([second.body]);
    const path = `/api/admin/datasheets/${second.body.id}`;
    expect(await office.delete(path)).toMatchObject({ status: 200, body: { id: second.body.id, deleted: true } });
    expect((await read(parent.id)).datasheets).toEqual([]);
    expect((await office.delete(path)).status).toBe(404);
  });

  test('is a PDF by its content, has a name of at most 200 characters, and is at most 20 MB', async () => {
    const { office, parent, read, as } = await setUp();
    const notPdf = { status: 422, body: { errors: { file: ['This is not a PDF.'] } } };
    expect(await post(office, parent.id, 'just text')).toMatchObject(notPdf);
    expect(await post(office, parent.id, await picture().png().toBuffer())).toMatchObject(notPdf);
    expect((await post(office, parent.id, pdf(), ' ')).body.errors).toHaveProperty('name');
    expect((await post(office, parent.id, pdf(), 'x'.repeat(201))).body.errors).toHaveProperty('name');
    expect((await post(office, parent.id, pdf('x'.repeat(20 * 1024 * 1024)))).body.errors).toEqual({ file: ['This file is larger than 20 MB.'] });
    const path = `/api/admin/products/${parent.id}/datasheets`;
    expect((await send(office, path, new FormData())).status).toBe(422);
    expect((await post(await as('warehouse'), parent.id, pdf())).status).toBe(403);
    expect((await post(await as('client_admin'), parent.id, pdf())).status).toBe(403);
    expect((await post(office, 999_999, pdf())).status).toBe(404);
    expect((await read(parent.id)).datasheets).toEqual([]);
  });
});

describe('an upload', () => {
  const path = (id: number) => `/api/admin/products/${id}/datasheets`;

  test('of two datasheets at the same time stores one of them completely', async () => {
    const { office, parent, read } = await setUp();
    const both = await Promise.all(['one', 'two'].map((name) => send(office, path(parent.id), form('file', pdf(name), `${name}.pdf`, { name }))));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const { datasheets } = await read(parent.id);
    expect(datasheets).toHaveLength(1);
    const [{ name, url }] = datasheets;
    expect(await (await office.raw(url)).text()).toContain(name);
  });

  test('that is cut off leaves nothing', async () => {
    const { office, parent, read, database, services } = await setUp();
    const counted = () => database.reader.$count(files);
    const before = await counted();
    const whole = new Request('http://x', { method: 'POST', body: form('file', pdf('cut'), 'cut.pdf', { name: 'Cut' }) });
    const type = whole.headers.get('Content-Type') ?? '';
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const upload = (body: BodyInit) =>
      office.raw(path(parent.id), { method: 'POST', headers: { 'Content-Type': type }, body, duplex: 'half' } as RequestInit & { duplex: 'half' });
    // Uploads that are cut off near the end of the form, and near its beginning.
    for (const length of [bytes.length - 60, bytes.length - 4, 10]) expect([400, 422]).toContain((await upload(bytes.slice(0, length))).status);
    const breaking = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(bytes.slice(0, 100)),
      pull: (stream) => stream.error(new Error('the connection is gone')),
    });
    expect((await upload(breaking)).status).toBeGreaterThanOrEqual(400);
    expect((await read(parent.id)).datasheets).toEqual([]);
    expect(await counted()).toBe(before);
    expect(await readdir(arrivalsOf(services.settings.DATA_DIR)).catch(() => [])).toEqual([]);
  });

  test('that is repeated with its key is carried out once; another file of the same length under that key is refused', async () => {
    const { office, parent, medium, read, key } = await setUp();
    const headers = key();
    const post = (text: string, file_name = 'a.pdf') => send(office, path(parent.id), form('file', pdf(text), file_name, { name: 'Care' }), headers);
    const first = await post('one');
    expect(first.status).toBe(201);
    // The form is encoded anew for each attempt, with another boundary between its parts.
    expect(await post('one')).toEqual(first);
    const reused = { status: 422, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } };
    expect(await post('two')).toMatchObject(reused);
    expect(await post('one', 'b.pdf')).toMatchObject(reused);
    expect((await read(parent.id)).datasheets).toEqual([first.body]);

    const pictureKey = key();
    const paint = async (background: string) =>
      send(
        office,
        `/api/admin/products/${medium}/image`,
        form(
          'new_image',
          await sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .raw()
            .png({ compressionLevel: 0 })
            .toBuffer(),
          'p.png',
        ),
        pictureKey,
      );
    expect((await paint('#111111')).status).toBe(200);
    expect(await paint('#222222')).toMatchObject(reused);
  });
});

describe('a picture', () => {
  const post = (by: Caller, id: number, file: string | Uint8Array, texts: Record<string, string> = {}) =>
    send(by, `/api/admin/products/${id}/image`, form('new_image', file, 'polo.png', texts));

  test('of a SKU is shown in place of its style’s picture, which is shown again once the SKU’s picture is removed', async () => {
    const { office, parent, small, medium, read, database, now } = await setUp();
    const ofStyle = (await post(office, parent.id, await picture(60, 60).png().toBuffer())).body.media;
    expect((await read(small)).media).toEqual(ofStyle);
    const own = await post(office, small, await picture(50, 20).jpeg().toBuffer());
    expect(own).toMatchObject({ status: 200, body: { version: 2 } });
    expect(own.body.media).not.toEqual(ofStyle);
    expect((await read(medium)).media).toEqual(ofStyle);
    const { picture_file, children } = (await office.get(`/api/admin/products/${parent.id}?include=children,media.files`)).body;
    const [hash] = own.body.media.map(({ url }: { url: string }) => url.replace('/files/', ''));
    const [stored] = await database.reader.select({ bytes: files.size, created_at: files.created_at }).from(files).where(eq(files.hash, hash));
    expect(picture_file).toEqual({ bytes: expect.any(Number), created_at: now() });
    expect(children.map((one: { picture_file: object | null }) => one.picture_file).filter(Boolean)).toEqual([stored]);
    expect((await office.delete(`/api/admin/products/${small}/image`)).body.media).toEqual(ofStyle);
    expect((await office.get(`/api/admin/products/${small}?include=media.files`)).body.picture_file).toBeNull();
    expect(await read(small)).not.toHaveProperty('picture_file');
    expect((await office.delete(`/api/admin/products/${parent.id}/image`)).body.media).toEqual([]);
  });

  test('is added to all sizes of a colour at once, and removed from all', async () => {
    const { office, small, medium, red, read } = await setUp();
    const { media } = (await post(office, small, await picture(70, 70).png().toBuffer(), { for_colour: 'true' })).body;
    expect([(await read(medium)).media, (await read(red)).media]).toEqual([media, []]);
    await office.delete(`/api/admin/products/${medium}/image?for_colour=true`);
    expect((await read(small)).media).toEqual([]);
  });

  test('of a colour is also shown for a style without a picture, in lists and on the style’s page, but not for other colours', async () => {
    const { office, parent, medium, red, read } = await setUp();
    const { media } = (await post(office, medium, await picture(64, 64).png().toBuffer())).body;
    expect(await read(parent.id)).toMatchObject({ media, has_own_picture: false });
    const { items } = (await office.get(`/api/admin/products?search=${parent.sku}`)).body;
    expect(items).toMatchObject([{ id: parent.id, media, has_own_picture: false }]);
    expect((await read(red)).media).toEqual([]);
    const change = { product_ids: [parent.id], field: 'price', percent: 10, preview: true };
    expect((await office.post('/api/admin/price-changes', change)).body.by_style.styles).toMatchObject([{ media }]);
    const ofStyle = (await post(office, parent.id, await picture(60, 60).png().toBuffer())).body.media;
    expect(await read(parent.id)).toMatchObject({ media: ofStyle, has_own_picture: true });
  });

  test('is a PNG or JPEG by its content, and is refused if its decompressed size would be huge', async () => {
    const { office, small, as, read } = await setUp();
    expect((await post(office, small, pdf())).body.errors).toEqual({ new_image: ['This is not a picture. Use a PNG or JPEG file.'] });
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await post(office, small, bomb)).body.errors).toEqual({ new_image: ['This picture cannot be read.'] });
    expect((await post(office, small, claimedPicture(50_000))).body.errors).toEqual({ new_image: ['This picture cannot be read.'] });
    expect((await send(office, `/api/admin/products/${small}/image`, new FormData())).status).toBe(422);
    const good = await picture().png().toBuffer();
    for (const role of ['warehouse', 'embroiderer', 'client_admin'] as const) expect((await post(await as(role), small, good)).status).toBe(403);
    expect((await post(office, 999_999, good)).status).toBe(404);
    expect((await office.delete('/api/admin/products/999999/image')).status).toBe(404);
    expect((await read(small)).media).toEqual([]);
  });
});

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
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

/** A form with a file, and texts beside it. */
const form = (field: string, bytes: Uint8Array | string, name: string, texts: Record<string, string> = {}): FormData => {
  const data = new FormData();
  data.append(field, new File([bytes as BlobPart], name));
  for (const [key, value] of Object.entries(texts)) data.append(key, value);
  return data;
};
const send = async (by: Caller, path: string, body: FormData) => {
  const response = await by.raw(path, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
};
const pdf = (text = 'sheet'): string => `%PDF-1.4\n${text}\n%%EOF\n`;
const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#1f2c4d' } });

describe('a data sheet', () => {
  const post = (by: Caller, id: number, file: string | Uint8Array, name = 'Care instructions', file_name = 'care.pdf') =>
    send(by, `/api/admin/products/${id}/datasheets`, form('file', file, file_name, { name }));

  test('is one for each product, shown with its SKUs, and replaced by a new one', async () => {
    const { office, parent, small, read } = await setUp();
    const first = await post(office, parent.id, pdf());
    expect(first).toMatchObject({ status: 201, body: { name: 'Care instructions', file_name: 'care.pdf' } });
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

describe('a picture', () => {
  const post = (by: Caller, id: number, file: string | Uint8Array, texts: Record<string, string> = {}) =>
    send(by, `/api/admin/products/${id}/image`, form('new_image', file, 'polo.png', texts));

  test('of a SKU stands in place of that of its style, which is shown again without it', async () => {
    const { office, parent, small, medium, read } = await setUp();
    const ofStyle = (await post(office, parent.id, await picture(60, 60).png().toBuffer())).body.media;
    expect((await read(small)).media).toEqual(ofStyle);
    const own = await post(office, small, await picture(50, 20).jpeg().toBuffer());
    expect(own).toMatchObject({ status: 200, body: { version: 2 } });
    expect(own.body.media).not.toEqual(ofStyle);
    expect((await read(medium)).media).toEqual(ofStyle);
    expect((await office.delete(`/api/admin/products/${small}/image`)).body.media).toEqual(ofStyle);
    expect((await office.delete(`/api/admin/products/${parent.id}/image`)).body.media).toEqual([]);
  });

  test('is given to all sizes of a colour at once, and taken from them', async () => {
    const { office, small, medium, red, read } = await setUp();
    const { media } = (await post(office, small, await picture(70, 70).png().toBuffer(), { for_colour: 'true' })).body;
    expect([(await read(medium)).media, (await read(red)).media]).toEqual([media, []]);
    await office.delete(`/api/admin/products/${medium}/image?for_colour=true`);
    expect((await read(small)).media).toEqual([]);
  });

  test('is a PNG or JPEG by its content, and never unpacks to a huge one', async () => {
    const { office, small, as, read } = await setUp();
    expect((await post(office, small, pdf())).body.errors).toEqual({ new_image: ['This is not a picture. Use a PNG or JPEG file.'] });
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await post(office, small, bomb)).body.errors).toEqual({ new_image: ['This picture cannot be read.'] });
    expect((await send(office, `/api/admin/products/${small}/image`, new FormData())).status).toBe(422);
    const good = await picture().png().toBuffer();
    for (const role of ['warehouse', 'embroiderer', 'client_admin'] as const) expect((await post(await as(role), small, good)).status).toBe(403);
    expect((await post(office, 999_999, good)).status).toBe(404);
    expect((await office.delete('/api/admin/products/999999/image')).status).toBe(404);
    expect((await read(small)).media).toEqual([]);
  });
});

import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, productDatasheets, productMedia } from '../../server/db/tables/index.ts';
import { arrivalsOf } from '../../server/files/store-file.ts';
import { type Caller, world } from '../world.ts';

let w: Awaited<ReturnType<typeof world>>;
let office: Caller;
let style = 0;
let server: ReturnType<typeof serve>;

beforeAll(async () => {
  w = await world();
  office = await w.as('super');
  style = (await w.style(['S'])).parent.id;
  server = serve({ fetch: w.app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => (server.listening ? resolve() : server.once('listening', () => resolve())));
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

/** Returns everything that an upload may leave behind: the numbers of rows, the stored files, and files that are still arriving. */
const stored = async () => {
  const { reader } = w.database;
  const arrivals = await readdir(arrivalsOf(w.services.settings.DATA_DIR)).catch(() => []);
  const names = (await readdir(w.services.settings.DATA_DIR, { recursive: true })).filter((name) => name.startsWith('files')).sort();
  return {
    sheets: await reader.$count(productDatasheets),
    pictures: await reader.$count(productMedia),
    files: await reader.$count(files),
    arrivals,
    names,
  };
};

/** Sends this share of a form's bytes over a new connection, then cuts the connection. Resolves once both ends are closed. */
async function cutOff(path: string, form: FormData, share: number): Promise<void> {
  const whole = new Request('http://product.test', { method: 'POST', body: form });
  const body = new Uint8Array(await whole.arrayBuffer());
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: product.test',
    `Authorization: Bearer ${office.token}`,
    `Content-Type: ${whole.headers.get('Content-Type')}`,
    `Content-Length: ${body.byteLength}`,
  ].join('\r\n');
  const accepted = new Promise<void>((resolve) =>
    server.once('connection', (socket: { once: (event: 'close', done: () => void) => void }) => socket.once('close', resolve)),
  );
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n`, () => resolve()));
  await new Promise<void>((resolve) => socket.write(body.subarray(0, Math.floor(body.byteLength * share)), () => resolve()));
  // Lets the server begin to read before the connection ends.
  await wait(50);
  socket.destroy();
  await accepted;
}

const form = (field: string, file: File, texts: Record<string, string> = {}): FormData => {
  const data = new FormData();
  data.append(field, file);
  for (const [name, text] of Object.entries(texts)) data.append(name, text);
  return data;
};
const noise = (bytes: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: bytes }, (_, n) => (n * 7919) % 251);
const datasheet = () =>
  form('file', new File(['%PDF-1.4\n', noise(2_000_000), '\n%%EOF\n'], 'care.pdf', { type: 'application/pdf' }), { name: 'Care' });
const picture = async () => {
  const raw = { width: 900, height: 900, channels: 3 as const };
  const bytes = await sharp(noise(900 * 900 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return form('new_image', new File([new Uint8Array(bytes)], 'polo.png', { type: 'image/png' }));
};

for (const share of [0.05, 0.5, 0.999])
  test(`a datasheet and a picture whose connections are cut after ${share * 100} % leave neither a row nor a file`, async () => {
    const before = await stored();
    await cutOff(`/api/admin/products/${style}/datasheets`, datasheet(), share);
    await cutOff(`/api/admin/products/${style}/image`, await picture(), share);
    // Lets the server finish with the bytes that it has received.
    await wait(100);
    const { body } = await office.get(`/api/admin/products/${style}`);
    expect(body).toMatchObject({ datasheets: [], media: [], version: 1 });
    expect(await stored()).toEqual(before);
  });

test('the same forms are stored if they are sent in full, which shows that the tests above cut valid forms', async () => {
  const before = await stored();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/admin/products/${style}`;
  const headers = { Authorization: `Bearer ${office.token}` };
  expect((await fetch(`${url}/datasheets`, { method: 'POST', headers, body: datasheet() })).status).toBe(201);
  expect((await fetch(`${url}/image`, { method: 'POST', headers, body: await picture() })).status).toBe(200);
  const after = await stored();
  expect(after).toMatchObject({ sheets: before.sheets + 1, pictures: before.pictures + 1, files: before.files + 2, arrivals: [] });
});

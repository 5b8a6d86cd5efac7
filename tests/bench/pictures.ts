import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import sharp from 'sharp';
import { runBesideOthers } from './others.ts';
import type { BulkRun } from './people.ts';

/** Pictures of each kind that are uploaded one after the other, and how many a second at least. */
const PICTURES = 12;
const LEAST_PICTURES = 1;
/** Pixels of a phone's camera. */
const [WIDTH, HEIGHT] = [4000, 3000];

/** A photograph of 12 megapixels: soft shapes with the grain of a sensor, so that it is as large as a camera's file. */
async function photograph(format: 'jpeg' | 'png'): Promise<Blob> {
  const soft = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#4a5468', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .blur(8)
    .png()
    .toBuffer();
  const large = sharp(soft).resize(WIDTH, HEIGHT);
  const bytes = format === 'jpeg' ? await large.jpeg({ quality: 92 }).toBuffer() : await large.png({ palette: true, colours: 64 }).toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

/** Pictures of 12 megapixels that become the pictures of a style, while somebody else reads and writes. */
export async function pictureRuns(origin: string, headers: Record<string, string>, data_dir: string): Promise<BulkRun[]> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const ids = connection
    .prepare('select id from products where parent_id is null and deleted_at is null order by id limit ?')
    .pluck()
    .all(PICTURES) as number[];
  connection.close();
  const send = async (id: number, picture: Blob, name: string): Promise<void> => {
    const form = new FormData();
    form.append('new_image', picture, name);
    const response = await fetch(`${origin}/api/admin/products/${id}/image`, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`The picture was refused with ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const runs: BulkRun[] = [];
  for (const format of ['jpeg', 'png'] as const) {
    const picture = await photograph(format);
    // The first upload loads what pictures need.
    await send(ids[0] ?? 0, picture, `first.${format}`);
    const { result: _, ...times } = await runBesideOthers(origin, headers, '/api/admin/products?parent_only=true', async () => {
      for (const id of ids) await send(id, picture, `${id}.${format}`);
    });
    const size = (picture.size / 1024 / 1024).toFixed(1);
    runs.push({ name: `12-megapixel ${format.toUpperCase()} of ${size} MB`, count: ids.length, least: LEAST_PICTURES, ...times });
  }
  return runs;
}

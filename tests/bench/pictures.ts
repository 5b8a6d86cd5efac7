import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import sharp from 'sharp';
import { runBesideOthers } from './others.ts';
import type { BulkRun } from './people.ts';

/** How many pictures of each kind are uploaded one after the other, and how many pictures the server has to process in a second. */
const PICTURES = 12;
const LEAST_PICTURES = 1;
/** Milliseconds for which other requests are measured while nobody uploads. */
const IDLE = 2000;
/** Pixels of a phone's camera. */
const [WIDTH, HEIGHT] = [4000, 3000];

/**
 * A JPEG is a photograph with the grain of a sensor, as large as a camera's file. A PNG is a drawing in few colours, because grain would make its
 * file too big.
 */
async function picture(format: 'jpeg' | 'png'): Promise<Blob> {
  const create = { width: WIDTH, height: HEIGHT, channels: 3 as const, background: '#4a5468' };
  const grain = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: format === 'jpeg' ? 14 : 40 } } });
  const bytes =
    format === 'jpeg' ? await grain.jpeg({ quality: 80 }).toBuffer() : await grain.blur(12).png({ palette: true, colours: 16 }).toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

/** Uploads pictures of 12 megapixels for styles while somebody else reads and writes. */
export async function pictureRuns(origin: string, headers: Record<string, string>, data_dir: string): Promise<BulkRun[]> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const ids = connection
    .prepare('select id from products where parent_id is null and deleted_at is null order by id limit ?')
    .pluck()
    .all(PICTURES) as number[];
  connection.close();
  const send = async (id: number, file: Blob, name: string): Promise<void> => {
    const form = new FormData();
    form.append('new_image', file, name);
    const response = await fetch(`${origin}/api/admin/products/${id}/image`, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`The picture was refused with ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const beside = (work: () => Promise<void>) => runBesideOthers(origin, headers, '/api/admin/products?parent_only=true', work);
  // How long other requests take on this machine while nobody uploads, for comparison.
  const { result: _, ...idle } = await beside(() => setTimeout(IDLE));
  const runs: BulkRun[] = [{ name: 'no picture', count: 0, least: 0, ...idle }];
  for (const format of ['jpeg', 'png'] as const) {
    const file = await picture(format);
    // The first upload loads the code that processes pictures.
    await send(ids[0] ?? 0, file, `first.${format}`);
    const { result: __, ...times } = await beside(async () => {
      for (const id of ids) await send(id, file, `${id}.${format}`);
    });
    const size = (file.size / 1024 / 1024).toFixed(1);
    runs.push({ name: `12-megapixel ${format.toUpperCase()} of ${size} MB`, count: ids.length, least: LEAST_PICTURES, ...times });
  }
  return runs;
}

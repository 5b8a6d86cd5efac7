import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import { type FileKind, kindOf, reencoded } from './file-kind.ts';
import { flushFolder } from './flush-folder.ts';

/** A file in the store. */
export interface StoredFile {
  /** SHA-256 of the content in hex. */
  hash: string;
  type: string;
  size: number;
}

/** The limits of an upload. */
export interface Accepted {
  kinds: readonly FileKind[];
  /** Bytes. */
  max: number;
  /** Longest side of a stored picture in pixels; 512 by default. */
  side?: number;
}

const folderOf = (data_dir: string): string => join(data_dir, 'files');

/** The path of a file with this hash. */
export const pathOf = (data_dir: string, hash: string): string => join(folderOf(data_dir), hash.slice(0, 2), hash);

/** The folder that holds uploads until they are checked. */
export const arrivalsOf = (data_dir: string): string => join(folderOf(data_dir), 'arrivals');

/**
 * Store an upload. Its kind is recognised by its content; pictures are encoded again, at most 512 pixels a side. 413 as soon as more
 * than `max` bytes have arrived, 415 for a kind that is not accepted. Call it before the unit of work that registers the file.
 */
export async function storeFile(data_dir: string, bytes: AsyncIterable<Uint8Array>, accepted: Accepted): Promise<StoredFile> {
  const arrival = await receive(data_dir, bytes, accepted.max);
  try {
    const kind = await kindOf(arrival);
    if (!kind || !accepted.kinds.includes(kind)) throw new Problem(415, { message: messages.file_type });
    const picture = await reencoded(arrival, kind, accepted.side);
    if (!picture) return await keep(data_dir, arrival, typeOf[kind]);
    return await storeBytes(data_dir, picture, typeOf[kind]);
  } finally {
    await rm(arrival, { force: true });
  }
}

const typeOf: Record<FileKind, string> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

/** Store one of the product's own drawings. Do not use this for content from outside, because SVG can contain scripts. */
export const storeDrawing = (data_dir: string, svg: string): Promise<StoredFile> => storeBytes(data_dir, Buffer.from(svg), 'image/svg+xml');

async function storeBytes(data_dir: string, bytes: Uint8Array, type: string): Promise<StoredFile> {
  const arrival = await receive(data_dir, [bytes], bytes.byteLength);
  try {
    return await keep(data_dir, arrival, type);
  } finally {
    await rm(arrival, { force: true });
  }
}

/** Write bytes to a new file as they arrive, and flush the file to the disk. */
async function receive(data_dir: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, max: number): Promise<string> {
  const arrival = join(arrivalsOf(data_dir), randomUUID());
  await mkdir(dirname(arrival), { recursive: true });
  const file = await open(arrival, 'wx');
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > max) throw new Problem(413, { message: messages.too_large });
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (error) {
    await rm(arrival, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return arrival;
}

/** Give a complete file its final name. The name is the hash of its content, so an existing file with that name has the same content. */
async function keep(data_dir: string, arrival: string, type: string): Promise<StoredFile> {
  const { hash, size } = await measured(arrival);
  const path = pathOf(data_dir, hash);
  const stored = await stat(path).catch(() => null);
  if (stored) {
    // Sets the file's time to now, because the sweep removes unregistered files by age.
    const now = new Date();
    await utimes(path, now, now);
    return { hash, type, size };
  }
  await mkdir(dirname(path), { recursive: true });
  await rename(arrival, path);
  await flushFolder(dirname(path));
  return { hash, type, size };
}

async function measured(path: string): Promise<{ hash: string; size: number }> {
  const file = await open(path, 'r');
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file.createReadStream()) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).byteLength;
  }
  return { hash: hash.digest('hex'), size };
}

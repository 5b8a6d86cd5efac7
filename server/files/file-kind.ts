import { readFile } from 'node:fs/promises';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';

// file-type and sharp are loaded with the first upload, so that the server starts without them.

/** The kinds of file that people may upload, recognised by the content, never by a name or a declared type. */
export type FileKind = 'png' | 'jpg' | 'pdf' | 'csv';

/** Longest side of a stored picture, in pixels. */
const LONGEST_SIDE = 512;
/** A picture that unpacks to more pixels than this is refused before it takes up memory. */
const MAX_PIXELS = 50_000_000;

/** The kind of a file on disk; null when it is not a kind that may be uploaded. */
export async function kindOf(path: string): Promise<FileKind | null> {
  const { fileTypeFromFile } = await import('file-type');
  const detected = await fileTypeFromFile(path);
  if (!detected) return (await isText(path)) ? 'csv' : null;
  return detected.ext === 'png' || detected.ext === 'jpg' || detected.ext === 'pdf' ? detected.ext : null;
}

/** Whether a file is text: text has no magic bytes, so all of it has to be UTF-8 without control characters. */
async function isText(path: string): Promise<boolean> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    return text.length > 0 && !/[\x00-\x08\x0e-\x1f]/.test(text) && !/^\s*</.test(text);
  } catch {
    return false;
  }
}

/**
 * A picture encoded again from its pixels, upright and without the metadata of cameras and editors; null for a file that is not a picture.
 * 422 if the picture cannot be read.
 */
export async function reencoded(path: string, kind: FileKind, side = LONGEST_SIDE): Promise<Buffer | null> {
  if (kind !== 'png' && kind !== 'jpg') return null;
  const { default: sharp } = await import('sharp');
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const encodedPicture = kind === 'png' ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 82, mozjpeg: true });
  return encodedPicture.toBuffer().catch(() => {
    throw new Problem(422, { message: messages.picture_unreadable });
  });
}

import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, Problem } from '../core/problem.ts';
import { type StoredFile, storeFile } from './store-file.ts';

const faults: Partial<Record<number, string>> = { 413: messages.picture_too_large, 415: messages.not_a_picture, 422: messages.picture_unreadable };

/** Encode again and store a picture that a request sends as a data URL. Call it before the unit of work. Every fault is 422 on `field`. */
export async function storePicture({ services }: Pick<Ctx, 'services'>, data: string, field: string): Promise<StoredFile> {
  const comma = data.indexOf(',');
  if (!/^data:[^,]{0,100};base64$/i.test(data.slice(0, comma))) throw invalid({ [field]: messages.not_a_picture });
  return storePictureBytes({ services }, chunksOf(Buffer.from(data.slice(comma + 1), 'base64')), field);
}

/** As `storePicture`, for a picture that arrives as bytes. */
export async function storePictureBytes({ services }: Pick<Ctx, 'services'>, bytes: AsyncIterable<Uint8Array>, field: string): Promise<StoredFile> {
  try {
    return await storeFile(services.settings.DATA_DIR, bytes, { kinds: ['png', 'jpg'], max: limits.picture_bytes });
  } catch (error) {
    const message = error instanceof Problem && faults[error.status];
    throw message ? invalid({ [field]: message }) : error;
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

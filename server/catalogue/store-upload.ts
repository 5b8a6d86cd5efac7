import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, Problem } from '../core/problem.ts';
import { type Accepted, type StoredFile, storeFile } from '../files/store-file.ts';
import { storePictureBytes } from '../files/store-picture.ts';

const pdf: Accepted = { kinds: ['pdf'], max: limits.datasheet_bytes };
const faults: Partial<Record<number, string>> = { 413: messages.datasheet_too_large, 415: messages.not_a_pdf };

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) yield chunk;
}

/** Store the data sheet that a form carries: 422 on `file` if its content is no PDF, whatever its name. Call it before the unit of work. */
export async function storeDatasheet({ actor, services }: Ctx, file: File): Promise<StoredFile> {
  authorize(policy.edit_products(actor));
  try {
    return await storeFile(services.settings.DATA_DIR, bytesOf(file), pdf);
  } catch (error) {
    const message = error instanceof Problem && faults[error.status];
    throw message ? invalid({ file: message }) : error;
  }
}

/** Re-encode the picture that a form carries, and store it. Call it before the unit of work. */
export async function storeProductPicture(ctx: Ctx, file: File): Promise<StoredFile> {
  authorize(policy.edit_products(ctx.actor));
  return storePictureBytes(ctx, bytesOf(file), 'new_image');
}

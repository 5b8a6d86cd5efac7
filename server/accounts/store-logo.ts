import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, Problem } from '../core/problem.ts';
import { type StoredFile, storeFile } from '../files/store-file.ts';

const faults: Partial<Record<number, string>> = { 413: messages.logo_too_large, 415: messages.logo_not_a_picture, 422: messages.picture_unreadable };

/**
 * Store the new logo that a request carries as a data URL, encoded again. Undefined where the request has none: the address of the
 * stored logo means no change. Call it before the unit of work. Every fault is 422 on `logo`.
 */
export async function storeLogo(ctx: Ctx, logo: string | null | undefined): Promise<StoredFile | undefined> {
  authorize(policy.edit_accounts(ctx.actor));
  if (!logo || /^\/files\/[0-9a-f]{64}$/.test(logo)) return undefined;
  const comma = logo.indexOf(',');
  if (!/^data:[^,]{0,100};base64$/i.test(logo.slice(0, comma))) throw invalid({ logo: messages.logo_not_a_picture });
  const bytes = Buffer.from(logo.slice(comma + 1), 'base64');
  try {
    return await storeFile(ctx.services.settings.DATA_DIR, chunksOf(bytes), { kinds: ['png', 'jpg'], max: limits.logo_bytes });
  } catch (error) {
    const message = error instanceof Problem && faults[error.status];
    throw message ? invalid({ logo: message }) : error;
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

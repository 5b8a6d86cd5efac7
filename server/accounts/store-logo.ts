import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import type { StoredFile } from '../files/store-file.ts';
import { storePicture } from '../files/store-picture.ts';

/**
 * Store the new logo that a request carries as a data URL. Returns undefined if the request carries none: the address of the stored logo means no
 * change. Call it before the unit of work.
 */
export async function storeLogo(ctx: Ctx, logo: string | null | undefined): Promise<StoredFile | undefined> {
  authorize(policy.edit_accounts(ctx.actor));
  return logo && !/^\/files\/[0-9a-f]{64}$/.test(logo) ? storePicture(ctx, logo, 'logo') : undefined;
}

import { digestDifferences, digestOf } from '../../shared/sync/digest.ts';
import { refuseWith } from '../../shared/sync/outcomes.ts';
import type { GarmentFacts, LineDifference, SeenPart } from '../../shared/sync/refusal-facts.ts';
import type { Ctx } from '../core/context.ts';
import { linesOfPicks } from '../picking/find-pick-line.ts';
import { garmentsOf } from './garments.ts';
import type { MutationResult } from './mutation-handler.ts';

/** Upper limit of the differing lines that are shown. People open the pick itself to see more. */
const MAX_SHOWN = 100;

/** Compare the lines of picks with the digest of the lines that the person saw. Returns null if they match, else a refusal with the differences. */
export async function compareDigest(ctx: Ctx, pick_ids: readonly number[], digest: string): Promise<MutationResult | null> {
  const current = digestOf(await linesOfPicks(ctx, pick_ids));
  if (current === digest) return null;
  const different = digestDifferences(digest, current).slice(0, MAX_SHOWN);
  const garments = await garmentsOf(
    ctx.db,
    different.flatMap(({ seen, now: is }) => [seen?.product_id ?? 0, is?.product_id ?? 0]),
  );
  const garmentIn = (part: SeenPart | null): GarmentFacts | null => garments.get(part?.product_id ?? 0) ?? null;
  const differences = different.map((one): LineDifference => {
    const isOther = one.seen && one.now && one.seen.product_id !== one.now.product_id;
    return { ...one, garment: garmentIn(one.seen ?? one.now), ...(isOther && { garment_now: garmentIn(one.now) }) };
  });
  return { ...refuseWith('DIGEST'), server: { digest: current, seen: digest, differences } };
}

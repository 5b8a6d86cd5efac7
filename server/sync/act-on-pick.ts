import { checkHandoverPick } from '../../shared/picking/handover-pick.ts';
import { checkPausePick, checkResumePick } from '../../shared/picking/pause-pick.ts';
import type { PickFacts } from '../../shared/picking/pick-facts.ts';
import { checkRecording } from '../../shared/picking/record-pick.ts';
import { checkSendBackPick } from '../../shared/picking/send-back-pick.ts';
import { checkStartPick } from '../../shared/picking/start-pick.ts';
import { checkCompletePrep, isPrepped } from '../../shared/prep/complete-prep.ts';
import { digestDifferences, digestOf } from '../../shared/sync/digest.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { applied, noop, outcomeOfRefusal, refused } from '../../shared/sync/outcomes.ts';
import type { GarmentFacts, LineDifference, SeenPart } from '../../shared/sync/refusal-facts.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { assignTote } from '../picking/assign-tote.ts';
import { completePick } from '../picking/complete-pick.ts';
import { type FoundPick, findPick } from '../picking/find-pick.ts';
import { findPickLine, linesOfPicks } from '../picking/find-pick-line.ts';
import { handoverPick } from '../picking/handover-pick.ts';
import { pausePick, resumePick } from '../picking/pause-pick.ts';
import { sendBackPick } from '../picking/send-back-pick.ts';
import { startPick } from '../picking/start-pick.ts';
import { completePrep } from '../prep/complete-prep.ts';
import { tickLine } from '../prep/tick-line.ts';
import { refusedRoot } from './bases.ts';
import { garmentsOf } from './garments.ts';
import type { Done, Sent } from './mutation.ts';
import { pickFacts } from './pick-facts.ts';

const refusedBy = (verdict: Exclude<Verdict, { ok: true }>, pick: FoundPick): Done => ({
  ...outcomeOfRefusal(verdict),
  server: { ...pickFacts(pick, verdict.message) },
});

type Check = (pick: FoundPick, actor: Ctx['actor']) => Verdict;

/** A command that moves a pick to another state. Where the pick's state does not change, there was nothing to do. */
const moving =
  (check: Check, move: (ctx: Ctx, pick: FoundPick) => Promise<void>, isThere: (pick: FoundPick, ctx: Ctx) => boolean) =>
  async (ctx: Ctx, { pick_id }: { pick_id: number }): Promise<Done> => {
    const pick = await findPick(ctx, pick_id);
    const now = check(pick, ctx.actor);
    if (!now.ok) return refusedBy(now, pick);
    await move(ctx, pick);
    return isThere(pick, ctx) ? noop : applied;
  };

const isMine = (pick: PickFacts, { actor }: Ctx): boolean => pick.picker?.id === actor.id;

export const start = moving(checkStartPick, startPick, (pick, ctx) => pick.state === 'picking' && isMine(pick, ctx));
export const pause = moving(checkPausePick, pausePick, ({ state }) => state === 'paused');
export const resume = moving(checkResumePick, resumePick, ({ state }) => state === 'picking');
export const handover = moving(checkHandoverPick, handoverPick, () => false);
export const sendBack = moving(checkSendBackPick, sendBackPick, () => false);

/** Store the tote. */
export async function tote(ctx: Ctx, { pick_id, tote: name }: ArgsOf<'pick.assign_tote'>): Promise<Done> {
  const pick = await findPick(ctx, pick_id);
  await assignTote(ctx, pick, name);
  return pick.tote === name ? noop : applied;
}

/** Upper limit of differing lines that are shown; for more, people open the pick itself. */
const MAX_SHOWN = 100;

/** Compare the lines with the digest of what the person saw. A pick is completed only as it was seen. */
export async function differs(ctx: Ctx, pick_ids: readonly number[], digest: string): Promise<Done | null> {
  const now = digestOf(await linesOfPicks(ctx, pick_ids));
  if (now === digest) return null;
  const different = digestDifferences(digest, now).slice(0, MAX_SHOWN);
  const garments = await garmentsOf(
    ctx.db,
    different.flatMap(({ seen, now: is }) => [seen?.product_id ?? 0, is?.product_id ?? 0]),
  );
  const garmentIn = (part: SeenPart | null): GarmentFacts | null => garments.get(part?.product_id ?? 0) ?? null;
  const differences = different.map((one): LineDifference => {
    const isOther = one.seen && one.now && one.seen.product_id !== one.now.product_id;
    return { ...one, garment: garmentIn(one.seen ?? one.now), ...(isOther && { garment_now: garmentIn(one.now) }) };
  });
  return { ...refused('DIGEST'), server: { digest: now, seen: digest, differences } };
}

/** Complete a pick as the person saw it. */
export async function complete(ctx: Ctx, { pick_id, digest }: ArgsOf<'pick.complete'>, { base, device }: Sent): Promise<Done> {
  const pick = await findPick(ctx, pick_id, { with_stock: true });
  if (await refusedRoot(ctx.db, device, base)) return refused('AFTER');
  const now = checkRecording(pick, ctx.actor);
  if (!now.ok) return refusedBy(now, pick);
  const other = await differs(ctx, [pick_id], digest);
  if (other) return { ...other, server: { ...pickFacts(pick), ...other.server } };
  await completePick(ctx, pick);
  return applied;
}

/** Complete the prep of a pick as the person saw it. Where somebody else completed the same lines, the result is as requested. */
export async function finishPrep(ctx: Ctx, { pick_id, digest }: ArgsOf<'prep.complete'>, { base, device }: Sent): Promise<Done> {
  const pick = await findPick(ctx, pick_id, { with_stock: true });
  if (await refusedRoot(ctx.db, device, base)) return refused('AFTER');
  const isDone = isPrepped(pick);
  const now = checkCompletePrep(pick);
  if (!now.ok && !isDone) return refusedBy(now, pick);
  const other = await differs(ctx, [pick_id], digest);
  if (other) return { ...other, server: { ...pickFacts(pick), ...other.server } };
  if (isDone) return noop;
  await completePrep(ctx, pick);
  return applied;
}

/** Tick a line off in prep. A tick that arrives after the prep was completed changes nothing; the removal of a tick does. */
export async function tick(ctx: Ctx, { pick_id, pick_line_id, ticked }: ArgsOf<'prep.tick_line'>): Promise<Done> {
  const line = await findPickLine(ctx, pick_line_id);
  if (line.pick_id !== pick_id) return refused('INVALID');
  if (ticked && isPrepped(await findPick(ctx, pick_id))) return noop;
  return (await tickLine(ctx, pick_line_id, ticked)) ? applied : noop;
}

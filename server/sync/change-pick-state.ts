import { applied, noop } from '../../shared/sync/outcomes.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { type FoundPick, findPick } from '../picking/find-pick.ts';
import type { MutationResult } from './mutation-handler.ts';
import { refusePick } from './pick-facts.ts';

interface StateChange {
  check: (pick: FoundPick, actor: Ctx['actor']) => Verdict;
  command: (ctx: Ctx, pick: FoundPick) => Promise<void>;
  /** Whether the pick is already in the state that the mutation sets, so that there is nothing to do. */
  isUnchanged?: (pick: FoundPick, actor: Ctx['actor']) => boolean;
}

/** The handler of a mutation that changes the state of a pick and has no other arguments. */
export const changePickState =
  ({ check, command, isUnchanged = () => false }: StateChange) =>
  async (ctx: Ctx, { pick_id }: { pick_id: number }): Promise<MutationResult> => {
    const pick = await findPick(ctx, pick_id);
    const verdict = check(pick, ctx.actor);
    if (!verdict.ok) return refusePick(verdict, pick);
    await command(ctx, pick);
    return isUnchanged(pick, ctx.actor) ? noop : applied;
  };

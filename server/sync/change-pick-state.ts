import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import { applied, noop } from '../../shared/sync/outcomes.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { type FoundPick, findPick } from '../picking/find-pick.ts';
import type { MutationResult } from './mutation-handler.ts';
import { refusePick } from './pick-facts.ts';

interface StateChange<Args> {
  check: (pick: FoundPick, actor: Ctx['actor']) => Verdict;
  command: (ctx: Ctx, pick: FoundPick, args: Args) => Promise<void>;
  /** Whether the pick is already in the state that the mutation sets, so that there is nothing to do. */
  isUnchanged?: (pick: FoundPick, actor: Ctx['actor'], args: Args) => boolean;
}

/** The handler of a mutation that changes the state of a pick, and that a rule refuses with the facts of the pick. */
export const changePickState =
  <N extends MutationName & `pick.${string}`>({ check, command, isUnchanged = () => false }: StateChange<ArgsOf<N>>) =>
  async (ctx: Ctx, args: ArgsOf<N> & { pick_id: number }): Promise<MutationResult> => {
    const pick = await findPick(ctx, args.pick_id);
    const verdict = check(pick, ctx.actor);
    if (!verdict.ok) return refusePick(verdict, pick);
    await command(ctx, pick, args);
    return isUnchanged(pick, ctx.actor, args) ? noop : applied;
  };

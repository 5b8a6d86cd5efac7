import type { MemberState } from '../../shared/picking/cluster-members.ts';
import { afterPick, type PickedLine } from '../../shared/picking/complete-pick.ts';
import type { PickRow } from '../../shared/sync/rows.ts';

/** Where a pick goes once it is completed; `is_usual` is false if nothing was picked or the pick skips dispatch. */
export function whereNext(pick: Pick<PickRow, 'wearer_count' | 'skip_dispatch'>, lines: readonly PickedLine[]): { text: string; is_usual: boolean } {
  const next = afterPick(lines, pick.wearer_count);
  if (next === 'closed') return { text: 'Nothing was picked: the order goes back to the office.', is_usual: false };
  if (next === 'picked') return { text: 'Next: prep and bagging.', is_usual: true };
  if (pick.skip_dispatch) return { text: 'It skips dispatch and counts as shipped at once. Shipping cannot be undone.', is_usual: false };
  return { text: 'Next: dispatch.', is_usual: true };
}

/** Where the tote of an order in a cluster goes, in a few words: `prep`, `dispatch`, or why it goes nowhere yet. */
export function placeAfterPick(
  pick: Pick<PickRow, 'wearer_count' | 'skip_dispatch' | 'state' | 'picker'>,
  lines: readonly PickedLine[],
  state: MemberState,
): string {
  if (state === 'held') return 'on hold';
  if (state === 'elsewhere') return `with ${pick.picker?.name ?? 'somebody else'}`;
  if (state === 'released') return 'handed over';
  if (state === 'paused') return 'paused';
  if (state === 'complete') return pick.state === 'picked' ? 'prep' : 'dispatch';
  const next = afterPick(lines, pick.wearer_count);
  if (next === 'closed') return 'the office, nothing was picked';
  if (next === 'picked') return 'prep';
  return pick.skip_dispatch ? 'shipped at once' : 'dispatch';
}

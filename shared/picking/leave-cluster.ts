import type { Verdict } from '../verdict.ts';
import { checkNotPicked, checkPicker } from './on-floor.ts';
import type { FloorActor, PickFacts } from './pick-facts.ts';

/** The picker or a super can take an order out of its cluster until it is picked, even while the order is on hold. Its pick goes on alone. */
export function checkLeaveCluster(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = checkNotPicked(pick);
  return verdict.ok ? checkPicker(pick, actor) : verdict;
}

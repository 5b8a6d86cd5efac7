import { messages } from '../messages.ts';
import type { PickFacts } from '../picking/pick-facts.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { checkTickPrepLine } from './tick-prep-line.ts';

/** Items go into the wearer's bag between the end of the pick and the completion of the prep. No more items can be packed than were picked. */
export function checkPackLine(pick: PickFacts, line: { qty_picked: number }, qty_packed: number): Verdict {
  const verdict = checkTickPrepLine(pick);
  if (!verdict.ok) return verdict;
  return qty_packed > line.qty_picked ? refuse('over_pack', messages.over_pack(line.qty_picked), 'qty_packed') : allow;
}

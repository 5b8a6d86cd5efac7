import { checkNotFrozen, checkOnFloor } from '../picking/on-floor.ts';
import type { PickFacts } from '../picking/pick-facts.ts';
import { isReady } from '../picking/pick-states.ts';
import { all, type Verdict } from '../verdict.ts';
import { checkTickPrepLine } from './tick-prep-line.ts';

export interface PrepLine {
  qty_picked: number;
  decoration: string | null;
  prep_ticked_at: string | null;
}

/** Whether garments of a line were picked and get a decoration. */
export const isDecorated = (line: Pick<PrepLine, 'qty_picked' | 'decoration'>): boolean => line.qty_picked > 0 && !!line.decoration;

/** Whether the prep is complete: somebody has completed it, or the order needs none. */
export const isPrepped = ({ state }: Pick<PickFacts, 'state'>): boolean => isReady(state) || state === 'shipped';

/** The prep of a picked order can be completed unless the order is on hold. Ticks help the people who prep, but are not required. */
export const checkCompletePrep = (pick: PickFacts): Verdict => all(checkOnFloor(pick), checkNotFrozen(pick), checkTickPrepLine(pick));

/** How many lines with a decoration are not ticked off yet. */
export const prepLeft = (lines: readonly PrepLine[]): number => lines.filter((line) => isDecorated(line) && !line.prep_ticked_at).length;

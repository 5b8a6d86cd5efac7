import { addDays } from '../add-days.ts';
import type { CollectionState } from './collection-state.ts';

/** Where the collection of what somebody who leaves holds is; `nothing` and `to_collect` are those without a collection. */
export const leaverStates = ['nothing', 'to_collect', 'open', 'part', 'received', 'closed'] as const;
export type LeaverState = (typeof leaverStates)[number];

/** What is to be done next for somebody who leaves. */
export const leaverSteps = ['collect', 'print_slip', 'record_consent', 'report'] as const;
export type LeaverStep = (typeof leaverSteps)[number];

/** So many days after the last day, what is still held may be deducted, and the report of leavers has it. */
export const DEDUCTION_DAYS = 30;

/** The facts about somebody who leaves. */
export interface LeaverFacts {
  leaves_on: string;
  deduction_consent_on: string | null;
  /** Items that they hold, and those of them that may come back. */
  qty_held: number;
  qty_returnable: number;
  /** The state of their newest collection; null without one. */
  collection: CollectionState | null;
}

/** Where the collection of somebody who leaves is, and what is to be done next on the calendar date `today`; null if nothing is. */
export function judgeLeaver(facts: LeaverFacts, today: string): { state: LeaverState; next: LeaverStep | null } {
  const { leaves_on, deduction_consent_on, qty_held, qty_returnable, collection } = facts;
  const state = collection ?? (qty_returnable > 0 ? 'to_collect' : 'nothing');
  if (state === 'open' || state === 'part') return { state, next: 'print_slip' };
  if (qty_held === 0) return { state, next: null };
  const isDeductible = addDays(leaves_on, DEDUCTION_DAYS) <= today;
  if (state === 'to_collect' && !isDeductible) return { state, next: 'collect' };
  if (deduction_consent_on === null) return { state, next: 'record_consent' };
  return { state, next: isDeductible ? 'report' : null };
}

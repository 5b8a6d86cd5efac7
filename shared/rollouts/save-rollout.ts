import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { type RolloutFacts, rolloutState } from './rollout.ts';

/** Only a draft can be changed. */
export const checkChangeRollout = (facts: RolloutFacts): Verdict =>
  rolloutState(facts) === 'draft' ? allow : refuse('rollout_not_draft', messages.rollouts.not_draft);

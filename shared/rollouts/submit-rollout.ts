import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { RolloutFacts } from './rollout.ts';

/** Orders are sent by one run at a time. */
export const checkRolloutIdle = ({ is_running }: Pick<RolloutFacts, 'is_running'>): Verdict =>
  is_running ? refuse('rollout_running', messages.rollouts.running) : allow;

import { messages } from '../messages.ts';
import { refuse, type Verdict } from '../verdict.ts';

/** The answer for a dispatch that is not on the floor any more: it has shipped, or is void. */
export const dispatchGone: Verdict = refuse('already_dispatched', messages.already_dispatched);

import { messages } from '../messages.ts';
import { refuse, type Verdict } from '../verdict.ts';

/** The refusal for a dispatch that is no longer on the floor, because it has shipped or is void. */
export const dispatchGone: Verdict = refuse('already_dispatched', messages.already_dispatched);

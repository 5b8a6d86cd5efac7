import type { Choice } from '../../shared/sync/mutations/resolve-outcome.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Resolves an open outcome by the person's choice, which is sent with the rest of the queue. */
export const resolveOutcome = (m: string, choice: Choice): Promise<Verdict> => queueMutation('outcome.resolve', { m, choice });

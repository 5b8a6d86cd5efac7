import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** The facts of an order that a split has made. */
interface SplitOff {
  version: number;
  submitted_at: string | null;
  requested_at: string | null;
  deleted_at: string | null;
}

/**
 * A split can be undone while it is the last change of its order (`isLast`), and none of the orders that it made is sent, deleted or changed. A new
 * order has version 1.
 */
export const checkUndoSplit = (drafts: readonly SplitOff[], { isLast }: { isLast: boolean }): Verdict =>
  isLast && drafts.every(({ version, submitted_at, requested_at, deleted_at }) => version === 1 && !submitted_at && !requested_at && !deleted_at)
    ? allow
    : refuse('split_changed', messages.split_changed);

import type { Ctx } from '../core/context.ts';
import { queueJobs } from '../jobs/queue-job.ts';

/** The kind of the job that books a dispatch. */
export const BOOK_DISPATCH = 'book_dispatch';

/** Queue the booking of each dispatch in the name of a person (`by`). Call it in the unit of work that creates or changes the dispatches. */
export const promiseBookings = (ctx: Pick<Ctx, 'db' | 'now'>, requests: readonly { id: number; by: number }[]): Promise<void> =>
  queueJobs(
    ctx,
    requests.map(({ id, by }) => ({ kind: BOOK_DISPATCH, key: String(id), payload: { dispatch_id: id, by } })),
  );

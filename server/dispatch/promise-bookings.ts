import type { Ctx } from '../http/context.ts';
import { queueJobs } from '../jobs/queue-job.ts';

/** The kind of job that books a dispatch. */
export const BOOK_DISPATCH = 'book_dispatch';

/** Promise that carriers are asked for these dispatches, in the unit of work that makes or changes them. */
export const promiseBookings = (ctx: Pick<Ctx, 'db' | 'now'>, by: number, ids: readonly number[]): Promise<void> =>
  queueJobs(
    ctx,
    ids.map((dispatch_id) => ({ kind: BOOK_DISPATCH, key: String(dispatch_id), payload: { dispatch_id, by } })),
  );

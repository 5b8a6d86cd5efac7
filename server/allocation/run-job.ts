import { z } from 'zod';
import { jobKind, TryLater } from '../jobs/job.ts';
import { ALLOCATION_RUN } from './begin-run.ts';
import { type BatchPosition, runBatch } from './run-batch.ts';

/**
 * Carry an allocation run on, batch after batch. Each batch is kept with how far the run has come, so that after an interruption it
 * goes on where it was, and two processes that have it at once take turns.
 */
export const allocationRun = jobKind(ALLOCATION_RUN, z.object({ run_id: z.int() }), async ({ database, clock }, { run_id }, signal) => {
  let position: BatchPosition | null = null;
  do {
    if (signal.aborted) throw new TryLater('The product was stopped in the middle of an allocation run; it goes on.', 0);
    const before: BatchPosition | null = position;
    position = await database.unitOfWork((db) => runBatch({ db, now: clock().toISOString() }, run_id, before));
    await new Promise(setImmediate);
  } while (position);
});

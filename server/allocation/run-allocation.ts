import { z } from 'zod';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { ALLOCATION_RUN } from './begin-run.ts';
import { type BatchPosition, runBatch } from './run-batch.ts';

/**
 * Continue an allocation run, batch after batch. Each batch is stored together with the run's position: after an interruption the
 * run continues from there, and two processes that run it at once take turns.
 */
export const runAllocation = jobKind(ALLOCATION_RUN, z.object({ run_id: z.int() }), async ({ database, clock }, { run_id }, signal) => {
  let position: BatchPosition | null = null;
  do {
    if (signal.aborted) throw new TryLater('Kitroom was stopped during an allocation run. The run continues.', 0);
    const before: BatchPosition | null = position;
    position = await database.unitOfWork((db) => runBatch({ db, now: clock().toISOString() }, run_id, before));
    await yieldToRequests();
  } while (position);
});

import { compactOrderTally } from '../db/order-tally.ts';
import { compactSpendTally } from '../db/spend-tally.ts';
import { recurring } from '../jobs/job.ts';

/** Every ten minutes the differences that orders leave in their tallies are added up. */
export const compactTally = recurring('compact_order_tally', '*/10 * * * *', async ({ database }) => {
  await database.unitOfWork(compactOrderTally);
  await database.unitOfWork(compactSpendTally);
});

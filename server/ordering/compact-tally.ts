import { compactOrderTally } from '../db/order-tally.ts';
import { recurring } from '../jobs/job.ts';

/** Every ten minutes the differences that orders leave in their tally are added up. */
export const compactTally = recurring('compact_order_tally', '*/10 * * * *', ({ database }) => database.unitOfWork(compactOrderTally));

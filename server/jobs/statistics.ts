import { gatherStatistics } from '../db/gather-statistics.ts';
import { recurring } from './job.ts';

/** Every night the database is told anew how much of what it holds. */
export const statistics = recurring('statistics', '40 3 * * *', ({ database }) => database.unitOfWork(gatherStatistics));

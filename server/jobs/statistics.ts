import { gatherStatistics } from '../db/gather-statistics.ts';
import { recurring } from './job.ts';

/** Analyses the database every night, so that its query plans fit its size. */
export const statistics = recurring('statistics', '40 3 * * *', ({ database }) => database.unitOfWork(gatherStatistics));

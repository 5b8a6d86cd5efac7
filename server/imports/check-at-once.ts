import { limits } from '../../shared/limits.ts';
import type { Services } from '../core/context.ts';
import { checkImport } from './check-import.ts';
import { queueCheck } from './queue-check.ts';

/** Check a file of at most 5,000 rows now; a longer file is left to the job, which begins at once. */
export async function checkAtOnce(services: Services, id: number): Promise<void> {
  const end = await checkImport(services, id, { atMost: limits.import_checked_at_once });
  if (end !== 'too_long') return;
  await services.database.unitOfWork((db) => queueCheck({ db, now: services.clock().toISOString() }, id));
  services.changed();
}

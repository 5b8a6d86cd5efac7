import type { Ctx } from '../core/context.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { CHECK_IMPORT } from './check-import.ts';

/** After this many milliseconds the job checks an uploaded file whose check did not begin, because the upload request broke off. */
export const CHECK_TAKEN_UP_AFTER = 60_000;

/** Queue the check of an import, to begin after this many milliseconds. */
export const queueCheck = (ctx: Pick<Ctx, 'db' | 'now'>, id: number, after = 0): Promise<void> =>
  queueJob(ctx, {
    kind: CHECK_IMPORT,
    key: String(id),
    payload: { id },
    ...(after && { due_at: new Date(Date.parse(ctx.now) + after).toISOString() }),
  });

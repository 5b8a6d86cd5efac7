import type { z } from 'zod';
import type { Services } from '../core/context.ts';

/** One kind of background job. */
export interface JobKind {
  kind: string;
  /** A cron pattern in UTC for a recurring job; a job without a pattern runs only when it is queued. */
  schedule?: string;
  /** Run the job, outside every transaction. After an error the job is tried again later, so it must be safe to run a job twice. */
  run(services: Services, payload: unknown, signal: AbortSignal): Promise<void>;
}

/** Thrown by a job that is not finished and should not be tried again before `after` milliseconds. */
export class TryLater extends Error {
  constructor(
    message: string,
    readonly after: number,
  ) {
    super(message);
  }
}

/** A kind of job with a payload of a known shape. */
export const jobKind = <Payload>(
  kind: string,
  payload: z.ZodType<Payload>,
  run: (services: Services, payload: Payload, signal: AbortSignal) => Promise<void>,
): JobKind => ({ kind, run: (services, raw, signal) => run(services, payload.parse(raw), signal) });

/** A kind of recurring job. */
export const recurring = (kind: string, schedule: string, run: (services: Services, signal: AbortSignal) => Promise<void>): JobKind => ({
  kind,
  schedule,
  run: (services, _payload, signal) => run(services, signal),
});

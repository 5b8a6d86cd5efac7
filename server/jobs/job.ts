import type { z } from 'zod';
import type { Services } from '../http/context.ts';

/** What runs beside the requests: one kind of job. */
export interface JobKind {
  kind: string;
  /** When it comes round by itself, as a cron pattern in UTC; without one it runs only when it is queued. */
  schedule?: string;
  /** Do it. Runs outside every transaction; an error means that it is tried again later, so it has to bear being run twice. */
  run(services: Services, payload: unknown, signal: AbortSignal): Promise<void>;
}

/** Thrown by a job that is not done and knows that trying again sooner than `after` milliseconds is of no use. */
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

/** A kind of job that comes round by itself. */
export const recurring = (kind: string, schedule: string, run: (services: Services, signal: AbortSignal) => Promise<void>): JobKind => ({
  kind,
  schedule,
  run: (services, _payload, signal) => run(services, signal),
});

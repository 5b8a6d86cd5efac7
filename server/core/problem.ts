import type { ConflictCode } from '../../shared/codes.ts';
import { messages } from '../../shared/messages.ts';
import type { Refused, Verdict } from '../../shared/verdict.ts';

/** The status codes with which the API refuses or fails. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 419 | 422 | 429 | 500 | 503;

export interface ProblemBody {
  message: string;
  code?: string;
  errors?: Record<string, string[]>;
  /** The current state, where an older version was sent. */
  current?: unknown;
  /** The caller made the change themself, in another tab. */
  by_you?: true;
  /** The number of people that has to be typed to confirm a change of many. */
  expected?: number;
  request_id?: string;
}

/** An error answer. It can be thrown anywhere in a command; nothing of the command is kept. */
export class Problem extends Error {
  /** The refusal, where a rule refused: a tablet gets its code. */
  refusal: Refused | null = null;

  constructor(
    readonly status: ProblemStatus,
    readonly body: ProblemBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message);
  }
}

/** The most specific message: that of the first faulty field, or else the message of the whole. */
export const firstMessage = ({ body }: Problem): string => Object.values(body.errors ?? {})[0]?.[0] ?? body.message;

/** 404: unknown, or outside the caller's scope; the caller must not be able to distinguish the two. */
export const notFound = (): Problem => new Problem(404, { message: messages.not_found });

/** 403: the caller may see it, but may not do this to it. */
export const forbidden = (message: string = messages.not_allowed): Problem => new Problem(403, { message });

/** 409: not possible in the current state. */
export const conflict = (code: ConflictCode, message: string, current?: unknown): Problem =>
  new Problem(409, current === undefined ? { message, code } : { message, code, current });

/** 422 on one or more fields; nested fields are dotted. */
export const invalid = (errors: Record<string, string | string[]>): Problem =>
  new Problem(422, {
    message: messages.invalid,
    errors: Object.fromEntries(Object.entries(errors).map(([field, fields]) => [field, Array.isArray(fields) ? fields : [fields]])),
  });

/** Go on only if the policy allows it. */
export function authorize(may: boolean, message?: string): asserts may {
  if (!may) throw forbidden(message);
}

/** Go on only if the rule allows it: a fault of a field is 422 on it, a wrong state 409 with its code. */
export function enforce(verdict: Verdict): void {
  if (verdict.ok) return;
  const { code, message, field } = verdict;
  const problem = field === undefined ? conflict(code as ConflictCode, message) : invalid({ [field]: message });
  problem.refusal = verdict;
  throw problem;
}

/** The value itself, or 404. */
export function requireFound<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw notFound();
  return thing;
}

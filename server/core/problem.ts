import type { ConflictCode } from '../../shared/codes.ts';
import { messages } from '../../shared/messages.ts';
import type { Refused, Verdict } from '../../shared/verdict.ts';

/** The status codes with which the API refuses or fails. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 419 | 422 | 429 | 500 | 503;

export interface ProblemBody {
  message: string;
  code?: string;
  errors?: Record<string, string[]>;
  /** The current state, if the caller sent an older version. */
  current?: unknown;
  /** True if the caller made the later change themself, in another tab. */
  by_you?: true;
  /** The number of people that a bulk change would affect. The caller has to type it to confirm the change. */
  expected?: number;
  request_id?: string;
}

/** An error answer. It can be thrown anywhere in a command, and undoes the whole command. */
export class Problem extends Error {
  /** The verdict of the rule that refused; null if no rule refused. A tablet gets the code of the verdict. */
  refusal: Refused | null = null;

  constructor(
    readonly status: ProblemStatus,
    readonly body: ProblemBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message);
  }
}

/** The most specific message: that of the first faulty field, otherwise the message of the whole request. */
export const firstMessage = ({ body }: Problem): string => Object.values(body.errors ?? {})[0]?.[0] ?? body.message;

/** 404: unknown, or outside the caller's scope; the caller must not be able to distinguish the two. */
export const notFound = (): Problem => new Problem(404, { message: messages.not_found });

/** 403: the caller may see the record, but may not do this to it. */
export const forbidden = (message: string = messages.not_allowed): Problem => new Problem(403, { message });

/** 409: the action is not possible in the current state. */
export const conflict = (code: ConflictCode, message: string, current?: unknown): Problem =>
  new Problem(409, current === undefined ? { message, code } : { message, code, current });

/** 422 on one or more fields. The name of a nested field is its path, joined with dots. */
export const invalid = (errors: Record<string, string | string[]>): Problem =>
  new Problem(422, {
    message: messages.invalid,
    errors: Object.fromEntries(Object.entries(errors).map(([field, fields]) => [field, Array.isArray(fields) ? fields : [fields]])),
  });

/** Throw 403 unless the policy allows the action. */
export function authorize(may: boolean, message?: string): asserts may {
  if (!may) throw forbidden(message);
}

/** Throw unless the rule allows the action: 422 on a field for a fault of that field, 409 with a code for a wrong state. */
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

import type { ConflictCode } from './codes.ts';

/** A rule's answer: allowed, or why not. With a field it is an error of that field (422); without, the state does not allow it (409). */
export type Verdict = { ok: true } | Refused;
export type Refused = { ok: false; code: string; message: string; field?: string };

export const allow: Verdict = { ok: true };

/** The state does not allow it: 409 with a stable code. */
export function refuse(code: ConflictCode, message: string): Refused;
/** An error of one field: 422 on that field. */
export function refuse(code: string, message: string, field: string): Refused;
export function refuse(code: string, message: string, field?: string): Refused {
  return field === undefined ? { ok: false, code, message } : { ok: false, code, message, field };
}

/** The first refusal; allowed when there is none. */
export const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => !verdict.ok) ?? allow;

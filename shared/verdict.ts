import type { ConflictCode } from './codes.ts';

/**
 * A rule's answer: allowed, or refused with a reason. A refusal with a field is an error in that field (422). A refusal without a field is an error
 * of the state (409).
 */
export type Verdict = { ok: true } | Refused;
export type Refused = { ok: false; code: string; message: string; field?: string };

export const allow: Verdict = { ok: true };

/** Refuses an action that the state does not allow: 409 with a stable code. */
export function refuse(code: ConflictCode, message: string): Refused;
/** Refuses one field: 422 on that field. */
export function refuse(code: string, message: string, field: string): Refused;
export function refuse(code: string, message: string, field?: string): Refused {
  return field === undefined ? { ok: false, code, message } : { ok: false, code, message, field };
}

/** The first refusal; allowed if there is none. */
export const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => !verdict.ok) ?? allow;

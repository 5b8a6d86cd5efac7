import type { ConflictCode } from './codes.ts';

/** What a rule says: go on, or why not. With a field it is that field's fault (422); without, the moment is wrong (409). */
export type Verdict = { ok: true } | Refused;
export type Refused = { ok: false; code: string; message: string; field?: string };

export const allow: Verdict = { ok: true };

/** The wrong moment: 409 with a stable code. */
export function refuse(code: ConflictCode, message: string): Refused;
/** A fault of one field: 422 on that field. */
export function refuse(code: string, message: string, field: string): Refused;
export function refuse(code: string, message: string, field?: string): Refused {
  return field === undefined ? { ok: false, code, message } : { ok: false, code, message, field };
}

/** The first refusal, or allow when there is none. */
export const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => !verdict.ok) ?? allow;

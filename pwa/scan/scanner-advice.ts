import { GAP, type TypedScan } from './wedge.ts';

/** The measurements of one scan on the test page. */
export interface Findings {
  characters: number;
  /** Milliseconds between two keys: `slowest` is the longest time, `usual` the median. */
  slowest: number;
  usual: number;
  ended_by: TypedScan['ended_by'];
  /** Whether characters that the scanner added were removed from the code. */
  taken_off: boolean;
}

/** Measures one scan. */
export function findingsOf({ raw, text, gaps, ended_by }: TypedScan): Findings {
  const sorted = [...gaps].sort((a, b) => a - b);
  return {
    characters: [...text].length,
    slowest: Math.round(sorted.at(-1) ?? 0),
    usual: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    ended_by,
    taken_off: raw !== text,
  };
}

/** The recommended changes to the scanner's settings, the most useful first; empty if none is needed. */
export function adviceOf({ slowest, ended_by, taken_off }: Findings, slow: boolean): string[] {
  const advice: string[] = [];
  if (!slow && slowest > 0.8 * GAP.usual)
    advice.push(`The scanner types slowly (up to ${slowest} ms between two keys). Turn on “Slow scanner” below, or set its keyboard delay to none.`);
  if (slow && slowest <= 0.5 * GAP.usual)
    advice.push('The scanner is fast. “Slow scanner” can be turned off: codes without an end key are then read sooner.');
  if (ended_by === 'pause') advice.push('The scanner sends no end key, so each code waits for a pause. Set its suffix to Enter (CR).');
  if (ended_by === 'Tab') advice.push('The scanner ends with Tab. That works; Enter is the usual suffix, and fills in search fields too.');
  if (taken_off)
    advice.push('The scanner adds characters of its own (a prefix or control characters). They are taken off here; in other apps they may not be.');
  return advice;
}

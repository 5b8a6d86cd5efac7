import { cleanCode, LEAST_CHARACTERS } from '../../shared/scan/clean-code.ts';

/**
 * A wedge scanner types: quick keys, then Enter, Tab or a pause. This module tells a scanner's keys from a person's only by the gaps between them. It
 * uses no document and no clock: each key brings its own time.
 */

/** Milliseconds between two keys of one code. */
export const GAP = { usual: 100, slow: 250 } as const;
/** Milliseconds without a key that end a code: twice the gap, since a busy tablet delivers keys late. */
export const pauseAfter = (gap: number): number => 2 * gap;

export interface WedgeKey {
  /** The value of `KeyboardEvent.key`. */
  key: string;
  /** When the key was pressed, in milliseconds of any monotonic clock. */
  at: number;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  /** True if the key repeats because a person holds it down. */
  repeat?: boolean;
}

export interface TypedScan {
  /** The code without the characters that the scanner added. */
  text: string;
  /** The keys as they arrived. */
  raw: string;
  ended_by: 'Enter' | 'Tab' | 'pause';
  /** Milliseconds between the keys of the code. */
  gaps: readonly number[];
}

/** The part of a possible code that has been typed so far. */
export interface Typing {
  raw: string;
  gaps: readonly number[];
  at: number;
}

export interface WedgeStep {
  typing: Typing | null;
  /** A complete code. */
  scan: TypedScan | null;
  /** True if the key belongs to a scanner: then nothing else may handle it. */
  swallow: boolean;
}

const modifiers = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt', 'Meta']);
const nothing: WedgeStep = { typing: null, scan: null, swallow: false };
/** The character that Ctrl and `]` stand for. */
const GROUP_SEPARATOR = '\u001d';
/** The letters that, pressed with Ctrl, stand for a line end: some scanners are set up to send control characters. */
const ends: Record<string, 'Enter' | 'Tab'> = { m: 'Enter', j: 'Enter', i: 'Tab' };

function scanOf(typing: Typing, ended_by: TypedScan['ended_by']): TypedScan | null {
  const text = cleanCode(typing.raw);
  return text.length >= LEAST_CHARACTERS ? { text, raw: typing.raw, ended_by, gaps: typing.gaps } : null;
}

/** Processes the next key. */
export function press(typing: Typing | null, { key, at, ctrl, alt, meta, repeat }: WedgeKey, gap: number): WedgeStep {
  if (modifiers.has(key)) return { typing, scan: null, swallow: false };
  const since = typing ? at - typing.at : Number.POSITIVE_INFINITY;
  const goesOn = typing !== null && since <= gap;

  const end = key === 'Enter' || key === 'Tab' ? key : ctrl ? ends[key.toLowerCase()] : undefined;
  if (end) {
    if (!goesOn || repeat) return nothing;
    const scan = scanOf({ ...typing, gaps: [...typing.gaps, since] }, end);
    return { typing: null, scan, swallow: scan !== null };
  }
  if (repeat || meta || key.length === 0 || [...key].length > 1) return nothing;
  // A control character inside a code is ignored, except the separator of GS1. Outside a code, it is a person's shortcut.
  if (ctrl && !alt) {
    const raw = `${typing?.raw}${key === ']' ? GROUP_SEPARATOR : ''}`;
    return goesOn ? { typing: { raw, gaps: [...typing.gaps, since], at }, scan: null, swallow: true } : nothing;
  }
  if (alt && !ctrl) return nothing;
  if (!goesOn) return { typing: { raw: key, gaps: [], at }, scan: null, swallow: false };
  return { typing: { raw: typing.raw + key, gaps: [...typing.gaps, since], at }, scan: null, swallow: true };
}

/** Ends the code. Call this when no key has arrived for the time of `pauseAfter`. */
export function rest(typing: Typing | null): WedgeStep {
  return typing ? { typing: null, scan: scanOf(typing, 'pause'), swallow: false } : nothing;
}

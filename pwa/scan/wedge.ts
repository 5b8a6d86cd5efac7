import { cleanCode, LEAST_CHARACTERS } from '../../shared/scan/clean-code.ts';

/**
 * A wedge scanner types: quick keys, then Enter, Tab or a pause. This tells its keys from a person's by their gaps alone, and knows
 * neither the document nor a clock: each key comes with its own time.
 */

/** Milliseconds between two keys of one code. */
export const GAP = { usual: 100, slow: 250 } as const;
/** Milliseconds without a key that end a code: twice the gap, since a busy tablet hands keys over late. */
export const pauseAfter = (gap: number): number => 2 * gap;

export interface WedgeKey {
  /** As `KeyboardEvent.key` has it. */
  key: string;
  /** When it was pressed, in milliseconds of any clock that does not jump. */
  at: number;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  /** The key is held down: a finger's. */
  repeat?: boolean;
}

export interface TypedScan {
  /** The code, clean. */
  text: string;
  /** The keys as they came. */
  raw: string;
  ended_by: 'Enter' | 'Tab' | 'pause';
  /** Milliseconds between its keys. */
  gaps: readonly number[];
}

/** What has been typed so far of what may become a code. */
export interface Typing {
  raw: string;
  gaps: readonly number[];
  at: number;
}

export interface WedgeStep {
  typing: Typing | null;
  /** A code that is complete. */
  scan: TypedScan | null;
  /** The key belongs to a scanner: nothing else may act on it. */
  swallow: boolean;
}

const modifiers = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt', 'Meta']);
const nothing: WedgeStep = { typing: null, scan: null, swallow: false };
/** A printed line end as scanners send it where they were told to send control characters. */
const ends: Record<string, 'Enter' | 'Tab'> = { m: 'Enter', j: 'Enter', i: 'Tab' };

function scanOf(typing: Typing, ended_by: TypedScan['ended_by']): TypedScan | null {
  const text = cleanCode(typing.raw);
  return text.length >= LEAST_CHARACTERS ? { text, raw: typing.raw, ended_by, gaps: typing.gaps } : null;
}

/** The next key. */
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
  // Another control character in the middle of a code says nothing; by itself it is a person's shortcut.
  if (ctrl && !alt) return goesOn ? { typing: { ...typing, gaps: [...typing.gaps, since], at }, scan: null, swallow: true } : nothing;
  if (alt && !ctrl) return nothing;
  if (!goesOn) return { typing: { raw: key, gaps: [], at }, scan: null, swallow: false };
  return { typing: { raw: typing.raw + key, gaps: [...typing.gaps, since], at }, scan: null, swallow: true };
}

/** No key has come for as long as `pauseAfter` says. */
export function rest(typing: Typing | null): WedgeStep {
  return typing ? { typing: null, scan: scanOf(typing, 'pause'), swallow: false } : nothing;
}

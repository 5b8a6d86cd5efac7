import { holdsWholeWords, holdsWords, startsWithTyped } from '../../shared/search/match-parts.ts';
import type { Media } from '../ui/garment-tile.tsx';
import type { IconName } from '../ui/icon-paths.ts';

/** A row of the palette: something to open or to do. */
export interface Hit {
  key: string;
  icon: IconName | { media: readonly Media[]; colour: string | null };
  /** A code, shown first and never truncated. */
  code?: string;
  name: string;
  /** Further facts, after the name. */
  note?: string;
  /** Facts at the end of the row. */
  end?: { note?: string; tone?: 'warn'; bin?: string | null };
  /** The key that does the same on this screen, as `aria-keyshortcuts` writes it. */
  shortcut?: string | null;
  /** Why an action is not possible now. */
  waits?: string;
  /** The address that the row opens. */
  to?: string;
  /** The history state of the address. */
  state?: unknown;
  /** Reads the actions on the record of the row. */
  actions?: (signal: AbortSignal) => Promise<readonly Hit[]>;
  /** What the row starts; without it, the row opens its address. */
  run?: () => void;
}

export interface HitGroup {
  heading: string;
  hits: readonly Hit[];
}

/** A name without hyphens, so that *Reorder* and *re-order* are the same. */
const joined = (text: string): string => text.replaceAll('-', '');

const starts = ({ code, name }: Hit, typed: string): boolean => startsWithTyped(name, typed) || (code !== undefined && startsWithTyped(code, typed));

/**
 * Groups without the empty ones: first actions and screens whose name has the typed words as whole words, then groups with a row that begins with what
 * was typed, otherwise in the given sequence. *New* is thus Create New Order before a site in Newcastle.
 */
export function rankGroups(found: readonly HitGroup[], named: readonly HitGroup[], typed: string): HitGroup[] {
  const rankOf = (group: HitGroup): number => {
    if (named.includes(group) && group.hits.some(({ name }) => holdsWholeWords(name, typed))) return 0;
    return group.hits.some((hit) => starts(hit, typed)) ? 1 : 2;
  };
  return [...found, ...named]
    .filter(({ hits }) => hits.length > 0)
    .map((group) => ({ group, rank: rankOf(group) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ group }) => group);
}

/** The rows of actions and pages that a text finds by the beginnings of their words, those that begin with the text first; `most` at most. */
export function namedHits(hits: readonly Hit[], typed: string, most: number): Hit[] {
  const matches = hits.filter(({ name, note = '' }) => holdsWords(`${name} ${note}`, typed) || holdsWords(joined(name), joined(typed)));
  return [...matches.filter((hit) => starts(hit, typed)), ...matches.filter((hit) => !starts(hit, typed))].slice(0, most);
}

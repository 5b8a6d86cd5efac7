import type { LineView } from '../offline/views.ts';

/** The picker's own choices, which override the order of the bins. */
export interface Wish {
  /** The line the picker went to by tap or scan; null for the next line in walking order. */
  chosen: number | null;
  /** Lines the picker skipped, in the order in which the picker skipped them. */
  skipped: readonly number[];
}

export interface Walk {
  current: LineView | null;
  /** The line's position in walking order, from 1; 0 if there is no line. */
  position: number;
  next: LineView[];
  /** Skipped lines come after all others. */
  skipped: LineView[];
  done: LineView[];
}

/** The lines in walking order, changed by the picker's own choices. */
export function walk(lines: readonly LineView[], { chosen, skipped }: Wish): Walk {
  const open = lines.filter((line) => !line.is_done);
  const later = skipped.flatMap((id) => open.find((line) => line.id === id) ?? []);
  const next = open.filter((line) => !later.includes(line));
  const current = lines.find((line) => line.id === chosen) ?? next[0] ?? later[0] ?? null;
  const others = (group: readonly LineView[]): LineView[] => group.filter((line) => line !== current);
  return {
    current,
    position: current ? lines.indexOf(current) + 1 : 0,
    next: others(next),
    skipped: others(later),
    done: others(lines.filter((line) => line.is_done)),
  };
}

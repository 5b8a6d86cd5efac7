import type { LineView } from '../offline/views.ts';

/** What a picker has chosen to look at, over the order of the bins. */
export interface Wish {
  /** The line they went to, by tap or scan; null for the next one on the way. */
  chosen: number | null;
  /** Lines they left for later, in the order they left them. */
  skipped: readonly number[];
}

export interface Walk {
  current: LineView | null;
  /** The line's place on the way, from 1; 0 where there is none. */
  position: number;
  next: LineView[];
  /** Left for later: they come after all others. */
  skipped: LineView[];
  done: LineView[];
}

/** The way through the lines, which come in bin order, as the picker wishes to walk it. */
export function walk(lines: readonly LineView[], { chosen, skipped }: Wish): Walk {
  const open = lines.filter((line) => !line.is_done);
  const later = skipped.flatMap((id) => open.find((line) => line.id === id) ?? []);
  const ahead = open.filter((line) => !later.includes(line));
  const current = lines.find((line) => line.id === chosen) ?? ahead[0] ?? later[0] ?? null;
  const others = (group: readonly LineView[]): LineView[] => group.filter((line) => line !== current);
  return {
    current,
    position: current ? lines.indexOf(current) + 1 : 0,
    next: others(ahead),
    skipped: others(later),
    done: others(lines.filter((line) => line.is_done)),
  };
}

/** The chosen rows of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Rows that cannot be chosen. */
  disabled?: (id: string) => boolean;
}

/** Chooses all rows between two rows of a list, both included, except those that cannot be chosen. `ids` are the list's rows in their sequence. */
export function chooseRange({ ids: chosen, onChange, disabled }: Selection, ids: readonly string[], from: string, to: string): void {
  const [first = -1, last = -1] = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other);
  if (first < 0) return;
  onChange(new Set([...chosen, ...ids.slice(first, last + 1).filter((id) => !disabled?.(id))]));
}

/** Chooses a row, or clears the choice if the row was chosen. */
export function toggleRow({ ids, onChange }: Selection, id: string): void {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  onChange(next);
}

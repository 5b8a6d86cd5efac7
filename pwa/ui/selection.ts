/** The chosen rows of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Rows that cannot be chosen. */
  disabled?: (id: string) => boolean;
}

/** Chooses a row, or clears the choice if the row was chosen. */
export function toggleRow({ ids, onChange }: Selection, id: string): void {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  onChange(next);
}

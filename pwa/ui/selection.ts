/** The chosen rows of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** Rows that cannot be chosen. */
  disabled?: (id: string) => boolean;
}

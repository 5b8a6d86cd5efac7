/** Milliseconds for which the camera must not have seen a code before the code counts again. */
export const UNSEEN_AFTER = 1200;

/** When each code was last seen. */
export type Seen = ReadonlyMap<string, number>;

/** The new codes of one picture: a camera sees the same code many times a second, but a person scans it once. */
export function newlySeen(lastSeen: Seen, texts: readonly string[], at: number): { seen: Seen; fresh: string[] } {
  const next = new Map([...lastSeen].filter(([, last]) => at - last < UNSEEN_AFTER));
  const fresh = [...new Set(texts)].filter((text) => !next.has(text));
  for (const text of texts) next.set(text, at);
  return { seen: next, fresh };
}

const unfinished = new Set<() => Promise<void>>();
let isReloading = false;

/** Waits for `work` before the page is reloaded for a newer version. Answers the way to take it back. */
export function finishBeforeReload(work: () => Promise<void>): () => void {
  unfinished.add(work);
  return () => unfinished.delete(work);
}

/** Reloads the page once everything that is being written is. */
export async function reloadWhenDone(): Promise<void> {
  if (isReloading) return;
  isReloading = true;
  await Promise.allSettled([...unfinished].map((work) => work()));
  window.location.reload();
}

const unfinished = new Set<() => Promise<void>>();
let isReloading = false;

/** Makes a reload for a newer version wait for `work`. Returns a function that removes `work` again. */
export function finishBeforeReload(work: () => Promise<void>): () => void {
  unfinished.add(work);
  return () => unfinished.delete(work);
}

/** Reloads the page once all current writes are done. */
export async function reloadWhenDone(): Promise<void> {
  if (isReloading) return;
  isReloading = true;
  await Promise.allSettled([...unfinished].map((work) => work()));
  window.location.reload();
}

import type { Store } from '../ui/store.ts';
import type { SyncState } from './engine.ts';
import { rootsOf } from './open-roots.ts';

/** Calls the listener with the number of new refusals after each sync that brings any. Refusals that were open before do not count. */
export function onRefusal(sync: Store<SyncState>, listener: (refused: number) => void): () => void {
  const rootIds = (): string[] => rootsOf(sync.get().open).map(({ m }) => m);
  let known = new Set(rootIds());
  return sync.subscribe(() => {
    const roots = rootIds();
    const refused = roots.filter((m) => !known.has(m)).length;
    known = new Set(roots);
    if (refused > 0) listener(refused);
  });
}

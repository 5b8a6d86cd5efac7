import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useStore } from '../ui/store.ts';
import { tabletFailure } from './this-tablet.ts';
import { useSyncState, useTablet } from './use-floor.ts';

/** Replaces the floor while this tablet has no rows. Shows `children` while the rows are loading; says why if they cannot be loaded. */
export function FloorWaiting({ children }: { children: ReactNode }) {
  const engine = useTablet();
  const failure = useStore(tabletFailure);
  const { online, offline_since, last_sync_at } = useSyncState();
  if (failure && !engine)
    return (
      <div role="alert">
        <EmptyState
          title="This tablet’s storage cannot be opened"
          action={
            <Button icon="retry" onClick={() => location.reload()}>
              Try again
            </Button>
          }
        >
          <p>{failure}</p>
        </EmptyState>
      </div>
    );
  if (engine && !online && offline_since !== null && last_sync_at === null)
    return (
      <div role="status">
        <EmptyState
          title="Nothing is on this tablet yet"
          action={
            <Button icon="retry" onClick={() => engine.tryNow()}>
              Try now
            </Button>
          }
        >
          <p>The tablet must connect to the office once. After that it works without the network.</p>
        </EmptyState>
      </div>
    );
  return children;
}

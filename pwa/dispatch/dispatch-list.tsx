import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useDispatches, useSyncState } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { AllDispatches } from './all-dispatches.tsx';
import { Awaiting } from './awaiting.tsx';
import './dispatch.css';
import type { FromShipList } from './ship-list.tsx';

/** The dispatches that wait for their courier, and below them all dispatches, newest first. The documents of each dispatch can be printed. */
export default function DispatchList() {
  const screen = useDispatches();
  const { online, offline_since } = useSyncState();
  const queries = useQueryClient();
  const from = useLocation().state as FromShipList | null;

  // The list is read again when the office has received what this tablet shipped.
  const waiting = screen?.awaiting.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the count means that the list is out of date
  useEffect(() => void queries.invalidateQueries({ queryKey: ['dispatches'] }), [waiting, queries]);

  const isReachable = online || offline_since === null;
  const list = isReachable ? (
    <AllDispatches services={screen?.services ?? []} />
  ) : (
    <EmptyState title="The list of all dispatches needs the network">
      <p>Dispatches that wait for their courier are on this tablet. Tracking numbers and changes are kept here and sent when the network is back.</p>
    </EmptyState>
  );
  return (
    <Page title="Dispatches" actions={<CameraButton />}>
      <div className="dispatches">
        {screen && <Awaiting screen={screen} expected={from?.requested ?? []} prints={from?.print === true} />}
        {screen || isReachable ? list : <FloorWaiting>{list}</FloorWaiting>}
      </div>
    </Page>
  );
}

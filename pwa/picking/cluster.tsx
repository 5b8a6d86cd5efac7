import '../ui/floor-stage.css';
import './picking.css';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import type { Floor } from '../../shared/sync/floor.ts';
import { clusterScreen } from '../offline/cluster-view.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useView } from '../offline/use-floor.ts';
import { useSession } from '../session/use-session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { ClusterWalk } from './cluster-walk.tsx';
import { pickingList } from './use-pick-actions.tsx';

/** Several orders picked in one walk, or why there are none. */
export default function Cluster() {
  const { uuid: id = '' } = useParams();
  const me = useSession().who.user.id;
  const view = useCallback((floor: Floor) => ({ screen: clusterScreen(floor, id, me) }), [id, me]);
  const screen = useView(view)?.screen;
  if (screen === undefined || screen === null)
    return (
      <Page title="Orders on one trolley" back={pickingList}>
        {screen === undefined ? (
          <FloorWaiting>
            <SkeletonText lines={6} />
          </FloorWaiting>
        ) : (
          <EmptyState title="No order is on this trolley any more" action={<ButtonLink to={pickingList}>Back to the picking list</ButtonLink>}>
            <p>All of them are picked and gone, or the office has taken them back.</p>
          </EmptyState>
        )}
      </Page>
    );
  return <ClusterWalk key={id} id={id} {...screen} />;
}

import './picking.css';
import { useParams } from 'react-router';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { usePick } from '../offline/use-floor.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { PickOrder } from './pick-order.tsx';
import { pickingList } from './use-pick-acts.tsx';

/** The pick screen of an order, or why there is none. */
export default function Pick() {
  const { uuid = '' } = useParams();
  const screen = usePick(uuid);
  if (screen === undefined) {
    return (
      <Page title="Pick" back={pickingList}>
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  }
  if (screen === null || !['released', 'picking', 'paused'].includes(screen.pick.state)) {
    return (
      <Page title="Pick" back={pickingList}>
        <EmptyState title="This order is not waiting for picking" action={<ButtonLink to={pickingList}>Back to the picking list</ButtonLink>}>
          <p>It has been picked, or the office has taken it back.</p>
        </EmptyState>
      </Page>
    );
  }
  return <PickOrder key={screen.pick.id} {...screen} />;
}

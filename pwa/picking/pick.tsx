import { isToPick } from '../../shared/picking/pick-states.ts';
import '../ui/floor-stage.css';
import './picking.css';
import { useCallback, useRef } from 'react';
import { useParams } from 'react-router';
import type { Floor } from '../../shared/sync/floor.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { usePick, useTablet, useView } from '../offline/use-floor.ts';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { PickOrder } from './pick-order.tsx';
import { pickingList } from './use-pick-actions.tsx';

/** The pick screen of an order, or why there is none. */
export default function Pick() {
  const { uuid = '' } = useParams();
  const screen = usePick(uuid);
  /** The order's number, stored while the order is on the floor, because it cannot be looked up once the order has left. */
  const lastState = useRef<string | null>(null);
  if (screen === undefined) {
    return (
      <Page title="Pick" back={pickingList}>
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  }
  if (screen === null || !isToPick(screen.pick.state)) {
    return (
      <Page title="Pick" back={pickingList}>
        <NotToPick order_number={lastState.current} />
      </Page>
    );
  }
  lastState.current = screen.pick.order_number;
  return <PickOrder key={screen.pick.id} {...screen} />;
}

/** Says why there is nothing to pick, and which items were picked before and have to go back. */
function NotToPick({ order_number }: { order_number: string | null }) {
  const device = useTablet()?.device;
  const remaining = useView(
    useCallback(
      ({ rows }: Floor) =>
        [...rows.shelf_task.values()]
          .filter((task) => task.device === device && task.order_number === order_number)
          .reduce((sum, { qty }) => sum + qty, 0),
      [device, order_number],
    ),
  );
  return (
    <EmptyState
      title={order_number ? `Order ${order_number} is not waiting for picking any more` : 'This order is not waiting for picking'}
      action={
        <>
          {remaining !== null && remaining > 0 && (
            <ButtonLink to="/admin/picking/shelf" look="primary">
              Return {countText(remaining, 'item')} to the shelf
            </ButtonLink>
          )}
          <ButtonLink to={pickingList}>Back to the picking list</ButtonLink>
        </>
      }
    >
      <p>It has been picked, or the office has taken it back.</p>
    </EmptyState>
  );
}

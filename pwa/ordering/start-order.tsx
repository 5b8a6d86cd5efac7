import { useEffect, useRef } from 'react';
import { useStartOrder } from '../api/use-start-order.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

/** Starts an order for the signed-in person as soon as this screen is opened. */
export default function StartOrder() {
  const start = useStartOrder();
  const hasStarted = useRef(false);
  const { write } = start;
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void write(undefined);
  }, [write]);
  return (
    <Page title="New order" back="/orders">
      {start.error ? (
        <EmptyState
          title="The order was not started"
          action={
            <>
              <Button look="primary" busy={start.busy} onClick={() => void write(undefined)}>
                Try again
              </Button>
              <ButtonLink to="/orders" look="quiet">
                Back to Orders
              </ButtonLink>
            </>
          }
        >
          <p>{start.error.message}</p>
        </EmptyState>
      ) : (
        <SkeletonText lines={6} />
      )}
    </Page>
  );
}

import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { orders } from './client.ts';
import { listKey } from './order-data.ts';

/** Starts an order for these wearers, or without a list for oneself, and goes to the screen where it is filled. */
export function useStartOrder() {
  const navigate = useNavigate();
  return useWrite({
    send: (employees: number[] | undefined, options) => answer(orders.index.$post({ json: { employees } }, options)),
    refresh: [listKey],
    onSaved: ({ url }) => {
      // A setting may lead to an address outside this product.
      if (url.startsWith('/')) void navigate(url, { replace: true });
      else window.location.assign(url);
    },
  });
}

/** Starts an order for oneself as soon as it is opened. */
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

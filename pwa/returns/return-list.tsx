import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readReturns } from './client.ts';
import { ReturnTable } from './return-table.tsx';

/** The returns that a client's person may see. */
export default function ReturnList() {
  const isPhone = useIsPhone();
  return (
    <Page title="Returns" fill={!isPhone}>
      <ReturnTable
        load={readReturns}
        hrefOf={({ id }) => `/returns/${id}`}
        orderHref={({ order }) => `/orders/${order.uuid}`}
        hint="Open an order that has been dispatched to send something of it back."
      />
    </Page>
  );
}

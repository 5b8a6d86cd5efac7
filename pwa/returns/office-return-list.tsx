import { Page } from '../ui/page.tsx';
import { readOfficeReturns } from './client.ts';
import { ReturnTable } from './return-table.tsx';

/** Every client's returns, for the people who decide them. */
export default function OfficeReturnList() {
  return (
    <Page title="Returns" fill>
      <ReturnTable
        load={readOfficeReturns}
        hrefOf={({ id }) => `/admin/returns/${id}/edit`}
        orderHref={({ order }) => `/admin/orders/${order.uuid}/edit`}
        hasClient
        exportPath="/admin/returns/export"
        hint="Clients ask for them on their dispatched orders."
      />
    </Page>
  );
}

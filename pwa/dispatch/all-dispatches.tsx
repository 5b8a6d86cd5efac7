import { lazy, Suspense, useState } from 'react';
import { deliveryNoteUrl } from '../../shared/documents/document-urls.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type Dispatch, shipping } from './client.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { Destination, OrderNumbers, orderNumbers, ShippedOn, State, Tracking } from './dispatch-words.tsx';
import { EditDispatchOnDemand } from './edit-dispatch-on-demand.tsx';
import { printLabels } from './print-labels.ts';

// The floor's screen does not wait for the dialog. It shares the file of the dialog that edits a dispatch, because each file adds to the first load.
const DeliveredDialog = lazy(async () => ({ default: (await import('./edit-dispatch-dialog.tsx')).DeliveredDialog }));

/** The list of all dispatches, newest first, from the server. */
export function AllDispatches({ services }: { services: readonly ShippingServiceRow[] }) {
  const { can } = useSession();
  const list = useListState<'delivery'>({ orderBy: 'id', sortedBy: 'desc', per_page: 50, filters: ['delivery'] });
  const [arrived, setArrived] = useState<{ ids: readonly number[]; number?: string } | null>(null);
  const takeBack = useWrite({
    send: (ids: number[], options) => answer(shipping.orders.dispatches['not-delivered'].$post({ json: { ids } }, options)),
    success: 'The delivery is taken back',
    refresh: [['dispatches'], ['orders'], ['day']],
  });
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [openDispatch, setOpenDispatch] = useState<Dispatch | null>(null);
  const [edited, setEdited] = useState<Dispatch | null>(null);

  const actions = (dispatch: Dispatch): MenuItem[] => [
    { label: 'Print labels', icon: 'print', onSelect: () => void printLabels([dispatch.id]) },
    ...dispatch.orders.map(
      ({ uuid, order_number }): MenuItem => ({ label: `Delivery note ${order_number}`, icon: 'file', href: deliveryNoteUrl(uuid, dispatch.id) }),
    ),
    'line',
    { label: 'Delivery address', icon: 'pin', onSelect: () => setOpenDispatch(dispatch) },
    ...(dispatch.can.record_delivery
      ? [
          {
            label: 'Mark as delivered',
            icon: 'check',
            onSelect: () => setArrived({ ids: [dispatch.id], number: dispatch.dispatch_number }),
          } satisfies MenuItem,
        ]
      : []),
    ...(dispatch.can.take_back_delivery
      ? [{ label: 'Take back the delivery', icon: 'undo', onSelect: () => void takeBack.write([dispatch.id]) } satisfies MenuItem]
      : []),
    ...(dispatch.can.edit ? [{ label: 'Edit address and service', icon: 'none', onSelect: () => setEdited(dispatch) } satisfies MenuItem] : []),
  ];

  return (
    <>
      <DataTable
        noun={['dispatch', 'dispatches']}
        list={list}
        exports={{ path: '/admin/shipping/dispatches/export' }}
        queryKey={['dispatches']}
        load={(query) =>
          answer(shipping.orders.dispatches.$get({ query: { ...stringQuery(query), include: 'orders,account,site,consignment,delivery_address' } }))
        }
        columns={[
          { key: 'number', heading: 'Dispatch', width: 92, orderBy: 'id', cell: (row) => <span className="code strong">{row.dispatch_number}</span> },
          { key: 'orders', heading: 'Orders', width: 84, cell: (row) => <OrderNumbers dispatch={row} />, title: orderNumbers },
          {
            key: 'account',
            heading: 'Client',
            minWidth: 104,
            wide: true,
            orderBy: 'account',
            cell: (row) => row.account.name,
            title: (row) => row.account.name,
          },
          {
            key: 'to',
            heading: 'Delivered to',
            minWidth: 116,
            cell: (row) => (
              <button type="button" className="link ship-to" onClick={() => setOpenDispatch(row)}>
                <span>
                  <Destination site={row.site?.name} postcode={row.delivery_address.postcode} />
                </span>
              </button>
            ),
          },
          { key: 'service', heading: 'Service', onCard: true, width: 130, orderBy: 'service_key', cell: (row) => row.service_name, wide: true },
          {
            key: 'weight',
            heading: 'Weight',
            onCard: true,
            align: 'num',
            width: 76,
            orderBy: 'total_weight',
            cell: (row) => `${row.total_weight} kg`,
            wide: true,
          },
          { key: 'boxes', heading: 'Boxes', align: 'num', width: 64, orderBy: 'total_items', cell: (row) => row.total_items, wide: true },
          { key: 'items', heading: 'Items', align: 'num', width: 64, cell: (row) => row.qty_items_shipped, wide: true },
          {
            key: 'state',
            heading: 'Dispatched',
            width: 168,
            orderBy: 'dispatched_at',
            firstOrder: 'desc',
            cell: (row) => (row.state === 'shipped' ? <ShippedOn dispatch={row} /> : <State dispatch={row} />),
          },
          { key: 'tracking', heading: 'Tracking', width: 172, cell: (row) => <Tracking dispatch={row} /> },
        ]}
        rowId={(row) => String(row.id)}
        rowName={(row) => `dispatch ${row.dispatch_number}`}
        rowTone={(row) => (row.booking_error && row.state !== 'shipped' ? 'stuck' : undefined)}
        under={(row) => row.booking_error && row.state !== 'shipped' && <p className="line t-wrong">{row.booking_error}</p>}
        card={(row) => (
          <>
            <div className="line">
              <span className="code strong">{row.dispatch_number}</span>
              {row.state !== 'shipped' && (
                <span className="push">
                  <State dispatch={row} />
                </span>
              )}
            </div>
            <p>
              {row.account.name} · <Destination site={row.site?.name} postcode={row.delivery_address.postcode} />
            </p>
            <p className="sub">
              {orderNumbers(row)} · {countText(row.total_items, 'box', 'boxes')}, {countText(row.qty_items_shipped, 'item')}
            </p>
            <div className="line flex-wrap sub">
              {row.state === 'shipped' && <ShippedOn dispatch={row} inWords />}
              <Tracking dispatch={row} />
            </div>
          </>
        )}
        searchPlaceholder="Dispatch, order, client, tracking number"
        empty="No dispatches found"
        emptyHint={<p>They appear here as soon as an order is dispatched.</p>}
        actions={actions}
        selection={{ ids: selection, onChange: setSelection }}
        tools={
          <select
            className="in"
            aria-label="Delivery"
            value={list.filters.delivery ?? ''}
            onChange={({ target }) => list.set({ delivery: target.value })}
          >
            <option value="">All dispatches</option>
            <option value="on_its_way">On the way</option>
            <option value="not_arrived">Not arrived</option>
            <option value="delivered">Delivered</option>
          </select>
        }
        selectionActions={
          <>
            {can('record_deliveries') && (
              <Button icon="check" onClick={() => setArrived({ ids: [...selection].map(Number) })}>
                Mark as Delivered
              </Button>
            )}
            <Button look="primary" icon="print" onClick={() => void printLabels([...selection].map(Number))}>
              Print Consignments Labels
            </Button>
          </>
        }
      />
      {arrived && (
        <Suspense fallback={null}>
          <DeliveredDialog
            {...arrived}
            onClose={() => setArrived(null)}
            onDone={() => {
              setArrived(null);
              setSelection(new Set());
            }}
          />
        </Suspense>
      )}
      {openDispatch && (
        <DeliveryDialog
          dispatch={openDispatch}
          onClose={() => setOpenDispatch(null)}
          onEdit={() => {
            setEdited(openDispatch);
            setOpenDispatch(null);
          }}
        />
      )}
      <EditDispatchOnDemand dispatch={edited} services={services} onClose={() => setEdited(null)} />
    </>
  );
}

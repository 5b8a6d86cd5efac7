import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deliveryNoteUrl, dispatchLabelsUrl } from '../../shared/documents/document-urls.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { useDispatches } from '../offline/use-floor.ts';
import { Badge } from '../ui/badge.tsx';
import { DocumentLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { Awaiting } from './awaiting.tsx';
import { type Dispatch, shipping } from './client.ts';
import './dispatch.css';
import { EditDispatchDialog } from './edit-dispatch-dialog.tsx';

const stateWords: Record<Dispatch['state'], string> = {
  requested: 'Waiting for the courier',
  booking: 'Being booked',
  failed: 'Booking failed',
  shipped: 'Dispatched',
  void: 'Taken back',
};

const Tracking = ({ dispatch }: { dispatch: Dispatch }) => {
  const { consignment } = dispatch;
  if (!consignment?.tracking_number) return <span className="note">None yet</span>;
  return consignment.tracking_url ? (
    <a className="code" href={consignment.tracking_url} target="_blank" rel="noreferrer">
      {consignment.tracking_number}
    </a>
  ) : (
    <span className="code">{consignment.tracking_number}</span>
  );
};

const State = ({ dispatch }: { dispatch: Dispatch }) =>
  dispatch.state === 'shipped' ? (
    <span>
      Dispatched <DateText value={dispatch.dispatched_at} form="list" />
    </span>
  ) : (
    <Badge tone={dispatch.state === 'failed' ? 'wrong' : dispatch.state === 'void' ? 'plain' : 'warn'}>{stateWords[dispatch.state]}</Badge>
  );

const numbers = (dispatch: Dispatch): string => dispatch.orders.map(({ order_number }) => order_number).join(', ');

/** Every dispatch, newest first: what waits for its courier on top, labels and delivery notes for all. */
export default function DispatchList() {
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: 50 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<Dispatch | null>(null);
  const queries = useQueryClient();

  // What this tablet shipped shows in the list as soon as the office has it.
  const waiting = useDispatches()?.awaiting.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is what tells that the list is out of date
  useEffect(() => void queries.invalidateQueries({ queryKey: ['dispatches'] }), [waiting, queries]);

  const actions = (dispatch: Dispatch): MenuItem[] => [
    { label: 'Print labels', icon: 'print', href: dispatchLabelsUrl([dispatch.id]) },
    ...dispatch.orders.map(
      ({ uuid, order_number }): MenuItem => ({ label: `Delivery note ${order_number}`, href: deliveryNoteUrl(uuid, dispatch.id) }),
    ),
    ...(dispatch.can.edit ? [{ label: 'Edit address and service', onSelect: () => setEdited(dispatch) } satisfies MenuItem] : []),
  ];

  return (
    <Page
      title="Dispatches"
      actions={
        chosen.size > 0 && (
          <DocumentLink look="primary" href={dispatchLabelsUrl([...chosen].map(Number))}>
            Print Consignments Labels
          </DocumentLink>
        )
      }
    >
      <Awaiting />
      <DataTable
        noun={['dispatch', 'dispatches']}
        list={list}
        queryKey={['dispatches']}
        load={(query) =>
          answer(shipping.orders.dispatches.$get({ query: { ...stringQuery(query), include: 'orders,account,site,consignment,delivery_address' } }))
        }
        columns={[
          { key: 'number', heading: 'Dispatch', width: 92, orderBy: 'id', cell: (row) => <span className="code strong">{row.dispatch_number}</span> },
          { key: 'orders', heading: 'Orders', width: 140, cell: (row) => <span className="code">{numbers(row)}</span>, title: numbers },
          { key: 'account', heading: 'Client', cell: (row) => row.account?.name, title: (row) => row.account?.name ?? '' },
          { key: 'site', heading: 'Site', cell: (row) => row.site?.name, title: (row) => row.site?.name ?? '', wide: true },
          { key: 'service', heading: 'Service', width: 130, cell: (row) => row.service_name, wide: true },
          { key: 'boxes', heading: 'Boxes', align: 'num', width: 64, cell: (row) => row.total_items, wide: true },
          { key: 'state', heading: 'Dispatched', width: 170, cell: (row) => <State dispatch={row} /> },
          { key: 'tracking', heading: 'Tracking', width: 150, cell: (row) => <Tracking dispatch={row} /> },
        ]}
        rowId={(row) => String(row.id)}
        rowName={(row) => `dispatch ${row.dispatch_number}`}
        card={(row) => (
          <>
            <div className="line">
              <span className="code strong">{row.dispatch_number}</span>
              <span className="push">
                <State dispatch={row} />
              </span>
            </div>
            <p className="cut">
              {row.account?.name} · {row.site?.name}
            </p>
            <p className="sub cut">
              {numbers(row)} · {countText(row.total_items, 'box', 'boxes')} · <Tracking dispatch={row} />
            </p>
          </>
        )}
        searchPlaceholder="Dispatch, order, client, tracking number"
        empty="No dispatches found"
        actions={actions}
        selection={{ ids: chosen, onChange: setChosen }}
      />
      {edited && <EditDispatchDialog dispatch={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

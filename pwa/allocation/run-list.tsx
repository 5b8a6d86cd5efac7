import { useState } from 'react';
import { useLocation } from 'react-router';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './allocation.css';
import { BeginDialog } from './begin-dialog.tsx';
import { type Run, runs } from './client.ts';
import { ordersOf, resultOf, ruleWords, runTitle, stateOf } from './run-words.ts';

const State = ({ run }: { run: Run }) => {
  const { word, tone } = stateOf(run);
  return <Badge tone={tone}>{word}</Badge>;
};

/** The uuids of the orders to allocate, if they were chosen in the order list. */
const chosenOrders = (state: { orders?: readonly string[] } | null): readonly string[] => state?.orders ?? [];

const by = (run: Run): string => (run.is_incoming ? 'Goods received' : (run.created_by ?? ''));

/** Allocation runs and their previews, the newest first, and the button that starts a run. */
export default function RunList() {
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: 50 });
  const [orders, setOrders] = useState(chosenOrders(useLocation().state));
  const [isBeginning, setIsBeginning] = useState(orders.length > 0);
  const close = (): void => {
    setIsBeginning(false);
    setOrders([]);
  };
  return (
    <Page
      title="Allocation"
      sub="Free stock for waiting orders, by a rule"
      fill
      primary={
        <Button look="primary" onClick={() => setIsBeginning(true)}>
          Allocate waiting orders
        </Button>
      }
    >
      <DataTable
        noun={['run', 'runs']}
        list={list}
        exports={{ path: '/admin/allocation-runs/export' }}
        queryKey={['allocation-runs']}
        refetchInterval={5000}
        load={(query, signal) => answer(runs.index.$get({ query: stringQuery(query) }, { init: { signal } }))}
        columns={[
          {
            key: 'when',
            heading: 'When',
            width: 140,
            orderBy: 'id',
            firstOrder: 'desc',
            cell: (row) => <DateText value={row.created_at} form="moment" />,
          },
          { key: 'run', heading: 'Run', width: 136, cell: (row) => <span className="strong">{runTitle(row)}</span> },
          { key: 'rule', heading: 'Rule', width: 160, cell: (row) => ruleWords[row.rule].name },
          {
            key: 'client',
            heading: 'Client',
            minWidth: 120,
            cell: (row) => row.account?.name ?? <span className="note">{ordersOf(row)}</span>,
            title: ordersOf,
          },
          { key: 'orders', heading: 'Orders', onCard: true, width: 72, align: 'num', wide: true, cell: (row) => formatCount(row.orders_total) },
          { key: 'added', heading: 'Items', width: 72, align: 'num', cell: (row) => formatCount(row.qty_added) },
          { key: 'short', heading: 'Short', width: 72, align: 'num', cell: (row) => formatCount(row.qty_short) },
          { key: 'who', heading: 'By', width: 150, wide: 'first', cell: by, title: by },
          { key: 'state', heading: 'State', width: 88, cell: (row) => <State run={row} /> },
        ]}
        rowId={(row) => String(row.id)}
        rowName={runTitle}
        rowHref={(row) => `/admin/allocation/${row.id}`}
        card={(row) => (
          <>
            <span className="line">
              <span className="strong">{runTitle(row)}</span>
              <span className="push">
                <State run={row} />
              </span>
            </span>
            <span>
              {ruleWords[row.rule].name} · {ordersOf(row)}
            </span>
            <span className="sub">{resultOf(row)}</span>
            <span className="note">
              <DateText value={row.created_at} form="moment" /> · {by(row)}
            </span>
          </>
        )}
        empty="No allocation runs"
        emptyHint={<p>A run gives free stock to all waiting orders by one rule, and shows what it would do first.</p>}
      />
      {isBeginning && <BeginDialog open orders={orders} onClose={close} />}
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { answer } from '../api/answer.ts';
import { ManyOrders } from '../api/many-orders.tsx';
import { PrintLists } from '../api/print-lists.tsx';
import { stringQuery } from '../api/string-query.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './allocation.css';
import { type Run, type RunOrder, runs } from './client.ts';
import { lineOutcome, ordersOf, outcomeOf, resultOf, ruleWords, runTitle, stateOf, whyLeftOut } from './run-words.ts';

/** The greatest number of lines that are shown under an order. */
const MAX_LINES_SHOWN = 6;
/** A run that has made no progress for this many milliseconds counts as interrupted. */
const INTERRUPTED = 60_000;

/** One allocation run or its preview: its progress, and the quantity that was allocated to each order and line. */
export default function RunScreen() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['allocation-runs', id],
    queryFn: ({ signal }) => answer(runs[':id'].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : 1000),
  });
  const run = query.data;
  if (run) return <RunReport key={run.id} run={run} />;
  return (
    <Page title="Allocation run" back="/admin/allocation">
      <Loaded query={query} noun="run" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function RunReport({ run }: { run: Run }) {
  const id = String(run.id);
  const list = useListState({ orderBy: 'position', sortedBy: 'asc', per_page: 50, filters: ['outcome'] });
  const { word, tone } = stateOf(run);
  const { dialog, primary } = useRunActions(run);
  return (
    <>
      <Page
        title={runTitle(run)}
        back="/admin/allocation"
        sub={`${ruleWords[run.rule].name} · ${ordersOf(run)}`}
        fill
        primary={primary}
        strip={
          <div className="run-head">
            <span className="line">
              <Badge tone={tone}>{word}</Badge>
              <span className="strong">{resultOf(run)}</span>
            </span>
            {!run.ended_at && (
              <div className="run-progress">
                <Bar
                  label={`${formatCount(run.orders_done)} of ${countText(run.orders_total, 'order')} checked`}
                  parts={[{ share: run.orders_total ? run.orders_done / run.orders_total : 0, tone: 'now' }]}
                />
                <span className="sub">
                  {formatCount(run.orders_done)} of {countText(run.orders_total, 'order')} asked
                </span>
              </div>
            )}
            <Interrupted run={run} />
            <span className="note push">
              {run.is_incoming ? 'Goods received' : run.created_by}, <DateText value={run.created_at} form="moment" />
              {run.preview_id !== null && (
                <>
                  {' · carries out '}
                  <Link to={`/admin/allocation/${run.preview_id}`}>preview {run.preview_id}</Link>
                </>
              )}
            </span>
          </div>
        }
      >
        <DataTable
          noun={['order', 'orders']}
          list={list}
          exports={{ path: `/admin/allocation-runs/${id}/orders/export` }}
          queryKey={['allocation-runs', id, 'orders', run.ended_at]}
          refetchInterval={run.ended_at ? undefined : 2000}
          load={(query, signal) => answer(runs[':id'].orders.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } }))}
          searchPlaceholder="Order number or client"
          columns={[
            {
              key: 'order',
              heading: 'Order',
              width: 84,
              orderBy: 'position',
              cell: (row) => (
                <Link className="code" to={`/admin/orders/${row.uuid}/edit`}>
                  {row.order_number}
                </Link>
              ),
            },
            { key: 'client', heading: 'Client', minWidth: 160, cell: (row) => row.account, title: (row) => row.account },
            { key: 'submitted', heading: 'Submitted', width: 96, cell: (row) => <DateText value={row.submitted_at} form="list" /> },
            { key: 'required', heading: 'Required by', width: 104, wide: true, cell: (row) => <DateText value={row.required_on} form="list" /> },
            { key: 'added', heading: run.is_preview ? 'Would get' : 'Got', width: 88, align: 'num', cell: (row) => formatCount(row.qty_added) },
            { key: 'short', heading: 'Short', width: 72, align: 'num', cell: (row) => formatCount(row.qty_short) },
            { key: 'outcome', heading: 'Outcome', width: 210, cell: (row) => <Outcome order={row} /> },
          ]}
          rowId={(row) => row.uuid}
          rowName={(row) => `Order ${row.order_number}`}
          rowHref={(row) => `/admin/orders/${row.uuid}/edit`}
          under={(row) => (row.lines.some(({ reason }) => reason !== null) ? <Lines order={row} /> : null)}
          card={(row) => (
            <>
              <span className="line">
                <Link className="code strong" to={`/admin/orders/${row.uuid}/edit`}>
                  {row.order_number}
                </Link>
                <span className="push">
                  <Outcome order={row} />
                </span>
              </span>
              <span className="cut">{row.account}</span>
              <span className="sub">
                {formatCount(row.qty_added)} {run.is_preview ? 'would be allocated' : 'allocated'}, {formatCount(row.qty_short)} short
              </span>
            </>
          )}
          tools={
            <Segments
              label="Outcome"
              value={list.filters.outcome ?? ''}
              onChange={(outcome) => list.set({ outcome })}
              segments={[
                { value: '', label: 'All', count: run.orders_total },
                { value: 'full', label: 'Full', count: run.orders_full },
                { value: 'part', label: 'Part', count: run.orders_part },
                { value: 'none', label: 'None', count: run.orders_none },
                { value: 'left_out', label: 'Left out', count: run.orders_left_out },
              ]}
            />
          }
          empty={run.orders_total === 0 ? 'No order waits for stock' : 'No orders here'}
        />
      </Page>
      {dialog}
    </>
  );
}

const Outcome = ({ order }: { order: RunOrder }) => {
  const { word, tone } = outcomeOf(order);
  return (
    <span className="line">
      <Badge tone={tone}>{word}</Badge>
      {order.reason && <span className="sub">{whyLeftOut(order)}</span>}
    </span>
  );
};

/** The first lines of an order, each with its allocated quantity. Lines with a shortfall come before the others. */
function Lines({ order }: { order: RunOrder }) {
  const sortedLines = [...order.lines.filter(({ reason }) => reason !== null), ...order.lines.filter(({ reason }) => reason === null)].slice(
    0,
    MAX_LINES_SHOWN,
  );
  const more = order.lines_total - sortedLines.length;
  return (
    <ul className="run-lines">
      {sortedLines.map((line) => (
        <li key={line.id}>
          <span className="code">{line.sku}</span> <span className="cut">{line.product_name}</span>{' '}
          <span className="sub cut">for {line.employee}</span>
          {line.is_discontinued && <Badge tone="line-only">Discontinued</Badge>}
          <span className={line.reason === null ? 'sub' : 't-warn'}>{lineOutcome(line)}</span>
        </li>
      ))}
      {more > 0 && <li className="note">and {countText(more, 'more line')}</li>}
    </ul>
  );
}

/** Shows a run as interrupted if its process died. The server continues the run later, or at once on request. */
function Interrupted({ run }: { run: Run }) {
  const resume = useWrite({
    send: (_: undefined, options) => answer(runs[':id'].resume.$post({ param: { id: String(run.id) } }, options)),
    refresh: [['allocation-runs']],
  });
  const lastMovedAt = Date.parse(run.moved_at ?? run.created_at);
  if (run.ended_at || Date.now() - lastMovedAt < INTERRUPTED) return null;
  return (
    <span className="line t-warn">
      Interrupted since <DateText value={run.moved_at ?? run.created_at} form="time" />. What it allocated stays, and it continues by itself.
      <Button size="sm" busy={resume.busy} onClick={() => void resume.write(undefined)}>
        Continue now
      </Button>
    </span>
  );
}

const isReleasable = (extent: string) => (order: { extent: string }) => order.extent === extent;

/** What follows a run: Start Pick for the orders that it filled, then their picking lists. */
function useRelease(run: Run): { dialog: ReactNode; primary: ReactNode } {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const id = String(run.id);
  const plan = useQuery({
    queryKey: ['allocation-runs', id, 'release-plan'],
    queryFn: ({ signal }) => answer(runs[':id']['release-plan'].$get({ param: { id } }, { init: { signal } })),
    enabled: run.ended_at !== null && !run.is_preview && run.qty_added > 0,
  });
  const items = plan.data?.items ?? [];
  const full = items.filter(isReleasable('full'));
  const part = items.filter(isReleasable('part'));
  const uuids = [...full, ...part].map(({ uuid }) => uuid);
  const toPrint = items.filter(({ is_to_pick }) => is_to_pick).map(({ id }) => id);
  return {
    dialog: chosen && <ManyOrders action="release" uuids={chosen} onClose={() => setChosen(null)} />,
    primary: (
      <span className="line flex-wrap">
        <PrintLists orders={toPrint} isPrimary={uuids.length === 0} />
        {uuids.length > 0 && (
          <Button look="primary" onClick={() => setChosen(uuids)}>
            Start Pick for {full.length > 0 ? `the ${formatCount(full.length)} full` : `${formatCount(part.length)} in part`}
          </Button>
        )}
      </span>
    ),
  };
}

/** The next step of a run: stop it while it is under way, allocate as previewed, or release what it filled. */
function useRunActions(run: Run): { dialog: ReactNode; primary: ReactNode } {
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const param = { id: String(run.id) };
  const apply = useWrite({
    send: (_: undefined, options) => answer(runs[':id'].apply.$post({ param }, options)),
    refresh: [['allocation-runs']],
    onSaved: ({ id }) => void navigate(`/admin/allocation/${id}`),
  });
  const release = useRelease(run);
  const stop = useWrite({ send: (_: undefined, options) => answer(runs[':id'].stop.$post({ param }, options)), refresh: [['allocation-runs']] });
  const askStop = async (): Promise<void> => {
    const body = <p>It ends after its current batch of orders. {run.is_preview ? 'Nothing was allocated.' : 'What it allocated so far stays.'}</p>;
    if (await ask({ title: `Stop ${runTitle(run).toLowerCase()}?`, body, action: 'Stop', keep: 'Let it run' })) await stop.write(undefined);
  };
  if (!run.ended_at)
    return {
      dialog,
      primary: (
        <Button disabled={run.is_stopping} busy={stop.busy} onClick={() => void askStop()}>
          {run.is_stopping ? 'Stopping' : 'Stop'}
        </Button>
      ),
    };
  if (run.carried_out_by !== null)
    return { dialog, primary: <ButtonLink to={`/admin/allocation/${run.carried_out_by}`}>Carried out by run {run.carried_out_by}</ButtonLink> };
  if (!run.is_preview) return release;
  if (run.state !== 'done' || run.qty_added === 0) return { dialog, primary: null };
  return {
    dialog,
    primary: (
      <Button look="primary" busy={apply.busy} busyText="One moment" onClick={() => void apply.write(undefined)}>
        Allocate {countText(run.qty_added, 'item')}
      </Button>
    ),
  };
}

import { Link } from 'react-router';
import { poundsCell } from '../../shared/csv.ts';
import type { GraphName } from '../../shared/dashboards/graphs.ts';
import { type Timeframe, timeframes } from '../../shared/dashboards/timeframe.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Graph } from './client.ts';
import { ColumnChart } from './column-chart.tsx';
import { GraphCard } from './graph-card.tsx';
import { useGraph } from './use-graph.ts';

type SpendName = Extract<GraphName, 'sbc' | 'sbp' | 'sbs'>;

const about: Record<SpendName, { title: string; heading: string; noun: [string, string]; counted: [string, string] }> = {
  sbc: { title: 'Spend by client', heading: 'Client', noun: ['client', 'clients'], counted: ['order', 'orders'] },
  sbs: { title: 'Spend by site', heading: 'Site', noun: ['site', 'sites'], counted: ['order', 'orders'] },
  sbp: { title: 'Spend by product', heading: 'Product', noun: ['product', 'products'], counted: ['item', 'items'] },
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Spend by client, product or site, as a chart and as a table. `linkOf` returns the link of a label. */
export function SpendCard({
  graph: name,
  timeframe,
  site_id,
  linkOf,
  onLonger,
}: {
  graph: SpendName;
  timeframe: Timeframe;
  site_id: string | undefined;
  linkOf?: (id: number, label: string) => string;
  /** Switches to a longer timeframe. The button is shown if the current timeframe has no spend. */
  onLonger: (() => void) | undefined;
}) {
  const { title, heading, noun, counted } = about[name];
  const query = useGraph(name, { timeframe, site_id });
  return (
    <GraphCard
      title={title}
      csvName={`kitroom ${title} since ${query.data?.starts_on ?? ''}`}
      query={query}
      words={({ totals, members, starts_on }) => (
        <>
          <strong className="spend-total">{formatMoney(totals.spend)}</strong> since {formatDate(starts_on)}:{' '}
          <span className="nowrap">
            <span className="chart-key" aria-hidden="true" />
            {formatMoney(totals.orders)}
          </span>{' '}
          ordered in {countText(totals.count, ...counted)} {name === 'sbp' ? 'of' : 'by'} {countText(members, ...noun)},{' '}
          <span className="nowrap">
            <span className="chart-key returned" aria-hidden="true" />
            {formatMoney(totals.returns)}
          </span>{' '}
          returned.
        </>
      )}
      picture={(graph) => <ColumnChart graph={graph} name={title} />}
      table={(graph) => tableOf(graph, [heading, 'Ordered', 'Returned', 'Spent', capital(counted[1])], linkOf)}
      empty={
        <EmptyState title="No spend to show" action={onLonger && <Button onClick={onLonger}>{timeframes['12m']}</Button>}>
          <p>
            Nothing was ordered {site_id ? 'for this site ' : ''}since {query.data && formatDate(query.data.starts_on)}.
          </p>
        </EmptyState>
      }
    />
  );
}

function tableOf(graph: Graph, headings: [string, ...string[]], linkOf: ((id: number, label: string) => string) | undefined) {
  const rows = graph.labels.map((label, at) => {
    const id = graph.ids[at] ?? null;
    const amounts = [graph.orders[at] ?? 0, graph.returns[at] ?? 0, graph.spend[at] ?? 0];
    return { key: `${id} ${label}`, id, label, amounts, count: graph.count[at] ?? 0 };
  });
  const { totals } = graph;
  return {
    headings,
    rows: rows.map(({ key, id, label, amounts, count }) => ({
      key,
      label: linkOf && id !== null ? <Link to={linkOf(id, label)}>{label}</Link> : label,
      values: [...amounts.map(formatMoney), formatCount(count)],
    })),
    totals: [formatMoney(totals.orders), formatMoney(totals.returns), formatMoney(totals.spend), formatCount(totals.count)],
    csv: [
      headings,
      ...rows.map(({ label, amounts, count }) => [label, ...amounts.map(poundsCell), count]),
      ['Total', poundsCell(totals.orders), poundsCell(totals.returns), poundsCell(totals.spend), totals.count],
    ],
  };
}

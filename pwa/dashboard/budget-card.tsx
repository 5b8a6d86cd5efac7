import { isNearlyUsed } from '../../shared/budgets/near-end.ts';
import { poundsCell } from '../../shared/csv.ts';
import { type Timeframe, timeframes } from '../../shared/dashboards/timeframe.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Bar } from '../ui/bar.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { formatMoney } from '../ui/money.tsx';
import type { Graph } from './client.ts';
import { GraphCard } from './graph-card.tsx';
import { useGraph } from './use-graph.ts';

/** The id of the card, to which what waits for a person leads. */
export const BUDGETS_ID = 'budgets';

/** Budget use by role: of all people in the signed-in person's scope, or of that person alone. Not shown if there is no budget. */
export function BudgetCard({ graph: name, timeframe, site_id }: { graph: 'uas' | 'uss'; timeframe: Timeframe; site_id: string | undefined }) {
  const query = useGraph(name, { timeframe, site_id });
  const isOwn = name === 'uss';
  const title = isOwn ? 'My budget' : 'Budgets this period';
  if (query.data && !query.data.labels.length) return null;
  return (
    <GraphCard
      id={BUDGETS_ID}
      title={title}
      noun={isOwn ? 'budget' : 'budgets'}
      csvName={`kitroom ${title}`}
      query={query}
      words={({ totals }) => (
        <>
          <strong className="spend-total">{formatMoney(totals.current)}</strong>{' '}
          {totals.budget === null ? 'spent this period' : `of ${formatMoney(totals.budget)} spent this period`}
          {!isOwn && `, ${countText(totals.count, 'person', 'people')}`}. {timeframes[timeframe]}: {formatMoney(totals.spend)}.
        </>
      )}
      picture={(graph) => (
        <ul className="budget-bars" aria-hidden="true">
          {graph.labels.map((label, at) => (
            <BudgetRow key={`${graph.ids[at]} ${label}`} graph={graph} at={at} isOwn={isOwn} />
          ))}
        </ul>
      )}
      table={(graph) => tableOf(graph, timeframe, isOwn)}
      empty={null}
    />
  );
}

function BudgetRow({ graph, at, isOwn }: { graph: Graph; at: number; isOwn: boolean }) {
  const label = graph.labels[at] ?? '';
  const amountSpent = graph.current[at] ?? 0;
  const budget = graph.budget[at] ?? null;
  const ends_on = graph.ends_on[at];
  const until = ends_on ? ` until ${formatDate(ends_on)}` : '';
  const whole = Math.max(budget ?? 0, amountSpent, 1);
  const isNear = isNearlyUsed({ budget, current: amountSpent });
  return (
    <li>
      <div className="line">
        <span className="strong cut" title={label}>
          {label}
        </span>
        {!isOwn && <span className="note nowrap">{countText(graph.count[at] ?? 0, 'person', 'people')}</span>}
        <span className="push nowrap">
          <strong>{formatMoney(amountSpent)}</strong> <span className="note">{budget === null ? 'no limit' : `of ${formatMoney(budget)}`}</span>
        </span>
      </div>
      {budget !== null && (
        <>
          <Bar
            label=""
            parts={[
              { share: Math.max(0, Math.min(amountSpent, budget)) / whole, tone: 'now' },
              { share: Math.max(0, amountSpent - budget) / whole, tone: 'over' },
            ]}
          />
          <p className={isNear ? 'small t-warn' : 'small note'}>
            {amountSpent > budget ? `${formatMoney(amountSpent - budget)} over${until}` : `${formatMoney(budget - amountSpent)} left${until}`}
          </p>
        </>
      )}
    </li>
  );
}

function tableOf(graph: Graph, timeframe: Timeframe, isOwn: boolean) {
  const { totals } = graph;
  const people = isOwn ? [] : ['People'];
  const headings: [string, ...string[]] = ['Role', ...people, 'Budget', 'Spent this period', 'Period ends', timeframes[timeframe]];
  const budgetText = (pence: number | null): string => (pence === null ? 'No limit' : formatMoney(pence));
  const rows = graph.labels.map((label, at) => ({
    key: `${graph.ids[at]} ${label}`,
    label,
    count: graph.count[at] ?? 0,
    budget: graph.budget[at] ?? null,
    current: graph.current[at] ?? 0,
    spend: graph.spend[at] ?? 0,
    ends_on: graph.ends_on[at] ?? null,
  }));
  return {
    headings,
    rows: rows.map(({ key, label, count, budget, current, spend, ends_on }) => ({
      key,
      label,
      values: [...(isOwn ? [] : [formatCount(count)]), budgetText(budget), formatMoney(current), ends_on && formatDate(ends_on), formatMoney(spend)],
    })),
    totals: [...(isOwn ? [] : [formatCount(totals.count)]), budgetText(totals.budget), formatMoney(totals.current), '', formatMoney(totals.spend)],
    csv: [
      headings,
      ...rows.map(({ label, count, budget, current, spend, ends_on }) => [
        label,
        ...(isOwn ? [] : [count]),
        budget === null ? '' : poundsCell(budget),
        poundsCell(current),
        ends_on ?? '',
        poundsCell(spend),
      ]),
    ],
  };
}

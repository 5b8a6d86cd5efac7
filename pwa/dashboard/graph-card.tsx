import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type Cell, csvOf, fileName } from '../../shared/csv.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Loaded } from '../ui/loaded.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segments } from '../ui/segments.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Graph } from './client.ts';

export interface GraphTable {
  /** The heading of the column of labels, and the headings of the other columns. */
  headings: readonly [label: string, ...values: string[]];
  rows: readonly { key: string; label: ReactNode; values: readonly ReactNode[] }[];
  totals: readonly ReactNode[];
  /** The table's rows as the CSV file has them. */
  csv: readonly (readonly Cell[])[];
}

/** Saves a table on the person's device as a CSV file, named after its subject and date. */
const saveAsCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${fileName(name)}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
];

/** A card that shows a graph as a chart or a table, the sum as text, and a button for a CSV file. Screen readers always get the table. */
export function GraphCard({
  id,
  title,
  noun = title.toLowerCase(),
  csvName,
  query,
  words,
  picture,
  table,
  empty,
}: {
  /** The id of the card, if something on the page leads to it. */
  id?: string;
  title: string;
  /** The name of the data in an error message, if it is not the title. */
  noun?: string;
  csvName: string;
  query: UseQueryResult<Graph>;
  words: (graph: Graph) => ReactNode;
  picture: (graph: Graph) => ReactNode;
  table: (graph: Graph) => GraphTable;
  empty: ReactNode;
}) {
  const [view, setView] = useState('chart');
  const heading = useId();
  const graph = query.data;
  const has = graph !== undefined && graph.labels.length > 0;
  return (
    <section id={id} tabIndex={id ? -1 : undefined} className="card graph-card" aria-labelledby={heading} aria-busy={query.isFetching || undefined}>
      <header>
        <h2 id={heading} className="cut">
          {title}
        </h2>
        {has && (
          <span className="push line">
            <Segments label={`${title} as`} segments={views} value={view} onChange={setView} />
            <Button size="sm" look="quiet" aria-label={`${title} as CSV`} onClick={() => saveAsCsv(csvName, table(graph).csv)}>
              CSV
            </Button>
          </span>
        )}
      </header>
      <Loaded query={query} noun={noun} waiting={<Waiting />}>
        {(visible) =>
          visible.labels.length === 0 ? (
            empty
          ) : (
            <div
              aria-busy={query.isPlaceholderData || undefined}
              className={classNames('in-card graph-body', query.isPlaceholderData && 'opacity-60')}
            >
              <p className="sub">{words(visible)}</p>
              {view === 'chart' && picture(visible)}
              <TableOf {...table(visible)} caption={title} isHidden={view === 'chart'} />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

/** The table of a graph; visually hidden while the chart is shown. */
function TableOf({ headings, rows, totals, caption, isHidden }: GraphTable & { caption: string; isHidden: boolean }) {
  const [first, ...others] = headings;
  return (
    <section className={isHidden ? 'sr' : 'scroll graph-table'} aria-label={`${caption}, table`} tabIndex={isHidden ? undefined : 0}>
      <table className="table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((heading) => (
              <th key={heading} scope="col" className="num">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, values }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={others[at]} className="num">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {totals.map((value, at) => (
              <td key={others[at]} className="num strong">
                {value}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const heights = [70, 95, 40, 60, 30, 50, 20];

function Waiting() {
  return (
    <div className="in-card graph-body" aria-busy="true">
      <span className="sr">Loading</span>
      <Skeleton width="60%" />
      <div className="graph-waiting" aria-hidden="true">
        {heights.map((height) => (
          <Skeleton key={height} height={height} />
        ))}
      </div>
    </div>
  );
}

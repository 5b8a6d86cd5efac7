import { formatMoney } from '../ui/money.tsx';
import { ticksOf, tickText, widthOf } from './axis.ts';
import type { Graph } from './client.ts';

/** Orders and returns as a pair of columns for each label. The table beside the chart has the same figures. */
export function ColumnChart({ graph, name }: { graph: Graph; name: string }) {
  const ticks = ticksOf(Math.max(0, ...graph.orders, ...graph.returns));
  const top = ticks.at(-1) ?? 1;
  const width = widthOf(graph.labels.length);
  const height = (pence: number): string => `${(Math.max(0, pence) / top) * 100}%`;
  return (
    <div className="chart">
      <div className="chart-axis" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: height(tick) }}>
            {tickText(tick)}
          </span>
        ))}
      </div>
      <section className="chart-scroll" aria-label={`${name}, chart`} tabIndex={width ? 0 : undefined}>
        <div className="chart-columns" style={{ minWidth: width }} aria-hidden="true">
          <div className="chart-lines">
            {ticks.map((tick) => (
              <i key={tick} style={{ bottom: height(tick) }} />
            ))}
          </div>
          {graph.labels.map((label, at) => (
            <div
              className="chart-column"
              key={`${graph.ids[at]} ${label}`}
              title={`${label}: ${formatMoney(graph.orders[at] ?? 0)} ordered, ${formatMoney(graph.returns[at] ?? 0)} returned`}
            >
              <div className="chart-bars">
                <i style={{ height: height(graph.orders[at] ?? 0) }} />
                <i className="returned" style={{ height: height(graph.returns[at] ?? 0) }} />
              </div>
              <div className="chart-label">
                <span>{label}</span>
              </div>
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

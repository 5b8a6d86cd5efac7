import { formatDate } from '../../shared/uk-time.ts';
import type { LedgerRow } from './client.ts';

const width = 240;
const height = 56;

/** The stock on hand over the time of these rows of the ledger, as steps. A dotted line marks the reorder point. */
export function Sparkline({ rows, point }: { rows: readonly LedgerRow[]; point: number }) {
  const oldestFirst = [...rows].reverse();
  const [first] = oldestFirst;
  const last = oldestFirst.at(-1);
  if (!first || !last) return null;
  const start = Date.parse(first.when);
  const span = Math.max(1, Date.parse(last.when) - start);
  const most = Math.max(1, point, ...oldestFirst.map(({ qty_after }) => qty_after));
  const x = (when: string): number => ((Date.parse(when) - start) / span) * (width - 8) + 4;
  const y = (qty: number): number => height - 6 - (Math.max(0, qty) / most) * (height - 12);
  const path = oldestFirst
    .map(({ when, qty_after }, place) => (place === 0 ? `M${x(when)} ${y(qty_after)}` : `H${x(when)}V${y(qty_after)}`))
    .join('');
  const since = formatDate(first.when, 'list');
  return (
    <div className="sku-spark">
      <p className="note small line">
        <span>On hand since {since}</span>
        {point > 0 && <span className="push">dotted: reorder point {point}</span>}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`On hand since ${since}: ${last.qty_after} now, ${most} at most${point > 0 ? `, reorder point ${point}` : ''}`}
      >
        {point > 0 && <path d={`M0 ${y(point)}H${width}`} stroke="var(--line-firm)" strokeDasharray="2 3" />}
        <path d={path} fill="none" stroke="var(--data)" strokeWidth="1.75" />
        <circle cx={x(last.when)} cy={y(last.qty_after)} r="3" fill="var(--data)" />
      </svg>
    </div>
  );
}

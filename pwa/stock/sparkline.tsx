import { formatDate } from '../../shared/uk-time.ts';
import type { LedgerRow } from './client.ts';

const width = 240;
const height = 56;

/** The stock on hand over the rows of the ledger that are shown, as steps. */
export function Sparkline({ rows }: { rows: readonly LedgerRow[] }) {
  const oldestFirst = [...rows].reverse();
  const most = Math.max(1, ...oldestFirst.map(({ qty_after }) => qty_after));
  const x = (place: number): number => (place / Math.max(1, oldestFirst.length - 1)) * (width - 8) + 4;
  const y = (qty: number): number => height - 6 - (Math.max(0, qty) / most) * (height - 12);
  const [first] = oldestFirst;
  const path = oldestFirst.map(({ qty_after }, place) => (place === 0 ? `M${x(0)} ${y(qty_after)}` : `H${x(place)}V${y(qty_after)}`)).join('');
  const last = oldestFirst.at(-1);
  if (!first || !last) return null;
  const since = formatDate(first.when, 'list');
  return (
    <div className="sku-spark">
      <p className="note small">On hand since {since}</p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`On hand since ${since}: ${last.qty_after} now, ${most} at most`}
      >
        <path d={path} fill="none" stroke="var(--data)" strokeWidth="1.75" />
        <circle cx={x(oldestFirst.length - 1)} cy={y(last.qty_after)} r="3" fill="var(--data)" />
      </svg>
    </div>
  );
}

import { groupBy } from '../../shared/group-by.ts';
import type { PurchaseOrder, PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { countText, formatCount } from '../ui/count-text.ts';

interface Decoration {
  key: string;
  /** The clothing set whose decoration is applied; null where none is chosen. */
  set: string | null;
  decoration: string | null;
  lines: number;
  qty_out: number;
  qty_back: number;
}

const outOf = ({ qty_requested, qty_cancelled }: PurchaseOrderLine): number => qty_requested - qty_cancelled;
const sum = (lines: readonly PurchaseOrderLine[], of: (line: PurchaseOrderLine) => number): number => lines.reduce((all, line) => all + of(line), 0);

/** What a work order applies to how many garments, in the sequence of its lines. */
function decorationsOf({ lines }: PurchaseOrder): Decoration[] {
  const withProduct = lines.filter(({ product }) => product !== null);
  return [...groupBy(withProduct, ({ clothing_set, decoration }) => `${clothing_set?.id ?? ''}:${decoration ?? ''}`)].flatMap(([key, of]) => {
    const [first] = of;
    if (!first) return [];
    const { clothing_set, decoration } = first;
    return [
      { key, set: clothing_set?.name ?? null, decoration, lines: of.length, qty_out: sum(of, outOf), qty_back: sum(of, (line) => line.qty_received) },
    ];
  });
}

/** What a work order makes: the garments that go out to the decorator, what is applied to them, and how many are back. */
export function WorkOrderCard({ order }: { order: PurchaseOrder }) {
  const decorations = decorationsOf(order);
  if (decorations.length === 0) return null;
  const qty_out = decorations.reduce((all, one) => all + one.qty_out, 0);
  return (
    <section className="card" aria-label="What this makes">
      <header>
        <h2>What this makes</h2>
        <span className="note">{countText(qty_out, 'item')} go out and come back decorated</span>
      </header>
      <ul className="rows work-order">
        {decorations.map(({ key, set, decoration, lines, qty_out: out, qty_back }) => (
          <li key={key}>
            <div className="grow">
              <p className="strong">{set ?? 'No clothing set chosen'}</p>
              <p className="sub work-order-decoration">{decoration ?? 'Nothing is applied'}</p>
            </div>
            <span className="note nowrap">{countText(lines, 'line')}</span>
            <span className="num work-order-figure">
              <small>Out </small>
              <strong>{formatCount(out)}</strong>
            </span>
            <span className={`num work-order-figure ${out > 0 && qty_back >= out ? 't-done' : ''}`}>
              <small>Back </small>
              {formatCount(qty_back)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { dueWords } from '../ui/due-words.ts';
import type { Line } from './client.ts';
import type { AllocationResults } from './use-order-actions.tsx';

/** The free stock of a line's SKU, the quantity that is on order, and when the line's items are expected. */
export function StockCell({ line, result }: { line: Line; result?: AllocationResults[number] | undefined }) {
  const { stock } = line.product;
  if (!line.is_size_selected) return <span className="note">No size</span>;
  if (!stock) return null;
  const due = dueWords(line, line.remaining_to_ship - line.qty_allocated);
  return (
    <>
      <span className={stock.qty_free > 0 ? undefined : 't-wrong strong'}>{stock.qty_free}</span> <span className="note">free</span>
      {result && result.qty_missing > 0 && result.on_order > 0 && <div className="note small">{result.on_order} on order</div>}
      {due && <div className="note small stock-due">{due}</div>}
    </>
  );
}

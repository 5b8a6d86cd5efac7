import type { Verdict } from '../../shared/verdict.ts';
import { currentRows } from '../offline/current-floor.ts';
import { queueMutation } from '../offline/queue-mutation.ts';
import { keepPlacements } from './local-receipts.ts';
import { placementsOf } from './receipt-screen.ts';

/** Sets how many items of a line a delivery brought: the total, not an increment. */
export async function setReceiptLine(receipt: string, line: { po_line_id: number | null; product_id: number }, qty: number): Promise<Verdict> {
  const { po_line_id, product_id } = line;
  const verdict = await queueMutation('receipt.set_line', { receipt, po_line_id, product_id, qty });
  if (verdict.ok) keepPlacements(receipt, placementsOf(currentRows().receipt.get(receipt) ?? null));
  return verdict;
}

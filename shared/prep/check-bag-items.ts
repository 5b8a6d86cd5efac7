import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** How many items of a line lie in the wearer's bag. */
export interface BagItem {
  pick_line_id: number;
  qty: number;
}

/** The proof of a bag names each line of its wearer at most once, and no more items than were picked. */
export function checkBagItems(lines: readonly { id: number; qty_picked: number }[], items: readonly BagItem[]): Verdict {
  const picked = new Map(lines.map(({ id, qty_picked }) => [id, qty_picked]));
  if (new Set(items.map(({ pick_line_id }) => pick_line_id)).size < items.length) return refuse('not_in_bag', messages.not_in_bag, 'items');
  for (const { pick_line_id, qty } of items) {
    const most = picked.get(pick_line_id);
    if (most === undefined) return refuse('not_in_bag', messages.not_in_bag, 'items');
    if (qty > most) return refuse('over_pack', messages.over_pack(most), 'items');
  }
  return allow;
}

import type { BagItem } from '../../shared/prep/check-bag-items.ts';
import type { BagView } from '../offline/views.ts';

/** What is known of a bag beyond what was ticked or scanned into it. */
export interface Proof {
  /** The accepted weight in grams. */
  weight_g?: number | undefined;
  /** What the packer saw as the expected weight, in grams, if they confirmed a weight that differs. */
  expected_g?: number;
  /** True if everything that was picked for the wearer is in the bag, because the weight fits or the packer says so. */
  is_whole?: boolean;
}

/** The content of a bag as the print of its label records it: each line with its absolute quantity. Lines that are not in the bag are left out. */
export function proofOf(
  bag: Pick<BagView, 'lines'>,
  { weight_g, expected_g, is_whole = false }: Proof,
): { items: BagItem[]; weight_g?: number; expected_g?: number } {
  const items = bag.lines.map(({ id, qty_picked, qty_packed = 0 }) => ({ pick_line_id: id, qty: is_whole ? qty_picked : qty_packed }));
  return { items: items.filter(({ qty }) => qty > 0), ...(weight_g !== undefined && { weight_g }), ...(expected_g !== undefined && { expected_g }) };
}

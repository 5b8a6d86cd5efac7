import { z } from 'zod';
import { messages } from '../../messages.ts';
import { checkTote, isTote, toteCode } from '../../purchasing/tote.ts';
import { changeBin, type OverflowBin } from '../../stock/overflow-bin.ts';
import { all, allow, refuse, type Verdict } from '../../verdict.ts';
import { changeBins } from '../change-bins.ts';
import type { SyncRows } from '../floor.ts';
import type { Mutation } from '../mutation.ts';
import type { Overlay } from '../overlay.ts';
import { id, place } from '../pick-mutation.ts';
import { changeReceipt, checkReceiptHere, receivedQuantity, withQuantity } from '../receipt-mutation.ts';
import type { ReceiptRow } from '../rows.ts';
import { toteOwnerHere } from '../tote-owner.ts';

/**
 * With a receipt, `qty` is the number of all items of this receipt and SKU in the bin or tote. A tote is for an order line; `from` is another tote of
 * the line's order, and all items in `from` then move to the new tote, those of other receipts included. Without a receipt, items of a SKU move from
 * the bin `from` to `bin`; `from` is null for the pick bin.
 */
export const putAwayArgs = z
  .object({
    receipt: z.uuid().nullish(),
    product_id: id,
    qty: receivedQuantity,
    bin: place.nullish(),
    tote: place.nullish(),
    order_line_id: id.nullish(),
    from: place.nullish(),
  })
  .refine(({ bin, tote }) => (bin == null) !== (tote == null), { error: 'Choose a bin or a tote.', path: ['bin'] })
  .refine(({ bin }) => bin == null || !isTote(bin), { error: messages.bin_is_tote, path: ['bin'] })
  .refine(({ tote }) => tote == null || isTote(tote), { error: 'The code of a tote begins with T-.', path: ['tote'] })
  .refine(({ tote, order_line_id, receipt }) => tote == null || (order_line_id != null && receipt != null), {
    error: 'A tote is for an order that waits for the delivery.',
    path: ['tote'],
  })
  .refine(({ tote, from }) => tote == null || from == null || isTote(from), { error: 'The code of a tote begins with T-.', path: ['from'] });
type PutAway = z.infer<typeof putAwayArgs>;

/** The number of the order to which an order line belongs; null if this tablet does not know it. */
function orderOfLine(rows: Pick<SyncRows, 'receipt' | 'demand'>, { receipt, product_id, order_line_id }: PutAway): string | null {
  const lines = [...(rows.receipt.get(receipt ?? '')?.allocations ?? []), ...(rows.demand.get(product_id)?.lines ?? [])];
  return lines.find((line) => line.order_line_id === order_line_id)?.order_number ?? null;
}

/** Refuses to add more items to an order's tote than the receipt allocates to the line. A tablet can check this only if it has the receipt. */
function checkWaitingHere(rows: SyncRows, a: PutAway): Verdict {
  const row = rows.receipt.get(a.receipt ?? '');
  const order_number = orderOfLine(rows, a);
  if (a.tote == null || !row || order_number === null) return allow;
  const isOfLine = (one: { product_id: number; order_line_id: number | null }): boolean =>
    one.product_id === a.product_id && one.order_line_id === a.order_line_id;
  const before = row.put_away.find((one) => isOfLine(one) && one.tote === a.tote)?.qty ?? 0;
  const gets = row.allocations.find(isOfLine)?.qty ?? 0;
  if (a.qty <= before || a.qty <= gets) return allow;
  return refuse('not_waiting', messages.not_waiting(order_number, binOf(rows, a.product_id)));
}

/** The pick bin of a SKU; null if it has none or this tablet does not know it. */
function binOf(rows: SyncRows, product_id: number): string | null {
  const ordered = [...rows.purchase_order_line.values()].find((line) => line.product_id === product_id);
  return (rows.product.get(product_id) ?? ordered)?.bin ?? null;
}

function checkToteHere(rows: SyncRows, a: PutAway): Verdict {
  const order_number = orderOfLine(rows, a);
  if (a.tote == null || order_number === null || a.qty === 0) return allow;
  return checkTote(a.tote, order_number, toteOwnerHere(rows, a.tote, order_number));
}

/** Puts items into bins, or removes them if `by` is negative. */
const addToBins = (overlay: Overlay, product_id: number, changes: readonly { bin: string; by: number }[]): void =>
  changeBins(overlay, product_id, ({ pick_bin, overflow }) =>
    changes.reduce<OverflowBin[]>((before, { bin, by }) => changeBin(before, pick_bin, bin, by), [...overflow]),
  );

type InPlace = ReceiptRow['put_away'][number];

/** Moves all items of an order from the tote `from` to `tote`, in every receipt. */
function moveTote(overlay: Overlay, order_number: string, from: string, tote: string): void {
  for (const [uuid, receipt] of overlay.read('receipt')) {
    const ofOrder = new Set(receipt.allocations.filter((line) => line.order_number === order_number).map((line) => line.order_line_id));
    const isInFormer = (one: InPlace): boolean => one.order_line_id !== null && ofOrder.has(one.order_line_id) && one.tote === from && one.qty > 0;
    const moved = receipt.put_away.filter(isInFormer);
    if (moved.length === 0) continue;
    const emptied = receipt.put_away.map((one) => (isInFormer(one) ? { ...one, qty: 0 } : one));
    const put_away = moved.reduce<InPlace[]>((places, { product_id, order_line_id, qty }) => {
      const isSame = (one: InPlace): boolean => one.product_id === product_id && one.order_line_id === order_line_id && one.tote === tote;
      return withQuantity(places, { product_id, bin: null, tote, order_line_id, qty: qty + (places.find(isSame)?.qty ?? 0) }, isSame);
    }, emptied);
    overlay.put('receipt', uuid, { ...receipt, put_away });
  }
}

/** `bin.put_away`: records that items are in a bin, or in the tote of an order that waits for them. Never changes what is on hand. */
export const putAway: Mutation<PutAway> = {
  version: 1,
  check: (rows, a) => all(a.receipt ? checkReceiptHere(rows, a.receipt) : allow, checkWaitingHere(rows, a), checkToteHere(rows, a)),
  apply: (overlay, a, author) => {
    const { receipt, product_id, qty, bin = null, order_line_id = null } = a;
    const tote = a.tote == null ? null : toteCode(a.tote);
    overlay.touch('product', product_id);
    if (!receipt) {
      if (bin !== null) addToBins(overlay, product_id, [...(a.from ? [{ bin: a.from, by: -qty }] : []), { bin, by: qty }]);
      return;
    }
    const order_number = orderOfLine({ receipt: overlay.read('receipt'), demand: overlay.read('demand') }, a);
    const from = a.from == null ? null : toteCode(a.from);
    if (tote !== null && order_number !== null && from !== null && from !== tote) moveTote(overlay, order_number, from, tote);
    const isSame = (other: InPlace): boolean =>
      other.product_id === product_id && other.bin === bin && other.tote === tote && other.order_line_id === order_line_id;
    const before = overlay.read('receipt').get(receipt)?.put_away.find(isSame)?.qty ?? 0;
    if (bin !== null) addToBins(overlay, product_id, [{ bin, by: qty - before }]);
    changeReceipt(overlay, receipt, author, ({ put_away, allocations }) => ({
      put_away: withQuantity(put_away, { product_id, bin, tote, order_line_id, qty }, isSame),
      allocations: tote === null ? allocations : allocations.map((line) => (line.order_number === order_number ? { ...line, tote } : line)),
    }));
    if (tote === null || order_number === null) return;
    for (const [key, demand] of overlay.read('demand')) {
      if (!demand.lines.some((line) => line.order_number === order_number)) continue;
      const lines = demand.lines.map((line) => (line.order_number === order_number ? { ...line, tote } : line));
      overlay.put('demand', key, { ...demand, lines });
    }
  },
  describe: (names, { product_id, qty, bin, tote }) => ({
    text: `Put ${qty} of ${names.product(product_id) ?? 'a product'} in ${tote ?? bin}`,
    order_number: null,
  }),
  title: 'Put goods away',
};

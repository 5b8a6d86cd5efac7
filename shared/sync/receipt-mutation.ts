import { z } from 'zod';
import { checkReceiptOpen } from '../purchasing/receive-lines.ts';
import { allow, type Verdict } from '../verdict.ts';
import type { SyncRows } from './floor.ts';
import type { MutationAuthor } from './mutation.ts';
import type { Overlay } from './overlay.ts';
import type { ReceiptRow } from './rows.ts';

/** The arguments of every mutation of a receipt: the UUID that the tablet made for the receipt. */
export const receiptArgs = z.object({ receipt: z.uuid() });

/** The items of a SKU on one receipt. The limit is more than any receipt has. */
export const receivedQuantity = z.int().nonnegative().max(1_000_000);

/** Refuses changes of a receipt that is not open; a receipt that does not exist yet is allowed. */
export function checkReceiptHere(rows: SyncRows, uuid: string): Verdict {
  const receipt = rows.receipt.get(uuid);
  return receipt ? checkReceiptOpen(receipt) : allow;
}

const begun = (uuid: string, { actor, at }: MutationAuthor): ReceiptRow => ({
  id: null,
  uuid,
  device: null,
  delivery_note_number: null,
  created_by: actor.name,
  created_at: at,
  is_reversed: false,
  lines: [],
  set_asides: [],
  allocations: [],
  put_away: [],
});

/** Changes a receipt. The first change creates it. */
export function changeReceipt(overlay: Overlay, uuid: string, author: MutationAuthor, change: (receipt: ReceiptRow) => Partial<ReceiptRow>): void {
  overlay.touch('receipt', uuid);
  const receipt = overlay.read('receipt').get(uuid) ?? begun(uuid, author);
  overlay.put('receipt', uuid, { ...receipt, ...change(receipt) });
}

/** Puts `entry` in place of the entry that `isSame` finds. If there is none, appends `entry`, unless its quantity is 0. */
export function withQuantity<Entry extends { qty: number }>(entries: readonly Entry[], entry: Entry, isSame: (other: Entry) => boolean): Entry[] {
  if (entries.some(isSame)) return entries.map((other) => (isSame(other) ? entry : other));
  return entry.qty > 0 ? [...entries, entry] : [...entries];
}

import type { Db } from '../db/db.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import { findPurchaseOrderDocument } from './find-purchase-order-document.ts';
import { findReturnLabel } from './find-return-label.ts';
import { findSupplierReturnNote } from './find-supplier-return-note.ts';
import { print } from './print.ts';

/**
 * The PDF that an email carries, from the current state of its record. A supplier return is read-only once it is mailed; of a purchase
 * order the supplier gets the latest dates and notes.
 */
export async function drawAttachment(db: Db, { kind, id, until = '' }: MailAttachment): Promise<Uint8Array> {
  switch (kind) {
    case 'purchase_order':
      return print({ kind, order: await findPurchaseOrderDocument(db, id) });
    case 'return_label':
      return print({ kind: 'return_slip', slip: await findReturnLabel(db, id, until) });
    case 'supplier_return':
      return print({ kind, note: await findSupplierReturnNote(db, id) });
  }
}

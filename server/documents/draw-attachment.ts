import type { Db } from '../db/db.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import { findSupplierReturnNote } from './find-supplier-return-note.ts';
import { print } from './print.ts';

/** The PDF that an email carries, from the current state of its record: such records are read-only once they are mailed. */
export async function drawAttachment(db: Db, { kind, id }: MailAttachment): Promise<Uint8Array> {
  switch (kind) {
    case 'supplier_return':
      return print({ kind, note: await findSupplierReturnNote(db, id) });
  }
}

import type { Db } from '../db/db.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import { findSupplierReturnNote } from './find-supplier-return-note.ts';
import { print } from './print.ts';

/** The PDF that a mail carries, from what it is of as that stands now: such things are only read once they are mailed. */
export async function drawAttachment(db: Db, { kind, id }: MailAttachment): Promise<Uint8Array> {
  switch (kind) {
    case 'supplier_return':
      return print({ kind, note: await findSupplierReturnNote(db, id) });
  }
}

import codes from '../../data/reference/error-codes.json' with { type: 'json' };
import reasons from '../../data/reference/return-reasons.json' with { type: 'json' };
import type { Database, Db } from '../db/db.ts';
import { errorCodes, returnReasons } from '../db/tables/index.ts';

/** Insert the default reasons for a short pick and for a return. Existing reasons are not changed. */
export async function loadReference(db: Db): Promise<void> {
  await db.insert(errorCodes).values(codes).onConflictDoNothing();
  await db
    .insert(returnReasons)
    .values(reasons.map((description) => ({ description })))
    .onConflictDoNothing();
}

/** Give a new database the default reasons for short picks and returns. A database that already has reasons keeps them. */
export async function beginReference({ reader, unitOfWork }: Pick<Database, 'reader' | 'unitOfWork'>): Promise<void> {
  const [any] = await reader.select({ id: errorCodes.id }).from(errorCodes).limit(1);
  if (!any) await unitOfWork(loadReference);
}

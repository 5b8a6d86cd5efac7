import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { prepared } from '../db/db.ts';
import { files } from '../db/tables/index.ts';
import { pathOf } from './store-file.ts';

const fileByHash = prepared('file_by_hash', (db) =>
  db
    .select({ type: files.type, size: files.size })
    .from(files)
    .where(eq(files.hash, sql.placeholder('hash'))),
);

/** A file's type and size, and its bytes on request. The calling code has checked that the person may read the file. */
export async function findFile({ db, services }: Ctx, hash: string): Promise<{ type: string; size: number; bytes: () => ReadableStream }> {
  const [file] = await fileByHash(db, { hash });
  const { type, size } = requireFound(file);
  const path = pathOf(services.settings.DATA_DIR, hash);
  const stored = await stat(path).catch(() => null);
  if (stored?.size !== size) {
    services.log.error({ hash, expected: size, actual: stored?.size ?? null }, 'a registered file is missing or damaged');
    throw notFound();
  }
  return { type, size, bytes: () => Readable.toWeb(createReadStream(path)) as ReadableStream };
}

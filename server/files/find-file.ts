import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notFound, requireFound } from '../core/problem.ts';
import { prepared } from '../db/db.ts';
import { accounts, files, notices, productDatasheets, productMedia } from '../db/tables/index.ts';
import { visibleNotices } from './notice-scope.ts';
import { pathOf } from './store-file.ts';

const fileByHash = prepared('file_by_hash', (db) =>
  db
    .select({ type: files.type, size: files.size })
    .from(files)
    .where(eq(files.hash, sql.placeholder('hash'))),
);

const shownFile = prepared('shown_file', (db) =>
  db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.hash, sql.placeholder('hash')),
        or(
          sql`exists (select 1 from ${productMedia} where ${productMedia.file_id} = ${files.id})`,
          sql`exists (select 1 from ${accounts} where ${accounts.logo_file_id} = ${files.id} and ${accounts.id} = ${sql.placeholder('account_id')})`,
        ),
      ),
    ),
);

/** Rarely requested files: a product's datasheet, and the file of a notice that the caller sees. */
const seldomShown = ({ db, actor, now }: Ctx, hash: string) =>
  db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.hash, hash),
        or(
          sql`exists (select 1 from ${productDatasheets} where ${productDatasheets.file_id} = ${files.id})`,
          sql`exists (select 1 from ${notices} where ${notices.file_id} = ${files.id} and ${visibleNotices(actor, now)})`,
        ),
      ),
    );

/**
 * 404 unless the caller may see a record that shows the file: files of products are for everybody, a logo and a notice for their
 * company, and all of them for the provider.
 */
export async function enforceShown(ctx: Ctx, hash: string): Promise<void> {
  const { db, actor } = ctx;
  if (actor.account_id === null) return;
  const [file] = await shownFile(db, { hash, account_id: actor.account_id });
  if (!file && !(await seldomShown(ctx, hash)).length) throw notFound();
}

/** A file's type and size, and its bytes on request; for a caller who may see a record that shows it. */
export async function findFile({ db, services }: Ctx, hash: string): Promise<{ type: string; size: number; bytes: () => ReadableStream }> {
  const [file] = await fileByHash(db, { hash });
  const { type, size } = requireFound(file);
  const path = pathOf(services.settings.DATA_DIR, hash);
  const there = await stat(path).catch(() => null);
  if (there?.size !== size) {
    services.log.error({ hash, expected: size, there: there?.size ?? null }, 'a registered file is missing or damaged');
    throw notFound();
  }
  return { type, size, bytes: () => Readable.toWeb(createReadStream(path)) as ReadableStream };
}

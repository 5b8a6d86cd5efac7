import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type {
  ImportDetails,
  ImportFix,
  ImportFixes,
  ImportMapping,
  ImportPreview,
  ImportPreviewInput,
  NewImport,
} from '../../shared/imports/import.ts';
import { type ImportType, importTypeLabels } from '../../shared/imports/import-fields.ts';
import { checkFix } from '../../shared/imports/import-states.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import type { ReadingChoice } from '../../shared/imports/reading.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { accounts, importMappings, imports } from '../db/tables/index.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { CHECK_IMPORT, checkImport } from './check-import.ts';
import { headOf, mappedBy, mappingByHeading, previewColumns } from './import-columns.ts';
import { copyImportFile, importFileName, importPath, presentImportFile, removeImportFile, storeImportFile } from './import-file.ts';
import { aboutOf, importKinds } from './import-kinds.ts';
import { logImport } from './import-log.ts';
import { findImport, importDetailsOf } from './import-queries.ts';
import { previewTime, ReadingTime } from './reading-time.ts';
import { enforceOwn, lockImport } from './run-import.ts';
import { readTable, sheetsOf } from './table-file.ts';

/** After this many milliseconds the job takes up a check whose upload was cut off before its answer. */
const TAKEN_UP_AFTER = 60_000;

/** An import before it is stored. */
type ImportPlan = Omit<typeof imports.$inferInsert, 'created_by' | 'created_at' | 'status'>;

/**
 * Finds the mapping with a name: of the named account or of the token’s, or else the only mapping with this name. Null where there is none; 422 on
 * `account_id` where several accounts have one.
 */
async function findMapping({ db, api_token }: Ctx, { type, name, account_id }: MappingKey) {
  if (!name) return null;
  const owner = account_id ?? api_token?.account_id ?? null;
  const isOwn = owner === null ? undefined : isOfAccount(type, owner);
  const [mapping, other] = await db
    .select()
    .from(importMappings)
    .where(and(eq(importMappings.type, type), eq(importMappings.name, name), isOwn))
    .limit(2);
  if (other) throw invalid({ account_id: importMessages.mapping_of_several });
  return mapping ?? null;
}

/** How a caller names a mapping. */
interface MappingKey {
  type: ImportType;
  name: string | null | undefined;
  account_id: number | undefined;
}

/** Mappings of people are their account’s; those of products, stock and accounts are the office’s. */
const isOfAccount = (type: ImportType, account_id: number) =>
  type === 'employees' ? eq(importMappings.account_id, account_id) : isNull(importMappings.account_id);

/** A sheet that is named, and the one that a mapping remembers. */
interface SheetNames {
  named: string | null | undefined;
  remembered: string | null | undefined;
}

/** The sheet to read: the one that is named, else the one of the mapping, else the first; null for a file without sheets. `missing` is the mapping’s where the file has it not. */
async function sheetOf(path: string, { named, remembered }: SheetNames): Promise<{ sheets: string[]; sheet: string | null; missing: string | null }> {
  const sheets = await sheetsOf(path);
  const [first = null] = sheets;
  const has = (sheet: string): boolean => first === null || sheets.includes(sheet);
  if (named && !has(named)) throw invalid({ sheet: importMessages.unknown_sheet });
  const missing = !named && remembered && !has(remembered) ? remembered : null;
  return { sheets, sheet: first && (named || (missing === null && remembered) || first), missing };
}

/** Read a file as long as its columns and first rows may take. */
async function inPreviewTime<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const time = new ReadingTime(previewTime);
  try {
    return await read(time.signal);
  } finally {
    time.end();
  }
}

/** Store the file of an upload, or a copy of the file of an import that the caller may change. */
async function storeFile(ctx: Ctx, { csv, again }: Pick<NewImport, 'csv' | 'again'>): Promise<{ stored_as: string; file_name: string }> {
  const { settings } = ctx.services;
  if (csv) return { stored_as: await storeImportFile(settings, csv), file_name: importFileName(csv.name) };
  const former = await findImport(ctx, again ?? 0);
  enforceOwn(ctx, former);
  return { stored_as: await copyImportFile(settings, await presentImportFile(settings, former.stored_as)), file_name: former.file_name };
}

/** The sheets, columns and first rows of a file, with the fields that they are likely to feed. Nothing is stored. */
export async function previewImport(
  ctx: Ctx,
  { csv, again, type, sheet, header_row, mapping_name, account_id, delimiter }: ImportPreviewInput,
): Promise<ImportPreview> {
  authorize(policy.run_imports(ctx.actor));
  const { settings } = ctx.services;
  const { stored_as } = await storeFile(ctx, { csv, again });
  try {
    const path = importPath(settings, stored_as);
    const remembered = await findMapping(ctx, { type, name: mapping_name, account_id });
    if (mapping_name && !remembered) throw invalid({ mapping_name: importMessages.mapping_unknown });
    const { sheets, missing, ...place } = await sheetOf(path, { named: sheet, remembered: remembered?.sheet });
    // Another sheet than the mapping’s may have its headings elsewhere.
    const rememberedRow = missing === null ? remembered?.header_row : null;
    const columns = await inPreviewTime((signal) =>
      previewColumns(
        path,
        type,
        { ...place, header_row: header_row ?? rememberedRow ?? null, delimiter: delimiter ?? remembered?.reading?.delimiter ?? null, signal },
        remembered?.mapping ?? {},
      ),
    );
    return { sheets, missing_sheet: missing, ...columns };
  } finally {
    await removeImportFile(settings, stored_as);
  }
}

/** 422 where a token of one account names another account, or imports anything but people. */
function enforceTokensAccount({ api_token }: Ctx, type: ImportType, account_id: number | undefined): void {
  const own = api_token?.account_id ?? null;
  if (own !== null && ((account_id ?? own) !== own || type !== 'employees')) throw invalid({ account_id: importMessages.not_tokens_account });
}

/** The account of an import: the one that is named, else the token’s, else that of its mapping. 422 where it does not exist. */
async function accountOf(ctx: Ctx, type: ImportType, named: number | undefined, remembered: number | null): Promise<number | null> {
  const account_id = named ?? ctx.api_token?.account_id ?? remembered;
  if (type !== 'employees' || account_id === null) return null;
  if (!(await ctx.db.$count(accounts, and(eq(accounts.id, account_id), isNull(accounts.deleted_at)))))
    throw invalid({ account_id: importMessages.account_needed });
  return account_id;
}

/** Store an uploaded file, find out what its columns feed, and let `store` make an import of it. Where that fails the file is removed. */
export async function storeUpload<Result>(ctx: Ctx, input: NewImport, store: (plan: ImportPlan) => Promise<Result>): Promise<Result> {
  authorize(policy.run_imports(ctx.actor));
  const { settings } = ctx.services;
  const { stored_as, file_name } = await storeFile(ctx, input);
  try {
    return await store({ ...(await describeFile(ctx, input, importPath(settings, stored_as))), file_name, stored_as });
  } catch (error) {
    await removeImportFile(settings, stored_as);
    throw error;
  }
}

/** Whether an upload itself contains the mapping of its columns. */
export const hasMapping = ({ mapping }: Pick<NewImport, 'mapping'>): boolean => mapping.some((field) => field !== null);

/** How a file is read, where the upload or the mapping specifies it; null where neither does. */
function readingOf({ delimiter, decimal, dates }: NewImport, remembered: ReadingChoice | null): ReadingChoice | null {
  const chosen = {
    delimiter: delimiter ?? remembered?.delimiter ?? null,
    decimal: decimal ?? remembered?.decimal ?? null,
    dates: dates ?? remembered?.dates ?? null,
  };
  return chosen.delimiter || chosen.decimal || chosen.dates ? chosen : null;
}

async function describeFile(ctx: Ctx, input: NewImport, path: string): Promise<Omit<ImportPlan, 'file_name'>> {
  const { type, mapping, mapping_name, update_employees, complete, create_missing } = input;
  enforceTokensAccount(ctx, type, input.account_id);
  const remembered = await findMapping(ctx, { type, name: mapping_name, account_id: input.account_id });
  const isMapped = hasMapping(input);
  if (!isMapped && mapping_name && !remembered) throw invalid({ mapping_name: importMessages.mapping_unknown });
  const account_id = await accountOf(ctx, type, input.account_id, remembered?.account_id ?? null);
  const { sheet, missing } = await sheetOf(path, { named: input.sheet, remembered: isMapped ? null : remembered?.sheet });
  // Nobody looks at the columns of a feed before it is imported.
  if (missing !== null) throw invalid({ sheet: importMessages.sheet_missing(mapping_name ?? '', missing) });
  const chosen = readingOf(input, isMapped ? null : (remembered?.reading ?? null));
  const header_row_of_file = isMapped ? input.header_row : (remembered?.header_row ?? input.header_row);
  const head = await inPreviewTime((signal) => headOf(path, { sheet, header_row: header_row_of_file, delimiter: chosen?.delimiter ?? null, signal }));
  const { header_row, headings } = head;
  const columns = isMapped
    ? headings.map((heading, column) => ({ heading, field: mapping[column] ?? null }))
    : mappedBy(type, headings, { name: mapping_name ?? '', mapping: remembered?.mapping ?? {} });
  if (columns.every(({ field }) => field === null)) throw invalid({ mapping: importMessages.no_mapping });
  const about = {
    type,
    account_id,
    sheet,
    header_row,
    columns,
    mapping_name,
    reading: chosen,
    update_employees: isMapped ? update_employees : (remembered?.update_employees ?? update_employees),
    complete: isMapped ? complete : complete || (remembered?.complete ?? false),
    create_missing,
  };
  const fault = importKinds[type].faultOf(aboutOf({ id: 0, ...about }));
  if (fault) throw invalid({ [fault === importMessages.account_needed ? 'account_id' : 'mapping']: fault });
  return about;
}

/** Keep a mapping under its name, or replace the one that its account, or the office, has of this name. */
async function rememberMapping(
  ctx: Ctx,
  import_id: number,
  { type, account_id, header_row, sheet, update_employees, complete, columns, mapping_name, reading = null }: ImportPlan,
): Promise<void> {
  if (!mapping_name) return;
  const { api_token } = ctx;
  const isOwners = account_id == null ? isNull(importMappings.account_id) : eq(importMappings.account_id, account_id);
  const [other] = await ctx.db
    .select({ type: importMappings.type })
    .from(importMappings)
    .where(and(eq(importMappings.name, mapping_name), ne(importMappings.type, type), isOwners));
  // A watched folder or a machine identifies a mapping by the name alone.
  if (other) throw invalid({ mapping_name: importMessages.mapping_of_other_kind(importTypeLabels[other.type]) });
  const about = {
    header_row,
    sheet: sheet ?? null,
    update_employees: update_employees ?? true,
    complete: complete ?? false,
    mapping: mappingByHeading(columns),
    reading,
  };
  const isOfName = and(eq(importMappings.type, type), eq(importMappings.name, mapping_name), isOwners);
  const [former] = await ctx.db.select().from(importMappings).where(isOfName);
  const by = { created_by: ctx.actor.id, changed_at: ctx.now };
  const [kept] = await ctx.db
    .insert(importMappings)
    .values({ name: mapping_name, type, account_id, ...about, ...by, api_token_id: api_token?.id ?? null })
    .onConflictDoUpdate({
      ...(account_id == null
        ? { target: [importMappings.type, importMappings.name], targetWhere: isNull(importMappings.account_id) }
        : { target: [importMappings.type, importMappings.name, importMappings.account_id], targetWhere: isNotNull(importMappings.account_id) }),
      // A mapping that a person stored, and that a watched folder uses, stays that person's.
      set: { ...about, ...by, ...(!api_token && { api_token_id: null }) },
    })
    .returning({ id: importMappings.id });
  const on = { type: 'import_mapping', id: kept?.id ?? null } as const;
  const named = { name: mapping_name, type, account_id: account_id ?? null };
  if (!former) return audit({ ...ctx, import_id }, 'import_mapping.created', on, null, { ...named, ...about });
  const before = Object.fromEntries(Object.keys(about).map((field) => [field, former[field as keyof typeof about]]));
  if (isDeepStrictEqual(before, about)) return;
  await audit({ ...ctx, import_id }, 'import_mapping.changed', on, { ...named, ...before }, { ...named, ...about });
}

/** Store an import that waits for the check of its file. */
export async function createImport(ctx: Ctx, plan: ImportPlan, { remember }: { remember: boolean }): Promise<ImportDetails> {
  authorize(policy.run_imports(ctx.actor));
  const { api_token: token } = ctx;
  const [created] = await ctx.db
    .insert(imports)
    .values({ ...plan, status: 'checking', created_by: ctx.actor.id, created_at: ctx.now, api_token_id: token?.id ?? null })
    .returning({ id: imports.id });
  const id = created?.id ?? 0;
  if (remember) await rememberMapping(ctx, id, plan);
  await logImport(ctx, id, importMessages.log.uploaded(plan.file_name));
  await queueCheck(ctx, id, TAKEN_UP_AFTER);
  const { type, file_name, account_id = null } = plan;
  await audit({ ...ctx, import_id: id }, 'import.uploaded', { type: 'import', id }, null, {
    ...{ type, file_name, account_id },
    ...(token && { token: token.name }),
  });
  return importDetailsOf(ctx, id);
}

const queueCheck = (ctx: Pick<Ctx, 'db' | 'now'>, id: number, after = 0): Promise<void> =>
  queueJob(ctx, {
    kind: CHECK_IMPORT,
    key: String(id),
    payload: { id },
    ...(after && { due_at: new Date(Date.parse(ctx.now) + after).toISOString() }),
  });

/** Check a file of at most 5,000 rows now; a longer one is left to the job, which begins at once. */
export async function checkAtOnce(services: Services, id: number): Promise<void> {
  const end = await checkImport(services, id, { atMost: limits.import_checked_at_once });
  if (end !== 'too_long') return;
  await services.database.unitOfWork((db) => queueCheck({ db, now: services.clock().toISOString() }, id));
  services.changed();
}

const cellOf = ({ row, column }: ImportFix): string => `${row}:${column}`;

/** The name of a field of a fix in the body that was sent. */
const fieldOf = (place: number, field: keyof ImportFix, { isOne }: ImportFixes): string => (isOne ? field : `fixes.${place}.${field}`);

/**
 * The text of each corrected cell as the file has it; 422 on a correction for a row that the file does not have. Reads the file up to the last of
 * these rows, outside a unit of work.
 */
export async function readCells(ctx: Ctx, id: number, sent: ImportFixes): Promise<ReadonlyMap<string, string>> {
  const { fixes } = sent;
  const { status, stored_as, sheet, reading } = await findImport(ctx, id);
  const written = new Map<string, string>();
  if (status !== 'checked') return written;
  const path = await presentImportFile(ctx.services.settings, stored_as);
  const absent = new Set(fixes.map(({ row }) => row));
  const last = Math.max(...absent);
  await inPreviewTime(async (signal) => {
    for await (const rows of readTable(path, { sheet, delimiter: reading?.delimiter, signal })) {
      for (const { row, cells } of rows) {
        if (!absent.delete(row)) continue;
        for (const fix of fixes) if (fix.row === row) written.set(cellOf(fix), cells[fix.column] ?? '');
      }
      if (!absent.size || (rows.at(-1)?.row ?? 0) >= last) return;
    }
  });
  const wrong = fixes.findIndex(({ row }) => absent.has(row));
  if (wrong >= 0) throw invalid({ [fieldOf(wrong, 'row', sent)]: importMessages.no_such_cell });
  return written;
}

/** Mend cells of an import, which waits for another check then; `written` has their texts in the file. 409 once it has begun. */
export async function fixImport(ctx: Ctx, id: number, sent: ImportFixes, written: ReadonlyMap<string, string>): Promise<ImportDetails> {
  const { fixes } = sent;
  authorize(policy.run_imports(ctx.actor));
  const row = await lockImport(ctx, id);
  enforceOwn(ctx, row);
  enforce(checkFix(row));
  const wrong = fixes.findIndex(({ row: line, column }) => line <= row.header_row || column >= row.columns.length);
  if (wrong >= 0) throw invalid({ [fieldOf(wrong, 'column', sent)]: importMessages.no_such_cell });
  const texts = new Map([...written, ...row.fixes.map((fix) => [cellOf(fix), fix.value] as const)]);
  const merged = new Map([...row.fixes, ...fixes].map((fix) => [cellOf(fix), fix]));
  if (merged.size > limits.import_fixes) throw invalid({ fixes: importMessages.too_many_fixes(limits.import_fixes) });
  const cellsAudited = (textOf: (fix: ImportFix) => string) => ({
    cells: fixes.map((fix) => ({ row: fix.row, column: fix.column, value: textOf(fix) })),
  });
  await ctx.db
    .update(imports)
    .set({ fixes: [...merged.values()], status: 'checking', current_line: 0, version: row.version + 1 })
    .where(eq(imports.id, id));
  await logImport(ctx, id, importMessages.log.fixed(fixes.length));
  await audit(
    { ...ctx, import_id: id },
    'import.fixed',
    { type: 'import', id },
    cellsAudited((fix) => texts.get(cellOf(fix)) ?? ''),
    cellsAudited(({ value }) => value),
  );
  await queueCheck(ctx, id, TAKEN_UP_AFTER);
  return importDetailsOf(ctx, id);
}

/** The remembered mappings of a type, or of all. */
export async function listMappings(ctx: Ctx, { type }: { type?: ImportType | undefined }): Promise<{ items: ImportMapping[] }> {
  authorize(policy.run_imports(ctx.actor));
  const { id, name, header_row, sheet, update_employees, complete, mapping, reading } = importMappings;
  const token_account_id = ctx.api_token?.account_id ?? null;
  const rows = await ctx.db
    .select({
      ...{ id, name, type: importMappings.type, header_row, sheet, update_employees, complete, mapping, reading },
      account: { id: accounts.id, name: accounts.name },
    })
    .from(importMappings)
    .leftJoin(accounts, eq(accounts.id, importMappings.account_id))
    .where(and(type && eq(importMappings.type, type), token_account_id === null ? undefined : eq(importMappings.account_id, token_account_id)))
    .orderBy(byName(importMappings.name), importMappings.id)
    .limit(limits.import_mappings);
  return { items: rows };
}

/** Forget a mapping; imports that used it stay. */
export async function deleteMapping(ctx: Ctx, id: number): Promise<void> {
  authorize(policy.run_imports(ctx.actor));
  const [gone] = await ctx.db
    .delete(importMappings)
    .where(eq(importMappings.id, id))
    .returning({ name: importMappings.name, type: importMappings.type });
  if (gone) await audit(ctx, 'import_mapping.deleted', { type: 'import_mapping', id }, gone);
}

import { and, eq, isNull } from 'drizzle-orm';
import type { NewImport } from '../../shared/imports/import.ts';
import { type ImportType, isOfAccount } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import type { ReadingChoice } from '../../shared/imports/reading.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { accounts, type imports } from '../db/tables/index.ts';
import { chooseSheet } from './choose-sheet.ts';
import { headOf, mappedBy } from './import-columns.ts';
import { aboutOf, importKinds } from './import-kinds.ts';
import { findMapping } from './mapping-queries.ts';
import { inPreviewTime } from './reading-time.ts';

/** An import before it is stored. */
export type ImportPlan = Omit<typeof imports.$inferInsert, 'created_by' | 'created_at' | 'status'>;

/** 422 if the token of one account is used for another account, or for an import of anything other than people. */
function enforceTokensAccount({ api_token }: Ctx, type: ImportType, account_id: number | undefined): void {
  const own = api_token?.account_id ?? null;
  if (own !== null && ((account_id ?? own) !== own || type !== 'employees')) throw invalid({ account_id: importMessages.not_tokens_account });
}

/** The account of an import of people or allowances: `named`, else the token’s account, else the mapping’s. Null for other imports; 422 if it does not exist. */
async function accountOf(ctx: Ctx, type: ImportType, named: number | undefined, remembered: number | null): Promise<number | null> {
  const account_id = named ?? ctx.api_token?.account_id ?? remembered;
  if (!isOfAccount(type) || account_id === null) return null;
  if (!(await ctx.db.$count(accounts, and(eq(accounts.id, account_id), isNull(accounts.deleted_at)))))
    throw invalid({ account_id: importMessages.account_needed });
  return account_id;
}

/** Whether an upload itself contains the mapping of its columns. */
export const hasMapping = ({ mapping }: Pick<NewImport, 'mapping'>): boolean => mapping.some((field) => field !== null);

/** How a file is read, if the upload or the mapping specifies it; null if neither does. */
function readingOf({ delimiter, decimal, dates }: NewImport, remembered: ReadingChoice | null): ReadingChoice | null {
  const chosen = {
    delimiter: delimiter ?? remembered?.delimiter ?? null,
    decimal: decimal ?? remembered?.decimal ?? null,
    dates: dates ?? remembered?.dates ?? null,
  };
  return chosen.delimiter || chosen.decimal || chosen.dates ? chosen : null;
}

/**
 * The plan for the import of a stored file: account, sheet and columns, from the upload and from its mapping. 422 if these do not fit together.
 */
export async function planImport(ctx: Ctx, input: NewImport, path: string): Promise<Omit<ImportPlan, 'file_name'>> {
  const { type, mapping, mapping_name, update_employees, complete, create_missing } = input;
  enforceTokensAccount(ctx, type, input.account_id);
  const remembered = await findMapping(ctx, { type, name: mapping_name, account_id: input.account_id });
  const isMapped = hasMapping(input);
  if (!isMapped && mapping_name && !remembered) throw invalid({ mapping_name: importMessages.mapping_unknown });
  const account_id = await accountOf(ctx, type, input.account_id, remembered?.account_id ?? null);
  const { sheet, missing } = await chooseSheet(path, { named: input.sheet, remembered: isMapped ? null : remembered?.sheet });
  // Nobody looks at the columns before the import, so a missing sheet is refused.
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

import { sql } from 'drizzle-orm';
import type { ImportCheck, ImportFix, tokenScopes } from '../../../shared/imports/import.ts';
import type { ImportType, MappingByHeading } from '../../../shared/imports/import-fields.ts';
import type { ImportStatus } from '../../../shared/imports/import-states.ts';
import type { ReadingChoice, Shown } from '../../../shared/imports/reading.ts';
import { c, index, table, uniqueIndex } from '../dialect.ts';
import { accounts, users } from './people.ts';

/** A token with which a machine uploads and runs imports. */
export const apiTokens = table('api_tokens', {
  id: c.id(),
  name: c.text(),
  /** SHA-256 of the token in hex; the token itself is never stored. */
  token_hash: c.text().unique(),
  scopes: c.json<(typeof tokenScopes)[number][]>(),
  /** The only client whose people the token may import; null for all clients. */
  account_id: c.maybeRef(() => accounts.id),
  created_by: c.ref(() => users.id),
  created_at: c.time(),
  last_used_at: c.maybeTime(),
  revoked_at: c.maybeTime(),
});

/** The assignment of a file's columns to fields, saved under a name: for the people of one client, or for the office if there is no client. */
export const importMappings = table(
  'import_mappings',
  {
    id: c.id(),
    name: c.text(),
    type: c.text().$type<ImportType>(),
    account_id: c.maybeRef(() => accounts.id),
    header_row: c.count(),
    sheet: c.maybeText(),
    update_employees: c.flag(),
    complete: c.flag(),
    mapping: c.json<MappingByHeading>(),
    /** The delimiter, decimal sign and date order with which files are read, if somebody has chosen them. */
    reading: c.maybeJson<ReadingChoice>(),
    created_by: c.ref(() => users.id),
    /** The API token that stored the mapping; null if a person in the office stored it. The watched folder uses only mappings that people stored. */
    api_token_id: c.maybeRef(() => apiTokens.id),
    changed_at: c.time(),
  },
  (t) => [
    uniqueIndex('import_mappings_of_account').on(t.type, t.name, t.account_id).where(sql`${t.account_id} is not null`),
    uniqueIndex('import_mappings_of_office').on(t.type, t.name).where(sql`${t.account_id} is null`),
  ],
);

export const imports = table(
  'imports',
  {
    id: c.id(),
    type: c.text().$type<ImportType>(),
    account_id: c.maybeRef(() => accounts.id),
    created_by: c.ref(() => users.id),
    api_token_id: c.maybeRef(() => apiTokens.id),
    created_at: c.time(),
    /** The path, time, size and content of a file of the watched folder, so that it is imported once. */
    source: c.maybeText(),
    /** Whether the import runs as soon as it is checked. If it has errors or needs confirmation, it waits for the office. */
    runs_itself: c.flag(),
    file_name: c.text(),
    /** Name of the file in the folder of imports; null once it is deleted. */
    stored_as: c.maybeText(),
    sheet: c.maybeText(),
    header_row: c.count(),
    columns: c.json<{ heading: string; field: string | null }[]>(),
    mapping_name: c.maybeText(),
    /** The delimiter, decimal sign and date order with which the file is read, if somebody has chosen them. */
    reading: c.maybeJson<ReadingChoice>(),
    /** The notation of the file's numbers and dates, as the check has found it. */
    shown: c.maybeJson<Shown>(),
    update_employees: c.flag(),
    complete: c.flag(),
    create_missing: c.flag(),
    fixes: c.json<ImportFix[]>().default([]),
    status: c.text().$type<ImportStatus>(),
    error: c.maybeText(),
    /** The result of the check without the faults, which have their own table. `together` has the groups of rows that are written together. */
    check: c.maybeJson<
      Omit<ImportCheck, 'faults' | 'warnings' | 'changes'> & Partial<Pick<ImportCheck, 'warnings' | 'changes'>> & { together?: number[][] }
    >(),
    /** The number of people that the import changes or archives, if a person has to confirm this number. */
    expected: c.maybeCount(),
    skip_faulty: c.flag(),
    /** The number that a person has typed to confirm. */
    confirmed: c.maybeCount(),
    /** The last row that the check or the run has passed, by the file's own count of rows. */
    last_row: c.quantity(),
    current_line: c.quantity(),
    total_rows: c.maybeCount(),
    created_rows: c.quantity(),
    changed_rows: c.quantity(),
    unchanged_rows: c.quantity(),
    archived_rows: c.quantity(),
    failed_rows: c.quantity(),
    started_by: c.maybeRef(() => users.id),
    started_at: c.maybeTime(),
    ended_at: c.maybeTime(),
    rolled_back_by: c.maybeRef(() => users.id),
    rolled_back_at: c.maybeTime(),
    version: c.version(),
  },
  (t) => [index('imports_by_time').on(t.created_at, t.id), uniqueIndex('imports_by_source').on(t.source)],
);

/** Cells of an import that cannot be written. */
export const importFaults = table(
  'import_faults',
  {
    id: c.id(),
    import_id: c.ref(() => imports.id, { onDelete: 'cascade' }),
    row: c.count(),
    column: c.count(),
    value: c.text(),
    message: c.text(),
    key: c.text(),
    suggestion: c.maybeText(),
  },
  (t) => [index('import_faults_by_import').on(t.import_id, t.id)],
);

/** The changes that an import made, from which it is rolled back. */
export const importChanges = table(
  'import_changes',
  {
    id: c.id(),
    import_id: c.ref(() => imports.id, { onDelete: 'cascade' }),
    /** The row of the file that caused the change; 0 if no row did, as for people who are missing from the file. */
    row: c.count(),
    key: c.text(),
    action: c.text().$type<'created' | 'changed' | 'archived'>(),
    target: c.text().$type<'account' | 'allowance' | 'clothing_set' | 'employee_role' | 'product' | 'stock' | 'user'>(),
    target_id: c.count(),
    /** The changed fields with their values before the change. */
    before: c.maybeJson<Record<string, unknown>>(),
    after: c.maybeJson<Record<string, unknown>>(),
    rollback: c.maybeText().$type<'undone' | 'kept' | 'failed'>(),
    reason: c.maybeText(),
  },
  (t) => [index('import_changes_by_import').on(t.import_id, t.rollback, t.id)],
);

export const importLog = table(
  'import_log',
  {
    id: c.id(),
    import_id: c.ref(() => imports.id, { onDelete: 'cascade' }),
    at: c.time(),
    message: c.text(),
  },
  (t) => [index('import_log_by_import').on(t.import_id, t.id)],
);

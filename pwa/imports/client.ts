import { hc } from 'hono/client';
import type { ApiTokenRoutes, ImportMappingRoutes, ImportRoutes } from '../../server/imports/routes.ts';
import type { ImportFix, ImportPreview, ImportRun, NewApiToken } from '../../shared/imports/import.ts';
import type { ImportType } from '../../shared/imports/import-fields.ts';
import type { Delimiter } from '../../shared/imports/reading.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { apiFetch, type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const imports = hc<ImportRoutes>('/api/admin/imports', overTheWire);
const mappings = hc<ImportMappingRoutes>('/api/admin/import-mappings', overTheWire);
const tokens = hc<ApiTokenRoutes>('/api/admin/api-tokens', overTheWire);
const { ':id': one } = imports;
const param = (id: number) => ({ id: String(id) });

/** Milliseconds after which the upload of a file is aborted. */
const UPLOAD_TIME = 300_000;

/** A page of the import history. */
export const readImports = (query: ListQuery, signal: AbortSignal) => answer(imports.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** The imports that are running now. */
export const readRunning = (signal: AbortSignal) => answer(imports.index.$get({ query: { status: 'running' } }, { init: { signal } }));
/** One import with its check, its progress and its log. */
export const readImport = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));

/** A file and how it is read. */
export interface PreviewInput {
  csv: File | undefined;
  /** The id of the import whose file is read again, unless another file is chosen. */
  again: number | undefined;
  type: ImportType;
  sheet?: string | undefined;
  header_row?: number | undefined;
  delimiter?: Delimiter | undefined;
  mapping_name?: string | undefined;
  /** The account to which the mapping belongs. */
  account_id?: number | undefined;
}

async function postForm<Answer>(path: string, fields: object, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, value instanceof File ? value : String(value));
  const response = await apiFetch(path, { method: 'POST', body: form, headers, signal: AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_TIME)]) });
  return (await response.json()) as Answer;
}

/** Reads the sheets and columns of a file, with a suggested field for each column. */
export const previewFile = (input: PreviewInput, signal: AbortSignal): Promise<ImportPreview> =>
  postForm('/api/admin/imports/preview', input, signal);
/** Uploads a file, which the server then checks. `fields` are the form fields of the API. */
export const uploadFile = (fields: object, { headers }: Once): Promise<{ id: number }> =>
  postForm('/api/admin/imports', fields, new AbortController().signal, headers);
/** Corrects cells and checks the file again. */
export const fixCells = ({ id, fixes }: { id: number; fixes: ImportFix[] }, options: Once) =>
  answer(one.fixes.$post({ param: param(id), json: { fixes } }, options));
/** Starts the run of a checked import. */
export const runImport = ({ id, ...json }: ImportRun & { id: number }, options: Once) => answer(one.run.$post({ param: param(id), json }, options));
/** Stops a run once the rows that it is writing are stored. */
export const stopImport = (id: number, options: Once) => answer(one.stop.$post({ param: param(id) }, options));
/** Undoes the changes of an import. */
export const rollBackImport = (id: number, options: Once) => answer(one.rollback.$post({ param: param(id) }, options));

/** Reads the saved mappings of an import type. */
export const readMappings = (type: ImportType, signal: AbortSignal) => answer(mappings.index.$get({ query: { type } }, { init: { signal } }));
/** Deletes a saved mapping. */
export const deleteMapping = (id: number, options: Once) => answer(mappings[':id'].$delete({ param: param(id) }, options));

/** The API tokens. */
export const readTokens = (signal: AbortSignal) => answer(tokens.index.$get({}, { init: { signal } }));
/** Creates a token. Only this response contains it. */
export const createToken = (json: NewApiToken, options: Once) => answer(tokens.index.$post({ json }, options));
/** Revokes a token. */
export const revokeToken = (id: number, options: Once) => answer(tokens[':id'].$delete({ param: param(id) }, options));

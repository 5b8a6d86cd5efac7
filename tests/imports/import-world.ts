import { importJobs } from '../../server/background.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { csvOf } from '../../shared/csv.ts';
import type { ImportDetails, RollbackResult } from '../../shared/imports/import.ts';
import type { ImportType } from '../../shared/imports/import-fields.ts';
import { type Answer, type Caller, world } from '../world.ts';

export interface Upload {
  type: ImportType;
  /** The first row is the header: each heading is the name of a field, or `-` for a column that feeds none. */
  rows: readonly (readonly (string | number | null)[])[] | string | Uint8Array;
  /** The fields by column; the headings by default. */
  mapping?: readonly string[];
  name?: string;
  options?: Record<string, string>;
}

/** A form as a browser sends it. */
export function formOf({ type, rows, mapping, name = 'file.csv', options = {} }: Upload): FormData {
  const form = new FormData();
  const content = typeof rows === 'string' || rows instanceof Uint8Array ? rows : csvOf(rows);
  form.append('csv', new File([content as never], name, { type: 'text/csv' }));
  form.append('type', type);
  const fields = mapping ?? (Array.isArray(rows) ? (rows[0] as string[]) : []);
  for (const [column, field] of fields.entries()) if (field && field !== '-') form.append(`mapping[${column}]`, field);
  for (const [option, value] of Object.entries(options)) form.append(option, value);
  return form;
}

export async function sendForm<Body>(caller: Caller, path: string, form: FormData, headers: Record<string, string> = {}): Promise<Answer<Body>> {
  const response = await caller.raw(path, { method: 'POST', body: form, headers });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : text) as Body, headers: response.headers };
}

/** A world with the calls of imports. Jobs run when a test says so. */
export async function importWorld() {
  const base = await world();
  const office = await base.as('super');
  const runJobs = (): Promise<number> => runDueJobs(base.services, importJobs, new AbortController().signal);
  const path = '/api/admin/imports';
  const upload = (what: Upload, by: Caller = office) => sendForm<ImportDetails>(by, path, formOf(what));
  const read = async (id: number): Promise<ImportDetails> => (await office.get(`${path}/${id}`)).body;
  /** Upload a file and run it, left out what is faulty. */
  const importFile = async (what: Upload): Promise<ImportDetails> => {
    const { body, status } = await upload(what);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const answer = await office.post(`${path}/${body.id}/run`, {
      skip_faulty: true,
      ...(body.expected !== null && { confirm_changes: body.expected }),
    });
    if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
    await runJobs();
    return read(body.id);
  };
  const rollBack = async (id: number): Promise<RollbackResult> => {
    const answer = await office.post<RollbackResult>(`${path}/${id}/rollback`);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  return { ...base, office, path, upload, read, runJobs, importFile, rollBack };
}

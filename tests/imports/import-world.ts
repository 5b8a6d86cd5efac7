import { importJobs } from '../../server/background.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import type { ImportDetails, RollbackResult } from '../../shared/imports/import.ts';
import { type Answer, type Caller, world } from '../world.ts';
import { formOf, type Upload } from './form-of.ts';

export async function sendForm<Body>(caller: Caller, path: string, form: FormData, headers: Record<string, string> = {}): Promise<Answer<Body>> {
  const response = await caller.raw(path, { method: 'POST', body: form, headers });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : text) as Body, headers: response.headers };
}

/** Makes a world with functions for imports. Jobs run only when a test calls `runJobs`. */
export async function importWorld() {
  const base = await world();
  const office = await base.as('super');
  const runJobs = (): Promise<number> => runDueJobs(base.services, importJobs, new AbortController().signal);
  const path = '/api/admin/imports';
  const upload = (what: Upload, by: Caller = office) => sendForm<ImportDetails>(by, path, formOf(what));
  const read = async (id: number): Promise<ImportDetails> => (await office.get(`${path}/${id}`)).body;
  /** Uploads a file and runs the import without the faulty rows. Returns the finished import. */
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

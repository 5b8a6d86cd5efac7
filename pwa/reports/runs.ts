import { type ApiError, asApiError } from '../api/api-error.ts';
import { apiFetch } from '../api/transport.ts';
import { session } from '../session/store.ts';
import { RepeatGuard } from '../ui/repeat-guard.ts';
import { saveFile } from '../ui/save-file.ts';
import { createStore, useStore } from '../ui/store.ts';

/** A requested report, from the press of the button until its file is removed. */
export interface Run {
  id: number;
  title: string;
  /** The filters as text. */
  about: string;
  state: 'waiting' | 'reading' | 'saved' | 'stopped' | 'failed';
  /** Rows received, and how many the report has (`total`); null while the total is not known. */
  rows: number;
  total: number | null;
  bytes: number;
  file: string | null;
  content: Blob | null;
  error: ApiError | null;
}

const runs = createStore<readonly Run[]>([]);
const stops = new Map<number, AbortController>();
let last = 0;

/** The reports of this tab, the latest first. They continue while the person is on other screens. */
export const useRuns = (): readonly Run[] => useStore(runs);

const change = (id: number, values: Partial<Run>): void => runs.set(runs.get().map((run) => (run.id === id ? { ...run, ...values } : run)));

const newline = 10;
const newlines = (bytes: Uint8Array): number => {
  let n = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) n += 1;
  return n;
};

const nameOf = (response: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback;

/** Milliseconds between two updates of the progress. */
const SHOWN_EVERY = 200;

async function read(id: number, url: string, signal: AbortSignal): Promise<void> {
  const response = await apiFetch(url, { signal });
  const type = response.headers.get('Content-Type') ?? '';
  const isCsv = type.startsWith('text/csv');
  const totalRows = response.headers.get('X-Total-Rows');
  const total = totalRows === null ? null : Number(totalRows);
  const file = nameOf(response, isCsv ? 'report.csv' : 'report.pdf');
  change(id, { state: 'reading', total, file });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  // The headings do not count as a row.
  let rows = -1;
  let bytes = 0;
  let lastShown = 0;
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (isCsv) rows += newlines(value);
    if (performance.now() - lastShown < SHOWN_EVERY) continue;
    lastShown = performance.now();
    // A cell with several lines counts as several rows, so the count can exceed the total.
    change(id, { rows: Math.max(0, Math.min(rows, total ?? rows)), bytes });
  }
  const content = new Blob(parts, { type });
  change(id, { state: 'saved', rows: total ?? Math.max(0, rows), bytes, content });
  saveFile(file, content);
}

const requests = new RepeatGuard<string, Promise<ApiError | null>>();

/**
 * Requests a report and saves its file when all of it has arrived. Requesting the same report again starts a new one only after the first has ended.
 */
export function startRun(title: string, about: string, url: string): Promise<ApiError | null> {
  const repeated = requests.findRepeated(url);
  if (repeated) return repeated.result;
  const result = makeRun(title, about, url);
  const request = requests.keep(url, result);
  void result.then((error) => (error ? request.markFailed() : request.markShown()));
  return result;
}

async function makeRun(title: string, about: string, url: string): Promise<ApiError | null> {
  const id = ++last;
  const stop = new AbortController();
  stops.set(id, stop);
  const run: Run = { id, title, about, state: 'waiting', rows: 0, total: null, bytes: 0, file: null, content: null, error: null };
  runs.set([run, ...runs.get()]);
  try {
    await read(id, url, stop.signal);
    return null;
  } catch (cause) {
    if (stop.signal.aborted) {
      change(id, { state: 'stopped' });
      return null;
    }
    const error = asApiError(cause);
    change(id, { state: 'failed', error });
    return error;
  } finally {
    stops.delete(id);
  }
}

/** Stops a report: nothing of it is saved. */
export const stopRun = (id: number): void => stops.get(id)?.abort();

/** Removes a finished report from the list, and its file from memory. */
export const forgetRun = (id: number): void => runs.set(runs.get().filter((run) => run.id !== id));

// Signing out stops the reports and clears the list, because the next person has not requested them.
session.subscribe(() => {
  if (session.get()) return;
  for (const stop of stops.values()) stop.abort();
  runs.set([]);
});

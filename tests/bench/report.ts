import { readFileSync } from 'node:fs';
import { cpuOf, type Running } from './products.ts';

/** Rows that the order report has to send in a second, and megabytes by which the server's memory may grow. */
export const LEAST_ROWS = 40_000;
export const MAX_GROWTH = 60;

export interface ReportRun {
  rows: number;
  seconds: number;
  cpu_seconds: number;
  /** Megabytes by which the server's own memory grew at most. Pages of the database file do not count: they belong to the machine. */
  growth_mb: number;
}

const megabytesOf = (pid: number): number => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const newline = 10;

/** Reads a report to its end and discards it; returns how many rows it had. */
async function read(origin: string, headers: Record<string, string>, query: string): Promise<number> {
  const response = await fetch(`${origin}/admin/reports/orders?${query}`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  if (!response.ok || !response.body) throw new Error(`The report was answered with ${response.status}`);
  let rows = -1;
  for await (const bytes of response.body) for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) rows += 1;
  const totalRows = Number(response.headers.get('X-Total-Rows'));
  if (rows !== totalRows) throw new Error(`The report told of ${totalRows} rows and had ${rows}`);
  return rows;
}

/** Reads one order report of everything, after a short report that warms up the server. */
export async function reportRun({ origin, pid }: Running, headers: Record<string, string>): Promise<ReportRun> {
  const day = (ago: number): string => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10);
  await read(origin, headers, `start=${day(14)}&end=${day(1)}`);
  const before = megabytesOf(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, megabytesOf(pid));
  }, 50);
  const cpu = cpuOf(pid);
  const startedAt = performance.now();
  const rows = await read(origin, headers, 'start=2000-01-01');
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  return { rows, seconds, cpu_seconds: cpuOf(pid) - cpu, growth_mb: most - before };
}

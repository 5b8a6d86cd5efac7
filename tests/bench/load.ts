import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { lowerQuartile, median, p95 } from '../measured.ts';
import { cpuOf, type Running } from './products.ts';

const run = promisify(execFile);

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Throughput {
  /** Requests a second. */
  rate: number;
  /** Processor time of the server for one request, in milliseconds; other load of the machine does not count. */
  cpu_ms: number;
}

/** The throughput of a server with this many connections for this many seconds. Throws if a response is not 2xx. */
export async function throughput({ origin, pid }: Running, requests: readonly Request[], { connections = 4, seconds = 4 } = {}): Promise<Throughput> {
  const before = cpuOf(pid);
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: requests.map(({ method, path, headers, body }) => ({ method, path, ...(headers ? { headers } : {}), ...(body ? { body } : {}) })),
  });
  if (result.non2xx || result.errors)
    throw new Error(`${requests[0]?.method} ${requests[0]?.path}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return { rate: result.requests.average, cpu_ms: ((cpuOf(pid) - before) * 1000) / result.requests.total };
}

/** How many turns each of two servers has. */
const TURNS = 3;

/**
 * Measures the throughput of two servers in alternating turns of two seconds after a warm-up, because the machine's speed changes from one minute to
 * the next. The best turn of each server counts, because other work of the machine only adds time.
 */
export async function throughputInTurn(
  one: [Running, readonly Request[]],
  other: [Running, readonly Request[]],
  warmUp: number,
): Promise<[Throughput, Throughput]> {
  await throughput(...one, { seconds: warmUp });
  await throughput(...other, { seconds: warmUp });
  const turns: [Throughput, Throughput][] = [];
  while (turns.length < TURNS) turns.push([await throughput(...one, { seconds: 2 }), await throughput(...other, { seconds: 2 })]);
  const best = (of: Throughput[]): Throughput => ({
    rate: Math.max(...of.map(({ rate }) => rate)),
    cpu_ms: Math.min(...of.map(({ cpu_ms }) => cpu_ms)),
  });
  return [best(turns.map(([turn]) => turn)), best(turns.map(([, turn]) => turn))];
}

export interface Latency {
  /** Milliseconds. */
  lower_quartile: number;
  median: number;
  p95: number;
}

/** A request to a server. */
export interface Sent {
  origin: string;
  request: Request;
}

/** Measures how long each of these requests takes. A separate process sends the requests in turn, `times` times, after a warm-up. */
export async function latenciesInTurn(requests: readonly Sent[], times: number): Promise<Latency[]> {
  const input = JSON.stringify({ sent: requests, times });
  const { stdout } = await run(process.execPath, [...process.execArgv, join(import.meta.dirname, 'ask.ts'), input]);
  return (JSON.parse(stdout) as number[][]).map((took) => ({ lower_quartile: lowerQuartile(took), median: median(took), p95: p95(took) }));
}

/** Sends a request `times` times, one after the other, and returns how long it takes. */
export async function latency(origin: string, request: Request, times = 120): Promise<Latency> {
  const [measured] = await latenciesInTurn([{ origin, request }], times);
  if (!measured) throw new Error('Nothing was measured');
  return measured;
}

import { p95 } from '../measured.ts';
import type { Request } from './load.ts';

export const json = { 'Content-Type': 'application/json' };

/** The result of a piece of work, and how long the requests of others took meanwhile. */
export interface WorkRun<T> {
  result: T;
  seconds: number;
  /** Milliseconds within which 95 of 100 reads, and 95 of 100 writes, were answered during the work. */
  read: number;
  write: number;
  /** Milliseconds that the slowest of the writes took. */
  longest_write: number;
}

/** Sends a request again and again, `pause` milliseconds after each answer, until `isOver` returns true; returns the milliseconds that each took. */
export async function latenciesDuring(origin: string, request: Request, isOver: () => boolean, pause = 5): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    const response = await fetch(origin + request.path, { method: request.method, headers: request.headers ?? {}, body: request.body ?? null });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status}`);
    took.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return took;
}

/** Runs a piece of work while one other person reads `path` and another writes. */
export async function runBesideOthers<T>(origin: string, headers: Record<string, string>, path: string, work: () => Promise<T>): Promise<WorkRun<T>> {
  let isOver = false;
  const read: Request = { method: 'GET', path, headers };
  const write: Request = {
    method: 'POST',
    path: '/api/profile',
    headers: { ...headers, ...json },
    body: JSON.stringify({ contact_phone: '0113 496 0000' }),
  };
  const others = [read, write].map((request) => latenciesDuring(origin, request, () => isOver));
  const started = performance.now();
  const result = await work().finally(() => {
    isOver = true;
  });
  const seconds = (performance.now() - started) / 1000;
  const [reads = [], writes = []] = await Promise.all(others);
  return { result, seconds, read: p95(reads), write: p95(writes), longest_write: Math.max(...writes) };
}

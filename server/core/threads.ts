import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';

interface ThreadOptions {
  minThreads: number;
  maxThreads: number;
  /** Milliseconds after which a thread without work ends. */
  idleTimeout: number;
  resourceLimits?: { maxOldGenerationSizeMb: number };
}

/**
 * Threads that run the file named `source` in the caller's folder; `from` is the caller's `import.meta.url`. The library is loaded on the first
 * call, so that the server starts without it.
 */
export async function openThreads<Task, Result>(source: `${string}.ts`, from: string, options: ThreadOptions): Promise<Piscina<Task, Result>> {
  const { Piscina } = await import('piscina');
  const tsx = pathToFileURL(createRequire(from).resolve('tsx')).href;
  return new Piscina<Task, Result>({ ...options, filename: new URL(source, from).href, execArgv: ['--import', tsx] });
}

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
 * Threads that run the source of this name beside `from`, the `import.meta.url` of the caller. The library is loaded with the first of them, so that the
 * server starts without it.
 */
export async function openThreads<Task, Result>(source: `${string}.ts`, from: string, options: ThreadOptions): Promise<Piscina<Task, Result>> {
  const { Piscina } = await import('piscina');
  const tsx = pathToFileURL(createRequire(from).resolve('tsx')).href;
  return new Piscina<Task, Result>({ ...options, filename: new URL(source, from).href, execArgv: ['--import', tsx] });
}

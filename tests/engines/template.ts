import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../scratch.ts';

/** The location of the database that every test file copies. On PostgreSQL each worker has its own server, so there are several URLs. */
export type Template = { engine: 'sqlite'; file: string } | { engine: 'postgres'; admin_urls: string[]; name: string };

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template;
  }
}

/** Makes an empty folder of this test run; `remove` deletes it with all its contents. */
export async function runFolder(kind: string, within = scratch): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = join(within, `kitroom-${kind}-${randomUUID()}`);
  await mkdir(path, { mode: 0o755 });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Migrates an empty database to the newest schema, in a new process, because the engine is chosen once per process. */
export async function migrateTemplate(environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`The template database could not be migrated (exit code ${code}):\n${output}`);
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scratch } from '../scratch.ts';

const run = promisify(execFile);
const cwd = join(import.meta.dirname, '..', '..');

/**
 * Runs before all test files. Builds the server as `npm start` runs it, and creates the demo's data once, unless DEMO_DATA names a folder that
 * contains the data. Every server that a test starts gets a copy of the data.
 */
export default async function demoData(): Promise<() => void> {
  await run(process.execPath, ['-e', "import('./scripts/build.mjs').then(({ buildServer }) => buildServer())"], { cwd });
  if (process.env.DEMO_DATA) return () => undefined;
  const folder = mkdtempSync(join(scratch, 'kitroom-demo-'));
  await run(process.execPath, ['scripts/demo-data.mjs', folder], { cwd });
  process.env.DEMO_DATA = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scratch } from '../scratch.ts';

const run = promisify(execFile);
const cwd = join(import.meta.dirname, '..', '..');

/**
 * Before all files: builds the server as `npm start` runs it, and makes the demo's data once, of which every started product has a copy, unless DEMO_DATA
 * names them.
 */
export default async function demoData(): Promise<() => void> {
  await run(process.execPath, ['-e', "import('./scripts/build.mjs').then(({ buildServer }) => buildServer())"], { cwd });
  if (process.env.DEMO_DATA) return () => undefined;
  const folder = mkdtempSync(join(scratch, 'kitroom-demo-'));
  await run(process.execPath, ['scripts/demo-data.mjs', folder], { cwd });
  process.env.DEMO_DATA = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scratch } from '../scratch.ts';

const run = promisify(execFile);
const cwd = join(import.meta.dirname, '..', '..');

/**
 * Before all files: builds the server as `npm start` runs it, and makes the demo's data once, of which every started product has a copy, unless DEMO_DATA
 * names them. The data is as of now, or as of the time in DEMO_AS_OF: what a test needs must exist on every day and at every hour.
 */
export default async function demoData(): Promise<() => void> {
  const script = "import('./scripts/build.mjs').then(({ buildServer }) => buildServer())";
  await run(process.execPath, ['-e', script], { cwd });
  if (process.env.DEMO_DATA) return () => undefined;
  const folder = mkdtempSync(join(scratch, 'kitroom-demo-'));
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'warn' };
  const asOf = process.env.DEMO_AS_OF ? [`--as-of=${process.env.DEMO_AS_OF}`] : [];
  await run(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', ...asOf], { cwd, env });
  process.env.DEMO_DATA = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

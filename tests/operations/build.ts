import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDatabase } from './product.ts';

/**
 * Builds the server, as `npm start` does, and the programs that npm runs at a terminal. The tests run these same files. The built server then
 * creates the database from which most tests start.
 */
export default async function build(): Promise<() => void> {
  const root = join(import.meta.dirname, '..', '..');
  const script = "import('./scripts/build.mjs').then(({ buildServer, buildScripts }) => buildServer().then(buildScripts))";
  const { status } = spawnSync(process.execPath, ['-e', script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The server could not be built.');
  const folder = await makeDatabase();
  process.env.MADE_DATABASE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the server as `npm start` does, so that the tests run the very same file, and the programs that npm runs at a terminal. */
export default function build(): void {
  const root = join(import.meta.dirname, '..', '..');
  const script = "import('./scripts/build.mjs').then(({ buildServer, buildScripts }) => buildServer().then(buildScripts))";
  const { status } = spawnSync(process.execPath, ['-e', script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The server could not be built.');
}

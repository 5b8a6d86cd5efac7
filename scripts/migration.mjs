import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { giveUp, install, root } from './install.mjs';

// npm run migration -- <name> [--custom]: one new migration for each engine, from server/db/tables.
const [name, ...options] = process.argv.slice(2);
if (!name || !/^[a-z0-9_]+$/.test(name) || options.some((option) => option !== '--custom')) {
  giveUp('Usage: npm run migration -- name_of_the_change [--custom]   (--custom: empty files to write by hand)');
}

await install({ development: true });

const engines = { sqlite: join(root, 'data', 'var', 'kitroom.db'), postgres: 'postgres://localhost/kitroom' };
for (const [engine, url] of Object.entries(engines)) {
  console.log(`- ${engine}`);
  const kit = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
  const { status } = spawnSync(process.execPath, [kit, 'generate', '--config', 'drizzle.config.ts', '--name', name, ...options], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

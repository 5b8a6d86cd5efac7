// Makes the demo's data in a folder; every product that the browser tests start gets a copy of it. The data is as of now, or as of the time in
// DEMO_AS_OF, because what a test needs must exist on every day and at every hour.
import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

const [folder = ''] = process.argv.slice(2);
const asOf = process.env.DEMO_AS_OF ? [`--as-of=${process.env.DEMO_AS_OF}`] : [];
const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'warn' };
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', ...asOf], { cwd: root, stdio: 'inherit', env });
process.exitCode = status ?? 1;

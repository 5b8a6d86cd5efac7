import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../engines/postgres-server.ts';
import { scratch } from '../scratch.ts';

// npm run bench:search   the search of products on both engines, with 20,000 SKUs

/** Milliseconds within which 95 of 100 searches have to be answered. */
const MAX_P95 = 30;
const SCALE = { accounts: 2, wearers: 50, skus: 20_000, orders: 100 };
/** Texts that buyers type: words of names, colours and sizes, several words, parts of codes, a misspelling, and a text that matches nothing. */
const texts = [
  'polo',
  'navy',
  'polo navy',
  'XL',
  'black 32',
  'jac',
  'jackte',
  'aire polo navy m',
  'derwent',
  'kr',
  'kr polo',
  'nothing-has-this',
  'a',
  'trou',
];
const lists = {
  'styles by words': (text: string) => `/api/admin/products?fts=${encodeURIComponent(text)}`,
  'SKUs by words': (text: string) => `/api/admin/products?disable_parent=true&fts=${encodeURIComponent(text)}`,
};
const TIMES = 8;

/** Fills the empty database of this process and measures the searches, one after the other. */
async function measure(engine: string): Promise<void> {
  const { migrate, openDatabase } = await import('../../server/db/db.ts');
  const { seedLarge } = await import('../../server/demo/large/seed-large.ts');
  const url = process.env.DATABASE_URL ?? '';
  const database = await openDatabase(url);
  await migrate(database);
  await database.close();
  await seedLarge(url, process.env.DATA_DIR ?? '', SCALE, new Date());
  const { closeWorld, world } = await import('../world.ts');
  const w = await world();
  const office = await w.as('super');
  for (const [name, pathOf] of Object.entries(lists)) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++)
      for (const text of texts) {
        const startedAt = performance.now();
        const { status } = await office.get(pathOf(text));
        if (status !== 200) throw new Error(`${status} for ${text}`);
        if (time > 0) times.push(performance.now() - startedAt);
      }
    times.sort((one, other) => one - other);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    const isMet = at(0.95) <= MAX_P95;
    process.stdout.write(
      `${isMet ? 'ok  ' : 'OVER'} ${engine.padEnd(8)} ${name.padEnd(16)} median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms of ${MAX_P95}\n`,
    );
    if (!isMet) process.exitCode = 1;
  }
  await closeWorld();
}

async function measureInOwnProcess(engine: string, url: string, data_dir: string): Promise<boolean> {
  // A process chooses its database engine once, when it starts.
  const environment = { ...process.env, DATABASE_URL: url, DATA_DIR: data_dir, NODE_ENV: 'test', LOG_LEVEL: 'error', DEMO: '0' };
  const child = fork(import.meta.filename, [engine], { execArgv: ['--import', 'tsx'], env: environment });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

const [engine] = process.argv.slice(2);
if (engine) await measure(engine);
else {
  const folder = mkdtempSync(join(scratch, 'kitroom-search-'));
  const server = await startPostgres();
  try {
    await server.query('CREATE DATABASE search');
    const met = [
      await measureInOwnProcess('sqlite', join(folder, 'kitroom.db'), folder),
      await measureInOwnProcess('postgres', server.url('search'), folder),
    ];
    process.exitCode = met.every(Boolean) ? 0 : 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

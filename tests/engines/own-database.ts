import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { scratch } from '../scratch.ts';

// Runs before a test file is imported, because the server reads its settings once, when its first module is loaded.
const template = inject('template');
// A worker runs several test files, and the settings of one file must not reach the next.
const environment = { ...process.env };
const name = `kitroom_${randomUUID().replaceAll('-', '')}`;
const dataDir = join(scratch, name);
mkdirSync(dataDir);
process.env.DATA_DIR = dataDir;
process.env.NODE_ENV = 'test';
process.env.DEMO = '0';
process.env.LOG_LEVEL ??= 'silent';

if (template.engine === 'sqlite') {
  const file = join(dataDir, 'kitroom.db');
  copyFileSync(template.file, file);
  process.env.DATABASE_URL = file;
} else {
  const admin_url = template.admin_urls[Number(process.env.VITEST_POOL_ID) % template.admin_urls.length];
  const admin = new pg.Client(admin_url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template.name} STRATEGY file_copy`);
  await admin.end();
  process.env.DATABASE_URL = admin_url?.replace(/[^/]*$/, name);
}

afterAll(async () => {
  // The server's modules may be imported only now: the first of them chooses the database engine when it is loaded.
  const { closeWorld } = await import('../world.ts');
  await closeWorld();
  rmSync(dataDir, { recursive: true, force: true });
  for (const key of Object.keys(process.env)) delete process.env[key];
  Object.assign(process.env, environment);
});

import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateTemplate, runFolder } from './template.ts';

/** Migrates one SQLite file, which every test file copies. */
export default async function sqliteTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = await runFolder('sqlite');
  const file = join(folder.path, 'kitroom.db');
  await migrateTemplate({ DATABASE_URL: file, DATA_DIR: folder.path });
  project.provide('template', { engine: 'sqlite', file });
  return folder.remove;
}

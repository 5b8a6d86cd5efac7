import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { migrateTemplate } from './template.ts';

const name = 'kitroom_template';

/**
 * Starts PostgreSQL, one server for each worker, with a migrated database that every test file then clones. A long transaction delays vacuum in all
 * databases of a server, so files that run side by side do not share one. Without a server the tests fail; they are never skipped.
 */
export default async function postgresTemplate(project: TestProject): Promise<() => Promise<void>> {
  const servers: PostgresServer[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    // One after the other: each takes a port that is free.
    for (let worker = 0; worker < Number(project.vitest.config.maxWorkers); worker++) servers.push(await startPostgres());
    await Promise.all(
      servers.map(async (server) => {
        await server.query(`CREATE DATABASE ${name}`);
        await migrateTemplate({ DATABASE_URL: server.url(name) });
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('template', { engine: 'postgres', admin_urls: servers.map((server) => server.url('postgres')), name });
  return stop;
}

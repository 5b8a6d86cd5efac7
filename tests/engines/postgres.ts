import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { migrateTemplate } from './template.ts';

const name = 'kitroom_template';

/**
 * Starts PostgreSQL, one server for each worker, with a migrated database that every test file then clones. A long transaction holds up what
 * all databases of a server may forget, so files that run side by side do not share one. No server, no tests: it fails, it never skips.
 */
export default async function postgresTemplate(project: TestProject): Promise<() => Promise<void>> {
  const servers: PostgresServer[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    for (let worker = 0; worker < Number(project.vitest.config.maxWorkers); worker++) {
      const server = await startPostgres();
      servers.push(server);
      await server.query(`CREATE DATABASE ${name}`);
      await migrateTemplate({ DATABASE_URL: server.url(name) });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('template', { engine: 'postgres', admin_urls: servers.map((server) => server.url('postgres')), name });
  return stop;
}

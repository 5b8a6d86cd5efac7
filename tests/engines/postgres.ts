import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { migrateTemplate } from './template.ts';

const name = 'kitroom_template';

/**
 * Starts one PostgreSQL server for each worker, with a migrated database that every test file clones. A long transaction delays vacuum in all
 * databases of a server, so test files that run at the same time do not share a server. The tests fail without a server; they are never skipped.
 */
export default async function postgresTemplate(project: TestProject): Promise<() => Promise<void>> {
  const servers: PostgresServer[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    // The servers start one after the other, so that no two of them choose the same free port.
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

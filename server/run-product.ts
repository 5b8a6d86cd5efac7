import { mkdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { checkSecretKey } from './auth/check-secret-key.ts';
import { startBackground } from './background.ts';
import { arrangeStoredSizes } from './catalogue/arrange-sizes.ts';
import type { Services } from './core/context.ts';
import type { Settings } from './core/settings.ts';
import { bringUpToDate } from './db/bring-up-to-date.ts';
import { openDatabase } from './db/db.ts';
import { lockForServer } from './db/server-lock.ts';
import { beginDemo } from './demo/begin.ts';
import { refuseDemoPeople } from './demo/clear-demo.ts';
import { closePrinters } from './documents/print.ts';
import { warmPrinters } from './documents/warm-printers.ts';
import { watchRequests } from './http/watch-requests.ts';
import { closeWriters } from './http/xlsx.ts';
import { takeOverImportFiles } from './imports/import-file.ts';
import { endNewsStreams } from './news/watch-news.ts';
import { checkKeys } from './operations/check-keys.ts';
import { beginReference } from './reference/load-reference.ts';
import { createServices } from './services.ts';
import { compareMark, flushMark } from './sync/epoch.ts';

/** Milliseconds from the start to the warm-up of the printers, which waits because the first requests have priority. */
const warmAfter = 5000;

const listen = (settings: Settings, services: Services): Promise<Server> =>
  new Promise((resolve, reject) => {
    const tls = settings.TLS_CERT && settings.TLS_KEY ? { cert: readFileSync(settings.TLS_CERT), key: readFileSync(settings.TLS_KEY) } : null;
    const server = serve(
      {
        fetch: createApp(services).fetch,
        hostname: settings.HOST,
        port: settings.PORT,
        ...(tls ? { createServer: createTlsServer, serverOptions: tls } : {}),
      },
      ({ port }: AddressInfo) => {
        const { HOST } = settings;
        process.stdout.write(`Kitroom is ready at ${settings.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://${HOST}:${port}`}\n`);
        resolve(server);
      },
    ) as Server;
    server.once('error', reject);
  });

/**
 * Runs the product in this process: the database, the jobs and the server, which accepts requests once the promise resolves. Returns the function
 * that stops the product: it answers requests in progress and requests that still arrive, and then closes everything.
 */
export async function runProduct(settings: Settings): Promise<() => Promise<void>> {
  mkdirSync(settings.DATA_DIR, { recursive: true });
  const log = pino({ level: settings.LOG_LEVEL });
  const database = await openDatabase(settings.database_url, settings.postgres);
  const unlock = settings.ALLOW_SECOND_SERVER ? () => {} : lockForServer(settings.database_url);
  if (await bringUpToDate(database)) {
    await checkKeys(database, new Date().toISOString());
    await arrangeStoredSizes(database);
  }
  if (settings.NODE_ENV === 'production') await refuseDemoPeople(database.reader);

  const services = createServices({ database, settings, log });
  const { pokes } = services;
  // This comes before all writes. A write could raise the version of a restored backup to that of the mark, which would hide the restore.
  await compareMark(services);
  const secretsFault = await checkSecretKey(services);
  if (secretsFault) process.stderr.write(`kitroom: ${secretsFault}\n`);
  await takeOverImportFiles(settings);
  services.is_demo = await beginDemo(services, (line) => void process.stdout.write(`${line}\n`));
  await beginReference(database);
  const background = await startBackground(services);
  services.changed = (by) => {
    background.poke();
    pokes.changed(by);
  };
  const closeServer = watchRequests(await listen(settings, services));
  const warm = () => warmPrinters().catch((error) => log.warn({ err: error }, 'the printing threads could not be warmed up'));
  const warming = settings.WARM_PRINTERS ? setTimeout(warm, warmAfter) : undefined;

  return async () => {
    clearTimeout(warming);
    services.is_stopping = true;
    pokes.endStreams();
    endNewsStreams();
    // Once the server is closed, no request can write any more.
    await closeServer();
    await background.stop();
    await closePrinters();
    await closeWriters();
    await pokes.close();
    await flushMark(services);
    await database.close();
    unlock();
  };
}

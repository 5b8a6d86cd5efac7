import { readSettings } from './core/settings.ts';
import { runProduct } from './run-product.ts';
import { startFault } from './start-fault.ts';

/** The settings that have been read so far; the message of a failed start names them. */
const about: { database_url?: string; port?: number } = {};

function giveUp(error: unknown): never {
  process.stderr.write(`kitroom: ${startFault(error, about)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  about.database_url = settings.database_url;
  about.port = settings.PORT;
  const stopProduct = await runProduct(settings);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    stopProduct().then(() => process.exit(0), giveUp);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch(giveUp);

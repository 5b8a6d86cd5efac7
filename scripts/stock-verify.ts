import { existsSync } from 'node:fs';
import { readSettings } from '../server/core/settings.ts';
import { openDatabase } from '../server/db/db.ts';
import { type Proof, verifyStock } from '../server/operations/verify-stock.ts';
import { startFault } from '../server/start-fault.ts';

// npm run stock:verify: recomputes stock, picks and statuses from the records behind them and compares the results with the stored values. The
// product may be running.
const about: { database_url?: string } = {};

async function verify(): Promise<Proof> {
  const { database_url } = readSettings(process.env);
  about.database_url = database_url;
  if (!/^postgres(ql)?:/.test(database_url) && !existsSync(database_url)) throw new Error(`there is no database at ${database_url}`);
  const database = await openDatabase(database_url);
  try {
    return await database.snapshot(verifyStock);
  } finally {
    await database.close();
  }
}

const started = performance.now();
try {
  const { checks, discrepancies } = await verify();
  for (const { check, found } of checks) process.stdout.write(`${found === 0 ? 'ok   ' : 'WRONG'} ${check}${found ? `: ${found}` : ''}\n`);
  if (discrepancies.length) console.table(discrepancies);
  process.stdout.write(`Checked in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
  process.exitCode = discrepancies.length ? 1 : 0;
} catch (error) {
  process.stderr.write(`stock:verify: ${startFault(error, about)}\n`);
  process.exitCode = 1;
}

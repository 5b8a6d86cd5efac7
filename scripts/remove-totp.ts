import { parseArgs } from 'node:util';
import { removeEveryTotp, removeTotp } from '../server/auth/remove-totp.ts';
import { readSettings } from '../server/core/settings.ts';
import { migrate, openDatabase } from '../server/db/db.ts';

const { email, everybody } = parseArgs({ options: { email: { type: 'string' }, everybody: { type: 'boolean' } } }).values;
if (!email && !everybody) {
  process.stderr.write('kitroom: give the email address: npm run remove-totp -- --email jo@company.example, or --everybody where the key is lost\n');
  process.exit(1);
}

const database = await openDatabase(readSettings(process.env).database_url);
const services = { database, clock: () => new Date() };
try {
  await migrate(database);
  if (!email) {
    const n = await removeEveryTotp(services);
    process.stdout.write(`${n === 1 ? '1 second factor is' : `${n} second factors are`} removed. The server that starts next brings its key.\n`);
  } else if (await removeTotp(services, email)) process.stdout.write(`${email} signs in with the password alone from now on.\n`);
  else {
    process.stderr.write(`kitroom: ${email} has no second factor\n`);
    process.exitCode = 1;
  }
} finally {
  await database.close();
}

import { parseArgs } from 'node:util';
import { removeTotp } from '../server/auth/remove-totp.ts';
import { readSettings } from '../server/core/settings.ts';
import { migrate, openDatabase } from '../server/db/db.ts';

const { email } = parseArgs({ options: { email: { type: 'string' } } }).values;
if (!email) {
  process.stderr.write('kitroom: give the email address: npm run remove-totp -- --email jo@company.example\n');
  process.exit(1);
}

const database = await openDatabase(readSettings(process.env).database_url);
try {
  await migrate(database);
  const isRemoved = await removeTotp({ database, clock: () => new Date() }, email);
  if (isRemoved) process.stdout.write(`${email} signs in with the password alone from now on.\n`);
  else {
    process.stderr.write(`kitroom: ${email} has no second factor\n`);
    process.exitCode = 1;
  }
} finally {
  await database.close();
}

import { count, eq } from 'drizzle-orm';
import type { Services } from '../core/context.ts';
import { canDecrypt, signText } from '../core/secret-key.ts';
import { SettingsError } from '../core/settings.ts';
import { secretKeyChecks, totps } from '../db/tables/index.ts';
import { placeOf } from './totp.ts';

const ID = 1;

/**
 * Compare this server's secret key with the key of the first server on this database. Throws SettingsError if they differ: with another key, second
 * factors cannot be checked and repeated requests are refused. Returns a message about older secrets for the person at the terminal, or null.
 */
export async function checkSecretKey({ database, settings, clock }: Services): Promise<string | null> {
  const signature = signText(settings, 'check of the secret key', 'kitroom');
  const [known] = await database.unitOfWork(async (db) => {
    await db.insert(secretKeyChecks).values({ id: ID, signature, created_at: clock().toISOString() }).onConflictDoNothing();
    return db.select({ signature: secretKeyChecks.signature }).from(secretKeyChecks).where(eq(secretKeyChecks.id, ID));
  });
  if (known?.signature !== signature)
    throw new SettingsError(
      'SECRET_KEY: the database was used with another key. Give every server the same SECRET_KEY, or the secret.key of the first one. ' +
        'Where that key is lost: npm run remove-totp -- --everybody',
    );
  const [totp] = await database.reader.select({ user_id: totps.user_id, secret: totps.secret }).from(totps).limit(1);
  if (!totp || canDecrypt(settings, totp.secret, placeOf(totp.user_id))) return null;
  const [{ n } = { n: 0 }] = await database.reader.select({ n: count() }).from(totps);
  return `SECRET_KEY: ${n === 1 ? '1 second factor was' : `${n} second factors were`} encrypted with another key, so nobody signs in with them. Where that key is lost: npm run remove-totp -- --everybody`;
}

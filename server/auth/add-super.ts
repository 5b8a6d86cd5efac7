import type { Services } from '../core/context.ts';
import { hashToken, newToken } from '../core/token.ts';
import { passwordResets, users } from '../db/tables/index.ts';

const linkMinutes = 60;

/**
 * Make a super user for the provider outside the API, whether there is a super user already or not. Returns a link, valid for an hour, with which
 * the new super user chooses a password.
 */
export async function addSuper(
  { database, clock, settings }: Services,
  person: { email: string; forenames: string; surname: string },
): Promise<string> {
  const now = clock();
  const token = newToken();
  await database.unitOfWork(async (db) => {
    const [user] = await db
      .insert(users)
      .values({ ...person, email: person.email.toLowerCase(), role: 'super', created_at: now.toISOString() })
      .returning({ id: users.id });
    if (!user) throw new Error('The user was not stored');
    await db.insert(passwordResets).values({
      user_id: user.id,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + linkMinutes * 60_000).toISOString(),
    });
  });
  return `${settings.public_url}/reset-password?token=${token}`;
}

import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { type AuditContext, audit } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { hashToken, newToken } from '../core/token.ts';
import type { Db } from '../db/db.ts';
import { accounts, emailChanges, users } from '../db/tables/index.ts';
import { addressChangeRequestedEmail, confirmAddressEmail } from '../mail/email-templates/confirm-email.ts';
import { addressChangedEmail, addressInUseEmail } from '../mail/email-templates/email-changed.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { countAttempt } from './attempts.ts';
import { endLinks } from './end-links.ts';

const linkHours = 24;
const hour = 60 * 60_000;
const linksAnHour = 5;

export const confirmEmailBody = z.object({ token: z.string().min(1).max(200) });

interface Person {
  id: number;
  forenames: string;
  email: string | null;
  account_id: number | null;
}

async function isTaken(db: Db, email: string, by_other_than: number): Promise<boolean> {
  const [userWithEmail] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deleted_at), ne(users.id, by_other_than)));
  return userWithEmail !== undefined;
}

/** Send a link to the caller's new email address. The present address stays valid until the link is opened, and gets a notice. */
export async function requestEmailChange(ctx: Ctx, person: Person, email: string): Promise<void> {
  const { db, now, services } = ctx;
  if (await isTaken(db, email, person.id)) throw invalid({ email: messages.email_taken });
  await countAttempt(db, { key: `email-change:${person.id}`, max: linksAnHour, window: hour }, new Date(now));
  const token = newToken();
  const expires_at = new Date(Date.parse(now) + linkHours * hour).toISOString();
  const change = { email, token_hash: hashToken(token), created_at: now, expires_at };
  await db
    .insert(emailChanges)
    .values({ user_id: person.id, ...change })
    .onConflictDoUpdate({ target: emailChanges.user_id, set: change });
  await audit(ctx, 'email.change_requested', { type: 'user', id: person.id }, { email: person.email }, { email });
  const { public_url } = services.settings;
  const name = person.forenames;
  const confirm = confirmAddressEmail({ name, url: `${public_url}/confirm-email?token=${token}`, hours: linkHours });
  const requested = addressChangeRequestedEmail({ name, email, url: `${public_url}/profile` });
  await queueMails(ctx, [
    { ...confirm, to: email, account_id: person.account_id },
    ...(person.email ? [{ ...requested, to: person.email, account_id: person.account_id }] : []),
  ]);
}

/**
 * Change somebody's email address at once. Both addresses are notified, and the person's links to set a password or confirm an address end. 422 on
 * `email` if the new address is taken.
 */
export async function setEmail(ctx: AuditContext, settings: Settings, person: Person, email: string): Promise<void> {
  const { db, now } = ctx;
  if (await isTaken(db, email, person.id)) throw invalid({ email: messages.email_taken });
  await db
    .update(users)
    .set({ email, version: sql`${users.version} + 1` })
    .where(eq(users.id, person.id));
  await endLinks(db, person.id, now);
  await audit(ctx, 'email.changed', { type: 'user', id: person.id }, { email: person.email }, { email });
  const about = { name: person.forenames, email, url: `${settings.public_url}/profile` };
  await queueMails(ctx, [
    { ...addressInUseEmail(about), to: email, account_id: person.account_id },
    ...(person.email ? [{ ...addressChangedEmail(about), to: person.email, account_id: person.account_id }] : []),
  ]);
}

/** Change an email address with the link that was sent to the new address. 422 on `token` if the link is used or too old, or the address is taken. */
export async function confirmEmail({ database, clock, settings, changed }: Services, token: string): Promise<{ email: string }> {
  const now = clock().toISOString();
  const confirmed = await database.unitOfWork(async (db) => {
    const [change] = await db
      .select({ email: emailChanges.email, id: users.id, forenames: users.forenames, current: users.email, account_id: users.account_id })
      .from(emailChanges)
      .innerJoin(users, eq(users.id, emailChanges.user_id))
      .leftJoin(accounts, eq(accounts.id, users.account_id))
      .where(
        and(
          eq(emailChanges.token_hash, hashToken(token)),
          gt(emailChanges.expires_at, now),
          isNull(users.deleted_at),
          eq(users.is_disabled, false),
          isNull(accounts.deleted_at),
        ),
      );
    if (!change) throw invalid({ token: messages.email_link_dead });
    const { email, current, ...person } = change;
    if (await isTaken(db, email, person.id)) throw invalid({ token: messages.email_taken_since });
    const ctx = { db, now, actor: { id: person.id, impersonator_id: null }, request_id: null };
    await setEmail(ctx, settings, { ...person, email: current }, email);
    return { email };
  });
  changed();
  return confirmed;
}

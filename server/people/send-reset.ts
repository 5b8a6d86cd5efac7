import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import { countAttempt } from '../auth/attempts.ts';
import { RESETS_AN_HOUR, sendResetLink } from '../auth/reset-link.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { isArchivedAccount } from './invite.ts';
import { type Person, person, userOf } from './person-queries.ts';

const hour = 60 * 60_000;

async function send(ctx: Ctx, { id, forenames, email, account_id, is_disabled, can }: Person): Promise<{ accepted: true }> {
  authorize(can.edit);
  if (!email) throw invalid({ email: messages.no_email });
  if (is_disabled) throw invalid({ email: messages.person_disabled });
  if (await isArchivedAccount(ctx, account_id)) throw invalid({ email: messages.account_of_person_archived });
  await countAttempt(ctx.db, { key: `reset-sent:${id}`, max: RESETS_AN_HOUR, window: hour }, new Date(ctx.now));
  await sendResetLink(ctx, ctx.services.settings, { id, forenames, email, account_id });
  await audit(ctx, 'password.reset_sent', { type: 'user', id }, null, { email });
  return { accepted: true };
}

/**
 * Send a client's person a link to set a new password. Only callers who may edit the person can do this. `account_id` is the company in the URL.
 * 422 on `email` if the person has no email address or the company is archived, 429 after five links within an hour.
 */
export async function sendReset(ctx: Ctx, account_id: number, id: number): Promise<{ accepted: true }> {
  const recipient = await person(ctx, id);
  if (recipient.account_id !== account_id) throw notFound();
  return send(ctx, recipient);
}

/** As `sendReset`, for one of the provider's people. */
export const sendUserReset = async (ctx: Ctx, id: number): Promise<{ accepted: true }> => send(ctx, await userOf(ctx, id));

import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { messages } from '../../shared/messages.ts';
import { isClientRole } from '../../shared/roles.ts';
import { forbidden, Problem } from '../core/problem.ts';
import { sessions } from '../db/tables/index.ts';
import { extended, findSession } from '../sessions/live-sessions.ts';
import { clientAddress } from './client-address.ts';
import { registerRefusals } from './described-refusals.ts';
import { documentToken } from './document-cookies.ts';
import type { Env } from './request.ts';

const minutes = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;

async function enter(c: Context<Env>, token: string | undefined): Promise<void> {
  const { database, clock } = c.get('services');
  const now = clock();
  const session = token ? await findSession(database.reader, token, now.toISOString()) : null;
  if (!session) throw new Problem(401, { message: messages.sign_in_again }, { 'WWW-Authenticate': 'Bearer' });
  // Addresses under `/admin` are the provider's. A client's people cannot use them for any request.
  if (isClientRole(session.actor.role) && /^(\/api)?\/admin\//.test(c.req.path)) throw forbidden();
  c.set('actor', session.actor);
  c.set('session_id', session.id);
  // Use is recorded every five minutes at most, so that most reads write nothing.
  if (minutes(session.last_seen_at, now.toISOString()) >= 5) {
    await database.unitOfWork(async (db) => {
      await db
        .update(sessions)
        .set({ last_seen_at: now.toISOString(), address: clientAddress(c), ...extended(session, now) })
        .where(eq(sessions.id, session.id));
    });
  }
}

/** The token with which a call identifies its person. */
export const bearer = (c: Context<Env>): string | undefined => c.req.header('Authorization')?.match(/^Bearer (\S+)$/)?.[1];

/** Every API call except signing in identifies its person by a bearer token and nothing else. */
export const signedIn = registerRefusals(
  createMiddleware<Env>(async (c, next) => {
    await enter(c, bearer(c));
    await next();
  }),
  [401, 403],
);

/** Documents that open as plain links also accept the document cookies, but only on GET, so that no change can be made by cookie. */
export const signedInForDocuments = registerRefusals(
  createMiddleware<Env>(async (c, next) => {
    await enter(c, bearer(c) ?? (c.req.method === 'GET' ? documentToken(c) : undefined));
    await next();
  }),
  [401, 403],
);

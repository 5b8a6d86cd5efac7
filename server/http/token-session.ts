import { createMiddleware } from 'hono/factory';
import type { tokenScopes } from '../../shared/imports/import.ts';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import { findToken, noteUse, tokenPrefix } from '../sessions/live-tokens.ts';
import { officeActor } from '../sessions/office-actor.ts';
import { registerRefusals } from './described-refusals.ts';
import type { Env } from './request.ts';
import { bearer, signedIn } from './session.ts';

/** A person who is signed in, or a machine with an API token of this scope. The machine acts for the person who created the token. */
const withToken = (scope: (typeof tokenScopes)[number]) =>
  createMiddleware<Env>(async (c, next) => {
    const text = bearer(c);
    if (!text?.startsWith(tokenPrefix)) return signedIn(c, next);
    const { database, clock } = c.get('services');
    const token = await findToken(database.reader, text, scope);
    const actor = token && (await officeActor(database.reader, token.created_by).catch(() => null));
    if (!token || !actor) throw new Problem(401, { message: messages.sign_in_again }, { 'WWW-Authenticate': 'Bearer' });
    c.set('actor', actor);
    c.set('api_token', token);
    const now = clock();
    if (!token.last_used_at || now.getTime() - Date.parse(token.last_used_at) > 5 * 60_000)
      await database.unitOfWork((db) => noteUse(db, token.id, now.toISOString()));
    await next();
  });

/** A person who is signed in, or a machine with an API token for imports. */
export const signedInOrToken = registerRefusals(withToken('imports'), [401, 403]);
/** A person who is signed in, or a machine with an API token for deliveries. */
export const signedInOrDeliveryToken = registerRefusals(withToken('deliveries'), [401, 403]);

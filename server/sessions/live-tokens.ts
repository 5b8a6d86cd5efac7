import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { tokenScopes } from '../../shared/imports/import.ts';
import type { ApiTokenOfRequest } from '../core/context.ts';
import { hashToken } from '../core/token.ts';
import type { Db } from '../db/db.ts';
import { apiTokens } from '../db/tables/index.ts';

/** The prefix of API tokens; session tokens do not have it. */
export const tokenPrefix = 'kitroom_';

/** A valid token, with the person who created it. */
interface ValidToken extends ApiTokenOfRequest {
  created_by: number;
  last_used_at: string | null;
}

/** The token of a request; null if the token is unknown, revoked or without this scope. */
export async function findToken(db: Db, token: string, scope: (typeof tokenScopes)[number]): Promise<ValidToken | null> {
  const { id, name, account_id, created_by, last_used_at, scopes } = apiTokens;
  const [row] = await db
    .select({ id, name, account_id, created_by, last_used_at, scopes })
    .from(apiTokens)
    .where(and(eq(apiTokens.token_hash, hashToken(token)), isNull(apiTokens.revoked_at)));
  return row?.scopes.includes(scope) ? row : null;
}

/** The token with this id, whether or not it is revoked. */
export async function tokenById(db: Db, token_id: number): Promise<ApiTokenOfRequest | undefined> {
  const { id, name, account_id } = apiTokens;
  const [row] = await db.select({ id, name, account_id }).from(apiTokens).where(eq(id, token_id));
  return row;
}

/** Record that a token is used, at most once in five minutes. */
export async function noteUse(db: Db, id: number, now: string): Promise<void> {
  const earlier = new Date(Date.parse(now) - 5 * 60_000).toISOString();
  await db
    .update(apiTokens)
    .set({ last_used_at: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.last_used_at), lt(apiTokens.last_used_at, earlier))));
}

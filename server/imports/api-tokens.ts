import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ApiToken, createdApiToken, NewApiToken } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { hashToken, newToken } from '../core/token.ts';
import type { Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, apiTokens, users } from '../db/tables/index.ts';
import { tokenPrefix } from '../sessions/live-tokens.ts';

const columns = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  account: { id: accounts.id, name: accounts.name },
  creator: { id: users.id, name: personName(users) },
  created_at: apiTokens.created_at,
  last_used_at: apiTokens.last_used_at,
};

const selectTokens = (db: Db) =>
  db.select(columns).from(apiTokens).innerJoin(users, eq(users.id, apiTokens.created_by)).leftJoin(accounts, eq(accounts.id, apiTokens.account_id));

/** The tokens that are not revoked, newest first. */
export async function listTokens({ db, actor }: Ctx): Promise<{ items: ApiToken[] }> {
  authorize(policy.edit_api_tokens(actor));
  return { items: await selectTokens(db).where(isNull(apiTokens.revoked_at)).orderBy(desc(apiTokens.id)).limit(limits.api_tokens) };
}

/** Make a token. Only this answer contains it; the database has its hash. */
export async function createToken(ctx: Ctx, { name, scopes, ...input }: NewApiToken): Promise<z.infer<typeof createdApiToken>> {
  const { db, actor, now } = ctx;
  const account_id = input.account_id ?? null;
  authorize(policy.edit_api_tokens(actor));
  if (account_id !== null && !(await db.$count(accounts, and(eq(accounts.id, account_id), isNull(accounts.deleted_at)))))
    throw invalid({ account_id: importMessages.account_needed });
  if ((await db.$count(apiTokens, isNull(apiTokens.revoked_at))) >= limits.api_tokens)
    throw invalid({ name: importMessages.too_many_tokens(limits.api_tokens) });
  const token = `${tokenPrefix}${newToken()}`;
  const [created] = await db
    .insert(apiTokens)
    .values({ name, token_hash: hashToken(token), scopes: [...new Set(scopes)], account_id, created_by: actor.id, created_at: now })
    .returning({ id: apiTokens.id });
  const { id } = requireFound(created);
  await audit(ctx, 'api_token.created', { type: 'api_token', id }, null, { name, scopes, account_id });
  const [row] = await selectTokens(db).where(eq(apiTokens.id, id));
  return { ...requireFound(row), token };
}

/** Revoke a token: the next request with the token is refused. 404 if there is no such token. */
export async function revokeToken(ctx: Ctx, id: number): Promise<void> {
  authorize(policy.edit_api_tokens(ctx.actor));
  const [row] = await ctx.db.select({ name: apiTokens.name, revoked_at: apiTokens.revoked_at }).from(apiTokens).where(eq(apiTokens.id, id));
  const { name, revoked_at } = requireFound(row);
  if (revoked_at !== null) return;
  await ctx.db.update(apiTokens).set({ revoked_at: ctx.now }).where(eq(apiTokens.id, id));
  await audit(ctx, 'api_token.revoked', { type: 'api_token', id }, { name });
}

import type { Actor } from '../../shared/policy.ts';
import type { ApiTokenOfRequest, Ctx, Services } from '../core/context.ts';
import type { Db } from '../db/db.ts';
import type { imports } from '../db/tables/index.ts';
import { tokenById } from '../sessions/live-tokens.ts';

/** The import to which a context belongs, and the token that uploaded its file: audit events name both. */
export interface ImportOrigin {
  import_id: number;
  api_token: ApiTokenOfRequest | undefined;
}

/** Read the origin of an import's file. */
export const originOf = async (db: Db, { id, api_token_id }: Pick<typeof imports.$inferSelect, 'id' | 'api_token_id'>): Promise<ImportOrigin> => ({
  import_id: id,
  api_token: api_token_id === null ? undefined : await tokenById(db, api_token_id),
});

/** The context of a command for an import, with the person who uploaded the file or runs the import. */
export const importContext = (services: Services, db: Db, actor: Actor, origin?: ImportOrigin): Ctx => ({
  db,
  actor,
  now: services.clock().toISOString(),
  services,
  request_id: null,
  ...origin,
});

import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, Problem } from '../core/problem.ts';
import { signText } from '../core/secret-key.ts';
import type { Db } from '../db/db.ts';
import { idempotencyKeys } from '../db/tables/index.ts';
import { toProblem } from './problem-response.ts';
import { contextOf, type Env } from './request.ts';

/** The stored first answer to a repeated request. */
export class Replay extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly body: string | null,
  ) {
    super('replay');
  }
}

const keyOf = (c: Context<Env>): string | null => {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (!z.uuid().safeParse(key).success) throw invalid({ 'Idempotency-Key': messages.idempotency_key_invalid });
  return key.toLowerCase();
};

/** The content of a form without the boundaries between its parts: each try has new boundaries, but a repeat has the same content. */
async function formContent(form: FormData): Promise<string> {
  const parts = [...form].map(async ([name, part]) => {
    if (typeof part === 'string') return [name, part];
    const bytes = createHash('sha256');
    for await (const chunk of part.stream() as unknown as AsyncIterable<Uint8Array>) bytes.update(chunk);
    return [name, part.name, part.type, bytes.digest('base64url')];
  });
  return JSON.stringify(await Promise.all(parts));
}

/**
 * The hash that identifies a repeated request. It is signed with the secret key, because a request may hold a password, which somebody with the
 * database could guess otherwise.
 */
const requestHash = async (c: Context<Env>): Promise<string> => {
  const isForm = c.req.header('Content-Type')?.toLowerCase().startsWith('multipart/');
  const body = isForm ? await formContent(await c.req.formData()) : await c.req.text();
  const { pathname, search } = new URL(c.req.url);
  // A machine’s request belongs to its token, not to the person who made the token: a repeat with another token gets no stored answer.
  const token = c.get('api_token');
  const caller = token ? `token ${token.id} ` : '';
  return signText(c.get('services').settings, 'idempotent request', `${caller}${c.req.method} ${pathname}${search}\n${body}`);
};

/**
 * Claim the key for this request. If the key is already claimed, throw the stored answer to the first request, or 422 if that request was different.
 */
async function claimKey(db: Db, user_id: number, key: string, request_hash: string, now: string): Promise<void> {
  const insertedKey = await db
    .insert(idempotencyKeys)
    .values({ user_id, key, request_hash, status: 200, body: null, created_at: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (insertedKey.length) return;
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key)));
  if (!first || first.request_hash !== request_hash) throw invalid({ 'Idempotency-Key': messages.idempotency_key_reused });
  throw new Replay(first.status as ContentfulStatusCode, first.body);
}

/** A request with an Idempotency-Key, and the hash by which its repeat is recognised. */
interface Identified {
  key: string;
  hash: string;
}

/** The key and the hash of a request; null if the request has no key. */
export async function identified(c: Context<Env>): Promise<Identified | null> {
  const key = keyOf(c);
  return key === null ? null : { key, hash: await requestHash(c) };
}

/**
 * Run a command as one unit of work. A HEAD request runs none, because it may change nothing. With an Idempotency-Key the answer or refusal is stored
 * and given to every repeat.
 */
export async function runCommand<Result>(
  c: Context<Env>,
  command: (ctx: Ctx) => Promise<Result>,
  status: ContentfulStatusCode | 204 | ((result: Result) => ContentfulStatusCode) = 200,
): Promise<Result> {
  if (c.req.method === 'HEAD') throw new Problem(405, { message: messages.changes_nothing }, { Allow: 'GET, POST' });
  return runIdentified(c, await identified(c), command, status);
}

/**
 * Run a command whose answer holds a secret. The secret is in no stored answer: a repeat is refused, and says that the command was carried
 * out.
 */
export async function runSecretCommand<Result>(c: Context<Env>, command: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  return runIdentified(c, await identified(c), command, 409, () => ({ code: 'secret_given', message: messages.secret_given }));
}

/** As `runCommand`, for a request whose key and hash are known, or for a part of a request if that part has its own key. */
export async function runIdentified<Result>(
  c: Context<Env>,
  request: Identified | null,
  command: (ctx: Ctx) => Promise<Result>,
  status: ContentfulStatusCode | 204 | ((result: Result) => ContentfulStatusCode) = 200,
  answerToRepeat: (result: Result) => unknown = (result) => result,
): Promise<Result> {
  const services = c.get('services');
  if (!request) {
    const result = await services.database.unitOfWork((db) => command(contextOf(c, db)));
    services.changed();
    return result;
  }

  const { key, hash } = request;
  const user_id = c.get('actor').id;
  const isOwnKey = and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key));
  try {
    const result = await services.database.unitOfWork(async (db) => {
      const ctx = contextOf(c, db);
      await claimKey(db, user_id, key, hash, ctx.now);
      const answer = await command(ctx);
      const stored = answerToRepeat(answer);
      await db
        .update(idempotencyKeys)
        .set({ status: typeof status === 'function' ? status(answer) : status, body: stored === undefined ? null : JSON.stringify(stored) })
        .where(isOwnKey);
      return answer;
    });
    services.changed();
    return result;
  } catch (error) {
    if (error instanceof Replay) throw error;
    const problem = toProblem(error, c);
    const { status: refusalStatus } = problem;
    if (
      (refusalStatus === 409 || refusalStatus === 422 || refusalStatus === 403 || refusalStatus === 404) &&
      !problem.body.errors?.['Idempotency-Key']
    ) {
      await services.database.unitOfWork(async (db) => {
        const { now } = contextOf(c, db);
        await db
          .insert(idempotencyKeys)
          .values({ user_id, key, request_hash: hash, status: refusalStatus, body: JSON.stringify(problem.body), created_at: now })
          .onConflictDoNothing();
      });
    }
    throw problem instanceof Problem ? problem : error;
  }
}

import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Services } from '../core/context.ts';
import { Problem } from '../core/problem.ts';
import type { Db } from '../db/db.ts';
import { attempts } from '../db/tables/index.ts';

const quarterHour = 15 * 60_000;

/** An upper limit of attempts under one key, counted from the first attempt until the window ends. */
export interface AttemptLimit {
  key: string;
  max: number;
  /** Milliseconds; a quarter of an hour by default. */
  window?: number;
}

/** The person whose credentials are tried, and the network address from which they are tried. */
export interface Attempt {
  email: string;
  address: string;
}

/** The result of an attempt. */
export type Proof = 'right' | 'password_wrong' | 'totp_needed' | 'totp_wrong';

const emailKey = (email: string): string => `email:${email}`;
const addressKey = (address: string): string => `address:${address}`;

/** Refuse with 429 if a limit has been reached; counts nothing. */
export async function refuseAtLimit(db: Db, { key, max }: AttemptLimit, now: Date): Promise<void> {
  const [reached] = await db
    .select({ ends_at: attempts.ends_at })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.ends_at, now.toISOString()), sql`${attempts.n} >= ${max}`));
  if (!reached) return;
  const seconds = Math.ceil((Date.parse(reached.ends_at) - now.getTime()) / 1000);
  throw new Problem(429, { message: messages.too_many_tries }, { 'Retry-After': String(seconds) });
}

/**
 * Count one attempt, or refuse it with 429. It is one statement, so that no more attempts than the limit pass, even if many are made at once and in
 * several processes.
 */
export async function countAttempt(db: Db, limit: AttemptLimit, now: Date): Promise<void> {
  const { key, max, window = quarterHour } = limit;
  const at = now.toISOString();
  const isOver = lte(attempts.ends_at, at);
  const attemptRows = await db
    .insert(attempts)
    .values({ key, n: 1, ends_at: new Date(now.getTime() + window).toISOString() })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        n: sql`case when ${isOver} then 1 else ${attempts.n} + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else ${attempts.ends_at} end`,
      },
      setWhere: or(isOver, lt(attempts.n, max)),
    })
    .returning({ key: attempts.key });
  if (attemptRows.length) return;
  await refuseAtLimit(db, limit, now);
  throw new Error('An attempt was neither counted nor refused');
}

/** Subtract this many attempts from the count, as if they had not been made. */
const uncount = (db: Db, key: string, n: number) =>
  db
    .update(attempts)
    .set({ n: sql`case when ${attempts.n} > ${n} then ${attempts.n} - ${n} else 0 end` })
    .where(eq(attempts.key, key));

/**
 * Check somebody's credentials. 429 after five wrong attempts for one email address, or fifty from one network address, within a quarter of an hour.
 * The attempt is counted before the check. Unless the password or the code was wrong, the attempt is then subtracted from the count. A right
 * attempt also clears the earlier wrong attempts.
 */
export async function judgeAttempt(services: Services, { email, address }: Attempt, judge: () => Promise<Proof>): Promise<Proof> {
  const { database, clock } = services;
  await database.unitOfWork(async (db) => {
    const now = clock();
    await countAttempt(db, { key: emailKey(email), max: 5 }, now);
    await countAttempt(db, { key: addressKey(address), max: 50 }, now);
  });
  const takeBack = () =>
    database.unitOfWork(async (db) => {
      await uncount(db, emailKey(email), 1);
      await uncount(db, addressKey(address), 1);
    });
  let proof: Proof;
  try {
    proof = await judge();
  } catch (error) {
    await takeBack();
    throw error;
  }
  if (proof === 'totp_needed') await takeBack();
  if (proof === 'right')
    await database.unitOfWork(async (db) => {
      const [cleared] = await db
        .delete(attempts)
        .where(eq(attempts.key, emailKey(email)))
        .returning({ n: attempts.n });
      await uncount(db, addressKey(address), cleared?.n ?? 1);
    });
  return proof;
}

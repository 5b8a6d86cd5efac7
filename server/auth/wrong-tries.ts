import { Mutex } from 'async-mutex';
import { and, count, eq, gt } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Db } from '../db/db.ts';
import { loginFailures } from '../db/tables/index.ts';
import type { Services } from '../http/context.ts';
import { Problem } from '../http/problem.ts';
import { checkPassword } from './password.ts';

const window = 15 * 60_000;
const triesPerEmail = 5;
const triesPerAddress = 50;

/** What is tried from where; the e-mail is empty where no person is named, as by a link. */
export interface Try {
  email: string;
  address: string;
}

/** Refuse who has guessed wrongly too often of late: 429 for one e-mail, or for one network address. */
export async function refuseTooMany(db: Db, { email, address }: Try, now: Date): Promise<void> {
  const since = new Date(now.getTime() - window).toISOString();
  const [byEmail] = email
    ? await db
        .select({ n: count() })
        .from(loginFailures)
        .where(and(eq(loginFailures.email, email), gt(loginFailures.at, since)))
    : [];
  const [byAddress] = await db
    .select({ n: count() })
    .from(loginFailures)
    .where(and(eq(loginFailures.address, address), gt(loginFailures.at, since)));
  if ((byEmail?.n ?? 0) >= triesPerEmail || (byAddress?.n ?? 0) >= triesPerAddress)
    throw new Problem(429, { message: messages.too_many_tries }, { 'Retry-After': String(window / 1000) });
}

/** Remember a wrong guess. */
export async function noteWrongTry(db: Db, { email, address }: Try, now: Date): Promise<void> {
  await db.insert(loginFailures).values({ email, address, at: now.toISOString() });
}

/** Guesses of one e-mail's password take turns, so that a hundred sent at once are judged like a hundred sent one after the other. */
const turns = new Map<string, Mutex>();

async function inTurn<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(email) ?? new Mutex();
  turns.set(email, turn);
  try {
    return await turn.runExclusive(work);
  } finally {
    if (!turn.isLocked()) turns.delete(email);
  }
}

/**
 * Whether a password is the one whose hash is stored for an e-mail, wherever it is asked for: 429 once it was guessed wrongly too often. With
 * nothing stored it takes as long. A right one forgets the wrong ones before it.
 */
export const guessPassword = ({ database, clock }: Services, attempt: Try, password: string, stored: string | null | undefined): Promise<boolean> =>
  inTurn(attempt.email, async () => {
    const now = clock();
    await refuseTooMany(database.reader, attempt, now);
    const isRight = await checkPassword(stored, password);
    await database.unitOfWork(async (db) => {
      if (isRight) await db.delete(loginFailures).where(eq(loginFailures.email, attempt.email));
      else await noteWrongTry(db, attempt, now);
    });
    return isRight;
  });

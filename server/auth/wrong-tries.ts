import { and, count, eq, gt } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Db } from '../db/db.ts';
import { loginFailures } from '../db/tables/index.ts';
import { Problem } from '../http/problem.ts';

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

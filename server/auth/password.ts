import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from 'async-mutex';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';

// argon2id with 19 MiB, two passes, one lane: OWASP's first choice for servers.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The number of passwords that are hashed at the same time: fewer than the threads on which Node also reads files and resolves names. */
const MAX_HASHES = 2;
/**
 * Upper limit of passwords that wait for a slot: hashing them all takes a few seconds. More are refused, so that other work does not wait behind
 * them.
 */
const MAX_WAITING = 200;

const slots = new Semaphore(MAX_HASHES);
let waiting = 0;

/** Run the hashing of one password as soon as a slot is free; 503 if too many wait already. */
export async function withHashSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= MAX_WAITING) throw new Problem(503, { message: messages.unavailable }, { 'Retry-After': '5' });
  waiting++;
  const [, release] = await slots.acquire().finally(() => waiting--);
  try {
    return await work();
  } finally {
    release();
  }
}

export const hashPassword = (password: string): Promise<string> => withHashSlot(() => hash(password, cost));

/** A hash that no password matches. If there is no user, the password is compared with this hash, so that the answer takes as long as for a user. */
const nobody = hash('nobody has this password', cost);

/** Whether the password matches the hash. Without a hash the check takes as long as with one. Call it within a hash slot. */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await nobody), password).catch(() => false);
  return matches && !!storedHash;
}

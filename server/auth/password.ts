import { hash, verify } from '@node-rs/argon2';

// argon2id with 19 MiB, two passes, one lane: OWASP's first choice for servers.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** A hash that nothing matches, compared against where there is no user, so that both answers take as long. */
const nobody = hashPassword('nobody has this password');

/** Whether the password is the one hashed; takes as long when there is no hash. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password).catch(() => false);
  return matches && !!stored;
}

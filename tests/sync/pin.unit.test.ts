import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkPin, hashPin } from '../../shared/sync/pin.ts';

const salt = Uint8Array.from({ length: 16 }, (_, i) => i);
const storedPin = (digits: string, iterations: number): string =>
  `pbkdf2-sha256:${iterations}:${Buffer.from(salt).toString('hex')}:${pbkdf2Sync(digits, salt, iterations, 32, 'sha256').toString('hex')}`;

test('a PIN is stored as a salted hash of many rounds, which any implementation of PBKDF2 can compute', async () => {
  expect(await hashPin('2468', salt)).toBe(storedPin('2468', 300_000));
  const [one, other] = [await hashPin('2468'), await hashPin('2468')];
  expect(one).toMatch(/^pbkdf2-sha256:300000:[0-9a-f]{32}:[0-9a-f]{64}$/);
  expect(other).not.toBe(one);
});

test('a stored PIN matches only the digits that were stored', async () => {
  expect([await checkPin(storedPin('2468', 3), '2468'), await checkPin(storedPin('2468', 3), '2469')]).toEqual([true, false]);
});

test('a stored hash of another algorithm, or without its salt or digest, matches no PIN', async () => {
  const [kind, iterations, hexSalt, hash] = storedPin('2468', 3).split(':');
  for (const pinHash of ['', `md5:${iterations}:${hexSalt}:${hash}`, `${kind}:${iterations}::${hash}`, `${kind}:${iterations}:${hexSalt}:`])
    expect(await checkPin(pinHash, '2468')).toBe(false);
});

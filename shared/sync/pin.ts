/** There are few possible PINs, so each guess has to be slow; yet a tablet must check a PIN without a noticeable wait. */
const ITERATIONS = 300_000;
const BYTES = 32;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function derive(digits: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(digits), 'PBKDF2', false, ['deriveBits']);
  return hex(new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, BYTES * 8)));
}

/** The stored form of a PIN: `pbkdf2-sha256:rounds:salt:hash`, salt and hash in hex. A tablet and the server make and check it in the same way. */
export async function hashPin(digits: string, salt = crypto.getRandomValues(new Uint8Array(16))): Promise<string> {
  return `pbkdf2-sha256:${ITERATIONS}:${hex(salt)}:${await derive(digits, salt, ITERATIONS)}`;
}

/** Whether this is the PIN that was hashed; works without a network. */
export async function checkPin(storedHash: string, digits: string): Promise<boolean> {
  const [kind, iterations, salt, hash] = storedHash.split(':');
  if (kind !== 'pbkdf2-sha256' || !salt || !hash) return false;
  return (await derive(digits, bytesOf(salt), Number(iterations))) === hash;
}

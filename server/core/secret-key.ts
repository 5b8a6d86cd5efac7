import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

const NONCE = 12;
const TAG = 16;

/** The file in DATA_DIR that holds the key if SECRET_KEY is not set. It is not part of a backup. */
const keyFile = 'secret.key';

const keys = new Map<string, Buffer>();

/**
 * The key with which the server encrypts secrets in the database and signs texts that it verifies later. The key comes from SECRET_KEY if that is
 * set, otherwise from a file that the server creates at its first start.
 */
function secretKey({ SECRET_KEY, DATA_DIR }: Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>): Buffer {
  if (SECRET_KEY) return Buffer.from(SECRET_KEY, 'base64');
  const key = keys.get(DATA_DIR) ?? readOrMakeKey(DATA_DIR);
  keys.set(DATA_DIR, key);
  return key;
}

function readOrMakeKey(DATA_DIR: string): Buffer {
  mkdirSync(DATA_DIR, { recursive: true });
  const path = join(DATA_DIR, keyFile);
  const newFile = join(DATA_DIR, `${keyFile}.${process.pid}`);
  try {
    return Buffer.from(readFileSync(path, 'utf8'), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // The file is written completely under another name and then linked, so that two processes that start at once read the same key.
  writeFileSync(newFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(newFile, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(newFile, { force: true });
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64');
}

/** Encrypt a text for one place in the database (AES-256-GCM); it cannot be decrypted in another place. */
export function encryptSecret(settings: Settings, text: string, place: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', secretKey(settings), nonce).setAAD(Buffer.from(place));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

/** Decrypt a text. Throws if it was encrypted with another key. */
export function decryptSecret(settings: Settings, encryptedText: string, place: string): string {
  const bytes = Buffer.from(encryptedText, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secretKey(settings), bytes.subarray(0, NONCE))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`A secret of ${place} was encrypted with another key: see SECRET_KEY and ${keyFile} in the README`);
  }
}

/** Whether this server’s key decrypts a text. */
export function canDecrypt(settings: Settings, encryptedText: string, place: string): boolean {
  try {
    decryptSecret(settings, encryptedText, place);
    return true;
  } catch {
    return false;
  }
}

const signingKeys = new WeakMap<Settings, Map<string, Buffer>>();

/** The signing key for one purpose, derived once from the secret key. */
function signingKey(settings: Settings, purpose: string): Buffer {
  const keysByPurpose = signingKeys.get(settings) ?? new Map<string, Buffer>();
  const key = keysByPurpose.get(purpose) ?? createHmac('sha256', secretKey(settings)).update(purpose).digest();
  signingKeys.set(settings, keysByPurpose.set(purpose, key));
  return key;
}

/** Sign a text, for one purpose only, so that the server can verify it later: 128 bits in 22 characters. */
export function signText(settings: Settings, purpose: string, text: string): string {
  return createHmac('sha256', signingKey(settings, purpose)).update(text).digest().subarray(0, 16).toString('base64url');
}

/** Whether a signature was made by `signText` with this server's key, for this purpose and this text. */
export function isOurSignature(settings: Settings, purpose: string, text: string, signature: string): boolean {
  const [expectedSignature, actualSignature] = [Buffer.from(signText(settings, purpose, text)), Buffer.from(signature)];
  return expectedSignature.length === actualSignature.length && timingSafeEqual(expectedSignature, actualSignature);
}

import { hash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, in the format that the bearer sends. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: its SHA-256 in hex. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

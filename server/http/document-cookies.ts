import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { documentKeyCookie } from '../../shared/auth/document-key.ts';
import type { Env } from './request.ts';

/**
 * The cookie by which a browser opens documents as plain links; it is accepted on GET document routes only. It holds the session's token, masked with
 * a key that a second cookie holds. Pages cannot read this cookie, but they can disable it by deleting the cookie of the key.
 */
export const documentCookie = 'kitroom_documents';

/** The number of bytes of a token and of the key that masks it. */
const SIZE = 32;

/** Combines two byte sequences by XOR: masking a masked value again gives the original. */
const masked = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));

/** The values of both cookies. Both are derived from the token, so that they match even if responses arrive in any order. */
export function documentCookies(token: string): { [documentCookie]: string; [documentKeyCookie]: string } {
  const key = hash('sha256', `documents ${token}`, 'buffer');
  return { [documentCookie]: masked(Buffer.from(token, 'base64url'), key).toString('base64url'), [documentKeyCookie]: key.toString('base64url') };
}

/** The token that the request's cookies hold; undefined unless both are present. With another session's key the result is a token that nobody has. */
export function documentToken(c: Context<Env>): string | undefined {
  const [value, key] = [documentCookie, documentKeyCookie].map((name) => Buffer.from(getCookie(c, name) ?? '', 'base64url'));
  if (value?.length !== SIZE || key?.length !== SIZE) return undefined;
  return masked(value, key).toString('base64url');
}

/** Lets this browser open documents as plain links while its session lasts. */
export function setDocumentCookies(c: Context<Env>, token: string, expires_at: string): void {
  for (const [name, value] of Object.entries(documentCookies(token)))
    setCookie(c, name, value, {
      httpOnly: name === documentCookie,
      sameSite: 'Strict',
      secure: c.get('services').settings.public_url.startsWith('https:'),
      path: '/',
      expires: new Date(expires_at),
    });
}

export function deleteDocumentCookies(c: Context<Env>): void {
  for (const name of [documentCookie, documentKeyCookie]) deleteCookie(c, name, { path: '/' });
}

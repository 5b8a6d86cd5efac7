import { currentToken, expireSession, session } from '../session/store.ts';
import { ApiError, type ProblemBody } from './api-error.ts';
import { reachable } from './reachable.ts';

const problemBody = async (response: Response): Promise<ProblemBody> => {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
};

/** The id of this tab until it is reloaded. The id distinguishes the tab's own changes of an order from other people's changes. */
const tab = newKey();

/** `fetch` for Kitroom's API: sends the session, and turns every failure except an aborted request into an ApiError. */
export async function apiFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  refuseForOthers(input, init);
  const token = currentToken();
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  headers.set('Kitroom-Tab', tab);
  let response: Response;
  try {
    response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    reachable.set(false);
    throw new ApiError(0, { message: 'The server cannot be reached.' });
  }
  // A proxy responds with 502 or 504 if the server does not respond.
  reachable.set(response.status !== 502 && response.status !== 504);
  if (response.ok) return response;
  const body = await problemBody(response);
  // A sign-in that requires a code does not mean that the existing session has ended.
  if (response.status === 401 && body.code !== 'totp_required' && token && token === currentToken()) expireSession();
  const wait = Number(response.headers.get('Retry-After'));
  throw new ApiError(
    response.status,
    { ...body, request_id: body.request_id ?? response.headers.get('X-Request-Id') ?? undefined },
    Number.isFinite(wait) && wait > 0 ? wait : undefined,
  );
}

/** Refuses a write of somebody who works by PIN in another person's session, because only the queue records both people. */
function refuseForOthers(input: RequestInfo | URL, { method = 'GET' }: RequestInit): void {
  const current = session.get();
  const isSigningIn = String(input instanceof Request ? input.url : input).includes('/api/auth/');
  if (!current?.at_work || isSigningIn || ['GET', 'HEAD'].includes(method.toUpperCase())) return;
  throw new ApiError(403, { message: `${current.who.user.name} is signed in on this tablet. To do this, sign in with your own password.` });
}

/** Options of every `hc` client: `hc<typeof routes>('/api/…', overTheWire)`. */
export const overTheWire = { fetch: apiFetch };

/** Options that make a write safe to send again. */
export interface Once {
  headers: { 'Idempotency-Key': string };
}

/** The options of a write with an idempotency key. All tries of one action have the same key. */
export const once = (key: string = newKey()): Once => ({ headers: { 'Idempotency-Key': key } });

/** A random UUID. Over plain http on a local network there is no `randomUUID`; the UUID is then made of random bytes. */
export function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

import { inArray } from 'drizzle-orm';
import type { Context } from 'hono';
import { messages } from '../../shared/messages.ts';
import type { Role } from '../../shared/roles.ts';
import type { Services } from '../core/context.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../db/db.ts';
import { sessions } from '../db/tables/index.ts';
import { sessionChannel } from '../sessions/announce-sessions.ts';
import { liveSessions } from '../sessions/live-sessions.ts';
import type { Env } from './request.ts';

/** Upper limit of the streams that one person may have open in one process. */
const MAX_STREAMS = 10;
/** How often streams are compared with their sessions if nothing is announced, in milliseconds. */
const CHECK_EVERY = 15_000;

interface OpenStream {
  user_id: number;
  /** The person's role when the stream was opened: the stream sends what that role sees. */
  role: Role;
  session_id: number;
  /** Closes the stream. */
  end: AbortController;
}

interface Registry {
  open: Set<OpenStream>;
  check: () => Promise<void>;
  /** The latest comparison of the open streams with their sessions. */
  checked: Promise<void>;
}

const registries = new WeakMap<Database, Registry>();

/** The open streams of this process on one database; they are checked against their sessions whenever a session has ended. */
function registryOf({ database, clock, log }: Services): Registry {
  const existing = registries.get(database);
  if (existing) return existing;
  const open = new Set<OpenStream>();
  const check = async (): Promise<void> => {
    // A stream that is opened during the query is not compared, because the query did not ask for its session.
    const compared = [...open];
    if (!compared.length) return;
    try {
      const ids = [...new Set(compared.map(({ session_id }) => session_id))];
      const live = await liveSessions(database.reader, clock().toISOString(), inArray(sessions.id, ids));
      const roles = new Map(live.map(({ id, role }) => [id, role]));
      for (const stream of compared) if (roles.get(stream.session_id) !== stream.role) stream.end.abort();
    } catch (err) {
      log.warn({ err }, 'streams were not compared with their sessions');
    }
  };
  const registry: Registry = { open, check, checked: Promise.resolve() };
  registries.set(database, registry);
  const checkNow = (): void => {
    registry.checked = check();
  };
  void database.subscribe(sessionChannel, checkNow, checkNow);
  setInterval(checkNow, CHECK_EVERY).unref();
  return registry;
}

/**
 * Open a stream for the caller. `ended` is aborted as soon as the session ends in any process or expires, or the person gets another role or may no
 * longer sign in. `checked()` resolves when the latest announcement has been checked. Call `close` when the stream has ended. 429 if the person has
 * too many open streams, 503 if the process stops, 405 for a HEAD request, because nobody would read or end the stream.
 */
export async function openStream(c: Context<Env>): Promise<{ ended: AbortSignal; checked: () => Promise<void>; close: () => void }> {
  if (c.req.method === 'HEAD') throw new Problem(405, { message: messages.wrong_method }, { Allow: 'GET' });
  const registry = registryOf(c.get('services'));
  const { open, check } = registry;
  const { id: user_id, role } = c.get('actor');
  let streams = 0;
  for (const stream of open) if (stream.user_id === user_id) streams++;
  if (streams >= MAX_STREAMS) throw new Problem(429, { message: messages.too_many_streams }, { 'Retry-After': '15' });
  const stream: OpenStream = { user_id, role, session_id: c.get('session_id'), end: new AbortController() };
  open.add(stream);
  // The session may have ended since it was read for this request.
  await check();
  if (c.get('services').is_stopping) {
    open.delete(stream);
    throw new Problem(503, { message: messages.unavailable }, { 'Retry-After': '5' });
  }
  return { ended: stream.end.signal, checked: () => registry.checked, close: () => void open.delete(stream) };
}

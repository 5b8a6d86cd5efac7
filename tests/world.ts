import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createApp } from '../server/app.ts';
import { openSession } from '../server/auth/login.ts';
import { readSettings } from '../server/core/settings.ts';
import { openDatabase } from '../server/db/db.ts';
import { createServices } from '../server/services.ts';
import type { Role } from '../shared/roles.ts';
import { builders } from './builders.ts';

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers: Headers;
}

type Headers_ = Record<string, string>;

/** A caller of the API over HTTP, signed in or not. */
export interface Caller {
  id: number;
  token: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  get<Body = any>(path: string, headers?: Headers_): Promise<Answer<Body>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post<Body = any>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  put<Body = any>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  delete<Body = any>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  /** The unparsed response, for documents and streams. */
  raw(path: string, init?: RequestInit): Promise<Response>;
}

/** One running server of the product on this test file's own database, with a clock that the test moves. */
export type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld() {
  const settings = readSettings(process.env);
  const database = await openDatabase(settings.database_url, settings.postgres);
  let now = new Date('2026-11-20T09:00:00.000Z');
  const log = pino({ level: settings.LOG_LEVEL });
  const services = createServices({ database, settings, log, clock: () => now });
  const app = createApp(services);

  const caller = (token: string | null, id: number): Caller => {
    const raw = async (path: string, init: RequestInit = {}): Promise<Response> =>
      app.request(path, { ...init, headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(init.headers as Headers_) } });
    const send = async <Body>(method: string, path: string, body: unknown, headers: Headers_ = {}): Promise<Answer<Body>> => {
      const json = body === undefined ? null : JSON.stringify(body);
      const length: Headers_ = json !== null ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(json)) } : {};
      const response = await raw(path, { method, body: json, headers: { ...length, ...headers } });
      const text = await response.text();
      const isJson = response.headers.get('Content-Type')?.includes('json');
      return { status: response.status, body: (isJson && text ? JSON.parse(text) : text) as Body, headers: response.headers };
    };
    return {
      id,
      token,
      raw,
      get: (path, headers) => send('GET', path, undefined, headers),
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
      delete: (path, body, headers) => send('DELETE', path, body, headers),
    };
  };

  const insert = builders(database, () => now.toISOString());
  return {
    services,
    database,
    app,
    ...insert,
    caller,
    anyone: caller(null, 0),
    now: (): string => now.toISOString(),
    /** Moves the clock to a time, or forward by this many minutes. */
    setClock: (to: string | number): void => {
      now = typeof to === 'string' ? new Date(to) : new Date(now.getTime() + to * 60_000);
    },
    /** Signs in a user of the database without a password. */
    signIn: async (user: { id: number; role: Role }, about: { device_name?: string } = {}): Promise<Caller> => {
      const { token } = await database.unitOfWork((db) => openSession(db, user, now, about));
      return caller(token, user.id);
    },
    /** A new person of a role, signed in. */
    as: async (role: Role, values: Parameters<typeof insert.user>[1] = {}): Promise<Caller> => {
      const user = await insert.user(role, values);
      const { token } = await database.unitOfWork((db) => openSession(db, user, now, {}));
      return caller(token, user.id);
    },
    key: (): Record<string, string> => ({ 'Idempotency-Key': randomUUID() }),
  };
}

let currentWorld: { data: string | undefined; world: Promise<World> } | undefined;

/** The world of this test file, opened at the first call. A process runs several files, each with its own data folder. */
export function world(): Promise<World> {
  const data = process.env.DATA_DIR;
  if (!currentWorld || currentWorld.data !== data) currentWorld = { data, world: openWorld() };
  return currentWorld.world;
}

/** Closes the world of this test file, if it has opened one. */
export async function closeWorld(): Promise<void> {
  const { services } = (await currentWorld?.world) ?? {};
  currentWorld = undefined;
  await services?.pokes.close();
  await services?.database.close();
}

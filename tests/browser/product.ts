import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../../pwa/session/store.ts';
import { freePort } from '../free-port.ts';
import { scratch } from '../scratch.ts';

/** The whole product on a port of its own, with fresh demo data. */
export interface Product {
  url: string;
  port: number;
  /** The folder of the product's database and files. */
  data: string;
  /** Signs in one of the demo's people and returns the session as the PWA stores it. */
  signIn: (email: string) => Promise<Session>;
  /** The cookies with which this session's browser opens documents and pictures. */
  cookiesOf: (session: Session) => { name: string; value: string; httpOnly: boolean }[];
  get: (session: Session | null, path: string) => Promise<unknown>;
  stop: () => Promise<void>;
}

let host: ChildProcess | null = null;
let lastRequest = 0;

/** Asks the process that runs the products of this worker to start or stop the product with an id. The first call starts that process. */
function askHost(message: { id: number; environment?: NodeJS.ProcessEnv }): Promise<void> {
  host ??= fork(join(import.meta.dirname, 'product-host.mjs'), {
    execArgv: ['--enable-source-maps', '--no-allocation-site-pretenuring'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const child = host;
  // This program may end while the child process runs, except while a request is open.
  const hold = (held: boolean) => {
    const change = held ? 'ref' : 'unref';
    child[change]();
    child.channel?.[change]();
  };
  hold(true);
  return new Promise<void>((resolve, reject) => {
    const end = (fault?: string) => {
      child.off('message', take).off('exit', exit);
      hold(false);
      if (fault === undefined) resolve();
      else reject(new Error(`The product did not ${message.environment ? 'start' : 'stop'}: ${fault}`));
    };
    const take = (answer: { id: number; fault?: string }) => {
      if (answer.id === message.id) end(answer.fault);
    };
    const exit = () => {
      host = null;
      end('its process ended.');
    };
    child.on('message', take).on('exit', exit);
    child.send(message);
  });
}

/**
 * Starts the built product as a person would, with further settings if a test needs them, and waits until it answers. The product gets a copy of the
 * data in the folder that DEMO_DATA names, or makes the demo's data itself.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const data = mkdtempSync(join(scratch, 'kitroom-browser-'));
  if (process.env.DEMO_DATA) cpSync(process.env.DEMO_DATA, data, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const id = ++lastRequest;
  await askHost({
    id,
    environment: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: data,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      WARM_PRINTERS: '0',
      ...settings,
    },
  });
  const stop = async () => {
    await askHost({ id });
    rmSync(data, { recursive: true, force: true });
  };

  const json = async (response: Response): Promise<unknown> => {
    if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${await response.text()}`);
    return response.json();
  };
  const cookies = new Map<string, ReturnType<Product['cookiesOf']>>();
  const demo = (await json(await fetch(`${url}/api/auth/demo`))) as { password: string };
  return {
    url,
    port,
    data,
    stop,
    signIn: async (email) => {
      const body = JSON.stringify({ email, password: demo.password });
      const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const answer = await json(response);
      const { token, expires_at, ...who } = answer as { token: string; expires_at: string } & Session['who'];
      const ownCookies = response.headers.getSetCookie().map((cookie) => {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        return { name, value, httpOnly: /; HttpOnly/i.test(cookie) };
      });
      cookies.set(token, ownCookies);
      return { token, expires_at, who };
    },
    cookiesOf: ({ token }) => cookies.get(token) ?? [],
    get: async (session, path) => json(await fetch(url + path, { headers: session ? { Authorization: `Bearer ${session.token}` } : {} })),
  };
}

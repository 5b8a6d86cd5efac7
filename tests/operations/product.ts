import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { scratch } from '../scratch.ts';

const root = join(import.meta.dirname, '..', '..');
const server = join(root, 'data', 'var', 'build', 'main.js');
const scriptFile = (name: string): string => join(root, 'data', 'var', 'build-scripts', `${name}.js`);

/** A process of the product itself, as `npm start` runs it. */
export interface Product {
  url: string;
  port: number;
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended, with its exit code or signal and all its output on stderr. */
  ended: Promise<Ending>;
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

export interface Start {
  data_dir: string;
  environment?: Record<string, string>;
  /** A program, with its arguments, that runs the product with fewer rights or in another environment. */
  inside?: readonly string[];
  /** The limit for the first response, in milliseconds. */
  start_timeout?: number;
}

const living = new Set<Product>();
const folders: string[] = [];

/** Kills every running product, and deletes the folders. */
export async function endProducts(): Promise<void> {
  for (const product of living) product.kill('SIGKILL');
  await Promise.all([...living].map(({ ended }) => ended));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Makes an empty folder that is deleted at the end of the test file. Returns its path. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(scratch, 'kitroom-operations-'));
  folders.push(folder);
  return folder;
}

/** Makes a folder with a copy of the shared database, which this release created at its first start. Returns the folder's path. */
export function folderWithDatabase(): string {
  const data_dir = emptyFolder();
  cpSync(process.env.MADE_DATABASE ?? '', data_dir, { recursive: true });
  return data_dir;
}

/** Makes a folder in which the product creates a database. Returns the folder's path. */
export async function makeDatabase(): Promise<string> {
  const data_dir = emptyFolder();
  const { code, stderr } = await stop(await start({ data_dir }));
  if (code !== 0) throw new Error(`The product ended with code ${code}: ${stderr}`);
  return data_dir;
}

interface ScriptEnding extends Ending {
  stdout: string;
}

/** Runs one of the project's programs to its end, from a bundled file, which starts three times as fast as the sources. */
export const runScript = (name: string, args: readonly string[], environment: Record<string, string>): Promise<ScriptEnding> =>
  run([scriptFile(name), ...args], environment);

/** Runs one of the project's programs to its end from the sources, as npm does. */
export const runSource = (name: string, args: readonly string[], environment: Record<string, string>): Promise<ScriptEnding> =>
  run(['--import', 'tsx', join('scripts', `${name}.ts`), ...args], environment);

async function run(args: readonly string[], environment: Record<string, string>): Promise<ScriptEnding> {
  const child = spawn(process.execPath, args, { cwd: root, env: cleanEnvironment(environment) });
  child.stdin.end();
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })));
}

/** Starts the product without waiting until it answers. */
export async function launch({ data_dir, environment = {}, inside = [] }: Start): Promise<Product> {
  mkdirSync(data_dir, { recursive: true });
  const port = Number(environment.PORT) || (await freePort());
  const [program = process.execPath, ...args] = [...inside, process.execPath, '--enable-source-maps', server];
  const child = spawn(program, args, {
    cwd: root,
    env: cleanEnvironment({ DATA_DIR: data_dir, DEMO: '0', LOG_LEVEL: 'silent', WARM_PRINTERS: '0', PORT: String(port), ...environment }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const product: Product = {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) =>
      child.once('close', (code, signal) => {
        living.delete(product);
        resolve({ code, signal, stderr });
      }),
    ),
  };
  living.add(product);
  return product;
}

/** Starts the product and waits until it answers. Throws the product's output if the product ends, or does not answer in time. */
export async function start(how: Start): Promise<Product> {
  const product = await launch(how);
  const deadline = Date.now() + (how.start_timeout ?? 30_000);
  let ending: Ending | undefined;
  void product.ended.then((end) => {
    ending = end;
  });
  while (!(await answers(product))) {
    if (ending) throw new Error(`The product ended with code ${ending.code}: ${ending.stderr}`);
    if (Date.now() > deadline) throw new Error('The product did not answer in time.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return product;
}

/** Stops the product as an operator does, and waits for its end. */
export function stop(product: Product): Promise<Ending> {
  product.kill('SIGTERM');
  return product.ended;
}

const answers = (product: Product): Promise<boolean> =>
  fetch(`${product.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns this process's environment with `more`, but without the variables that a test run sets for itself. */
function cleanEnvironment(more: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, NODE_ENV: _mode, VITEST: _vitest, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, ...more };
}

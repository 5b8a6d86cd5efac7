import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
/** The server's file as `npm run build` makes it. */
const serverFile = join(root, 'data', 'var', 'build', 'main.js');

/** A running server that the bench measures. It listens on a free loopback port. */
export interface Running {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

const ticks = Number(execFileSync('getconf', ['CLK_TCK']).toString());

/** Processor time that a process has used, in seconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

async function started(child: ChildProcess, ready: RegExp): Promise<Running> {
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match?.[1]) resolve(`http://127.0.0.1:${match[1]}`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return {
    origin,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

const node = (args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });

/** Milliseconds without a request after the server's start, in which the document threads warm up on both cores. */
const SETTLES_IN = 12_000;

/** Starts the built server as `npm start` does, on the data in `data_dir`, and waits until it has settled. `environment` adds settings. */
export async function startProduct(data_dir: string, environment: NodeJS.ProcessEnv = {}): Promise<Running> {
  const product = await started(
    node(['--enable-source-maps', '--no-allocation-site-pretenuring', serverFile], {
      DATA_DIR: data_dir,
      DATABASE_URL: '',
      PORT: '0',
      LOG_LEVEL: 'error',
      DEMO: '0',
      // The measured data contain demo people. In production the server would therefore refuse to start.
      NODE_ENV: 'development',
      ...environment,
    }),
    /at https?:\/\/[^\s:]+:(\d+)/,
  );
  await setTimeout(SETTLES_IN);
  return product;
}

/** Starts the raw ceiling: a bare server that only runs the SQL of the routes in the plan file, on the same database file. */
export const startCeiling = (database: string, plan: string): Promise<Running> =>
  started(node(['--import', 'tsx', join(root, 'tests/bench/ceiling.ts'), database, plan], {}), /ready (\d+)/);

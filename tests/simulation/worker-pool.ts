import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, JobResult } from './worker.ts';

type WorkerMessage = { result: JobResult } | { error: string };

/**
 * Runs `jobs` in `workerCount` processes, each one job at a time, in the sequence of the jobs. Throws the error of a job that a worker could not
 * run at all.
 */
export async function runJobs(jobs: Iterable<Job>, workerCount: number, onResult: (result: JobResult) => void): Promise<void> {
  const remainingJobs = jobs[Symbol.iterator]();
  const folder = bundleWorker();
  const workers = Array.from({ length: workerCount }, () => startWorker(join(folder, 'worker.js')));
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (let next = remainingJobs.next(); !next.done; next = remainingJobs.next()) onResult(await runOnWorker(worker, next.value));
      }),
    );
  } finally {
    for (const worker of workers) worker.disconnect();
    rmSync(folder, { recursive: true });
  }
}

const root = join(import.meta.dirname, '..', '..');

/** Bundles the worker into one file in a new folder: a scenario takes a tenth longer if its sources are translated while it runs. */
function bundleWorker(): string {
  const folder = join(root, 'data', 'var', `simulation-${process.pid}`);
  const script = `import('./scripts/build.mjs').then(({ inOneFile }) => inOneFile(...process.argv.slice(1))).then((fault) => {
    if (fault) throw new Error(fault);
  })`;
  const { status } = spawnSync(process.execPath, ['-e', script, join(import.meta.dirname, 'worker.ts'), folder], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The worker could not be built.');
  return folder;
}

function startWorker(worker: string): ChildProcess {
  // A process has one database engine. The simulation's server needs SQLite, with the database in memory.
  const environment = { ...process.env, DATABASE_URL: '', NODE_ENV: 'test', NODE_NO_WARNINGS: '1' };
  // Scenarios create many short-lived objects, and more memory for these saves a tenth of the time.
  return fork(worker, { execArgv: ['--max-semi-space-size=64'], env: environment });
}

function runOnWorker(worker: ChildProcess, job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const rejectJob = (code: number | null): void => reject(new Error(`A worker ended with ${code} over ${JSON.stringify(job)}`));
    worker.once('exit', rejectJob);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('exit', rejectJob);
      if ('result' in message) resolve(message.result);
      else reject(new Error(`${JSON.stringify(job)}: ${message.error}`));
    });
    worker.send(job);
  });
}

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Done, Job } from './worker.ts';

type Answer = { done: Done } | { error: string };

/** Does jobs in so many processes, one at a time each, in the order in which they come. Throws what a worker could not do at all. */
export async function doAll(jobs: Iterable<Job>, hands: number, heard: (done: Done) => void): Promise<void> {
  const left = jobs[Symbol.iterator]();
  const workers = Array.from({ length: hands }, hire);
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (let next = left.next(); !next.done; next = left.next()) heard(await ask(worker, next.value));
      }),
    );
  } finally {
    for (const worker of workers) worker.disconnect();
  }
}

function hire(): ChildProcess {
  // One engine per process: the simulation's server has its database in memory.
  const environment = { ...process.env, DATABASE_URL: '', NODE_ENV: 'test', NODE_NO_WARNINGS: '1' };
  // Stories leave much behind that is short-lived: more room for it saves a tenth of the time.
  const execArgv = ['--max-semi-space-size=64', '--import', 'tsx'];
  return fork(join(import.meta.dirname, 'worker.ts'), { execArgv, env: environment });
}

function ask(worker: ChildProcess, job: Job): Promise<Done> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`A worker ended with ${code} over ${JSON.stringify(job)}`));
    worker.once('exit', gone);
    worker.once('message', (answer: Answer) => {
      worker.off('exit', gone);
      if ('done' in answer) resolve(answer.done);
      else reject(new Error(`${JSON.stringify(job)}: ${answer.error}`));
    });
    worker.send(job);
  });
}

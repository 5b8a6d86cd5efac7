import { parseArgs } from 'node:util';
import { readFailedSeeds, storeFailedSeed } from './failed-seeds.ts';
import { invariants } from './invariants.ts';
import { runJob } from './worker.ts';
import { runJobs } from './worker-pool.ts';

// npm run simulate -- --seeds=N            runs N scenarios, the stored ones first; --seed=S: from seed S on
// npm run simulate -- --seed=S             prints one scenario as text
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' }, steps: { type: 'string' }, workers: { type: 'string', default: '2' } },
});
const seed = values.seed === undefined ? null : Number(values.seed);
const steps = values.steps === undefined ? {} : { steps: Number(values.steps) };

if (values.seeds === undefined && seed !== null) await runOne(seed);
else await runMany(Number(values.seeds ?? 1_000), seed ?? 1);

async function runOne(number: number): Promise<void> {
  process.env.SIMULATION_TRACE = '1';
  const outcome = await runJob({ type: 'run', seed: number, ...steps });
  if (outcome.type !== 'run') return;
  const { violation, trace } = outcome.result;
  process.stdout.write(`${trace.join('\n')}\n\n`);
  process.stdout.write(
    violation ? `${violation.invariant} is broken (${invariants[violation.invariant]}): ${violation.message}\n` : 'All invariants hold.\n',
  );
  process.exitCode = violation ? 1 : 0;
}

async function runMany(count: number, from: number): Promise<void> {
  const startedAt = Date.now();
  const seeds = Array.from({ length: count }, (_, i) => ({ seed: from + i, ...steps }));
  const scenarios = [...readFailedSeeds().map(({ failure: _, ...failedSeed }) => failedSeed), ...seeds];
  let finished = 0;
  let failed = 0;
  let actions = 0;
  const printProgress = (where = ''): void => {
    process.stdout.write(`${finished} scenarios, ${actions} actions, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s${where}\n`);
  };
  const jobs = scenarios.map((scenario) => ({ type: 'run' as const, ...scenario, isRepeated: scenario.seed % 50 === 0 }));
  await runJobs(jobs, Number(values.workers), (outcome) => {
    if (outcome.type !== 'run') return;
    finished += 1;
    actions += outcome.result.actions;
    const { seed: number, violation } = outcome.result;
    const problem = violation ? `${violation.invariant}: ${violation.message}` : outcome.isSame === false ? 'same_trace: it gave two results' : null;
    if (problem) {
      failed += 1;
      storeFailedSeed(outcome.result, problem);
      process.stdout.write(`seed ${number}: ${problem}\n`);
    }
    if (finished % 50 === 0) printProgress(`, seed ${outcome.result.seed}`);
  });
  printProgress();
  process.exitCode = failed ? 1 : 0;
}

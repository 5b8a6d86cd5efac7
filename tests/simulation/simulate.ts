import { parseArgs } from 'node:util';
import { doAll } from './crew.ts';
import { invariants } from './invariants.ts';
import { keepSeed, keptSeeds } from './kept-seeds.ts';
import { work } from './worker.ts';

// npm run simulate -- --seeds=N            runs N scenarios, the kept ones first; --seed=S: from seed S on
// npm run simulate -- --seed=S             prints one scenario in words
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' }, steps: { type: 'string' }, hands: { type: 'string', default: '2' } },
});
const seed = values.seed === undefined ? null : Number(values.seed);
const steps = values.steps === undefined ? {} : { steps: Number(values.steps) };

if (values.seeds === undefined && seed !== null) await runOne(seed);
else await runMany(Number(values.seeds ?? 1_000), seed ?? 1);

async function runOne(of: number): Promise<void> {
  process.env.SIMULATION_TRACE = '1';
  const done = await work({ do: 'tell', seed: of, ...steps });
  if (done.did !== 'told') return;
  const { broken, trace } = done.result;
  process.stdout.write(`${trace.join('\n')}\n\n`);
  process.stdout.write(broken ? `${broken.invariant} is broken (${invariants[broken.invariant]}): ${broken.message}\n` : 'All invariants hold.\n');
  process.exitCode = broken ? 1 : 0;
}

async function runMany(count: number, from: number): Promise<void> {
  const startedAt = Date.now();
  const seeds = Array.from({ length: count }, (_, i) => ({ seed: from + i, ...steps }));
  const scenarios = [...keptSeeds().map(({ showed: _, ...kept }) => kept), ...seeds];
  let finished = 0;
  let failed = 0;
  let actions = 0;
  const say = (where = ''): void => {
    process.stdout.write(`${finished} stories, ${actions} actions, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s${where}\n`);
  };
  const jobs = scenarios.map((scenario) => ({ do: 'tell' as const, ...scenario, twice: scenario.seed % 50 === 0 }));
  await doAll(jobs, Number(values.hands), (done) => {
    if (done.did !== 'told') return;
    finished += 1;
    actions += done.result.actions;
    const { seed: of, broken } = done.result;
    const wrong = broken ? `${broken.invariant}: ${broken.message}` : done.isSame === false ? 'same_trace: it told two stories' : null;
    if (wrong) {
      failed += 1;
      keepSeed(done.result, wrong);
      process.stdout.write(`seed ${of}: ${wrong}\n`);
    }
    if (finished % 50 === 0) say(`, seed ${done.result.seed}`);
  });
  say();
  process.exitCode = failed ? 1 : 0;
}

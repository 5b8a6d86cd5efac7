import { parseArgs } from 'node:util';
import { doAll } from './crew.ts';
import { invariants } from './invariants.ts';
import { keepSeed, keptSeeds } from './kept-seeds.ts';
import { work } from './worker.ts';

// npm run simulate -- --seeds=N            tells N stories, the kept ones first; --seed=S: from seed S on
// npm run simulate -- --seed=S             tells one story in words
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' }, steps: { type: 'string' }, hands: { type: 'string', default: '2' } },
});
const seed = values.seed === undefined ? null : Number(values.seed);
const steps = values.steps === undefined ? {} : { steps: Number(values.steps) };

if (values.seeds === undefined && seed !== null) await tellOne(seed);
else await tellMany(Number(values.seeds ?? 1_000), seed ?? 1);

async function tellOne(of: number): Promise<void> {
  process.env.SIMULATION_TRACE = '1';
  const done = await work({ do: 'tell', seed: of, ...steps });
  if (done.did !== 'told') return;
  const { broken, trace } = done.told;
  process.stdout.write(`${trace.join('\n')}\n\n`);
  process.stdout.write(broken ? `${broken.invariant} is broken (${invariants[broken.invariant]}): ${broken.message}\n` : 'All invariants hold.\n');
  process.exitCode = broken ? 1 : 0;
}

async function tellMany(count: number, from: number): Promise<void> {
  const begun = Date.now();
  const seeds = [...keptSeeds().map((kept) => kept.seed), ...Array.from({ length: count }, (_, i) => from + i)];
  let told = 0;
  let failed = 0;
  let deeds = 0;
  const say = (where = ''): void => {
    process.stdout.write(`${told} stories, ${deeds} actions, ${failed} failed, ${Math.round((Date.now() - begun) / 1000)} s${where}\n`);
  };
  const jobs = seeds.map((of) => ({ do: 'tell' as const, seed: of, twice: of % 50 === 0, ...steps }));
  await doAll(jobs, Number(values.hands), (done) => {
    if (done.did !== 'told') return;
    told += 1;
    deeds += done.told.deeds;
    const { broken } = done.told;
    if (broken || done.isSame === false) {
      failed += 1;
      keepSeed({ seed: done.told.seed, showed: broken ? `${broken.invariant}: ${broken.message}` : 'same_trace' });
      process.stdout.write(`seed ${done.told.seed}: ${broken ? `${broken.invariant}: ${broken.message}` : 'told two stories'}\n`);
    }
    if (told % 50 === 0) say(`, seed ${done.told.seed}`);
  });
  say();
  process.exitCode = failed ? 1 : 0;
}

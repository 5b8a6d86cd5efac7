import { parseArgs } from 'node:util';
import { doAll } from './crew.ts';
import { invariants } from './invariants.ts';
import { keepStory, keptSeeds } from './kept-seeds.ts';
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
  const asked = Array.from({ length: count }, (_, i) => ({ seed: from + i, ...steps }));
  const stories = [...keptSeeds().map(({ showed: _, ...kept }) => kept), ...asked];
  let told = 0;
  let failed = 0;
  let deeds = 0;
  const say = (where = ''): void => {
    process.stdout.write(`${told} stories, ${deeds} actions, ${failed} failed, ${Math.round((Date.now() - begun) / 1000)} s${where}\n`);
  };
  const jobs = stories.map((story) => ({ do: 'tell' as const, ...story, twice: story.seed % 50 === 0 }));
  await doAll(jobs, Number(values.hands), (done) => {
    if (done.did !== 'told') return;
    told += 1;
    deeds += done.told.deeds;
    const { seed: of, broken } = done.told;
    const wrong = broken ? `${broken.invariant}: ${broken.message}` : done.isSame === false ? 'same_trace: it told two stories' : null;
    if (wrong) {
      failed += 1;
      keepStory(done.told, wrong);
      process.stdout.write(`seed ${of}: ${wrong}\n`);
    }
    if (told % 50 === 0) say(`, seed ${done.told.seed}`);
  });
  say();
  process.exitCode = failed ? 1 : 0;
}

import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './install.mjs';

/** Times vary with the machine's other load, so only a time of more than this many budgets fails the run. */
const FAILS_AT = 5;

/**
 * What the stages and areas of a run may take, in multiples of its types stage: that stage only computes, so its time measures the speed of the
 * machine.
 */
const budget = JSON.parse(readFileSync(join(root, 'tests', 'budget.json'), 'utf8'));

/** The area of a test file: its folder below tests/, or the file itself if it is a browser test. */
export function areaOf(file) {
  const path = relative(join(root, 'tests'), file).split(sep).join('/');
  return path.startsWith('browser/') ? path : dirname(path).split('/')[0];
}

/**
 * Compares the seconds of a whole run with the budget: of each stage, of each area and in all. Returns a line for each excess, and whether one
 * excess is so large that the run fails.
 */
export function compareWithBudget(stages, areas, all) {
  const unit = stages.get('types');
  const slow = [
    ...[...stages].map(([name, time]) => ({ name: `stage ${name}`, time, share: budget.stages[name] })),
    ...[...areas].map(([name, time]) => ({ name: `area ${name}`, time, share: budget.areas[name] ?? budget.other_areas })),
    { name: 'the whole run', time: all, share: budget.all },
  ]
    .map((entry) => ({ ...entry, times: entry.time / unit / entry.share }))
    .filter(({ times }) => times > 1)
    .sort((one, other) => other.times - one.times);
  return {
    excesses: slow.map(({ name, time, share }) => `${name}: ${time.toFixed(1)} s; its budget is ${(share * unit).toFixed(1)} s, ${share} x types`),
    isFar: slow.some(({ times }) => times > FAILS_AT),
  };
}

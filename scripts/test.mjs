import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveUp, install, root } from './install.mjs';
import { areaOf, compareWithBudget } from './test-budget.mjs';

const bin = (...path) => [process.execPath, join(root, 'node_modules', ...path)];
const biome = bin('@biomejs', 'biome', 'bin', 'biome');
const tsc = bin('typescript', 'bin', 'tsc');
const nativeTsc = [...bin('typescript-native', 'bin', 'tsc'), '--checkers', '1'];
const vitest = bin('vitest', 'vitest.mjs');
const playwright = bin('@playwright', 'test', 'cli.js');
const reports = mkdtempSync(join(tmpdir(), 'kitroom-test-'));

// npm test runs every stage; npm test -- unit sqlite runs those two.
const stageNames = process.argv.slice(2);
const isWhole = stageNames.length === 0;
const isChosen = (name) => isWhole || stageNames.includes(name);

/** Seconds that the tests of each area took, added up over all stages. */
const areas = new Map();
const addToArea = (file, ms) => areas.set(areaOf(file), (areas.get(areaOf(file)) ?? 0) + ms / 1000);

/** A check is one or more commands, run side by side, that either pass or fail as one. */
const check = (name, ...commands) => ({
  name,
  run: async () => verdict((await Promise.all(commands.map((command) => execute(command)))).every((ok) => ok)),
});

/** The demo's data, from which the browser tests start. */
const demoData = join(reports, 'demo');

/** Builds the app and the server; at the same time, on the other processor, the demo's data are made. */
const build = check(
  'build',
  [process.execPath, 'scripts/build.mjs'],
  ...(isChosen('browser') ? [[process.execPath, 'scripts/demo-data.mjs', demoData]] : []),
);

/** Vitest projects; their tests are counted one by one. More workers than processors are faster if tests wait for a disk or a process. */
const projects = (names, workers = 2) => ({
  name: names.join(', '),
  run: async () => {
    const report = join(reports, `${names.join('-')}.json`);
    const ok = await execute([
      ...vitest,
      'run',
      ...names.flatMap((name) => ['--project', name]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    if (!existsSync(report)) return verdict(false);
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { name: file, startTime, endTime } of testResults) addToArea(file, endTime - startTime);
    const failedIn = ({ status, assertionResults }) =>
      assertionResults.filter((test) => test.status === 'failed').length || (status === 'failed' ? 1 : 0);
    const failed = testResults.reduce((sum, file) => sum + failedIn(file), 0);
    return { passed: numPassedTests, failed: failed || (ok ? 0 : 1), skipped: numPendingTests };
  },
});

const browser = {
  name: 'browser',
  run: async () => {
    const report = join(reports, 'browser.json');
    const ok = await execute([...playwright, 'test', '--config', 'tests/browser/playwright.config.ts', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(existsSync(demoData) && { DEMO_DATA: demoData }),
    });
    if (!existsSync(report)) return verdict(false);
    const { stats, suites, config } = JSON.parse(readFileSync(report, 'utf8'));
    const { expected, unexpected, flaky, skipped } = stats;
    for (const { file, specs } of suites)
      for (const { results } of specs.flatMap(({ tests }) => tests))
        for (const { duration } of results) addToArea(join(config.rootDir, file), duration);
    if (flaky > 0) console.log(`${flaky} passed only when tried again`);
    return { passed: expected + flaky, failed: unexpected || (ok ? 0 : 1), skipped };
  },
};

/**
 * Checks the types of a part of the code. The native compiler takes a third of the time of tsc. A whole run uses tsc without an earlier result,
 * because the run's budget is a multiple of this stage's time.
 */
const types = (config) =>
  isWhole ? [...tsc, '-p', config, '--tsBuildInfoFile', join(reports, `${config}.tsbuildinfo`)] : [...nativeTsc, '-p', config];

const project = (name, workers) => projects([name], workers);

/** A whole run shares its processors among these projects: otherwise one long test file of a project leaves a processor idle. */
const short = ['architecture', 'unit', 'pwa'];

const stages = [
  check('lint', [...biome, 'check', '--error-on-warnings', '.']),
  check('types', types('tsconfig.json'), types('pwa/tsconfig.json')),
  ...(isWhole ? [projects(short, 3)] : short.map((name) => project(name))),
  project('simulation'),
  project('sqlite', 3),
  project('postgres', 3),
  project('operations', 3),
  build,
  check('bundle size', [process.execPath, 'scripts/bundle-size.mjs']),
  browser,
];

const unknown = stageNames.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) giveUp(`No such stage: ${unknown.join(', ')}. There are: ${stages.map((stage) => stage.name).join(', ')}.`);

await install({ development: true });
const started = Date.now();

const results = [];
for (const stage of stages.filter(({ name }) => isChosen(name))) {
  console.log(`\n== ${stage.name}`);
  const begun = Date.now();
  const result = await stage.run();
  results.push({ name: stage.name, ms: Date.now() - begun, ...result });
}
rmSync(reports, { recursive: true, force: true });
const all = (Date.now() - started) / 1000;
const times = new Map(results.map(({ name, ms }) => [name, ms / 1000]));
const { excesses, isFar } = isWhole ? compareWithBudget(times, areas, all) : { excesses: [], isFar: false };
if (isFar) results.push({ name: 'budget', ms: 0, ...verdict(false) });

console.log();
for (const { name, ms, passed, failed, skipped } of results) {
  const counts = [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])].join(', ');
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(13)} ${(ms / 1000).toFixed(1).padStart(7)} s   ${counts}`);
}
if (excesses.length > 0) console.log(`\nSlower than tests/budget.json allows:\n  ${excesses.join('\n  ')}\n`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`in all ${all.toFixed(1)} s\n\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function verdict(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function execute([program, ...args], environment = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

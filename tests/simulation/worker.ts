import { setMaxListeners } from 'node:events';
import { answerCheck } from '../../pwa/offline/check-answer.ts';
import { mutationNames } from '../../shared/sync/mutations.ts';
import { faults as allFaults, type FaultName } from './faults.ts';
import { type DefectName, injectedDefects } from './injected-defects.ts';
import { type InvariantName, invariants } from './invariants.ts';
import { Scenario, type ScenarioResult } from './scenario.ts';
import { SHORT_STEPS, STEPS } from './steps.ts';
import { killPoints } from './tablet.ts';
import { buildWarehouse } from './warehouse.ts';

/**
 * A job for a worker: list the names in the registries, run a scenario, or find a scenario that detects an injected defect. `isRepeated` runs
 * the scenario again and compares; `ordinarySeeds` are the seeds of short scenarios that other jobs run without a defect.
 */
export type Job =
  | { type: 'names' }
  | { type: 'run'; seed: number; isRepeated?: boolean; steps?: number }
  | { type: 'detect'; defect: DefectName; maxScenarios: number; ordinarySeeds: readonly number[] };

/** The names in the registries, and the invariant that detects each defect. */
export interface Names {
  faults: string[];
  invariants: string[];
  defects: Record<DefectName, InvariantName>;
  killPoints: string[];
  mutations: string[];
}

/** The result of a job. */
export type JobResult =
  | { type: 'names'; names: Names }
  | { type: 'run'; result: ScenarioResult; isSame: boolean | null }
  /**
   * `violationCounts` says how often each invariant failed first. `seed` is the seed of a scenario that breaks the right invariant, and passes
   * without the defect. If `isOrdinary`, another job runs this scenario without the defect and shows whether it passes.
   */
  | { type: 'detect'; defect: DefectName; seed: number | null; isOrdinary: boolean; scenarios: number; violationCounts: Record<string, number> };

/** Removes the trace of a result, unless an invariant was broken or SIMULATION_TRACE is set. */
const withoutTrace = (result: ScenarioResult): ScenarioResult =>
  result.violation || process.env.SIMULATION_TRACE ? result : { ...result, trace: [] };

const names = (): Names => ({
  faults: Object.keys(allFaults),
  invariants: Object.keys(invariants),
  defects: Object.fromEntries(Object.entries(injectedDefects).map(([name, { detected_by }]) => [name, detected_by])) as Names['defects'],
  killPoints: [...killPoints],
  mutations: [...mutationNames],
});

/** Runs one job. */
export async function runJob(job: Job): Promise<JobResult> {
  if (job.type === 'names') return { type: 'names', names: names() };
  const warehouse = await getWarehouse();
  const run = (seed: number, options: object = {}): Promise<ScenarioResult> => new Scenario({ seed, ...options }, warehouse).run();
  if (job.type === 'run') {
    const options = job.steps ? { steps: job.steps } : {};
    const result = await run(job.seed, options);
    const isSame = job.isRepeated ? (await run(job.seed, options)).hash === result.hash : null;
    return { type: 'run', result: withoutTrace(result), isSame };
  }
  const defect = injectedDefects[job.defect];
  const faults: Partial<Record<FaultName, number>> = 'faults' in defect ? defect.faults : {};
  const violationCounts: Record<string, number> = {};
  const others = Array.from({ length: job.maxScenarios }, (_, i) => ({ seed: i + 1, steps: STEPS }));
  let scenarios = 0;
  for (const { seed, steps } of [{ seed: defect.first_seed, steps: SHORT_STEPS }, ...others]) {
    scenarios += 1;
    const result = await run(seed, { steps, faults, defect });
    const first = result.violation?.invariant ?? 'none';
    violationCounts[first] = (violationCounts[first] ?? 0) + 1;
    if (first !== defect.detected_by) continue;
    const isOrdinary = steps === SHORT_STEPS && !('faults' in defect) && job.ordinarySeeds.includes(seed);
    if (isOrdinary || !(await run(seed, { steps, faults })).violation)
      return { type: 'detect', defect: job.defect, seed, isOrdinary, scenarios, violationCounts };
  }
  return { type: 'detect', defect: job.defect, seed: null, isOrdinary: false, scenarios, violationCounts };
}

// No limit of listeners: each request of a tablet listens for the end of its tab, and a scenario has many requests at once.
setMaxListeners(0);

let warehousePromise: ReturnType<typeof buildWarehouse> | null = null;

async function getWarehouse(): ReturnType<typeof buildWarehouse> {
  // The check of responses is loaded once, in real time, so that no scenario's simulated time waits for the loading.
  await answerCheck();
  warehousePromise ??= buildWarehouse();
  return await warehousePromise;
}

if (process.send) {
  // Nobody reads the stack traces of a scenario's many aborted requests, and recording them costs time.
  if (!process.env.SIMULATION_TRACE) Error.stackTraceLimit = 0;
  process.on('message', (job: Job) => {
    runJob(job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
}

import { setMaxListeners } from 'node:events';
import { answerCheck } from '../../pwa/offline/check-answer.ts';
import type { FaultName } from './faults.ts';
import { type SaboteurName, saboteurs } from './saboteurs.ts';
import { Scenario, type ScenarioResult } from './scenario.ts';
import { buildWarehouse } from './template.ts';

/** A job for a worker: to run a scenario, once or twice, or to find the scenario that reveals a saboteur. */
export type Job = { do: 'tell'; seed: number; twice?: boolean; steps?: number } | { do: 'catch'; saboteur: SaboteurName; most: number };

/** Its result. */
export type Done =
  | { did: 'told'; result: ScenarioResult; isSame: boolean | null }
  /** `by` counts which invariants failed first; `seed` is the scenario that the right one ended and that is clean without the saboteur. */
  | { did: 'caught'; saboteur: SaboteurName; seed: number | null; scenarios: number; by: Record<string, number> };

/** Only a job for one scenario gets the scenario in words. */
const brief = (result: ScenarioResult): ScenarioResult => (result.broken || process.env.SIMULATION_TRACE ? result : { ...result, trace: [] });

/** Runs one job. */
export async function work(job: Job): Promise<Done> {
  const warehouse = await theWarehouse();
  const run = (seed: number, plot: object = {}): Promise<ScenarioResult> => new Scenario({ seed, ...plot }, warehouse).run();
  if (job.do === 'tell') {
    const plot = job.steps ? { steps: job.steps } : {};
    const result = await run(job.seed, plot);
    const isSame = job.twice ? (await run(job.seed, plot)).hash === result.hash : null;
    return { did: 'told', result: brief(result), isSame };
  }
  const saboteur = saboteurs[job.saboteur];
  const faults: Partial<Record<FaultName, number>> = 'faults' in saboteur ? saboteur.faults : {};
  const by: Record<string, number> = {};
  for (let seed = 1; seed <= job.most; seed++) {
    const result = await run(seed, { faults, saboteur });
    const first = result.broken?.invariant ?? 'none';
    by[first] = (by[first] ?? 0) + 1;
    if (first !== saboteur.caught_by) continue;
    if (!(await run(seed, { faults })).broken) return { did: 'caught', saboteur: job.saboteur, seed, scenarios: seed, by };
  }
  return { did: 'caught', saboteur: job.saboteur, seed: null, scenarios: job.most, by };
}

// Each request of a tablet listens for its tab's end, and a scenario has many of them at once.
setMaxListeners(0);

let built: ReturnType<typeof buildWarehouse> | null = null;

async function theWarehouse(): ReturnType<typeof buildWarehouse> {
  // The check of responses is loaded in real time, once: the time of a scenario must not wait for it.
  await answerCheck();
  built ??= buildWarehouse();
  return await built;
}

if (process.send) {
  // Nobody reads where the many requests of a scenario were aborted, and recording it costs time.
  if (!process.env.SIMULATION_TRACE) Error.stackTraceLimit = 0;
  process.on('message', (job: Job) => {
    work(job).then(
      (done) => process.send?.({ done }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
}

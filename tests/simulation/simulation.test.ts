import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFailedSeeds, storeFailedSeed } from './failed-seeds.ts';
import type { DefectName } from './injected-defects.ts';
import { SHORT_STEPS } from './steps.ts';
import { addResult, emptyTotals } from './totals.ts';
import type { Job, JobResult, Names } from './worker.ts';
import { runJobs } from './worker-pool.ts';

/** The number of scenarios, besides the stored ones and the rare ones. `npm run simulate` runs any number. */
const SCENARIOS = Number(process.env.SIMULATION_SCENARIOS ?? 27);
/** Scenarios with kills and refusals that are rare. If one of these no longer happens, add a scenario in which `npm run simulate` shows it. */
const RARE_SEEDS = [32, 49, 50, 51, 55, 99];
/** Scenarios with work orders, which scenarios with smaller seeds do not have. */
const WORK_ORDER_SEEDS = [2_000_000, 2_000_001, 2_000_002, 2_000_003, 2_000_004, 2_000_005];
/** Scenarios in which people also pick several orders in one walk. */
const CLUSTER_SEEDS = Array.from({ length: 10 }, (_, index) => 3_000_001 + index);
/** Scenarios in which people also prove and weigh bags, and weigh boxes. */
const WEIGHT_SEEDS = [4_000_003, 4_000_004, 4_000_007];
/** Scenarios in which people also receive what leavers send back. */
const COLLECTION_SEEDS = [5_000_001, 5_000_002, 5_000_003, 5_000_004, 5_000_005, 5_000_006];
const ordinary = Array.from({ length: SCENARIOS }, (_, index) => index + 1);
const seeds = [...new Set([...ordinary, ...RARE_SEEDS, ...WORK_ORDER_SEEDS, ...CLUSTER_SEEDS, ...WEIGHT_SEEDS, ...COLLECTION_SEEDS])];
/** One scenario in this many is run again. */
const REPEAT_EVERY = 10;
/** A defect counts as not detected if this many scenarios do not show it. */
const MAX_SCENARIOS = 60;

// The names that the design requires. A test fails if a name is missing from the registries, or if what it names never happens.
const requiredFaults = [
  ...['drop_request', 'drop_response', 'duplicate', 'delay', 'reorder', 'kill', 'lost_tail', 'forced_close', 'quota', 'eviction', 'two_tabs'],
  ...['expired_token', 'disabled_user', 'user_switch', 'wrong_clock', 'server_crash', 'restore', 'server_error', 'old_version', 'lost_poke'],
  ...['captive_portal', 'lost_lock', 'cloned_tablet', 'foreign_client', 'stray_request', 'busy_database', 'app_update'],
];
const requiredInvariants = [
  ...['one_outcome', 'never_twice', 'visible_until_resolved', 'tablets_equal_server', 'picked_within_allocated', 'allocated_within_stock'],
  ...['queue_order', 'queue_empties', 'same_trace', 'saved_action_is_stored', 'own_changes_stay', 'rows_and_lm_agree', 'loss_is_reported'],
  ...['no_blind_overwrite', 'nothing_completed_on_refusal', 'stock_is_what_arrived', 'nothing_promised_twice', 'totes_are_right'],
  ...['received_items_have_a_place', 'discrepancies_listed_once', 'items_are_named', 'undone_is_never_sent', 'bins_within_stock'],
  ...['decorator_has_what_was_sent', 'batch_is_whole', 'walk_asks_once', 'pick_ends_once', 'bags_within_picked', 'last_bag_stands'],
  'weights_recorded_once',
  'collected_once',
];
const requiredDefects: DefectName[] = [
  'no_last_mutation_check',
  'client_id_reused',
  'stale_pulls_applied',
  'outbox_pruned_by_answer',
  'gaps_accepted',
  'base_predicted',
  'torn_pull',
  'lm_of_the_first_page',
  'overtaken_after_a_halt',
  'restore_unnoticed',
  'completed_on_a_refusal',
  'used_numbers_treated_as_replays',
  'foreign_client_accepted',
  'receipt_added_up',
  'promised_twice',
  'tote_not_checked',
  'lost_allocation_shown',
  'bins_hold_what_is_sent',
  'work_order_makes_stock',
  'discrepancy_forgotten',
  'first_refusal_counts',
  'undone_is_sent',
  'bag_not_checked',
  'bag_added_up',
  'weight_added_up',
  'box_weight_added_up',
  'box_weight_forgotten',
  'collection_added_up',
  'collection_returned_twice',
];
const requiredRefusals = [
  ...['DOUBLE_PICKED', 'LINE_CHANGED', 'CLAIMED', 'PRODUCT_CHANGED', 'AFTER', 'DIGEST', 'NOT_PICKER', 'PICK_CLOSED'],
  ...['ORDER_CANCELLED', 'ORDER_FROZEN', 'ALREADY_SHIPPED', 'ACTOR_DISABLED', 'RECEIPT_REVERSED', 'NOT_FREE', 'NOT_WAITING', 'TOTE_TAKEN'],
  'COLLECTION_CLOSED',
];

// Only the workers load the server and the scenarios, because loading both would take this process ten seconds.
let names: Names;
const totals = emptyTotals();
const failed: string[] = [];
const detections = new Map<string, Extract<JobResult, { type: 'detect' }>>();
let repetitions = 0;

function* jobs(): Generator<Job> {
  yield { type: 'names' };
  for (const { failure: _, ...failedSeed } of readFailedSeeds()) yield { type: 'run', ...failedSeed };
  // The long jobs come first, so that both workers are busy until the end.
  for (const defect of requiredDefects) yield { type: 'detect', defect, maxScenarios: MAX_SCENARIOS, ordinarySeeds: seeds };
  for (const seed of seeds) yield { type: 'run', seed, steps: SHORT_STEPS, isRepeated: seed % REPEAT_EVERY === 0 };
}

function addJobResult(jobResult: JobResult): void {
  if (jobResult.type === 'names') names = jobResult.names;
  if (jobResult.type === 'detect') detections.set(jobResult.defect, jobResult);
  if (jobResult.type !== 'run') return;
  const { seed, steps, violation } = jobResult.result;
  addResult(totals, jobResult.result);
  if (jobResult.isSame !== null) repetitions += 1;
  const problem = violation ? `${violation.invariant}: ${violation.message}` : jobResult.isSame === false ? 'same_trace: it gave two results' : null;
  if (!problem) return;
  failed.push(`--seed=${seed} --steps=${steps}: ${problem}`);
  storeFailedSeed(jobResult.result, problem);
}

beforeAll(() => runJobs(jobs(), 2, addJobResult), 1_800_000);
afterAll(() => {
  console.log(`${totals.scenarios} scenarios, ${totals.actions} actions`);
});

describe('whatever goes wrong in a shift', () => {
  test(`all invariants hold in ${seeds.length} scenarios and in all stored ones`, () => {
    expect(failed, 'npm run simulate -- with the text before the colon prints such a scenario').toEqual([]);
    expect(totals.scenarios).toBe(seeds.length + readFailedSeeds().length);
    expect(totals.actions / totals.scenarios).toBeGreaterThan(50);
  });

  test('the same seed gives the same scenario', () => {
    expect(repetitions).toBe(seeds.filter((seed) => seed % REPEAT_EVERY === 0).length);
  });

  test('every fault that the design names happens', () => {
    expect(names.faults).toEqual(expect.arrayContaining(requiredFaults));
    expect(requiredFaults.filter((fault) => !totals.faults[fault])).toEqual([]);
  });

  test('every invariant of the design is checked', () => {
    expect([...names.invariants].sort()).toEqual([...requiredInvariants].sort());
    const uncheckedInvariants = requiredInvariants.filter((invariant) => !totals.checks[invariant] && invariant !== 'same_trace');
    expect(uncheckedInvariants).toEqual([]);
  });

  test('the app is killed before and after each of its awaits', () => {
    const killPlan = names.killPoints.flatMap((point) =>
      point === 'lock' || point === 'poke stream' ? [`${point} before`] : [`${point} before`, `${point} after`],
    );
    expect(killPlan.filter((kill) => !totals.kills[kill])).toEqual([]);
  });

  test('every kind of mutation is applied at least once, and every row of the conflict table occurs', () => {
    expect(names.mutations.filter((n) => !totals.mutations[n])).toEqual([]);
    expect(requiredRefusals.filter((code) => !totals.codes[code])).toEqual([]);
  });
});

describe('an injected defect', () => {
  test('exists for each kind that the design names', () => {
    expect(Object.keys(names.defects).sort()).toEqual([...requiredDefects].sort());
  });

  test.each(requiredDefects)('%s is detected in a scenario that passes without the defect', (name) => {
    const detected_by = names.defects[name];
    const jobResult = detections.get(name);
    expect(
      jobResult?.seed,
      `${detected_by} was not the first to fail in ${jobResult?.scenarios} scenarios; first failures: ${JSON.stringify(jobResult?.violationCounts)}`,
    ).not.toBeNull();
    expect(jobResult?.violationCounts[detected_by]).toBeGreaterThan(0);
    if (jobResult?.isOrdinary) expect(failed.filter((line) => line.startsWith(`--seed=${jobResult.seed} --steps=${SHORT_STEPS}:`))).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutationNames } from '../../shared/sync/mutations.ts';
import { doAll } from './crew.ts';
import { faults } from './faults.ts';
import { invariantNames } from './invariants.ts';
import { keepSeed, keptSeeds } from './kept-seeds.ts';
import { type SaboteurName, saboteurs } from './saboteurs.ts';
import { SHORT_STEPS } from './scenario.ts';
import { killPoints } from './tablet.ts';
import { blankTally, count } from './tally.ts';
import type { Done, Job } from './worker.ts';

/** The number of scenarios, besides those that are kept: enough that every fault, kill and refusal below happens. `npm run simulate` runs any number. */
const SCENARIOS = Number(process.env.SIMULATION_SCENARIOS ?? 300);
/** One scenario in this many is run twice. */
const TWICE_EVERY = 40;
/** A saboteur that this many scenarios do not reveal is not caught. */
const MAX_SCENARIOS = 60;

// What the design requires, by name: an entry that is missing from the registries, or never happens, fails.
const wantedFaults = [
  ...['drop_request', 'drop_response', 'duplicate', 'delay', 'reorder', 'kill', 'lost_tail', 'forced_close', 'quota', 'eviction', 'two_tabs'],
  ...['expired_token', 'disabled_user', 'user_switch', 'wrong_clock', 'server_crash', 'restore', 'server_error', 'old_version', 'lost_poke'],
  ...['captive_portal', 'lost_lock', 'cloned_tablet', 'foreign_client', 'stray_request', 'busy_database', 'app_update'],
];
const wantedInvariants = [
  ...['one_outcome', 'never_twice', 'visible_until_resolved', 'tablets_equal_server', 'picked_within_allocated', 'allocated_within_stock'],
  ...['queue_order', 'queue_empties', 'same_trace', 'saved_is_kept', 'own_work_stays', 'rows_and_lm_agree', 'loss_is_told'],
  ...['nothing_overwritten_unseen', 'nothing_completed_on_refusal'],
];
const wantedSaboteurs = [
  ...['no_last_mutation_check', 'client_kept', 'stale_pulls_taken', 'outbox_emptied_by_the_answer', 'gaps_accepted', 'base_predicted', 'torn_pull'],
  ...['lm_of_the_first_page', 'overtaken_after_a_halt', 'restore_unnoticed', 'completed_on_a_refusal', 'used_numbers_taken_for_replays'],
  ...['foreign_client_accepted'],
];
const wantedRefusals = [
  ...['DOUBLE_PICKED', 'LINE_CHANGED', 'CLAIMED', 'PRODUCT_CHANGED', 'AFTER', 'DIGEST', 'NOT_PICKER', 'PICK_CLOSED'],
  ...['ORDER_CANCELLED', 'ORDER_FROZEN', 'ALREADY_SHIPPED', 'ACTOR_DISABLED'],
];

const tally = blankTally();
const failed: string[] = [];
const caught = new Map<string, Extract<Done, { did: 'caught' }>>();
let ranTwice = 0;

function* jobs(): Generator<Job> {
  for (const { showed: _, ...kept } of keptSeeds()) yield { do: 'tell', ...kept };
  // The long ones first, so that both workers are busy until the end.
  for (const saboteur of Object.keys(saboteurs) as SaboteurName[]) yield { do: 'catch', saboteur, most: MAX_SCENARIOS };
  for (let seed = 1; seed <= SCENARIOS; seed++) yield { do: 'tell', seed, steps: SHORT_STEPS, twice: seed % TWICE_EVERY === 0 };
}

function hear(done: Done): void {
  if (done.did === 'caught') return void caught.set(done.saboteur, done);
  const { seed, steps, broken } = done.result;
  count(tally, done.result);
  if (done.isSame !== null) ranTwice += 1;
  const wrong = broken ? `${broken.invariant}: ${broken.message}` : done.isSame === false ? 'same_trace: it gave two results' : null;
  if (!wrong) return;
  failed.push(`--seed=${seed} --steps=${steps}: ${wrong}`);
  keepSeed(done.result, wrong);
}

beforeAll(() => doAll(jobs(), 2, hear), 1_800_000);
afterAll(() => {
  console.log(`${tally.scenarios} scenarios, ${tally.actions} actions`);
});

describe('whatever goes wrong in a shift', () => {
  test(`all invariants hold in ${SCENARIOS} scenarios and in all that are kept`, () => {
    expect(failed, 'npm run simulate -- and what stands before the colon shows such a scenario in words').toEqual([]);
    expect(tally.scenarios).toBe(SCENARIOS + keptSeeds().length);
    expect(tally.actions / tally.scenarios).toBeGreaterThan(50);
  });

  test('the same seed gives the same scenario', () => {
    expect(ranTwice).toBe(Math.floor(SCENARIOS / TWICE_EVERY));
  });

  test('every fault of the design happens', () => {
    expect(Object.keys(faults)).toEqual(expect.arrayContaining(wantedFaults));
    expect(wantedFaults.filter((fault) => !tally.faults[fault])).toEqual([]);
  });

  test('every invariant of the design is checked', () => {
    expect([...invariantNames].sort()).toEqual([...wantedInvariants].sort());
    const unseen = wantedInvariants.filter((invariant) => !tally.checks[invariant] && invariant !== 'same_trace');
    expect(unseen).toEqual([]);
  });

  test('the app is killed at each of its awaits, before and after', () => {
    const killPlan = killPoints.flatMap((point) =>
      point === 'lock' || point === 'poke stream' ? [`${point} before`] : [`${point} before`, `${point} after`],
    );
    expect(killPlan.filter((kill) => !tally.kills[kill])).toEqual([]);
  });

  test('every mutation is applied, and every row of the conflict table occurs', () => {
    expect(mutationNames.filter((n) => !tally.done[n])).toEqual([]);
    expect(wantedRefusals.filter((code) => !tally.codes[code])).toEqual([]);
  });
});

describe('a saboteur', () => {
  test('of each kind in the design exists', () => {
    expect(Object.keys(saboteurs).sort()).toEqual([...wantedSaboteurs].sort());
  });

  test.each(Object.entries(saboteurs))('%s is caught in a scenario that is clean without it', (name, { caught_by }) => {
    const done = caught.get(name);
    expect(done?.seed, `${caught_by} did not speak first in ${done?.scenarios} stories; first to speak: ${JSON.stringify(done?.by)}`).not.toBeNull();
    expect(done?.by[caught_by]).toBeGreaterThan(0);
  });
});

import { Cache } from '../../pwa/offline/cache.ts';
import { Ledger } from '../../pwa/offline/ledger.ts';
import type { CacheTables, LedgerTables, Meta, Queued } from '../../pwa/offline/store.ts';
import type { MutationHandler } from '../../server/sync/mutation-handler.ts';
import { mutationHandlers } from '../../server/sync/mutation-handlers.ts';
import type { MutationName } from '../../shared/sync/mutations.ts';
import { applied } from '../../shared/sync/outcomes.ts';
import { lineBaseKey } from '../../shared/sync/protocol.ts';
import type { LastMutations, Result, SyncAnswer, SyncRequest } from '../../shared/sync/wire.ts';
import type { FaultName } from './faults.ts';
import type { InvariantName } from './invariants.ts';
import type { Scenario } from './scenario.ts';
import type { SyncHandler } from './simulated-server.ts';
import type { Tablet } from './tablet.ts';

/** A deliberate bug that is added from outside, and the invariant that has to detect it. */
export interface InjectedDefect {
  description: string;
  detected_by: InvariantName;
  /** Weights of faults with which the bug shows sooner. */
  faults?: Partial<Record<FaultName, number>>;
  /** The seed of a short scenario that now shows the bug after few actions. It is tried first, because a long search would take most of a run. */
  first_seed: number;
  /** Adds the bug for one scenario; returns the function that removes it. */
  install?: (scenario: Scenario) => () => void;
  /** Adds the bug to one tablet. */
  installOnTablet?: (tablet: Tablet) => void;
}

const doNothing = (): void => undefined;

/** Changes the request that the product gets, or its response. */
const interceptSync =
  (handle: (scenario: Scenario, request: SyncRequest, next: (request: SyncRequest) => ReturnType<SyncHandler>) => ReturnType<SyncHandler>) =>
  (scenario: Scenario): (() => void) => {
    scenario.server.handleSync = (body, next) => handle(scenario, body as SyncRequest, next);
    return doNothing;
  };

/** Replaces a method; returns the function that restores it. */
function replaceMethod<C extends object, K extends keyof C>(target: C, name: K, wrap: (original: C[K]) => C[K]): () => void {
  const original = target[name];
  target[name] = wrap(original);
  return () => {
    target[name] = original;
  };
}

/** Replaces the handler of a mutation; returns the function that restores it. */
const replaceHandler =
  <N extends MutationName>(n: N, wrap: (scenario: Scenario, original: MutationHandler<N>) => MutationHandler<N>) =>
  (scenario: Scenario): (() => void) =>
    replaceMethod(mutationHandlers, n, (original) => wrap(scenario, original as unknown as MutationHandler<N>) as never);

const lastMutationOf = ({ server }: Scenario, c: string): number | undefined =>
  (server.connection.prepare('select lm from sync_clients where c = ?').get(c) as { lm: number } | undefined)?.lm;
const hasOutcome = ({ server }: Scenario, m: string): boolean =>
  server.connection.prepare('select 1 from sync_outcomes where m = ?').get(m) !== undefined;

export const injectedDefects = {
  no_last_mutation_check: {
    description: 'the server carries out every action that arrives, also one that it has carried out',
    detected_by: 'never_twice',
    first_seed: 18,
    install: interceptSync((scenario, request, next) => {
      for (const { c, s, m } of request.push) {
        if (s > (lastMutationOf(scenario, c) ?? 0)) continue;
        scenario.server.connection.prepare('delete from sync_outcomes where m = ?').run(m);
        scenario.server.connection.prepare('update sync_clients set lm = ? where c = ?').run(s - 1, c);
      }
      return next(request);
    }),
  },
  client_id_reused: {
    description: 'the app keeps its client id over a restart',
    detected_by: 'queue_empties',
    first_seed: 7,
    faults: { eviction: 6 },
    installOnTablet: (tablet) => {
      const savedId = tablet.environment.random.uuid();
      tablet.randomFor = (tab, random) => {
        let isFirst = true;
        return {
          ...random,
          uuid: () => {
            if (!isFirst) return random.uuid();
            isFirst = false;
            tab.lastUuid = savedId;
            return savedId;
          },
        };
      };
    },
  },
  stale_pulls_applied: {
    description: 'the tablet applies the response to a request that is no longer its current one',
    detected_by: 'rows_and_lm_agree',
    first_seed: 30,
    faults: { lost_lock: 8, drop_request: 14, good_network: 4 },
    install: () =>
      replaceMethod(
        Cache.prototype,
        'apply',
        (original) =>
          async function (this: Cache, _requestCursor, answer, at) {
            return original.call(this, (await this.standing()).cursor, answer, at);
          },
      ),
  },
  outbox_pruned_by_answer: {
    description: 'an action leaves the queue with its outcome, not with its rows',
    detected_by: 'own_changes_stay',
    first_seed: 14,
    install: () =>
      replaceMethod(
        Ledger.prototype,
        'answered',
        (original) =>
          async function (this: Ledger, results, open) {
            await original.call(this, results, open);
            if (results.length) await this.prune(new Proxy({}, { get: () => Number.POSITIVE_INFINITY }) as LastMutations, null);
          },
      ),
  },
  undone_is_sent: {
    description: 'an action that was undone stays on the tablet, and is sent when its time is over',
    detected_by: 'undone_is_never_sent',
    first_seed: 1,
    install: () => replaceMethod(Ledger.prototype, 'cancelDelayed', () => async () => true),
  },
  gaps_accepted: {
    description: 'the server takes an action although the one before it is missing',
    detected_by: 'queue_order',
    first_seed: 22,
    faults: { drop_request: 16 },
    install: interceptSync((scenario, request, next) => {
      const first = new Map<string, number>();
      for (const { c, s } of request.push) if (!first.has(c)) first.set(c, s);
      for (const [c, s] of first) {
        const lm = lastMutationOf(scenario, c);
        if (lm !== undefined && s > lm + 1) scenario.server.connection.prepare('update sync_clients set lm = ? where c = ?').run(s - 1, c);
      }
      return next(request);
    }),
  },
  base_predicted: {
    description: 'the tablet bases an action on the version that its own waiting action will produce',
    detected_by: 'no_blind_overwrite',
    first_seed: 23,
    install: () =>
      replaceMethod(
        Ledger.prototype,
        'write',
        (original) =>
          function (this: Ledger, c, actions) {
            for (const { m, seen } of actions)
              for (const { pick_line_id, version } of seen) versionsAtAction.set(`${m} ${lineBaseKey(pick_line_id)}`, version);
            return original.call(this, c, actions);
          },
      ),
    installOnTablet: (tablet) => {
      tablet.ledgerTables = withPredictedBases;
    },
  },
  torn_pull: {
    description: 'rows are read at one point in time, and their position at another',
    detected_by: 'tablets_equal_server',
    first_seed: 11,
    install: (scenario) => {
      scenario.server.wrapDatabase = (database) => ({
        ...database,
        snapshot: async (read) => {
          const rows = (await database.snapshot(read)) as Partial<SyncAnswer>;
          if (!rows.patch || rows.more) return rows as never;
          await scenario.scheduler.suspend(scenario.scheduler.sleep(scenario.random.between(0, 2_000)));
          const rest = (await database.snapshot(read)) as Partial<SyncAnswer>;
          return (rest.patch && !rest.more ? { ...rest, patch: rows.patch } : rest) as never;
        },
      });
      return doNothing;
    },
  },
  lm_of_the_first_page: {
    description: 'last mutations count from the first page of a pull on',
    detected_by: 'rows_and_lm_agree',
    first_seed: 7,
    faults: { app_update: 6, drop_request: 14 },
    install: () =>
      replaceMethod(
        Cache.prototype,
        'apply',
        (original) =>
          function (this: Cache, request, answer, at) {
            if (answer.more) lmByCursor.set(JSON.stringify(answer.cursor), answer.lm);
            return original.call(this, request, answer, at);
          },
      ),
    installOnTablet: (tablet) => {
      tablet.cacheTables = withEarlyLastMutations;
    },
  },
  overtaken_after_a_halt: {
    description: 'after a halt the server goes on with the other clients of the batch',
    detected_by: 'queue_order',
    first_seed: 26,
    faults: { busy_database: 8, kill: 14, offline: 10 },
    install: interceptSync(async (_scenario, request, next) => {
      const answer = await next(request);
      const syncAnswer = answer.body as SyncAnswer | undefined;
      if (answer.status !== 200 || !syncAnswer?.halt || syncAnswer.halt.why === 'auth') return answer;
      const processed = new Set(syncAnswer.results.map(({ m }) => m));
      const firstUnprocessed = request.push.find(({ m }) => !processed.has(m));
      const rest = request.push.filter(({ c, m }) => c !== firstUnprocessed?.c && !processed.has(m));
      if (rest.length > 0) await next({ ...request, push: rest });
      return answer;
    }),
  },
  restore_unnoticed: {
    description: 'nobody notices that the server was restored from a backup',
    detected_by: 'rows_and_lm_agree',
    first_seed: 22,
    faults: { restore: 5, backup: 5 },
    install: (scenario) => {
      scenario.server.writeMark = doNothing;
      return interceptSync(({ server }, request, next) => {
        const { epoch, v } = server.mark();
        const { cursor, lm } = request.pull;
        const acknowledged = Object.fromEntries(Object.entries(lm).map(([c, s]) => [c, Math.min(s, lastMutationOf(scenario, c) ?? 0)]));
        return next({ ...request, pull: { cursor: cursor && { ...cursor, epoch, v: Math.min(cursor.v, v) }, lm: acknowledged } });
      })(scenario);
    },
  },
  completed_on_a_refusal: {
    description: 'a pick is completed although a record on which it is based was refused',
    detected_by: 'nothing_completed_on_refusal',
    first_seed: 11,
    install: () => {
      const all = mutationHandlers as Record<MutationName, MutationHandler<MutationName>>;
      const before = { ...all };
      for (const n of ['pick.complete', 'prep.complete', 'dispatch.request'] as const) {
        all[n] = (ctx, args, meta, isRepeat) => before[n](ctx, args, { ...meta, base: {} }, isRepeat);
      }
      return () => Object.assign(all, before);
    },
  },
  used_numbers_treated_as_replays: {
    description: 'another action under a number that was used is treated as a repetition',
    detected_by: 'one_outcome',
    first_seed: 19,
    faults: { cloned_tablet: 12, restore: 0 },
    install: interceptSync(async (scenario, request, next) => {
      const isReplay = ({ c, s, m }: SyncRequest['push'][number]): boolean => s <= (lastMutationOf(scenario, c) ?? 0) && !hasOutcome(scenario, m);
      const results = request.push.filter(isReplay).map(({ m, s }): Result => ({ m, s, outcome: 'applied', code: null, server: null }));
      const answer = await next({ ...request, push: request.push.filter((mutation) => !isReplay(mutation)) });
      const syncAnswer = answer.body as SyncAnswer | undefined;
      return answer.status === 200 && syncAnswer?.results
        ? { ...answer, body: { ...syncAnswer, results: [...results, ...syncAnswer.results] } }
        : answer;
    }),
  },
  foreign_client_accepted: {
    description: 'a tablet may send under the client id of another one',
    detected_by: 'one_outcome',
    first_seed: 30,
    faults: { foreign_client: 12 },
    install: interceptSync(({ server }, request, next) => {
      for (const { c } of request.push) server.connection.prepare('update sync_clients set device = ? where c = ?').run(request.device, c);
      return next(request);
    }),
  },
  receipt_added_up: {
    description: 'what a receipt says of a line is added to what it had',
    detected_by: 'stock_is_what_arrived',
    first_seed: 19,
    install: replaceHandler('receipt.set_line', ({ server }, handle) => (ctx, a, meta, apply) => {
      const before = server.connection
        .prepare(
          `select line.qty from receipt_lines line join receipts on receipts.id = line.receipt_id
            where receipts.uuid = ? and line.purchase_order_line_id is ? and line.product_id = ?`,
        )
        .get(a.receipt, a.po_line_id, a.product_id) as { qty: number } | undefined;
      return handle(ctx, { ...a, qty: a.qty + (before?.qty ?? 0) }, meta, apply);
    }),
  },
  collection_added_up: {
    description: 'what arrived of a line of a collection is added to what it had',
    detected_by: 'collected_once',
    first_seed: 5_000_001,
    install: replaceHandler('collection.receive_line', ({ server }, handle) => (ctx, a, meta, apply) => {
      const before = server.connection
        .prepare('select qty_expected, qty_restocked from collection_lines where collection_id = ? and order_line_id = ?')
        .get(a.collection_id, a.order_line_id) as { qty_expected: number; qty_restocked: number };
      return handle(
        ctx,
        { ...a, qty_restocked: Math.min(before.qty_expected - a.qty_written_off, a.qty_restocked + before.qty_restocked) },
        meta,
        apply,
      );
    }),
  },
  collection_returned_twice: {
    description: 'the returns of a collection take back one item more than arrived',
    detected_by: 'collected_once',
    first_seed: 5_000_001,
    install: replaceHandler('collection.receive_line', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      server.connection
        .prepare(
          `update return_lines set qty_requested = qty_requested + 1, qty_approved = qty_approved + 1 where order_line_id = ?
            and return_id in (select id from returns where collection_id = ?)`,
        )
        .run(a.order_line_id, a.collection_id);
      return result;
    }),
  },
  promised_twice: {
    description: 'what a receipt brought is allocated to a second order as well',
    detected_by: 'nothing_promised_twice',
    first_seed: 20,
    install: replaceHandler('receipt.set_line', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      server.connection
        .prepare(
          'update receipt_allocations set qty = qty + ? where qty > 0 and product_id = ? and receipt_id = (select id from receipts where uuid = ?)',
        )
        .run(a.qty, a.product_id, a.receipt);
      return result;
    }),
  },
  tote_not_checked: {
    description: 'items may be put into a tote of an order that does not get them, and nobody is told',
    detected_by: 'totes_are_right',
    first_seed: 11,
    install: replaceHandler('bin.put_away', (_scenario, handle) => async (ctx, a, meta, apply) => {
      try {
        return await handle(ctx, a, meta, apply);
      } catch (error) {
        if ((error as { body?: { code?: string } }).body?.code === 'not_waiting') return applied;
        throw error;
      }
    }),
  },
  lost_allocation_shown: {
    description: 'tablets send what a receipt brought to the orders that got it then, whatever they have lost since',
    detected_by: 'received_items_have_a_place',
    first_seed: 1,
    install: interceptSync(async ({ server }, request, next) => {
      const answer = await next(request);
      const patch = (answer.body as Partial<SyncAnswer> | undefined)?.patch;
      const brought = server.connection.prepare(
        'select product_id, order_line_id, qty from receipt_allocations join receipts on receipts.id = receipt_id where uuid = ? and qty > 0',
      );
      for (const row of patch?.receipt?.put ?? []) {
        const given = brought.all(row.uuid) as { product_id: number; order_line_id: number; qty: number }[];
        row.allocations = given.map((one) => ({ order_number: '00001', wearer: 'Ann', tote: null, ...one }));
      }
      return answer;
    }),
  },
  bins_hold_what_is_sent: {
    description: 'a bin holds what was put there, whatever is on hand',
    detected_by: 'bins_within_stock',
    first_seed: 1,
    install: replaceHandler('bin.put_away', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      if (a.bin && !a.receipt)
        server.connection
          .prepare(
            `insert into product_bins (product_id, bin, qty) values (?, ?, ?)
              on conflict (product_id, bin) do update set qty = product_bins.qty + excluded.qty`,
          )
          .run(a.product_id, a.bin, a.qty);
      return result;
    }),
  },
  work_order_makes_stock: {
    description: 'what comes back decorated is added to the stock, though it was there all the time',
    detected_by: 'stock_is_what_arrived',
    first_seed: 2_000_004,
    install: interceptSync(({ server }, request, next) => {
      server.connection.exec(`create trigger if not exists work_order_makes_stock after update of qty_received on purchase_order_lines
        when new.source_product_id = new.product_id and new.qty_received > old.qty_received begin
          update stock_levels set qty_available = qty_available + new.qty_received - old.qty_received where product_id = new.product_id;
        end`);
      return next(request);
    }),
  },
  discrepancy_forgotten: {
    description: 'items that were not to come are not listed',
    detected_by: 'discrepancies_listed_once',
    first_seed: 19,
    install: replaceHandler('receipt.set_line', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      server.connection
        .prepare(
          `delete from receipt_discrepancies where receipt_line_id in
            (select line.id from receipt_lines line join receipts on receipts.id = line.receipt_id where receipts.uuid = ?)`,
        )
        .run(a.receipt);
      return result;
    }),
  },
  first_refusal_counts: {
    description: 'of several records that were refused one after another, only the first counts for what goes back',
    detected_by: 'items_are_named',
    first_seed: 11,
    install: interceptSync(async ({ server }, request, next) => {
      const answer = await next(request);
      const { results = [] } = (answer.body ?? {}) as Partial<SyncAnswer>;
      const forget = server.connection.prepare(
        `update shelf_tasks set qty = (select json_extract(payload, '$.a.qty_picked') from sync_outcomes
            where device = shelf_tasks.device and code is not null and json_extract(payload, '$.a.pick_line_id') = shelf_tasks.pick_line_id
            order by rowid limit 1)
          where pick_line_id = ? and device = ? and done_at is null`,
      );
      for (const { m, code } of results) {
        const line = code === 'AFTER' ? request.push.find((mutation) => mutation.m === m)?.a.pick_line_id : undefined;
        if (line !== undefined) forget.run(line, request.device);
      }
      return answer;
    }),
  },
  bag_not_checked: {
    description: 'a bag may have more of a line than was picked',
    detected_by: 'bags_within_picked',
    first_seed: 4_000_004,
    install: replaceHandler('print.request', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      if (a.what === 'bag_label' && a.items)
        server.connection.prepare('update bag_items set qty = qty + 100 where pick_id = ? and employee_id = ?').run(a.pick_id, a.employee_id);
      return result;
    }),
  },
  bag_added_up: {
    description: 'what a label says of a bag is added to what the bag had',
    detected_by: 'last_bag_stands',
    first_seed: 4_000_004,
    install: replaceHandler('print.request', ({ server }, handle) => async (ctx, a, meta, apply) => {
      if (a.what !== 'bag_label' || !a.items) return handle(ctx, a, meta, apply);
      const before = server.connection
        .prepare('select pick_line_id, qty from bag_items where pick_id = ? and employee_id = ?')
        .all(a.pick_id, a.employee_id) as { pick_line_id: number; qty: number }[];
      const result = await handle(ctx, a, meta, apply);
      const add = server.connection.prepare(
        `update bag_items set qty = min(qty + ?, (select qty_picked from pick_lines where id = pick_line_id)) where pick_line_id = ?`,
      );
      for (const { pick_line_id, qty } of before) add.run(qty, pick_line_id);
      return result;
    }),
  },
  weight_added_up: {
    description: 'the weight of a bag is added to the weight that it had',
    detected_by: 'weights_recorded_once',
    first_seed: 4_000_004,
    install: replaceHandler('print.request', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const before =
        a.what === 'bag_label'
          ? (server.connection.prepare('select weight_g from bags where pick_id = ? and employee_id = ?').get(a.pick_id, a.employee_id) as
              | { weight_g: number | null }
              | undefined)
          : undefined;
      const result = await handle(ctx, a, meta, apply);
      if (a.what === 'bag_label' && a.weight_g && before?.weight_g)
        server.connection
          .prepare('update bags set weight_g = weight_g + ? where pick_id = ? and employee_id = ?')
          .run(before.weight_g, a.pick_id, a.employee_id);
      return result;
    }),
  },
  box_weight_forgotten: {
    description: 'the weight of boxes that a person confirmed is not recorded',
    detected_by: 'weights_recorded_once',
    first_seed: 4_000_003,
    install: replaceHandler('dispatch.request', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      server.connection.exec('delete from confirmed_weights where dispatch_id is not null');
      return result;
    }),
  },
  box_weight_added_up: {
    description: 'the confirmed weight of boxes is recorded together with what was expected',
    detected_by: 'weights_recorded_once',
    first_seed: 4_000_003,
    install: replaceHandler('dispatch.request', ({ server }, handle) => async (ctx, a, meta, apply) => {
      const result = await handle(ctx, a, meta, apply);
      server.connection.exec(
        `update confirmed_weights set weight_g = weight_g + expected_g
          where dispatch_id = (select max(dispatch_id) from confirmed_weights)`,
      );
      return result;
    }),
  },
} as const satisfies Record<string, InjectedDefect>;

export type DefectName = keyof typeof injectedDefects;

const versionsAtAction = new Map<string, number>();

/** Gives each action that is queued, as its base, the version that the action would find if nobody else changed anything. */
const withPredictedBases = (tables: LedgerTables): LedgerTables => ({
  ...tables,
  outbox: {
    get: (key) => tables.outbox.get(key),
    all: () => tables.outbox.all(),
    after: (q) => tables.outbox.after(q),
    delete: (keys) => tables.outbox.delete(keys),
    clear: () => tables.outbox.clear(),
    put: async (rows) => {
      const waiting = await tables.outbox.all();
      await tables.outbox.put(rows.map((row) => predictBase(row, waiting)));
    },
  },
});

function predictBase(row: Queued, waiting: readonly Queued[]): Queued {
  const base = Object.entries(row.base).map(([key, value]) => {
    const version = versionsAtAction.get(`${row.m} ${key}`);
    const own = waiting.filter((other) => other.n === 'pick.record_line' && lineBaseKey(other.a.pick_line_id) === key).length;
    return [key, typeof value === 'object' && 'after' in value && version !== undefined ? version + own : value];
  });
  return { ...row, base: Object.fromEntries(base) };
}

const lmByCursor = new Map<string, LastMutations>();

/** Stores the last mutations of a page with the rows from before the page. */
const withEarlyLastMutations = (tables: CacheTables): CacheTables => ({
  ...tables,
  meta: {
    get: (key) => tables.meta.get(key),
    all: () => tables.meta.all(),
    delete: (keys) => tables.meta.delete(keys),
    clear: () => tables.meta.clear(),
    put: async (rows) => {
      await tables.meta.put(rows);
      for (const row of rows) if (row.k === 'staging') await storeLastMutations(tables, row);
    },
  },
});

async function storeLastMutations(tables: CacheTables, staging: Extract<Meta, { k: 'staging' }>): Promise<void> {
  const lm = lmByCursor.get(JSON.stringify(staging.cursor)) ?? {};
  const position = (await tables.meta.get('position')) as Extract<Meta, { k: 'position' }> | undefined;
  const before = position ?? { k: 'position' as const, cursor: null, lm: {}, rev: 0, synced_at: null };
  await tables.meta.put([{ ...before, lm: { ...before.lm, ...lm } }]);
}

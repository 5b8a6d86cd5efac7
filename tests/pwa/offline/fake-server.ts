import { afterPick, checkCompletePick } from '../../../shared/picking/complete-pick.ts';
import { pickedFacts } from '../../../shared/picking/record-pick.ts';
import { checkStartPick } from '../../../shared/picking/start-pick.ts';
import { digestOf } from '../../../shared/sync/digest.ts';
import { judgeRecordedPick, type SeenBase } from '../../../shared/sync/judge-recorded-pick.ts';
import { isMutationName, mutationArgs } from '../../../shared/sync/mutations.ts';
import { applied, isRefused, type Judgement, noop, outcomeOfRefusal, refuseWith } from '../../../shared/sync/outcomes.ts';
import { type Key, type Kind, keyOf, type PickLineRow, type PickRow, type SyncRow } from '../../../shared/sync/rows.ts';
import {
  type BaseOf,
  type Cursor,
  lineBaseKey,
  type OpenOutcome,
  type Patch,
  type Result,
  type SyncAnswer,
  type SyncRequest,
  syncAnswer,
  syncRequest,
  type WireMutation,
} from '../../../shared/sync/wire.ts';

interface Stored {
  v: number;
  row: Record<string, unknown>;
}

interface Remembered {
  mutation: WireMutation;
  device: string;
  result: Result;
  /** The fact version after the mutation. */
  version: number | null;
  is_open: boolean;
}

const at = '2026-11-21T08:00:00.000Z';

/** The server's half of the protocol in memory: lines are checked for real, everything else is simplified. */
export class FakeServer {
  epoch = `1-${'a'.repeat(32)}`;
  v = 1;
  /** Rows in one page of a full pull. */
  pageSize = 1000;
  /** The applied mutations, in the sequence in which they were applied. */
  readonly applied: WireMutation[] = [];
  readonly requests: SyncRequest[] = [];
  /** Stops the next batch at its first mutation with the name `n`, for the reason `why`. */
  haltNext: { n: string; why: 'retry' | 'upgrade' | 'auth' } | null = null;
  rows = new Map<string, Stored>();
  tombstones: { uuid: string; v: number }[] = [];
  clients = new Map<string, { device: string; lm: number }>();
  remembered = new Map<string, Remembered>();
  devices = new Map<string, string>();
  picked_device = new Map<number, string>();
  tokens = new Set(['token-1', 'token-2']);

  put<K extends Kind>(kind: K, row: SyncRow<K>): void {
    this.v += 1;
    this.rows.set(JSON.stringify([kind, keyOf(kind, row)]), { v: this.v, row });
  }

  get<K extends Kind>(kind: K, key: Key): SyncRow<K> | undefined {
    return this.rows.get(JSON.stringify([kind, key]))?.row as SyncRow<K> | undefined;
  }

  all<K extends Kind>(kind: K): SyncRow<K>[] {
    return [...this.rows].filter(([key]) => (JSON.parse(key) as [string])[0] === kind).map(([, { row }]) => row as SyncRow<K>);
  }

  pick(id: number): PickRow | undefined {
    return this.all('pick').find((pick) => pick.id === id);
  }

  lines(pick_id: number): PickLineRow[] {
    return this.all('pick_line').filter((line) => line.pick_id === pick_id);
  }

  /** Removes an order and all its rows from the floor. */
  leave(uuid: string): void {
    const pick = this.get('pick', uuid);
    if (!pick) return;
    this.rows.delete(JSON.stringify(['pick', uuid]));
    for (const line of this.lines(pick.id)) this.rows.delete(JSON.stringify(['pick_line', line.id]));
    this.v += 1;
    this.tombstones.push({ uuid, v: this.v });
  }

  /** Makes a backup; returns the function that restores it, with another epoch. */
  backup(): () => void {
    const snapshot = structuredClone({
      v: this.v,
      rows: this.rows,
      tombstones: this.tombstones,
      clients: this.clients,
      remembered: this.remembered,
      picked: this.picked_device,
    });
    const appliedThen = this.applied.length;
    return () => {
      this.v = snapshot.v;
      this.rows = snapshot.rows;
      this.tombstones = snapshot.tombstones;
      this.clients = snapshot.clients;
      this.remembered = snapshot.remembered;
      this.picked_device = snapshot.picked;
      this.applied.length = appliedThen;
      this.epoch = `2-${'b'.repeat(32)}`;
    };
  }

  sync(body: unknown, token: string): { status: number; body: unknown } {
    if (!this.tokens.has(token)) return { status: 401, body: { message: 'Please sign in again.' } };
    const request = syncRequest.parse(JSON.parse(JSON.stringify(body)));
    this.requests.push(request);
    const secret = this.devices.get(request.device);
    if (secret !== undefined && secret !== request.secret) return { status: 403, body: { message: 'device_secret', code: 'device_secret' } };
    this.devices.set(request.device, request.secret);

    const isOtherEpoch = request.pull.cursor !== null && request.pull.cursor.epoch !== this.epoch;
    const results: Result[] = [];
    let halt: SyncAnswer['halt'] = isOtherEpoch ? { why: 'retry' } : null;
    for (const mutation of isOtherEpoch ? [] : request.push) {
      const became = this.#one(mutation, request.device);
      if ('why' in became) {
        halt = became;
        break;
      }
      results.push(became);
    }
    const pullResult = this.#pull(isOtherEpoch ? null : request.pull.cursor);
    const clientIds = new Set([...Object.keys(request.pull.lm), ...request.push.map(({ c }) => c)]);
    const answer: SyncAnswer = {
      results,
      halt,
      ...pullResult,
      lm: Object.fromEntries([...clientIds].map((c) => [c, this.clients.get(c)?.lm ?? 0])),
      outcomes: [...this.remembered.values()]
        .filter(({ is_open, device }) => is_open && device === request.device)
        .map(
          ({ mutation, result }): OpenOutcome => ({
            m: mutation.m,
            n: mutation.n,
            outcome: result.outcome,
            code: result.code,
            server: result.server,
            at,
          }),
        ),
      now: at,
    };
    return { status: 200, body: JSON.parse(JSON.stringify(syncAnswer.parse(answer))) };
  }

  #one(mutation: WireMutation, device: string): Result | { why: 'retry' | 'gap' | 'fork' | 'auth' | 'upgrade'; expect?: number } {
    const client = this.clients.get(mutation.c) ?? { device, lm: 0 };
    if (client.device !== device) return { why: 'auth' };
    const remembered = this.remembered.get(mutation.m);
    if (mutation.s <= client.lm) return remembered ? { ...remembered.result, s: mutation.s } : { why: 'fork' };
    if (mutation.s !== client.lm + 1) return { why: 'gap', expect: client.lm + 1 };
    if (!isMutationName(mutation.n)) return { why: 'upgrade' };
    if (this.haltNext?.n === mutation.n) {
      const { why } = this.haltNext;
      this.haltNext = null;
      return { why };
    }
    this.clients.set(mutation.c, { device, lm: mutation.s });
    if (remembered) return { ...remembered.result, s: mutation.s };

    const { judgement, version } = this.#act(mutation, device);
    if (judgement.outcome === 'applied') this.applied.push(mutation);
    const result: Result = { m: mutation.m, s: mutation.s, outcome: judgement.outcome, code: judgement.code, server: null };
    this.remembered.set(mutation.m, { mutation, device, result, version, is_open: isRefused(judgement.outcome) });
    return result;
  }

  #act(mutation: WireMutation, device: string): { judgement: Judgement; version: number | null } {
    const toResult = (judgement: Judgement, version: number | null = null) => ({ judgement, version });
    const actor = { id: mutation.actor_id, role: 'warehouse' as const };
    if (mutation.n === 'pick.record_line') {
      const a = mutationArgs['pick.record_line'].parse(mutation.a);
      const pick = this.pick(a.pick_id);
      const line = this.get('pick_line', a.pick_line_id);
      if (!pick || !line) return toResult(refuseWith('PICK_CLOSED'));
      const seenBase = this.#seen(mutation.base[lineBaseKey(line.id)]);
      const judgement = judgeRecordedPick(
        pick,
        { ...line, picked_device: this.picked_device.get(line.id) ?? null },
        a,
        seenBase,
        { device, actor_id: actor.id },
        this.all('error_code'),
      );
      if (judgement.outcome !== 'applied') return toResult(judgement, line.fact_version);
      this.put('pick_line', { ...line, ...pickedFacts(line, a), picked_by: actor.id, picked_at: at, fact_version: line.fact_version + 1 });
      this.picked_device.set(line.id, device);
      return toResult(judgement, line.fact_version + 1);
    }
    const pick_id = (mutation.a as { pick_id?: number }).pick_id;
    const pick = pick_id === undefined ? undefined : this.pick(pick_id);
    if (mutation.n === 'pick.start' && pick) {
      const verdict = checkStartPick(pick, actor);
      if (!verdict.ok) return toResult(outcomeOfRefusal(verdict));
      if (pick.picker?.id === actor.id) return toResult(noop);
      this.put('pick', { ...pick, state: 'picking', picker: { id: actor.id, name: `Picker ${actor.id}` } });
      return toResult(applied);
    }
    if (mutation.n === 'pick.complete' && pick) {
      const verdict = checkCompletePick(pick, this.lines(pick.id), actor);
      if (!verdict.ok) return toResult(outcomeOfRefusal(verdict));
      if (mutationArgs['pick.complete'].parse(mutation.a).digest !== digestOf(this.lines(pick.id))) return toResult(refuseWith('DIGEST'));
      const next = afterPick(this.lines(pick.id), pick.wearer_count);
      if (next === 'closed') this.leave(pick.uuid);
      else this.put('pick', { ...pick, state: next, picked_at: at });
      return toResult(applied);
    }
    if (mutation.n === 'pick.pause' && pick) this.put('pick', { ...pick, state: 'paused' });
    if (mutation.n === 'pick.resume' && pick) this.put('pick', { ...pick, state: 'picking' });
    if (mutation.n === 'pick.handover' && pick) this.put('pick', { ...pick, state: 'released', picker: null });
    if (mutation.n === 'outcome.resolve') {
      const open = this.remembered.get((mutation.a as { m: string }).m);
      if (!open?.is_open) return toResult(open ? noop : refuseWith('INVALID'));
      open.is_open = false;
    }
    return toResult(pick || pick_id === undefined ? applied : refuseWith('PICK_CLOSED'));
  }

  #seen(base: BaseOf | undefined): SeenBase {
    if (base === undefined) return 'missing';
    if (typeof base === 'number') return { version: base };
    if ('facts' in base) return base;
    const before = this.remembered.get(base.after);
    if (!before) return 'missing';
    return before.version === null || isRefused(before.result.outcome) ? 'refused' : { version: before.version };
  }

  #pull(cursor: Cursor | null): Pick<SyncAnswer, 'cursor' | 'full' | 'more' | 'patch'> {
    const paged = cursor === null || cursor.page !== undefined;
    if (!paged && cursor) {
      const patch: Patch = {};
      for (const [key, { v, row }] of this.rows) if (v > cursor.v) add(patch, key, row);
      const del = this.tombstones.filter(({ v, uuid }) => v > cursor.v && !this.get('pick', uuid)).map(({ uuid }) => uuid);
      if (del.length > 0) patch.pick = { put: patch.pick?.put ?? [], del };
      return { cursor: { epoch: this.epoch, scope: 'floor', v: this.v }, full: false, more: false, patch };
    }
    const from = (cursor?.page as number | undefined) ?? 0;
    const v0 = cursor?.v ?? this.v;
    const rows = [...this.rows];
    const patch: Patch = {};
    for (const [key, { row }] of rows.slice(from, from + this.pageSize)) add(patch, key, row);
    const next = from + this.pageSize;
    if (next < rows.length) return { cursor: { epoch: this.epoch, scope: 'floor', v: v0, page: next }, full: true, more: true, patch };
    if (from === 0) return { cursor: { epoch: this.epoch, scope: 'floor', v: v0 }, full: true, more: false, patch };
    return { cursor: { epoch: this.epoch, scope: 'floor', v: v0 }, full: true, more: true, patch };
  }
}

function add(patch: Patch, key: string, row: unknown): void {
  const [kind] = JSON.parse(key) as [Kind];
  const of = (patch[kind] ?? { put: [], del: [] }) as { put: unknown[]; del: Key[] };
  of.put.push(row);
  (patch as Record<string, unknown>)[kind] = of;
}

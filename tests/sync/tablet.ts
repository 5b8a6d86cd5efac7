import { randomBytes, randomUUID } from 'node:crypto';
import { errorCodes } from '../../server/db/tables/index.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import type { Kind, SyncRow } from '../../shared/sync/rows.ts';
import { keyOf, kinds } from '../../shared/sync/rows.ts';
import { type Base, type Cursor, type LastMutations, lineBaseKey, type SyncAnswer, syncAnswer, type WireMutation } from '../../shared/sync/wire.ts';
import { floor as fulfilmentFloor } from '../fulfilment/floor.ts';
import type { Caller } from '../world.ts';

export type Floor = Awaited<ReturnType<typeof floor>>;
export type Released = Awaited<ReturnType<Floor['released']>>;

/** The floor with reasons for short picks, and tablets that send the messages of a test directly. */
export async function floor() {
  const here = await fulfilmentFloor();
  await here.database.unitOfWork((db) =>
    db
      .insert(errorCodes)
      .values([
        { code: 'NOT_IN_BIN', description: 'Not in the bin', requires_input: false },
        { code: 'OTHER', description: 'Something else', requires_input: true },
      ])
      .onConflictDoNothing(),
  );
  /** A released order of 3 polos and 2 caps. */
  const polosAndCaps = async (about: Parameters<typeof here.released>[1] = {}) => {
    const polo = await here.stocked(10);
    const cap = await here.stocked(10);
    const order = await here.released(
      [
        { product_id: polo.id, qty: 3 },
        { product_id: cap.id, qty: 2 },
      ],
      about,
    );
    return { order, polo, cap };
  };
  const tablet = (who: Caller): Tablet => new Tablet(who);
  return { ...here, polosAndCaps, tablet };
}

type Rows = { [K in Kind]: Map<string | number, SyncRow<K>> };
type Push = Partial<WireMutation> & Pick<WireMutation, 'n' | 'a'>;

/** A tablet without a queue, which sends exactly the mutations that a test gives it. */
export class Tablet {
  device: string = randomUUID();
  secret = randomBytes(32).toString('hex');
  c: string = randomUUID();
  s = 0;
  cursor: Cursor | null = null;
  lm: LastMutations = {};
  rows = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Rows;
  who: Caller;

  constructor(who: Caller) {
    this.who = who;
  }

  /** The next mutation of this client. */
  next({ n, a, ...rest }: Push): WireMutation {
    this.s += 1;
    return {
      c: this.c,
      s: this.s,
      m: randomUUID(),
      n,
      nv: 1,
      a,
      base: {},
      actor_id: this.who.id,
      asserted: false,
      at: '2026-11-20T09:00:00.000Z',
      ...rest,
    };
  }

  envelope(push: WireMutation[], more: Record<string, unknown> = {}) {
    return { pv: 1, device: this.device, secret: this.secret, pending: push.length, push, pull: { cursor: this.cursor, lm: this.lm }, ...more };
  }

  send = (body: unknown) => this.who.post('/api/sync', body);

  /** Sends mutations, and applies the returned rows until no page is left. */
  async sync(...push: WireMutation[]): Promise<SyncAnswer> {
    const first = await this.exchange(push);
    let last = first;
    while (last.more) last = await this.exchange([]);
    return { ...last, results: first.results, halt: first.halt };
  }

  /** Syncs until the server sends no rows. On PostgreSQL rows are sent again while an older transaction runs in the cluster. */
  async settle(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      if (Object.keys((await this.sync()).patch).length === 0) return;
      await new Promise((resume) => setTimeout(resume, 20));
    }
    throw new Error('This tablet gets the same rows again and again');
  }

  /** Makes one request and applies the patch of its answer. */
  async exchange(push: WireMutation[]): Promise<SyncAnswer> {
    for (const { c } of push) this.lm[c] ??= 0;
    const { status, body } = await this.send(this.envelope(push));
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    const answer = syncAnswer.parse(body);
    if (!answer.cursor) return answer;
    if (answer.full && !isLaterPage(this.cursor)) for (const rows of Object.values(this.rows)) rows.clear();
    this.cursor = answer.cursor;
    this.take(answer);
    if (!answer.more) this.lm = { ...this.lm, ...answer.lm };
    return answer;
  }

  take({ patch }: SyncAnswer): void {
    const ofPick = (id: number): void => {
      for (const kind of ['pick_line', 'prep_order', 'bag'] as const)
        for (const [key, row] of this.rows[kind]) if (row.pick_id === id) this.rows[kind].delete(key);
    };
    for (const uuid of patch.pick?.del ?? []) ofPick(this.rows.pick.get(uuid)?.id ?? 0);
    for (const row of patch.pick?.put ?? []) {
      const before = this.rows.pick.get(row.uuid);
      if (before && before.id !== row.id) ofPick(before.id);
    }
    for (const kind of kinds) {
      for (const key of patch[kind]?.del ?? []) this.rows[kind].delete(key);
      for (const row of patch[kind]?.put ?? []) (this.rows[kind] as Map<string | number, unknown>).set(keyOf(kind, row as never), row);
    }
  }

  /** The line of a product in an order's pick, as this tablet knows it. */
  line(pick_id: number, product_id: number): SyncRow<'pick_line'> {
    const line = [...this.rows.pick_line.values()].find((row) => row.pick_id === pick_id && row.product_id === product_id);
    if (!line) throw new Error(`This tablet has no line of product ${product_id} in pick ${pick_id}`);
    return line;
  }

  start = (pick_id: number, more: Partial<WireMutation> = {}): WireMutation => this.next({ n: 'pick.start', a: { pick_id }, ...more });

  /** A record of a line, based on the version that this tablet has seen. */
  record(pick_id: number, product_id: number, qty_picked: number, { code = null, ...more }: Partial<WireMutation> & { code?: string | null } = {}) {
    const line = this.line(pick_id, product_id);
    const a = { pick_id, pick_line_id: line.id, product_id, qty_picked, code, other_reason: null };
    return this.next({ n: 'pick.record_line', a, base: { [lineBaseKey(line.id)]: line.fact_version }, ...more });
  }

  /** A completion of a pick with the digest of these quantities by product. */
  complete(pick_id: number, quantities: Record<number, number>, more: Partial<WireMutation> & { codes?: Record<number, string> } = {}): WireMutation {
    const { codes = {}, ...rest } = more;
    return this.next({ n: 'pick.complete', a: { pick_id, digest: this.digest(pick_id, quantities, codes) }, base: this.bases(pick_id), ...rest });
  }

  digest(pick_id: number, quantities: Record<number, number>, codes: Record<number, string> = {}): string {
    const lines = [...this.rows.pick_line.values()].filter((row) => row.pick_id === pick_id);
    return digestOf(
      lines.map((row) => ({ ...row, qty_picked: quantities[row.product_id] ?? row.qty_picked, code: codes[row.product_id] ?? row.code })),
    );
  }

  bases(pick_id: number): Base {
    const lines = [...this.rows.pick_line.values()].filter((row) => row.pick_id === pick_id);
    return Object.fromEntries(lines.map((row) => [lineBaseKey(row.id), row.fact_version]));
  }
}

const isLaterPage = (cursor: Cursor | null): boolean => cursor !== null && 'paging' in cursor;

/** The outcome and code of each result as short texts. */
export const outcomesOf = ({ results }: SyncAnswer): string[] => results.map(({ outcome, code }) => (code ? `${outcome} ${code}` : outcome));

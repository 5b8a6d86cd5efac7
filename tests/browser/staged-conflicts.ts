import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { Ledger } from '../../pwa/offline/ledger.ts';
import type { Session } from '../../pwa/session/store.ts';
import type { MutationName } from '../../shared/sync/mutations.ts';
import type { PickLineRow, PickRow } from '../../shared/sync/rows.ts';
import { Device, dropRequest, type Office, Tablet } from '../pwa/offline/world.ts';
import type { Product } from './product.ts';

/** The contents of a tablet's ledger, as a browser stores it. */
export type LedgerDump = Record<'outbox' | 'sent' | 'outcomes' | 'facts', { key: string | number; json: string }[]>;

/** The people of the demo who take part. */
export interface Cast {
  /** Works on the tablet without a network. */
  picker: Session;
  /** Works on another tablet. */
  colleague: Session;
  /** Worked on the picker's tablet and leaves the company. */
  leaver: Session;
  office: Session;
}

interface Sent {
  n: MutationName;
  a: Record<string, unknown>;
  base?: Record<string, unknown>;
  actor_id?: number;
  m?: string;
}

/**
 * Prepares a tablet whose unsent actions the running product refuses, with every kind of refusal. The tablet runs the shipped engine without a
 * network; meanwhile a colleague and the office change the facts. Returns the tablet's ledger with the unsent actions, for a browser to continue.
 */
export async function stageConflicts(product: Product, { picker, colleague, leaver, office }: Cast): Promise<LedgerDump> {
  const call = async (who: Session, method: string, path: string, body: unknown = {}): Promise<{ status: number; body: unknown }> => {
    const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const must = async (who: Session, method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await call(who, method, path, body);
    if (answer.status >= 300) throw new Error(`${answer.status} from ${method} ${path}: ${JSON.stringify(answer.body)}`);
  };
  const inDatabase = (statement: string, ...values: unknown[]): void => {
    const database = new Database(join(product.data, 'kitroom.db'), { timeout: 5000 });
    database.prepare(statement).run(...values);
    database.close();
  };
  const officeOf = (who: Session): Office => ({ sync: (body) => call(who, 'POST', '/api/sync', body) });
  const tabletOf = async (who: Session, seed: number): Promise<{ tablet: Tablet; device: Device }> => {
    const device = new Device(seed);
    device.clock.set(Date.now());
    const tablet = await Tablet.boot(officeOf(who), device, who.who.user.id);
    await tablet.settle();
    return { tablet, device };
  };
  /** Sends actions that no screen would offer, as an older or broken app might. */
  const push = async (who: Session, device: Device, mutations: Sent[], c: string = randomUUID()): Promise<void> => {
    const identity = await new Ledger(device.ledger, device).open();
    const common = { nv: 1, actor_id: who.who.user.id, asserted: false, at: new Date().toISOString() };
    const whole = mutations.map((one, i) => ({ base: {}, ...common, m: randomUUID(), ...one, c, s: i + 1 }));
    const { device: name, secret } = identity;
    await must(who, 'POST', '/api/sync', { pv: 1, device: name, secret, pending: mutations.length, push: whole, pull: { cursor: null, lm: {} } });
  };

  const { tablet, device } = await tabletOf(picker, 11);
  const { tablet: other, device: otherDevice } = await tabletOf(colleague, 12);
  const linesOf = (pick: PickRow): PickLineRow[] =>
    [...tablet.engine.screens.get().floor.rows.pick_line.values()].filter(({ pick_id }) => pick_id === pick.id);
  const pickAll = async (pick: PickRow): Promise<void> => {
    for (const line of linesOf(pick)) await tablet.recordLine(line, line.qty_allocated);
  };
  /** The other tablet pulls the current version of a line; then the colleague sends a record of the line, based on this version. */
  const elsewhere = async ({ id }: PickLineRow, qty_picked: number): Promise<void> => {
    await other.sync();
    const line = other.engine.screens.get().floor.rows.pick_line.get(id);
    if (!line) throw new Error('The other tablet has no such line.');
    const a = { pick_id: line.pick_id, pick_line_id: id, product_id: line.product_id, qty_picked, code: null, other_reason: null };
    await push(colleague, otherDevice, [{ n: 'pick.record_line', a, base: { [`pick_line:${id}`]: line.fact_version } }]);
  };

  const releasedPicks = [...tablet.engine.screens.get().floor.rows.pick.values()]
    .filter(({ state, is_frozen }) => state === 'released' && !is_frozen)
    .sort((a, b) => linesOf(b).length - linesOf(a).length);
  const [mixed, digested, cancelled, held, claimed, closed, handed, plain] = releasedPicks;
  // A pick of somebody else, which no staged action changes.
  const spare = [...tablet.engine.screens.get().floor.rows.pick.values()].find(({ state }) => state === 'paused' || state === 'picking');
  if (!mixed || !digested || !cancelled || !held || !claimed || !closed || !handed || !plain || !spare)
    throw new Error('The demo has too few orders to pick.');
  const [equal, different, switched, over] = linesOf(mixed);
  if (!equal || !different || !switched || !over) throw new Error('The demo has no order of four lines to pick.');
  const [dispatch, bookedDispatch] = tablet.engine.screens.get().floor.rows.dispatch.values();
  if (!dispatch || !bookedDispatch) throw new Error('The demo has too few dispatches that wait for their courier.');

  for (const pick of [mixed, digested, closed, cancelled, held, handed, plain]) await tablet.start(pick.id);
  await pickAll(digested);
  await tablet.settle();

  tablet.wire = dropRequest;
  await tablet.start(claimed.id);
  await pickAll(claimed);
  await tablet.complete(claimed.id);
  await pickAll(mixed);
  await tablet.complete(mixed.id);
  for (const pick of [closed, cancelled, held]) await pickAll(pick);
  for (const pick of [closed, held, digested]) await tablet.complete(pick.id);
  for (const line of linesOf(handed).slice(0, 1)) await tablet.recordLine(line, line.qty_allocated);
  await tablet.engine.mutate('pick.pause', { pick_id: handed.id });
  for (const { id, total_items } of [dispatch, bookedDispatch])
    await tablet.engine.mutate('dispatch.edit', { dispatch_id: id, total_items: total_items + 1 });

  await other.sync();
  await other.start(claimed.id);
  await other.settle();
  await elsewhere(equal, equal.qty_allocated);
  await elsewhere(different, different.qty_allocated - 1);
  inDatabase('update pick_lines set product_id = (select max(id) from products where bin is not null) where id = ?', switched.id);
  inDatabase('update pick_lines set qty_allocated = qty_allocated - 1 where id = ?', over.id);
  await must(office, 'PUT', `/api/admin/orders/${closed.uuid}`, { unallocate: true });
  await must(office, 'POST', `/api/orders/${cancelled.uuid}/cancel`);
  await must(office, 'PUT', `/api/admin/orders/${held.uuid}`, { is_frozen: true, frozen_reason: 'Credit stop until the October invoice is paid' });
  await must(office, 'POST', `/api/admin/picking/orders/${handed.uuid}/handover`);
  await other.sync();
  await other.start(handed.id);
  await other.settle();
  for (const line of linesOf(digested).slice(0, 2)) await elsewhere(line, line.qty_allocated - 1);
  await must(office, 'PUT', `/api/admin/shipping/orders/dispatches/${dispatch.id}`, { tracking_number: 'KR000000001GB' });
  inDatabase("update dispatches set state = 'booking' where id = ?", bookedDispatch.id);

  const [short] = linesOf(plain);
  const digest = linesOf(plain).map((line) => `${line.id}:${line.product_id}:0:`);
  await push(leaver, device, []);
  inDatabase('update users set is_disabled = 1 where id = ?', leaver.who.user.id);
  await push(picker, device, [
    { n: 'pick.complete', a: { pick_id: plain.id, digest: digest.join('\n') } },
    { n: 'prep.complete', a: { pick_id: plain.id, digest: '' } },
    { n: 'pick.start', a: { pick_id: 99_999_999 } },
    { n: 'pick.assign_tote', a: { pick_id: plain.id, tote: 'T-12' }, actor_id: office.who.user.id },
    {
      n: 'pick.record_line',
      a: { pick_id: plain.id, pick_line_id: short?.id, product_id: short?.product_id, qty_picked: 1, code: null, other_reason: null },
      actor_id: leaver.who.user.id,
    },
    { n: 'stock.request_count', a: { product_id: equal.product_id, pick_line_id: equal.id, qty: 4 } },
    { n: 'stock.request_count', a: { product_id: over.product_id, pick_line_id: over.id, qty: null } },
  ]);

  const m = randomUUID();
  await push(picker, device, [
    { n: 'prep.complete', a: { pick_id: spare.id, digest: '' } },
    { n: 'print.request', a: { what: 'picking_list', pick_id: spare.id }, m },
    { n: 'print.request', a: { what: 'picking_list', pick_id: plain.id }, m },
  ]);
  // The server tries this action three times. Each try fails, and the server then leaves the action to a person.
  const failingId = randomUUID();
  inDatabase('create trigger faulty before insert on audit begin insert into missing_table values (1); end');
  const c = randomUUID();
  for (let tries = 0; tries < 3; tries++)
    await push(picker, device, [{ n: 'print.request', a: { what: 'picking_list', pick_id: spare.id }, m: failingId }], c);
  inDatabase('drop trigger faulty');

  return device.ledger.read(async (t) => ({
    outbox: (await t.outbox.all()).map((row) => ({ key: row.q, json: JSON.stringify(row) })),
    sent: (await t.sent.all()).map((row) => ({ key: row.q, json: JSON.stringify(row) })),
    outcomes: (await t.outcomes.all()).map((row) => ({ key: row.m, json: JSON.stringify(row) })),
    facts: (await t.facts.all()).map((row) => ({ key: row.k, json: JSON.stringify(row) })),
  }));
}

/** Replaces the browser's ledger with `dump`, the ledger of a tablet. The app continues with the new ledger after its next start. */
export async function handOver(page: Page, dump: LedgerDump): Promise<void> {
  await page.evaluate(async (tables) => {
    const openRequest = indexedDB.open('kitroom-ledger');
    await new Promise((resolve, reject) => {
      openRequest.onsuccess = resolve;
      openRequest.onerror = reject;
    });
    const names = Object.keys(tables) as (keyof typeof tables)[];
    const transaction = openRequest.result.transaction(names, 'readwrite');
    for (const name of names) {
      transaction.objectStore(name).clear();
      for (const row of tables[name]) transaction.objectStore(name).put(row);
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = reject;
    });
    openRequest.result.close();
  }, dump);
  await page.context().clearCookies({ name: 'kitroom_tablet' });
}

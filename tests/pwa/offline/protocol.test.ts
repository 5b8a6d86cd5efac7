import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../shared/sync/wire.ts';
import { memoryCache } from './memory-store.ts';
import { captivePortal, Device, dropAnswer, dropRequest, floorOf, good, lineId, Tablet, uuidOf } from './world.ts';

const at = '2026-11-21T09:00:00.000Z';
const never = (): Promise<never> => new Promise(() => undefined);
const ready = async (orders = 1, lines = 2) => {
  const server = floorOf(orders, lines);
  const device = new Device();
  const tablet = await Tablet.boot(server, device);
  await tablet.sync();
  return { server, device, tablet };
};

describe('the order of sending', () => {
  test('actions of an earlier start of the app are sent first and unchanged', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 1);
    const before = (await tablet.engine.queue()).waiting;
    const after = await tablet.reboot();
    await after.record(1, 1, 2);
    await after.settle();
    const mutations = server.requests.at(-1)?.push ?? server.requests.flatMap(({ push }) => push);
    expect(mutations.slice(0, 2)).toMatchObject(before.map(({ c, s, m }) => ({ c, s, m })));
    expect(new Set(mutations.map(({ c }) => c)).size).toBe(2);
  });

  test('at most a hundred actions are sent together', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    for (let i = 0; i < 120; i++) await tablet.record(1, 1, i % 4);
    await tablet.settle();
    expect(server.requests.map(({ push }) => push.length).filter((n) => n > 0)).toEqual([100, 21]);
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(119 % 4);
  });

  test('if the server halts at an action, no later action is carried out, not even one taken after a restart of the app', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 1);
    const after = await tablet.reboot();
    await after.record(1, 2, 1);
    server.haltNext = { n: 'pick.record_line', why: 'retry' };
    const step = await after.step();
    expect(step).toEqual({ next: 'again' });
    expect(server.applied.map(({ n }) => n)).toEqual(['pick.start']);
    await after.settle();
    expect(server.applied.map(({ a }) => a.pick_line_id)).toEqual([undefined, lineId(1, 1), lineId(1, 2)]);
  });

  test('an action of a kind that the server does not know yet stays in the queue until the server is updated', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    server.haltNext = { n: 'pick.start', why: 'upgrade' };
    expect(await tablet.step()).toMatchObject({ next: 'again' });
    expect(tablet.link?.problem).toBe('update');
    expect(tablet.waiting).toBe(1);
  });
});

describe('action numbers that the tablet and the server count differently', () => {
  test('fork: if the server has other actions under the same numbers, a new client sends the waiting actions with their present ids', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.sync();
    const c = [...server.clients.keys()][0] ?? '';
    server.clients.set(c, { device: server.clients.get(c)?.device ?? '', lm: 5 });
    await tablet.record(1, 1, 2);
    await tablet.record(1, 2, 2);
    const waiting = (await tablet.engine.queue()).waiting.map(({ m }) => m);
    await tablet.settle();
    const last = server.applied.slice(-2);
    expect(last.map(({ m }) => m)).toEqual(waiting);
    expect(last.map(({ s }) => s)).toEqual([1, 2]);
    expect(last[0]?.c).not.toBe(c);
    await tablet.record(1, 1, 3);
    await tablet.settle();
    expect(server.applied.at(-1)).toMatchObject({ c: last[0]?.c, s: 3 });
  });

  test('gap: actions that the server lost are sent again from the sent-log', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 2);
    await tablet.settle();
    const [c = ''] = server.clients.keys();
    const device = server.clients.get(c)?.device ?? '';
    server.clients.set(c, { device, lm: 1 });
    for (const [m, { mutation }] of server.remembered) if (mutation.s === 2) server.remembered.delete(m);
    await tablet.record(1, 2, 1);
    await tablet.settle();
    expect(server.clients.get(c)?.lm).toBe(3);
  });

  test('gap: if the server has lost actions and the sent-log is empty, the waiting actions are sent under a new client', async () => {
    const { server, device, tablet } = await ready();
    await tablet.start(1);
    await tablet.settle();
    await device.ledger.write((t) => t.sent.clear());
    server.clients.clear();
    server.remembered.clear();
    await tablet.record(1, 1, 2);
    await tablet.settle();
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(2);
  });

  test('a restored server gets all lost actions again in sequence, including the actions that it had already answered', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.settle();
    const restore = server.backup();
    await tablet.record(1, 1, 2);
    await tablet.record(1, 1, 3);
    await tablet.settle();
    await tablet.record(1, 2, 1);
    restore();
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(0);
    await tablet.settle();
    expect(server.applied.slice(1).map(({ a }) => a.qty_picked)).toEqual([2, 3, 1]);
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(3);
    expect(server.applied[1]?.base).toMatchObject({ [`pick_line:${lineId(1, 1)}`]: { facts: { qty_picked: 0 } } });
    await tablet.record(1, 2, 2);
    await tablet.settle();
    expect(tablet.engine.sync.get().open).toEqual([]);
    expect(server.get('pick_line', lineId(1, 2))?.qty_picked).toBe(2);
  });

  test('if the app dies after a restore, when only the queue has the new epoch, the next action is based on the facts the person saw', async () => {
    const { server, device, tablet } = await ready();
    await tablet.start(1);
    await tablet.settle();
    const restore = server.backup();
    await tablet.record(1, 1, 2);
    await tablet.settle();
    restore();
    // The app dies after the queue has moved to the new epoch, and before the rows have moved.
    const { cache } = device;
    const dying = await Tablet.boot(server, device, 17, {
      ledger: device.ledger,
      cache: { ...cache, read: (work) => cache.read(work), write: never },
    });
    await dying.step();
    void dying.step();
    await new Promise((resolve) => setTimeout(resolve, 20));

    const after = await tablet.reboot();
    await after.record(1, 2, 1);
    const [, action] = (await after.engine.queue()).waiting;
    expect(action?.base).toEqual({ [`pick_line:${lineId(1, 2)}`]: { facts: expect.objectContaining({ qty_picked: 0 }) } });
    await after.settle();
    expect(server.get('pick_line', lineId(1, 2))?.qty_picked).toBe(1);
    await after.record(1, 2, 3);
    expect((await after.engine.queue()).waiting.at(-1)?.base).toEqual({ [`pick_line:${lineId(1, 2)}`]: 2 });
  });
});

describe('a tablet that does not know its epoch', () => {
  test('pulls before it sends, because its actions may be based on another epoch', async () => {
    const { server, device, tablet } = await ready();
    await tablet.start(1);
    device.cache = memoryCache();
    const after = await tablet.reboot();
    await after.settle();
    const later = server.requests.slice(-2);
    expect(later.map(({ push }) => push.length)).toEqual([0, 1]);
    expect(later[0]?.pull).toMatchObject({ cursor: null, epoch: server.epoch });
  });

  test('names its last action that the office received, so that the office notices if it no longer has that action', async () => {
    const { server, device, tablet } = await ready();
    await tablet.start(1);
    await tablet.settle();
    const [sentRow] = (await tablet.engine.queue()).sent;
    device.cache = memoryCache();
    await (await tablet.reboot()).sync();
    expect(server.requests.at(-1)?.pull.lm).toEqual({ [sentRow?.c ?? '']: 1 });
  });
});

describe('pulls', () => {
  test('a response to an outdated cursor changes nothing', async () => {
    const { server, tablet } = await ready();
    const { cursor } = await tablet.cache.standing();
    server.put('pick', { ...server.all('pick')[0], order_number: 'stale' } as never);
    const late = readAnswer.parse(
      server.sync({ pv: 1, device: uuidOf(9), secret: 'a'.repeat(64), pending: 0, push: [], pull: { cursor, lm: {} } }, 'token-1').body,
    );
    server.put('pick', { ...server.all('pick')[0], order_number: 'fresh' } as never);
    await tablet.sync();
    expect(await tablet.cache.apply(cursor, late, at)).toEqual({ did: 'stale' });
    await tablet.engine.refresh();
    expect([...tablet.engine.screens.get().floor.rows.pick.values()][0]?.order_number).toBe('fresh');
  });

  test('a list of open items that came with outdated rows closes no open item', async () => {
    const { server, device, tablet } = await ready();
    const slow = await tablet.reboot();
    let arrive = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    slow.wire = async (send) => {
      const answer = await send();
      await late;
      return answer;
    };
    const step = slow.step();
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    await tablet.start(1);
    const pick = server.get('pick', uuidOf(1));
    if (pick) server.put('pick', { ...pick, state: 'picking', picker: { id: 18, name: 'Aisha' } });
    await tablet.settle();
    expect(tablet.engine.sync.get().open).toMatchObject([{ code: 'CLAIMED' }]);
    arrive();
    expect(await step).toEqual({ next: 'again' });
    const after = await Tablet.boot(server, device);
    expect(after.engine.sync.get().open).toMatchObject([{ code: 'CLAIMED' }]);
  });

  test('the pages of a pull are shown all at once, with the changes that were made while they arrived', async () => {
    const server = floorOf(4, 3);
    server.pageSize = 5;
    const tablet = await Tablet.boot(server, new Device());
    await tablet.step();
    await tablet.step();
    await tablet.engine.refresh();
    expect(tablet.engine.screens.get()).toMatchObject({ is_ready: false });
    expect(tablet.engine.screens.get().floor.rows.pick.size).toBe(0);
    const first = server.get('pick_line', lineId(1, 1));
    if (first) server.put('pick_line', { ...first, qty_allocated: 2, fact_version: 2 });
    server.leave(uuidOf(4));
    await tablet.sync();
    const { floor } = tablet.engine.screens.get();
    expect(floor.rows.pick.size).toBe(3);
    expect(floor.rows.pick_line.size).toBe(9);
    expect(floor.rows.pick_line.get(lineId(1, 1))?.qty_allocated).toBe(2);
  });

  test('an interrupted pull continues at its next page, and no action is sent before the pull’s last page has arrived', async () => {
    const { server, device, tablet: before } = await ready(3, 3);
    await before.start(1);
    device.cache = memoryCache();
    const tablet = await before.reboot();
    server.pageSize = 4;
    await tablet.step();
    tablet.wire = dropAnswer;
    await tablet.step();
    const after = await tablet.reboot();
    const requestCount = server.requests.length;
    await after.settle();
    const later = server.requests.slice(requestCount);
    expect(later[0]?.pull.cursor).toMatchObject({ page: 4 });
    expect(later.filter(({ pull }) => pull.cursor?.page !== undefined).every(({ push }) => push.length === 0)).toBe(true);
    expect(server.applied).toHaveLength(1);
  });

  test('the lines of an order that leaves are removed, and an order with a new pick has only the lines of the new pick', async () => {
    const { server, tablet } = await ready(2, 2);
    const pick = server.get('pick', uuidOf(1));
    if (pick) server.put('pick', { ...pick, id: 50 });
    for (const line of server.lines(1)) {
      server.rows.delete(JSON.stringify(['pick_line', line.id]));
      server.put('pick_line', { ...line, id: line.id + 5000, pick_id: 50 });
    }
    server.leave(uuidOf(2));
    await tablet.sync();
    const { rows } = tablet.engine.screens.get().floor;
    expect([...rows.pick.keys()]).toEqual([uuidOf(1)]);
    expect([...rows.pick_line.values()].map((line) => line.pick_id)).toEqual([50, 50]);
  });
});

describe('the screens', () => {
  test('show an action as waiting at once and after a reload without a network, until the office has it', async () => {
    const { server, tablet } = await ready();
    tablet.wire = dropRequest;
    await tablet.start(1);
    await tablet.record(1, 1, 2);
    expect(tablet.shown(1, 1)?.qty_picked).toBe(2);
    const after = await tablet.reboot();
    expect(after.shown(1, 1)?.qty_picked).toBe(2);
    expect(after.waiting).toBe(2);
    expect(after.engine.screens.get().floor.waiting.size).toBeGreaterThan(0);
    await after.settle();
    expect(after.engine.screens.get().floor.waiting.size).toBe(0);
    expect(after.shown(1, 1)).toMatchObject({ qty_picked: 2, fact_version: 2 });
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(2);
  });

  test('no longer show the effect of a refused action, which stays as an open item until somebody resolves it', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.sync();
    const line = server.get('pick_line', lineId(1, 1));
    if (line) server.put('pick_line', { ...line, qty_picked: 3, picked_by: 99, picked_at: '2026-11-21T08:30:00.000Z', fact_version: 2 });
    await tablet.record(1, 1, 3);
    await tablet.record(1, 1, 2);
    await tablet.settle();
    expect(tablet.shown(1, 1)?.qty_picked).toBe(3);
    const { open } = tablet.engine.sync.get();
    expect(open.map(({ code }) => code)).toEqual(['DOUBLE_PICKED', 'AFTER']);
    for (const { m } of open) await tablet.engine.mutate('outcome.resolve', { m, choice: 'theirs' });
    await tablet.settle();
    expect(tablet.engine.sync.get().open).toEqual([]);
  });

  test('base the first record of a line on the version shown, and each later record on the previous record of that line', async () => {
    const { tablet } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 1);
    await tablet.record(1, 1, 2);
    await tablet.record(1, 2, 3);
    await tablet.record(1, 1, 3);
    await tablet.complete(1);
    const { waiting } = await tablet.engine.queue();
    const [start, one, two, other, three, complete] = waiting;
    const key = `pick_line:${lineId(1, 1)}`;
    expect(start?.base).toEqual({});
    expect(one?.base).toEqual({ [key]: 1 });
    expect(two?.base).toEqual({ [key]: { after: one?.m } });
    expect(three?.base).toEqual({ [key]: { after: two?.m } });
    expect(complete?.base).toEqual({ [key]: { after: three?.m }, [`pick_line:${lineId(1, 2)}`]: { after: other?.m } });
    await tablet.settle();
    expect(tablet.engine.sync.get().open).toEqual([]);
  });

  test('base a record on the previous record, even if that is sent and still shown as waiting, so that nobody conflicts with themself', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    await tablet.record(1, 1, 1);
    await tablet.step();
    expect((await tablet.ledger.view()).queue).toEqual([]);
    await tablet.record(1, 1, 2);
    await tablet.step();
    await tablet.record(1, 1, 3);
    await tablet.settle();
    expect(tablet.engine.sync.get().open).toEqual([]);
    expect(server.get('pick_line', lineId(1, 1))?.qty_picked).toBe(3);
  });

  test('refuse an action that the rules forbid and write nothing', async () => {
    const { server, tablet } = await ready();
    const record = (qty_picked: number) =>
      tablet.engine.mutate('pick.record_line', { pick_id: 1, pick_line_id: lineId(1, 1), product_id: 1, qty_picked, code: null, other_reason: null });
    expect(await record(1)).toMatchObject({ code: 'not_picking' });
    await tablet.start(1);
    expect(await record(4)).toMatchObject({ code: 'over_pick', field: 'qty_picked' });
    await tablet.record(1, 1, 1);
    expect(await tablet.engine.mutate('pick.complete', { pick_id: 1, digest: '' })).toMatchObject({ code: 'reason_required' });
    const pick = server.get('pick', uuidOf(1));
    if (pick) server.put('pick', { ...pick, is_frozen: true });
    await tablet.sync();
    expect(await record(2)).toMatchObject({ code: 'order_frozen' });
    expect((await tablet.engine.queue()).waiting).toHaveLength(0);
  });
});

describe('the connection', () => {
  test('a tablet is online only after an answer from Kitroom’s server, and offline after an error or the page of a sign-in portal', async () => {
    const { tablet } = await ready();
    expect(tablet.link?.online).toBe(true);
    for (const answer of [
      { status: 200, body: undefined },
      { status: 200, body: { hello: 'wifi' } },
      { status: 503, body: { message: 'busy' } },
    ]) {
      tablet.wire = good;
      await tablet.sync();
      expect(tablet.link?.online).toBe(true);
      tablet.wire = () => answer;
      expect(await tablet.step()).toEqual({ next: 'again' });
      expect(tablet.link?.online).toBe(false);
    }
  });

  test('an expired session pauses the queue, which is kept and continues after the next sign-in', async () => {
    const { server, tablet } = await ready();
    await tablet.start(1);
    tablet.token = 'dead';
    await tablet.step();
    expect(tablet.link?.problem).toBe('sign_in');
    tablet.token = null;
    await tablet.step();
    expect(tablet.waiting).toBe(1);
    tablet.token = 'token-2';
    await tablet.settle();
    expect(server.applied).toHaveLength(1);
    expect(tablet.link?.problem).toBeNull();
  });

  test('signing out keeps the queue, and each action keeps the person who took it', async () => {
    const { server, tablet } = await ready(2);
    await tablet.start(1);
    tablet.engine.signIn(null);
    tablet.engine.signIn({ token: 'token-2', actor: { id: 18, name: 'Picker 18', role: 'warehouse' } });
    await tablet.start(2);
    await tablet.settle();
    expect(server.applied.map(({ actor_id }) => actor_id)).toEqual([17, 18]);
  });

  test('an unreadable page is not accepted as an answer', async () => {
    const { tablet } = await ready();
    await tablet.start(1);
    tablet.wire = captivePortal;
    await tablet.sync();
    expect(tablet.waiting).toBe(1);
    expect((await tablet.engine.queue()).waiting).toHaveLength(1);
  });
});

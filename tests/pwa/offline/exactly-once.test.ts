import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captivePortal, Device, dropAnswer, dropRequest, floorOf, good, Killed, lineId, mortal, Tablet, twice, type Wire } from './world.ts';

const pickOrder = async (wire: Wire) => {
  const server = floorOf(1, 2);
  const tablet = await Tablet.boot(server, new Device());
  await tablet.sync();
  await tablet.start(1);
  await tablet.record(1, 1, 1);
  await tablet.record(1, 1, 3);
  await tablet.record(1, 2, 2, 'DAMAGED');
  await tablet.complete(1);
  tablet.wire = wire;
  await tablet.sync();
  tablet.wire = good;
  await tablet.settle();
  return { server, tablet };
};

describe('every action arrives exactly once', () => {
  test.each<[string, Wire]>([
    ['over a good network', good],
    ['when the request is lost', dropRequest],
    ['when the answer is lost', dropAnswer],
    ['when the request arrives twice', twice],
    ['when a captive portal answers', captivePortal],
  ])('%s', async (_name, wire) => {
    const { server, tablet } = await pickOrder(wire);
    expect(server.applied.map(({ n }) => n)).toEqual(['pick.start', 'pick.record_line', 'pick.record_line', 'pick.record_line', 'pick.complete']);
    expect(server.get('pick_line', lineId(1, 1))).toMatchObject({ qty_picked: 3, code: null });
    expect(server.get('pick_line', lineId(1, 2))).toMatchObject({ qty_picked: 2, code: 'DAMAGED' });
    expect(tablet.engine.sync.get().open).toEqual([]);
    expect((await tablet.engine.queue()).sent).toHaveLength(5);
  });

  test('and in sequence, whatever the network does and whenever the app dies', async () => {
    const action = fc.oneof(
      fc.record({
        do: fc.constant('record' as const),
        pick: fc.integer({ min: 1, max: 3 }),
        line: fc.integer({ min: 1, max: 2 }),
        qty: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({ do: fc.constant('sync' as const), wire: fc.constantFrom<Wire>(good, dropRequest, dropAnswer, twice, captivePortal) }),
      fc.record({ do: fc.constant('step' as const) }),
      fc.record({ do: fc.constant('reboot' as const) }),
      fc.record({
        do: fc.constant('kill' as const),
        left: fc.integer({ min: 1, max: 6 }),
        durable: fc.boolean(),
        wire: fc.constantFrom<Wire>(good, dropAnswer),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const server = floorOf(3, 2);
        server.pageSize = 4;
        const device = new Device();
        let tablet = await Tablet.boot(server, device);
        await tablet.settle();
        for (const pick of [1, 2, 3]) await tablet.start(pick);
        const recordedLines: { pick: number; line: number; qty: number }[] = [];
        for (const next of actions) {
          if (next.do === 'record') {
            await tablet.record(next.pick, next.line, next.qty);
            recordedLines.push(next);
            expect(tablet.shown(next.pick, next.line)?.qty_picked).toBe(next.qty);
          }
          if (next.do === 'sync') {
            tablet.wire = next.wire;
            await tablet.sync();
          }
          if (next.do === 'step') await tablet.step().catch(() => undefined);
          if (next.do === 'reboot') tablet = await tablet.reboot();
          if (next.do === 'kill') {
            const life = { left: 1_000, durable: next.durable, dead: false };
            const doomed = await Tablet.boot(server, device, 17, { ledger: mortal(device.ledger, life), cache: mortal(device.cache, life) });
            life.left = next.left;
            doomed.wire = next.wire;
            await doomed.sync().catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error;
            });
            tablet = await tablet.reboot();
          }
        }
        tablet.wire = good;
        await tablet.settle();

        const applied = server.applied.filter(({ n }) => n === 'pick.record_line').map(({ m }) => m);
        expect(new Set(applied).size).toBe(applied.length);
        const outcomes = [...server.remembered.values()];
        expect(outcomes).toHaveLength(recordedLines.length + 3);
        expect(outcomes.every(({ result }) => result.outcome === 'applied' || result.outcome === 'noop')).toBe(true);
        const recordedArgs = outcomes.filter(({ mutation }) => mutation.n === 'pick.record_line').map(({ mutation }) => mutation.a);
        expect(recordedArgs).toMatchObject(recordedLines.map(({ pick, line, qty }) => ({ pick_line_id: lineId(pick, line), qty_picked: qty })));
        for (const { pick, line } of recordedLines) {
          const last = recordedLines.findLast((other) => other.pick === pick && other.line === line);
          expect(server.get('pick_line', lineId(pick, line))?.qty_picked).toBe(last?.qty);
          expect(tablet.shown(pick, line)?.qty_picked).toBe(last?.qty);
        }
        expect(tablet.waiting).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  test('even if the app dies before or after any single write of a sync', async () => {
    for (const durable of [true, false]) {
      for (let remaining = 1; remaining <= 5; remaining++) {
        const server = floorOf(1, 2);
        const device = new Device(remaining);
        const tablet = await Tablet.boot(server, device);
        await tablet.sync();
        await tablet.start(1);
        await tablet.record(1, 1, 2);
        const life = { left: 1_000, durable, dead: false };
        const doomed = await Tablet.boot(server, device, 17, { ledger: mortal(device.ledger, life), cache: mortal(device.cache, life) });
        life.left = remaining;
        await doomed.sync().catch(() => undefined);
        const after = await tablet.reboot();
        expect(after.shown(1, 1)?.qty_picked, `killed at write ${remaining}, durable ${durable}`).toBe(2);
        await after.settle();
        expect(server.applied.map(({ n }) => n)).toEqual(['pick.start', 'pick.record_line']);
      }
    }
  });
});

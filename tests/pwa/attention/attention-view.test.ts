import { describe, expect, test } from 'vitest';
import { attentionView, mayClose, shelfTasks } from '../../../pwa/attention/attention-view.ts';
import { scanOnTasks } from '../../../pwa/attention/scan-task.ts';
import { queueView } from '../../../pwa/offline/queue-view.ts';
import type { ScannedProduct, ScanTarget } from '../../../shared/scan/resolve-scan.ts';
import { digestDifferences } from '../../../shared/sync/digest.ts';
import { isOver, type OutcomeCode, outcomeCodes } from '../../../shared/sync/outcomes.ts';
import type { LineFacts, PickFacts } from '../../../shared/sync/refusal-facts.ts';
import { differenceWords, offersFor, refusalWords } from '../../../shared/sync/refusal-words.ts';
import type { ShelfTaskRow } from '../../../shared/sync/rows.ts';
import { shelfTaskName } from '../../../shared/sync/task-name.ts';
import type { OpenOutcome } from '../../../shared/sync/wire.ts';
import { Device, dropRequest, floorOf, lineId, Tablet, uuidOf } from '../offline/world.ts';

const garment = {
  product_id: 1,
  sku: 'ZH-GRY-L',
  product_name: 'Zip Hoodie',
  variation_colour: 'Grey',
  colour_hex: null,
  size: 'L',
  bin: 'A-01-1',
};
const pickFacts: PickFacts = {
  order_number: '00001',
  state: 'picking',
  picker: { id: 18, name: 'Aisha Begum' },
  is_frozen: false,
  frozen_reason: null,
  ended_at: null,
};
const lineFacts = (more: Partial<LineFacts> = {}): LineFacts => ({
  ...pickFacts,
  ...garment,
  pick_line_id: lineId(1, 1),
  wearer: 'Marek Nowak',
  qty_allocated: 5,
  qty_picked: 3,
  code: null,
  picked_by: { id: 18, name: 'Aisha Begum' },
  picked_at: '2026-11-21T09:28:00.000Z',
  picked_device: 'theirs',
  picked_device_name: 'Tablet 2',
  fact_version: 2,
  mine: {
    ...garment,
    qty_picked: 2,
    code: null,
    picked_by: { id: 17, name: 'Picker 17' },
    picked_at: '2026-11-21T09:31:00.000Z',
    device: 'mine',
    device_name: null,
  },
  ...more,
});
const plain = (facts: object): Record<string, unknown> => facts as Record<string, unknown>;

describe('the text of a refusal', () => {
  const codes = Object.keys(outcomeCodes) as OutcomeCode[];
  const about = (code: string, server: object | null, n = 'pick.record_line') =>
    refusalWords({ n, code, server: server && plain(server), order_number: '00001' }, 'you');

  test('each kind of refusal has a distinct title and a readable text, with and without the server’s details', () => {
    const titles = codes.map((code) => about(code, lineFacts()).title);
    expect(new Set(titles).size).toBe(codes.length);
    for (const code of codes)
      for (const server of [lineFacts(), pickFacts, { message: 'Because.' }, {}, null])
        for (const n of ['pick.record_line', 'pick.complete', 'prep.complete', 'dispatch.request', 'dispatch.edit', 'outcome.resolve'])
          for (const who of ['you', 'Dan Whitlock']) {
            const { title, text } = refusalWords({ n, code, server: server && plain(server), order_number: null }, who);
            expect(title).toMatch(/^[A-Z]/);
            expect(`${title} ${text}`).not.toMatch(/undefined|null|NaN|\[object/);
          }
  });

  test('for a line that two people picked, the text gives both quantities, the needed quantity and the bin for the rest', () => {
    expect(about('LINE_CHANGED', lineFacts()).text).toBe(
      'Two trolleys hold 5 and the order needs 5. Keeping one means the other one’s go back to A-01-1.',
    );
    const none = lineFacts({ qty_picked: 0 });
    expect(about('LINE_CHANGED', none).text).toBe(
      'One trolley holds 2, the other none, and the order needs 5. Keeping none means 2 go back to A-01-1.',
    );
    const equal = lineFacts({ qty_allocated: 3, mine: { ...lineFacts().mine, qty_picked: 3 } });
    expect(about('DOUBLE_PICKED', equal).text).toBe('Two trolleys hold 6 and the order needs 3. Keeping one means 3 go back to A-01-1.');
  });

  test('a line that changed on the same tablet is not shown as picked twice', () => {
    const same = lineFacts({ picked_device: 'mine' });
    expect(about('LINE_CHANGED', same)).toEqual({
      title: 'The line was changed meanwhile',
      text: 'The line has 3 recorded now. You recorded 2 without having seen that change.',
    });
    expect(offersFor({ n: 'pick.record_line', code: 'LINE_CHANGED', server: plain(same), order_number: null }, 'you')[0]?.label).toBe(
      'Keep what is recorded',
    );
  });

  test('for an order on hold, the title says "Stop" and the text gives the reason', () => {
    expect(about('ORDER_FROZEN', { ...pickFacts, is_frozen: true, frozen_reason: 'Credit stop' }, 'pick.complete')).toEqual({
      title: 'Stop: order 00001 is on hold',
      text: 'The office says: Credit stop. What was picked stays recorded. Leave the order as it is until the office lifts the hold.',
    });
  });

  test('a pick that somebody completed is not shown as taken back', () => {
    expect(about('PICK_CLOSED', { ...pickFacts, state: 'booked' }).title).toBe('The pick of order 00001 was completed already');
    expect(about('PICK_CLOSED', { ...pickFacts, state: 'closed' }).title).toBe('The office took back the pick of order 00001');
  });

  test('every refusal offers a decision; an action on a closed pick or order cannot be forced through', () => {
    for (const code of [...codes, 'SOMETHING_NEW', null])
      for (const server of [lineFacts(), pickFacts, null]) {
        const offers = offersFor({ n: 'pick.record_line', code, server: server && plain(server), order_number: null }, 'you');
        expect(offers.length).toBeGreaterThan(0);
        expect(new Set(offers.map(({ choice }) => choice)).size).toBe(offers.length);
        if (isOver(code) || code === 'PRODUCT_CHANGED') expect(offers.map(({ choice }) => choice)).not.toContain('mine');
      }
  });

  test('two digests of a pick are compared line by line, and malformed entries are ignored', () => {
    const differences = digestDifferences('1:7:3:\n2:8:1:OTHER\n4:9:1:\nnonsense', '1:7:3:\n2:8:2:\n3:9:1:A:B').map((one) => ({
      ...one,
      garment: one.pick_line_id === 2 ? garment : null,
    }));
    const changed = [
      { pick_line_id: 2, garment, garment_now: { ...garment, variation_colour: 'Black' }, seen: { qty_picked: 1 }, now: { qty_picked: 2 } },
    ];
    expect(differenceWords(plain({ digest: '', seen: '', differences: changed }))).toEqual([
      { pick_line_id: 2, garment: 'Zip Hoodie, Grey, L', seen: '1', now: '2 × Zip Hoodie, Black, L' },
    ]);
    expect(differenceWords(plain({ digest: '', seen: '', differences }))).toEqual([
      { pick_line_id: 2, garment: 'Zip Hoodie, Grey, L', seen: '1, OTHER', now: '2' },
      { pick_line_id: 3, garment: 'Line 3', seen: 'no such line', now: '1, A:B' },
      { pick_line_id: 4, garment: 'Line 4', seen: '1', now: 'no such line' },
    ]);
  });
});

const code = (text: string): ScanTarget => ({ text, is: 'unknown' });

const task = (id: number, more: Partial<ShelfTaskRow> = {}): ShelfTaskRow => ({
  id,
  pick_line_id: lineId(1, 1),
  product_id: 1,
  sku: `ZH-GRY-${id}`,
  product_name: 'Zip Hoodie',
  bin: `A-0${id}-1`,
  order_number: '00001',
  device: 'mine',
  qty: 2,
  reason: 'line_changed',
  created_at: '2026-11-21T09:00:00.000Z',
  ...more,
});

/** A tablet whose actions have been refused. */
async function tabletWith(outcomes: (ms: string[]) => OpenOutcome[], tasks: (device: string) => ShelfTaskRow[] = () => []) {
  const server = floorOf(1, 3);
  const device = new Device(5);
  let tablet = await Tablet.boot(server, device);
  for (const row of tasks(tablet.engine.device)) server.put('shelf_task', row);
  await tablet.settle();
  tablet.wire = dropRequest;
  await tablet.start(1);
  await tablet.record(1, 1, 2);
  await tablet.record(1, 2, 1);
  const { queue } = await tablet.ledger.view();
  await tablet.ledger.answered([], outcomes(queue.map(({ m }) => m)));
  await tablet.engine.refresh();
  const look = async () => {
    const here = { floor: tablet.engine.screens.get().floor, device: tablet.engine.device, me: 17 };
    const ledger = await tablet.engine.queue();
    return { ...attentionView(ledger, here), all: shelfTasks(here, ledger.open), queue: await queueView(tablet.engine) };
  };
  return {
    look,
    resolve: (m: string, choice: 'theirs' | 'mine' | 'dismiss') => tablet.engine.mutate('outcome.resolve', { m, choice }),
    reboot: async () => {
      tablet = await tablet.reboot();
      tablet.wire = dropRequest;
    },
  };
}

const open = (m: string, code: OutcomeCode, more: Partial<OpenOutcome> = {}): OpenOutcome => ({
  m,
  n: 'pick.record_line',
  outcome: outcomeCodes[code],
  code,
  server: plain(lineFacts()),
  at: '2026-11-21T09:30:00.000Z',
  ...more,
});

describe('the attention list', () => {
  test('a refusal and the refusals that it caused are one open item; a refusal whose cause is no longer open is a separate item', async () => {
    const { look } = await tabletWith(([start = '', first = '', second = '']) => [
      open(start, 'CLAIMED', { n: 'pick.start', server: plain(pickFacts) }),
      open(first, 'NOT_PICKER', { root_m: start, server: plain(pickFacts) }),
      open(second, 'LINE_CHANGED', { root_m: uuidOf(99) }),
    ]);
    const { items, queue } = await look();
    expect(items.map(({ code, heldActions: actions }) => [code, actions.length])).toEqual(
      expect.arrayContaining([
        ['CLAIMED', 1],
        ['LINE_CHANGED', 0],
      ]),
    );
    expect(items).toHaveLength(2);
    expect(items[0]?.shown.text).toMatch(/^(Started the pick|Picked 1 of 3)/);
    expect(queue.attention.map(({ state }) => state)).toEqual(['choice', 'held', 'choice']);
    expect(queue.attention[1]?.note).toBe('Waits on the choice above');
  });

  test('a choice made without a network is shown as made, even after a restart', async () => {
    const { look, resolve, reboot } = await tabletWith(([, first = '']) => [open(first, 'LINE_CHANGED')]);
    const [item] = (await look()).items;
    expect(item).toMatchObject({ decided: null, who: 'you' });
    expect(await resolve(item?.m ?? '', 'mine')).toEqual({ ok: true });
    expect((await look()).items[0]).toMatchObject({ decided: 'mine' });
    await reboot();
    const after = await look();
    expect(after.items[0]).toMatchObject({ decided: 'mine' });
    expect(after.queue.attention[0]?.state).toBe('decided');
    expect(after.queue.waiting.at(-1)?.shown.text).toBe('Chose to use ours');
  });

  test('a choice that could not be carried out is shown on its open item, and can be made again', async () => {
    const { look } = await tabletWith(([, first = '', second = '']) => [
      open(first, 'LINE_CHANGED'),
      open(second, 'ORDER_FROZEN', { n: 'outcome.resolve', root_m: first, server: plain({ ...pickFacts, is_frozen: true }) }),
    ]);
    const [item, ...more] = (await look()).items;
    expect(more).toEqual([]);
    expect(item).toMatchObject({ decided: null, failed: 'Stop: order 00001 is on hold', heldActions: [] });
  });

  test('the open item of a closed pick lists the pick’s shelf tasks, and can be closed once all these tasks are ticked', async () => {
    const { look, resolve } = await tabletWith(
      ([, first = '']) => [
        open(first, 'ORDER_CANCELLED', { server: plain({ ...lineFacts(), state: 'closed', ended_at: '2026-11-21T09:36:00.000Z' }) }),
      ],
      (device) => [
        task(1, { device }),
        task(2, { device, pick_line_id: lineId(1, 2) }),
        task(3, { device: 'theirs' }),
        task(4, { device, order_number: '00009' }),
      ],
    );
    const [item] = (await look()).items;
    if (!item) throw new Error('No item');
    expect(item.tasks.map(({ id }) => id)).toEqual([1, 2]);
    expect(item.ended_at).toBe('2026-11-21T09:36:00.000Z');
    expect(item.offers).toEqual([{ choice: 'dismiss', label: 'All returned, close this' }]);
    expect(mayClose(item)).toBe(false);
    expect((await look()).tasks.map(({ id }) => id)).toEqual([4]);
    for (const id of [1, 2]) await resolve(shelfTaskName(id), 'dismiss');
    const [after] = (await look()).items;
    expect(after?.tasks.map(({ is_ticked }) => is_ticked)).toEqual([true, true]);
    expect(after && mayClose(after)).toBe(true);
    expect((await look()).queue.waiting.at(-1)?.shown).toEqual({ text: 'Put 2 × Zip Hoodie, Grey, L back on the shelf', order_number: '00001' });
  });

  test('an open item offers no shelf task before it is decided', async () => {
    const { look } = await tabletWith(
      ([, first = '']) => [open(first, 'AFTER')],
      (device) => [task(1, { device })],
    );
    const { tasks, all, items } = await look();
    expect(tasks).toEqual([]);
    expect(items[0]?.tasks).toEqual([]);
    expect(all).toMatchObject([{ id: 1, is_undecided: true }]);
    expect(scanOnTasks(code('ZH-GRY-1'), all)).toMatchObject({ does: 'undecided', task: { id: 1 } });
  });

  test('items that were picked twice can be put back before a decision; putting them back is the decision', async () => {
    const { look } = await tabletWith(
      ([, first = '']) => [open(first, 'DOUBLE_PICKED')],
      (device) => [task(1, { device })],
    );
    const { tasks, all, items } = await look();
    expect(tasks).toEqual([]);
    expect(items[0]?.tasks).toMatchObject([{ id: 1, is_undecided: false }]);
    expect(scanOnTasks(code('ZH-GRY-1'), all)).toMatchObject({ does: 'count', task: { id: 1 } });
  });

  test('a scan of a SKU or barcode counts for a task of the SKU, a task of this tablet’s trolley first, until all items are back', async () => {
    const { look, resolve } = await tabletWith(
      () => [],
      (device) => [
        task(1, { sku: 'POLO', device: 'theirs' }),
        task(2, { sku: 'POLO', device }),
        task(3, { sku: 'CAP', barcode: '5012345678900', device }),
      ],
    );
    const scan = async (text: string) => scanOnTasks(code(text), (await look()).all);
    expect(await scan('polo')).toMatchObject({ does: 'count', task: { id: 2 } });
    expect(await scan('5012345678900')).toMatchObject({ does: 'count', task: { id: 3 } });
    expect(await scan('05012345678900')).toMatchObject({ does: 'count', task: { id: 3 } });
    await resolve(shelfTaskName(2), 'dismiss');
    expect(await scan('POLO')).toMatchObject({ does: 'count', task: { id: 1 } });
    await resolve(shelfTaskName(1), 'dismiss');
    expect(await scan('POLO')).toMatchObject({ does: 'enough', task: { sku: 'POLO' } });
  });

  test('a scan counts for the task with exactly the scanned code, otherwise for the task with the same item number, otherwise for none', async () => {
    const { look } = await tabletWith(
      () => [],
      (device) => [task(1, { sku: 'CAP', barcode: '5012345678900', device }), task(2, { sku: '05012345678900', device })],
    );
    const { all } = await look();
    expect(scanOnTasks(code('05012345678900'), all)).toMatchObject({ does: 'count', task: { id: 2 } });
    expect(scanOnTasks(code('(01)05012345678900(10)A7'), all)).toMatchObject({ does: 'count', task: { id: 1 } });
    const box = { sku: '05012345678900', name: 'Box of caps', variation_size_1: null, variation_colour: null } as ScannedProduct;
    const cap = all.filter(({ sku }) => sku === 'CAP');
    expect(scanOnTasks({ text: '05012345678900', is: 'product', product: box }, cap)).toMatchObject({ does: 'wrong', scanned: 'Box of caps' });
    expect(scanOnTasks({ text: '05012345678900', is: 'bin', bin: '05012345678900' }, cap)).toMatchObject({ does: 'wrong' });
  });

  test('a scan of a wrong item or bin shows what it is and what has to go back; a scan of an order’s label is left to another screen', async () => {
    const { look } = await tabletWith(
      () => [],
      (device) => [task(1, { device, size: 'L', variation_colour: 'Grey' })],
    );
    const { all } = await look();
    const boot = { sku: 'SB-9', name: 'Safety Boot', variation_size_1: '9', variation_colour: 'Black' } as ScannedProduct;
    expect(scanOnTasks({ text: 'SB-9', is: 'product', product: boot }, all)).toEqual({
      does: 'wrong',
      scanned: 'Safety Boot, 9, Black',
      wanted: ['Zip Hoodie, L, Grey'],
    });
    expect(scanOnTasks({ text: 'A-01-1', is: 'bin', bin: 'A-01-1' }, all)).toEqual({
      does: 'wrong',
      scanned: 'Bin A-01-1',
      wanted: ['Zip Hoodie, L, Grey'],
    });
    expect(scanOnTasks(code('9999999999994'), all)).toEqual({ does: 'unknown' });
    expect(scanOnTasks({ text: '00131', is: 'order', order_number: '00131', pick: null }, all)).toEqual({ does: 'leave' });
  });
});

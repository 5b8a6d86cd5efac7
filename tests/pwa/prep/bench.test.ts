import { describe, expect, test } from 'vitest';
import { type PrintJob, printJobKey, printJobUrl, type WaitingPrintJob, withPrintJob } from '../../../pwa/offline/print-job.ts';
import { prepList, prepScreen } from '../../../pwa/offline/views.ts';
import { afterPrep } from '../../../pwa/prep/after-prep.ts';
import { type BenchLine, bagMessage, decorationMessage } from '../../../pwa/prep/scan-message.ts';
import { labelQuery } from '../../../shared/documents/label-request.ts';
import { type Floor, noRows } from '../../../shared/sync/floor.ts';
import { keyOf, type PickLineRow } from '../../../shared/sync/rows.ts';
import { floorOf, uuidOf } from '../offline/world.ts';

/** One picked order: three garments for two wearers. Two of the garments have the same decoration, typed differently. */
function bench(change: (line: PickLineRow, i: number) => Partial<PickLineRow> = () => ({})): Floor {
  const server = floorOf(1, 4);
  const rows = noRows();
  for (const kind of ['pick', 'product', 'wearer', 'pick_line'] as const)
    for (const row of server.all(kind)) (rows[kind] as Map<unknown, unknown>).set(keyOf(kind, row as never), row);
  const pick = rows.pick.get(uuidOf(1));
  if (!pick) throw new Error('no pick');
  (rows.pick as Map<unknown, unknown>).set(pick.uuid, { ...pick, state: 'picked', wearer_count: 2 });
  (rows.wearer as Map<unknown, unknown>).set(2, { id: 2, name: 'Aisha Begum', employee_number: 'NG-2' });
  const about: Partial<PickLineRow>[] = [
    { qty_picked: 2, decoration: 'Logo, left breast' },
    { qty_picked: 3, decoration: ' logo,  LEFT breast ', employee_id: 2 },
    { qty_picked: 1, decoration: 'NORTHGATE on the back', prep_ticked_at: '2026-11-21T10:00:00.000Z', employee_id: 2 },
    { qty_picked: 0, decoration: 'Logo, left breast' },
  ];
  for (const [i, line] of [...rows.pick_line.values()].entries())
    (rows.pick_line as Map<unknown, unknown>).set(line.id, { ...line, ...about[i], ...change(line, i) });
  return { rows, waiting: new Map() };
}

test('items with the same decoration share one machine set-up; the set-up with the most items comes first', () => {
  const screen = prepScreen(bench(), uuidOf(1));
  expect(screen?.groups.map(({ decoration, qty, qty_ticked }) => [decoration, qty, qty_ticked])).toEqual([
    ['Logo, left breast', 5, 0],
    ['NORTHGATE on the back', 1, 1],
  ]);
  expect(screen).toMatchObject({ qty_decorated: 6, qty_ticked: 1 });
  expect(screen?.bags.map(({ wearer, qty, is_waiting_for_prep }) => [wearer.name, qty, is_waiting_for_prep])).toEqual([
    ['Aisha Begum', 4, true],
    ['Marek Nowak', 2, true],
  ]);
});

test('the list finds an order by its wearers and by its decorations', () => {
  expect(prepList(bench())).toMatchObject([
    { qty_decorated: 6, qty_ticked: 1, decorations: ['Logo, left breast', 'NORTHGATE on the back'], wearers: ['Marek Nowak', 'Aisha Begum'] },
  ]);
});

test('a line that has not changed stays the same object when the screen is drawn again', () => {
  const floor = bench();
  const [first] = prepScreen(floor, uuidOf(1))?.bags ?? [];
  const [again] = prepScreen({ ...floor, waiting: new Map([['pick_line:103', ['m']]]) }, uuidOf(1))?.bags ?? [];
  expect(again?.lines[0]).toBe(first?.lines[0]);
  expect(again?.lines[1]).not.toBe(first?.lines[1]);
});

test('a scan shows the wearer of the garment, or what is wrong', () => {
  const lines: BenchLine[] = (prepScreen(bench(), uuidOf(1))?.bags ?? []).flatMap((bag) => bag.lines.map((line) => ({ ...line, waits: false })));
  const [firstLine] = lines;
  const product = firstLine?.product;
  if (!firstLine || !product) throw new Error('no line');
  expect(bagMessage({ is: 'taken', line: firstLine, qty: 1 }, product, null, null, lines)).toMatchObject({
    tone: 'right',
    title: 'Aisha Begum',
    text: 'Zip Hoodie, L, Grey: 1 of 3.',
    line_id: firstLine.id,
  });
  const completing = (isLabelled: boolean): string => bagMessage({ is: 'taken', line: firstLine, qty: 3 }, product, null, { isLabelled }, lines).text;
  expect(completing(false)).toMatch(/The bag is complete: print its label\.$/);
  expect(completing(true)).toMatch(/The bag is complete and has its label\.$/);
  expect(bagMessage({ is: 'other_bag', for: firstLine }, product, 'Marek Nowak', null, lines)).toMatchObject({
    tone: 'wrong',
    title: 'Not for Marek Nowak',
    text: 'Zip Hoodie, L, Grey is for Aisha Begum.',
  });
  expect(bagMessage({ is: 'not_in_order' }, product, null, null, [])).toMatchObject({ tone: 'wrong', line_id: null });
  const larger = { ...product, id: null, sku: 'ZH-GRY-XL', variation_size_1: 'XL' };
  const wrongSize = { tone: 'wrong', title: 'Wrong size: XL, not L', text: 'You scanned Zip Hoodie, XL, Grey. Expected: Zip Hoodie, L, Grey.' };
  expect(bagMessage({ is: 'not_in_order' }, larger, null, null, [firstLine])).toMatchObject(wrongSize);
  expect(decorationMessage([firstLine], larger)).toMatchObject(wrongSize);
  expect(decorationMessage(lines, product)).toMatchObject({ tone: 'right', line_id: firstLine.id });
  expect(decorationMessage([{ ...firstLine, decoration: null }], product)).toMatchObject({ tone: 'wrong', title: 'Nothing to decorate' });
  expect(decorationMessage([], product)).toMatchObject({ tone: 'wrong', title: 'Not of this order' });
});

describe('documents that wait for the printer', () => {
  const at = (minute: number): string => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
  const bags = (counts: Record<number, number>): PrintJob => ({ what: 'bag_labels', order_id: 7, order_number: '00007', counts });
  const labels = (from: number, to: number): PrintJob => ({
    what: 'dispatch_labels',
    dispatch_ids: Array.from({ length: to - from + 1 }, (_, index) => from + index),
  });
  const waiting = (...printJobs: PrintJob[]): WaitingPrintJob[] =>
    printJobs.reduce<WaitingPrintJob[]>((jobs, printJob, minute) => withPrintJob(jobs, printJob, at(minute)), []);
  const ids = (printJob: PrintJob): number[] => (printJob.what === 'dispatch_labels' ? printJob.dispatch_ids : []);

  test('the bag labels of one order become one document, with the latest count for each bag', () => {
    const [both, ...others] = waiting(bags({ 1: 1, 2: 1 }), bags({ 2: 3 }));
    expect(others).toEqual([]);
    expect(both).toMatchObject({ counts: { 1: 1, 2: 3 }, at: at(0) });
    expect(both && decodeURIComponent(printJobUrl(both))).toBe('/admin/labels?order=7&q[1]=1&q[2]=3');
    const [few] = waiting(labels(1, 2), labels(2, 3));
    expect(few && decodeURIComponent(printJobUrl(few))).toBe('/admin/labels?dispatch_ids[]=1&dispatch_ids[]=2&dispatch_ids[]=3');
  });

  test('dispatch labels are split into documents of at most 200 labels, and each label is in one document', () => {
    const printJobs = waiting(labels(1, 150), labels(101, 300), labels(250, 440), labels(5, 6));
    expect(printJobs.map((printJob) => ids(printJob).length)).toEqual([200, 200, 40]);
    expect(printJobs.flatMap(ids)).toEqual(Array.from({ length: 440 }, (_, index) => index + 1));
    for (const printJob of printJobs) {
      const dispatchIds = new URL(printJobUrl(printJob), 'https://kitroom.test').searchParams.getAll('dispatch_ids[]');
      expect(labelQuery.safeParse({ 'dispatch_ids[]': dispatchIds }).success).toBe(true);
    }
    expect(new Set(printJobs.map(printJobKey)).size).toBe(3);
  });

  test('no label is added to a document that was opened, because the document may have been printed', () => {
    const [openedJob] = waiting(labels(1, 2)).map((printJob) => ({ ...printJob, is_opened: true }));
    if (!openedJob) throw new Error('nothing waits');
    const printJobs = withPrintJob([openedJob], labels(2, 3), at(5));
    expect(printJobs).toEqual([openedJob, { ...labels(2, 3), at: at(5) }]);
    expect(new Set(printJobs.map(printJobKey)).size).toBe(2);
  });
});

test('Ready for Dispatch leads office people who are online to the list of orders, and everybody else to the list of preps', () => {
  expect([afterPrep('super', true), afterPrep('super', false), afterPrep('warehouse', true)]).toEqual([
    '/admin/orders',
    '/admin/prep',
    '/admin/prep',
  ]);
});

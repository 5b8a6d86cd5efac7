import { expect, test } from 'vitest';
import { splitBySite } from '../../shared/ordering/split-order.ts';
import { checkUndoSplit } from '../../shared/ordering/undo-split.ts';

const site = (id: number) => ({ id, name: `Site ${id}` });
const wearer = (id: number, ...sites: number[]) => ({ id, name: `Wearer ${id}`, sites: sites.map(site) });
const orderFor = (...employees: ReturnType<typeof wearer>[]) => ({ employees, lines: employees.map(({ id }) => ({ employee: { id } })) });
const everywhere = new Set([10, 20, 30, 40]);

/** The parts as text: the site, and the ids of its wearers. */
const partsOf = (...args: Parameters<typeof splitBySite>): string[] =>
  splitBySite(...args).parts.map((part) => `${part.site.id}: ${part.wearers.map(({ id }) => id).join(' ')}`);

test('wearers who do not work at the delivery site are a part for each of their sites; a wearer with several sites stays if one of them fits', () => {
  const order = orderFor(wearer(1, 10), wearer(2, 20), wearer(3, 10, 20), wearer(4, 30), wearer(5, 20), wearer(6));
  expect(partsOf(order, 10, everywhere)).toEqual(['20: 2 5', '30: 4']);
  expect(splitBySite(order, 10, everywhere).isEverybody).toBe(false);
});

test('a wearer with several other sites goes with most of the others, so that there are few parts', () => {
  expect(partsOf(orderFor(wearer(1, 10), wearer(2, 20, 30), wearer(3, 30), wearer(4, 30, 40)), 10, everywhere)).toEqual(['30: 2 3 4']);
  expect(partsOf(orderFor(wearer(1, 10), wearer(2, 30, 20)), 10, everywhere)).toEqual(['20: 2']);
});

test('a site to which the person cannot deliver makes no part, and its wearers stay', () => {
  const order = orderFor(wearer(1, 10), wearer(2, 20, 30), wearer(3, 20));
  expect(partsOf(order, 10, new Set([10, 30]))).toEqual(['30: 2']);
  expect(partsOf(order, 10, new Set([10]))).toEqual([]);
});

test('an order without a site has no parts, and neither has a wearer without lines', () => {
  const order = orderFor(wearer(1, 10), wearer(2, 20));
  expect(partsOf(order, null, everywhere)).toEqual([]);
  expect(partsOf({ ...order, lines: [{ employee: { id: 1 } }] }, 10, everywhere)).toEqual([]);
});

test('if every wearer with lines works elsewhere, the order needs another site', () => {
  expect(splitBySite(orderFor(wearer(1, 20), wearer(2, 20)), 10, everywhere)).toMatchObject({ isEverybody: true, parts: [{ site: { id: 20 } }] });
  expect(splitBySite(orderFor(wearer(1, 20), wearer(2)), 10, everywhere).isEverybody).toBe(false);
});

test('a split can be undone while nothing has changed since', () => {
  const untouched = { version: 1, submitted_at: null, requested_at: null, deleted_at: null };
  const at = '2026-11-20T08:00:00.000Z';
  expect(checkUndoSplit([untouched, untouched], { isLast: true }).ok).toBe(true);
  expect(checkUndoSplit([untouched], { isLast: false })).toMatchObject({ ok: false, code: 'split_changed' });
  for (const change of [{ version: 2 }, { submitted_at: at }, { requested_at: at }, { deleted_at: at }])
    expect(checkUndoSplit([untouched, { ...untouched, ...change }], { isLast: true })).toMatchObject({ ok: false, code: 'split_changed' });
});

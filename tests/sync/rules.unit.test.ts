import { describe, expect, test } from 'vitest';
import { digestDifferences, digestOf } from '../../shared/sync/digest.ts';
import { isOver, isRefused, outcomeOfRefusal } from '../../shared/sync/outcomes.ts';
import { OverlayMap } from '../../shared/sync/overlay-map.ts';
import { shelfTaskName, shelfTaskOfName } from '../../shared/sync/task-name.ts';

const line = { id: 2, product_id: 7, qty_picked: 3, code: null };

describe('the digest of a pick', () => {
  test('is one text line per pick line, always sorted by id', () => {
    expect(digestOf([{ ...line, id: 10, code: 'DAMAGED' }, line])).toBe('2:7:3:\n10:7:3:DAMAGED');
  });

  test.each([
    ['the product', { product_id: 8 }],
    ['the quantity', { qty_picked: 2 }],
    ['the reason', { code: 'DAMAGED' }],
  ])('differs if only %s differs', (_what, change) => {
    const { id, ...seen } = line;
    expect(digestDifferences(digestOf([line]), digestOf([{ ...line, ...change }]))).toEqual([
      { pick_line_id: id, seen, now: { ...seen, ...change } },
    ]);
  });

  test('does not differ from itself', () => {
    expect(digestDifferences(digestOf([line]), digestOf([line]))).toEqual([]);
  });

  test('differs by each line that only one of two digests has, in id order', () => {
    const { id: _, ...part } = line;
    expect(digestDifferences(digestOf([{ ...line, id: 10 }]), digestOf([line]))).toEqual([
      { pick_line_id: 2, seen: null, now: part },
      { pick_line_id: 10, seen: part, now: null },
    ]);
  });

  test('keeps a reason that contains a colon', () => {
    expect(digestDifferences('', '2:7:3:A:B')).toMatchObject([{ now: { code: 'A:B' } }]);
  });

  test.each(['', 'x', '2:7:3', 'x:7:3:', '2:x:3:', '2:7:x:', '2.5:7:3:'])('ignores %j, which is not a valid line', (text) => {
    expect(digestDifferences(text, '')).toEqual([]);
  });
});

describe('an overlay of a map', () => {
  const under = new Map([
    ['a', 1],
    ['b', 2],
  ]);

  test('hides removed entries and shows new entries last', () => {
    const map = new OverlayMap(under);
    map.delete('a');
    map.set('b', 20);
    map.set('c', 3);
    expect([...map]).toEqual([
      ['b', 20],
      ['c', 3],
    ]);
    expect([map.size, map.get('a'), map.has('a'), map.has('b'), map.has('c'), map.has('d')]).toEqual([2, undefined, false, true, true, false]);
    expect([...map.keys(), ...map.values()]).toEqual(['b', 'c', 20, 3]);
    const pairs: [unknown, unknown, boolean][] = [];
    map.forEach((value, key, of) => void pairs.push([key, value, of === map]));
    expect(pairs).toEqual([
      ['b', 20, true],
      ['c', 3, true],
    ]);
  });

  test('shows a removed entry again if it is set later, and hides a new entry if it is removed', () => {
    const map = new OverlayMap(under);
    map.delete('a');
    map.set('a', 9);
    map.set('c', 3);
    map.delete('c');
    map.delete('never there');
    expect([...map]).toEqual([
      ['a', 9],
      ['b', 2],
    ]);
    expect(map.size).toBe(2);
  });

  test('leaves an overlay under it unchanged', () => {
    const first = new OverlayMap(under);
    first.delete('a');
    first.set('c', 3);
    const second = new OverlayMap(first);
    second.set('a', 5);
    second.delete('c');
    expect([...first]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    expect([...second]).toEqual([
      ['a', 5],
      ['b', 2],
    ]);
    expect(second.under).toBe(under);
  });
});

describe('an outcome', () => {
  test('stays visible while it is a conflict or rejected', () => {
    expect((['applied', 'noop', 'conflict', 'rejected'] as const).map(isRefused)).toEqual([false, false, true, true]);
  });

  test('is final if the office has ended the pick', () => {
    expect(['PICK_CLOSED', 'ORDER_CANCELLED', 'ORDER_FROZEN', null].map(isOver)).toEqual([true, true, false, false]);
  });

  test.each([
    ['already_claimed', 'conflict', 'CLAIMED'],
    ['over_pick', 'conflict', 'OVER_ALLOCATED'],
    ['reason_required', 'rejected', 'REASON_REQUIRED'],
    ['pick_paused', 'rejected', 'NOT_PICKING'],
    ['order_shipped', 'rejected', 'ALREADY_SHIPPED'],
    ['a code of no rule', 'rejected', 'INVALID'],
  ])('of a refusal with %s is %s %s', (code, outcome, outcomeCode) => {
    expect(outcomeOfRefusal({ code })).toEqual({ outcome, code: outcomeCode });
  });
});

test('the name of a shelf task contains its id; a longer text is not such a name', () => {
  expect(shelfTaskOfName(shelfTaskName(300))).toBe(300);
  for (const text of [`x${shelfTaskName(300)}`, `${shelfTaskName(300)}x`, 'x']) expect(shelfTaskOfName(text)).toBeNull();
});

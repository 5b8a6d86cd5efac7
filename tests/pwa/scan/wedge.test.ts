import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAP, pauseAfter, press, rest, type TypedScan, type Typing, type WedgeKey } from '../../../pwa/scan/wedge.ts';
import { cleanCode } from '../../../shared/scan/clean-code.ts';

/** Types keys. A long enough pause between two keys ends a code, as in the page. */
function type(keys: readonly WedgeKey[], gap: number = GAP.usual): { scans: TypedScan[]; let_through: string[] } {
  let typing: Typing | null = null;
  const scans: TypedScan[] = [];
  const let_through: string[] = [];
  const settle = (at: number) => {
    if (!typing || at - typing.at < pauseAfter(gap)) return;
    const rested = rest(typing);
    typing = rested.typing;
    if (rested.scan) scans.push(rested.scan);
  };
  for (const key of keys) {
    settle(key.at);
    const step = press(typing, key, gap);
    typing = step.typing;
    if (step.scan) scans.push(step.scan);
    if (!step.swallow) let_through.push(key.key);
  }
  settle(Number.POSITIVE_INFINITY);
  return { scans, let_through };
}

/** A code as a scanner types it: each character after its gap, then the end key if it has one. */
function keysOf(code: string, gaps: readonly number[], end: 'Enter' | 'Tab' | null, from = 0): WedgeKey[] {
  let at = from;
  const keys: WedgeKey[] = [];
  for (const [index, key] of [...code].entries()) {
    at += index === 0 ? 0 : (gaps[index % gaps.length] ?? 5);
    if (/[A-Z]/.test(key)) keys.push({ key: 'Shift', at });
    keys.push({ key, at });
  }
  if (end) keys.push({ key: end, at: at + (gaps[0] ?? 5) });
  return keys;
}

const code = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ./-]{1,22}[A-Za-z0-9]$/);
const gapsWithin = (most: number) => fc.array(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 12 });
const end = fc.constantFrom('Enter' as const, 'Tab' as const, null);
const texts = (keys: readonly WedgeKey[], gap?: number): string[] => type(keys, gap).scans.map(({ text }) => text);

describe('a wedge scanner', () => {
  test('is read with any pauses between keys within the limit, and with any end key or none', () => {
    fc.assert(
      fc.property(code, gapsWithin(GAP.usual), end, (text, gaps, by) => {
        const { scans } = type(keysOf(text, gaps, by));
        expect(scans).toMatchObject([{ text: cleanCode(text), raw: text, ended_by: by ?? 'pause' }]);
      }),
    );
  });

  test('over slow Bluetooth is read in slow mode; in the usual mode its text is not read as a code', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: GAP.usual + 1, max: GAP.slow }), (text, gap) => {
        const keys = keysOf(text, [gap], 'Enter');
        expect(texts(keys, GAP.slow)).toEqual([text]);
        expect(texts(keys)).toEqual([]);
      }),
    );
  });

  test('reads ten codes in a row, two of them the same, as ten scans in their sequence', () => {
    fc.assert(
      fc.property(fc.array(code, { minLength: 10, maxLength: 10 }), gapsWithin(8), (codes, gaps) => {
        const twice = [...codes.slice(0, 5), codes[4] ?? '', ...codes.slice(6)];
        const keys = twice.flatMap((text, index) => keysOf(text, gaps, 'Enter', index * 300));
        expect(texts(keys)).toEqual(twice);
      }),
    );
  });

  test('cannot press a button with its end key, because the end key does not reach the page', () => {
    fc.assert(
      fc.property(code, gapsWithin(GAP.usual), fc.constantFrom('Enter' as const, 'Tab' as const), (text, gaps, by) => {
        expect(type(keysOf(text, gaps, by)).let_through).not.toContain(by);
      }),
    );
  });

  test('is read between the keys that a person types, and all keys of the person reach the page', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', ' ', 'Enter', 'Tab', 'ArrowDown', 'Escape', 'Backspace'), { maxLength: 12 }),
        fc.integer({ min: pauseAfter(GAP.usual), max: 900 }),
        code,
        gapsWithin(40),
        (keys, slowly, text, gaps) => {
          const before = keys.map((key, index) => ({ key, at: index * slowly }));
          const begin = keys.length * slowly + 500;
          const scanKeys = keysOf(text, gaps, 'Enter', begin);
          const after = keys.map((key, index) => ({ key, at: (scanKeys.at(-1)?.at ?? 0) + (index + 1) * slowly }));
          const { scans, let_through } = type([...before, ...scanKeys, ...after]);
          expect(scans.map(({ text: read }) => read)).toEqual([text]);
          // Every key that the person presses reaches the page.
          for (const key of ['Enter', 'Tab', 'Escape', ' ']) {
            const own = keys.filter((pressedKey) => pressedKey === key).length * 2;
            expect(let_through.filter((pressedKey) => pressedKey === key)).toHaveLength(own);
          }
        },
      ),
    );
  });
});

describe('other input', () => {
  test('keys slower than the limit, fewer than three characters, a key held down and a shortcut count as typed by a person', () => {
    expect(texts(keysOf('HELLO', [GAP.usual + 1], 'Enter'))).toEqual([]);
    expect(type(keysOf('AB', [10], 'Enter')).let_through).toContain('Enter');
    expect(texts('aaaaa'.split('').map((key, index) => ({ key, at: index * 30, repeat: index > 0 })))).toEqual([]);
    expect(texts('abcd'.split('').map((key, index) => ({ key, at: index * 30, meta: true })))).toEqual([]);
    expect(
      texts([
        { key: 'a', at: 0 },
        { key: 'b', at: 20 },
        { key: 'Backspace', at: 40 },
        { key: 'c', at: 60 },
        { key: 'Enter', at: 80 },
      ]),
    ).toEqual([]);
  });

  test('a key with Ctrl inside a code is the scanner’s control character; by itself it stays a shortcut', () => {
    const inside = [...keysOf('0100', [5], null), { key: ']', at: 20, ctrl: true }, ...keysOf('42', [5], null, 25), { key: 'm', at: 35, ctrl: true }];
    expect(type(inside)).toMatchObject({ scans: [{ text: '010042', ended_by: 'Enter' }], let_through: ['0'] });
    expect(type([{ key: 'f', at: 0, ctrl: true }]).let_through).toEqual(['f']);
  });

  test('scanners type the separator of a GS1 code as Ctrl and ]; this separator stays in the code', () => {
    const start = keysOf('10LOT7', Array(5).fill(5), null);
    const after = (start.at(-1)?.at ?? 0) + 5;
    const code = '0105058660275035';
    const keys = [...start, { key: ']', at: after, ctrl: true }, ...keysOf(code, Array(15).fill(5), 'Enter', after + 5)];
    expect(type(keys)).toMatchObject({ scans: [{ text: `10LOT7␝${code}`, ended_by: 'Enter' }] });
  });
});

describe('cleaning a code', () => {
  test('removes its AIM prefix, control characters and a line end written in letters', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom('', ']C0', ']C1', ']E0', ']d2', ']Q3'),
        fc.constantFrom('', '\\n', '\\r\\n', '\n', '\r\n', '\t', '\u001d', '\u0004'),
        fc.constantFrom('', '\u0002', '\u001d', '\ufeff'),
        (text, prefix, tail, head) => {
          expect(cleanCode(head + prefix + text + tail)).toBe(text);
        },
      ),
    );
  });

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(cleanCode(cleanCode(`]C1${text}\\n`))).toBe(text);
      }),
    );
  });
});

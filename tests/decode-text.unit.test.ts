import { describe, expect, test } from 'vitest';
import { decodeText } from '../shared/decode-text.ts';

/** The code points of the bytes 0x80 to 0x9f in the WHATWG index of Windows-1252. */
const from0x80 = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019,
  0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
];

describe('the text of a file from another program', () => {
  test('in Windows-1252 keeps curly apostrophes, the euro and every other character of that set', () => {
    expect(decodeText(Buffer.from('O\x92Neill \x80 caf\xe9', 'latin1'))).toBe('O’Neill € café');
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const expected = [...every].map((byte) => from0x80[byte - 0x80] ?? byte);
    expect([...decodeText(every)].map((character) => character.codePointAt(0))).toEqual(expected);
  });

  test('in UTF-8 is read with and without a byte order mark, which is not part of the text', () => {
    expect(decodeText(Buffer.from('Siân €'))).toBe('Siân €');
    expect(decodeText(Buffer.from('\uFEFFSiân €'))).toBe('Siân €');
    expect(decodeText(new Uint8Array())).toBe('');
  });

  test('in UTF-16 is recognised by the byte order mark, in either byte order', () => {
    const little = Buffer.from('\uFEFFŁódź', 'utf16le');
    expect(decodeText(little)).toBe('Łódź');
    expect(decodeText(Buffer.from(little).swap16())).toBe('Łódź');
  });

  test('in UTF-16 without a byte order mark is recognised by the zero bytes', () => {
    const little = Buffer.from('a,1\nŁódź,2', 'utf16le');
    expect(decodeText(little)).toBe('a,1\nŁódź,2');
    expect(decodeText(Buffer.from(little).swap16())).toBe('a,1\nŁódź,2');
    for (const text of ['a,b\0c,d,e', 'ab\0\0cdefghijklmnop', '\0']) expect(decodeText(Buffer.from(text))).toBe(text);
  });

  test('that has only half of a byte order mark is not read as UTF-16', () => {
    for (const text of ['ÿa', 'aþ', 'þa', 'aÿ', 'ÿÿ', 'þþ']) expect(decodeText(Buffer.from(text, 'latin1'))).toBe(text);
  });
});

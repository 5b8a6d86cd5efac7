import { expect, test } from 'vitest';
import { codedMatrix, defaultCodes, matrixField, matrixOf, sizesTyped } from '../../../pwa/product-editor/matrix-values.ts';

test('typed sizes are separated by commas, semicolons, new lines or tabs; a text without any of these is separated at its spaces', () => {
  expect(sizesTyped('S, M ,L')).toEqual(['S', 'M', 'L']);
  expect(sizesTyped('S\nM\tL;XL')).toEqual(['S', 'M', 'L', 'XL']);
  expect(sizesTyped(' S M  L ')).toEqual(['S', 'M', 'L']);
  expect(sizesTyped('One Size,')).toEqual(['One Size']);
  expect(sizesTyped('')).toEqual([]);
});

test('colours are sent in the sequence of their rows, each with its code and its hex value if these were typed', () => {
  const colours = { 1: { name: 'Navy', hex: '#1f2a44', code: ' nvy ' }, 4: { name: 'White', hex: '', code: '' } };
  expect(matrixOf({ colours, sizes_1: 'S', sizes_2: '' })).toEqual({
    colours: [{ name: 'Navy', hex: '#1f2a44', code: 'NVY' }, { name: 'White' }],
    sizes_1: ['S'],
    sizes_2: [],
  });
  const values = { colours, sizes_1: 'S', sizes_2: '' };
  expect(['colours.1.name', 'colours.0.code', 'sizes_1.3', 'sizes_2', 'sku'].map((name) => matrixField(name, values))).toEqual([
    'colours.4.name',
    'colours.1.code',
    'sizes_1',
    'sizes_2',
    'sku',
  ]);
});

test('a colour without a code gets three letters of its name that are no other colour’s code', () => {
  const colour = (name: string, code = '') => ({ name, hex: '', code });
  const colours = { 1: colour('Navy'), 2: colour(' '), 3: colour('Navy Marl'), 5: colour('Red', 'rx') };
  expect([...defaultCodes({ colours, sizes_1: '', sizes_2: '' }, () => undefined)]).toEqual([
    [1, 'NAV'],
    [2, ''],
    [3, 'NMA'],
    [5, 'RX'],
  ]);
});

test('a colour that is in the catalogue gets its code from there, unless another colour has that code', () => {
  const find = (name: string) => (/navy/i.test(name) ? { name: 'Navy', hex: '#1f2c4d', code: 'NVY' } : undefined);
  const colour = (name: string, code = '') => ({ name, hex: '', code });
  const codesOf = (...colours: ReturnType<typeof colour>[]) =>
    codedMatrix({ colours, sizes_1: '', sizes_2: '' }, find).colours.map(({ code }) => code);
  expect(codesOf(colour('navy'), colour('Red'))).toEqual(['NVY', 'RED']);
  expect(codesOf(colour('Navy'), colour('Dark Navy'))).toEqual(['NVY', 'DAR']);
  expect(codesOf(colour('Navy'), colour('Blue', 'NVY'))).toEqual(['NAV', 'NVY']);
  expect([...defaultCodes({ colours: { 3: colour('NAVY') }, sizes_1: '', sizes_2: '' }, find)]).toEqual([[3, 'NVY']]);
});

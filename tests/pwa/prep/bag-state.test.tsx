import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BagState } from '../../../pwa/prep/bag-state.tsx';

const PRINTED = '2026-11-21T10:00:00.000Z';

test.each([
  ['Open', 0, null],
  ['3 of 5 in', 3, null],
  ['Label next', 5, null],
  ['Bagged', 5, PRINTED],
  ['3 of 5 in', 3, PRINTED],
  // Nobody scans garments into this bag: its label is the tick.
  ['Bagged', 0, PRINTED],
] as const)('a bag is “%s” with %i of 5 garments in and its label printed at %s', (words, qty_packed, label_printed_at) => {
  const badge = renderToStaticMarkup(<BagState bag={{ qty: 5, qty_packed, label_printed_at }} isPrintWaiting={false} />);
  expect(badge.replace(/<[^>]*>/g, '')).toBe(words);
});

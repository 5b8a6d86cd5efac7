import { expect, test } from 'vitest';
import { labelsInTurn } from '../../../pwa/dispatch/use-label-choice.ts';

const cards = (...ids: number[]) => ids.map((id) => ({ id }));

test('chosen labels come once each, in the sequence of the cards; labels of dispatches that have left come last', () => {
  expect(labelsInTurn(cards(7, 3, 9, 3, 5), new Set([5, 9, 3]), cards(12, 9))).toEqual([3, 9, 5, 12]);
});

import { expect, test } from 'vitest';
import { toBePrinted } from '../../../pwa/dispatch/use-print-key.ts';
import { limits } from '../../../shared/limits.ts';

test('only labels that were not printed since their last change are printed next', () => {
  const rows = [{ id: 7, labels_printed_at: '2026-11-21T09:00:00.000Z' }, { id: 8, labels_printed_at: null }, { id: 9 }];
  expect(toBePrinted(rows)).toEqual([8, 9]);
});

test('no more labels are printed next than one document takes', () => {
  expect(toBePrinted(Array.from({ length: limits.labelled_dispatches + 5 }, (_, index) => ({ id: index + 1 })))).toHaveLength(
    limits.labelled_dispatches,
  );
});

import { expect, test } from 'vitest';
import { afterFailure, type OnItsWay, underWay, unsaved, without } from '../../../pwa/ordering/coming-lines.ts';

const again = (): void => undefined;
const line = (key: string): OnItsWay => ({ key, again: null });
const lines = [line('one'), line('two')];

test.each([0, -1, 401, 408, 429, 500, 502, 503, 504])('a line that failed with status %i stays, and can be sent again under its key', (status) => {
  expect(afterFailure(lines, 'two', status, again)).toEqual([line('one'), { key: 'two', again }]);
});

test.each([400, 403, 404, 409, 422])('a line that was refused with status %i is removed', (status) => {
  expect(afterFailure(lines, 'two', status, again)).toEqual([line('one')]);
});

test('a line that is sent again counts as being saved, and counts as unsaved again if the attempt fails', () => {
  const failed = afterFailure(lines, 'one', 0, again);
  expect(unsaved(failed).map(({ key }) => key)).toEqual(['one']);
  const retriedLines = underWay(failed, 'one');
  expect(unsaved(retriedLines)).toEqual([]);
  expect(unsaved(afterFailure(retriedLines, 'one', 503, again))).toHaveLength(1);
});

test('a line that a person has discarded does not return when an earlier attempt to save it fails', () => {
  expect(afterFailure(without(lines, ['two']), 'two', 0, again)).toEqual([line('one')]);
});

import { expect, test } from 'vitest';
import { toast, toasts } from '../../../pwa/ui/toast.ts';

const shown = (): string[] => toasts.get().map(({ text }) => text);

test('a message replaces the earlier one of its kind, good or wrong, so that messages do not pile up', () => {
  toast('Quantity Requested Updated');
  toast('Line Deleted');
  expect(shown()).toEqual(['Line Deleted']);
  toast('Not sent', { tone: 'wrong' });
  toast('Not sent either', { tone: 'wrong' });
  expect(shown()).toEqual(['Line Deleted', 'Not sent either']);
  toast('Line Updated');
  expect(shown()).toEqual(['Not sent either', 'Line Updated']);
});

import { expect, test } from 'vitest';
import { toast, toasts } from '../../../pwa/ui/toast.ts';

const toastTexts = (): string[] => toasts.get().map(({ text }) => text);

test('a message replaces the earlier message of the same tone (good or wrong), so that messages do not pile up', () => {
  toast('Quantity Requested Updated');
  toast('Line Deleted');
  expect(toastTexts()).toEqual(['Line Deleted']);
  toast('Not sent', { tone: 'wrong' });
  toast('Not sent either', { tone: 'wrong' });
  expect(toastTexts()).toEqual(['Line Deleted', 'Not sent either']);
  toast('Line Updated');
  expect(toastTexts()).toEqual(['Not sent either', 'Line Updated']);
});

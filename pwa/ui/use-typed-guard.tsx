import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { wouldLose } from './leave-guard.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Whether the element is a field with text that could be lost; a search text or a tick is not. */
const isTyped = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'search', 'range'].includes(target.type) && target.role !== 'combobox');

interface TypedGuard {
  /** The handler for the element that contains the fields. */
  onFocusCapture: (event: FocusEvent) => void;
  /** Closes at once, or asks first if somebody has typed. */
  leave: () => void;
  /** The question, for rendering beside the fields. */
  question: ReactNode;
}

/** Asks before a dialog with typed text is closed by Escape, by its cross or by a press beside it. A Cancel button closes it without a question. */
export function useTypedGuard(onClose: () => void, isOn: boolean): TypedGuard {
  const before = useRef(new Map<Field, string>());
  const [isAsking, setIsAsking] = useState(false);
  const isTouched = (): boolean => [...before.current].some(([field, value]) => field.isConnected && !field.readOnly && field.value !== value);
  return {
    onFocusCapture: ({ target }) => {
      if (isTyped(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
    leave: () => {
      // If another guard asks about leaving, that one question is enough.
      if (isOn && isTouched() && !wouldLose('view')) setIsAsking(true);
      else onClose();
    },
    question: isAsking && (
      <ConfirmDialog
        open
        title="Leave without saving?"
        action="Leave without saving"
        keep="Stay here"
        destroys
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
        onClose={() => setIsAsking(false)}
      >
        What you typed here is not saved yet.
      </ConfirmDialog>
    ),
  };
}

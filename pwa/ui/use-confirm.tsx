import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

export type Question = Pick<ConfirmDialogProps, 'title' | 'action' | 'keep' | 'destroys'> & { body?: ReactNode };

/** Asks and waits for the answer: `if (await ask({…})) …`. Render `dialog` once. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void; open: boolean } | null>(null);
  const ask = useCallback((question: Question) => new Promise<boolean>((answer) => setAsked({ question, answer, open: true })), []);
  const close = (yes: boolean) => {
    asked?.answer(yes);
    setAsked((current) => current && { ...current, open: false });
  };
  const dialog = asked && (
    <ConfirmDialog
      open={asked.open}
      title={asked.question.title}
      action={asked.question.action}
      keep={asked.question.keep}
      destroys={asked.question.destroys}
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      {asked.question.body}
    </ConfirmDialog>
  );
  return { ask, dialog };
}

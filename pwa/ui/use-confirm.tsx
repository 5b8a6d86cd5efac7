import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

export type Question = Pick<ConfirmDialogProps, 'title' | 'action' | 'keep' | 'destroys'> & { body?: ReactNode };

/** Asks and waits for the answer: `if (await ask({…})) …`. Render `dialog` once. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [request, setRequest] = useState<{ question: Question; answer: (yes: boolean) => void; open: boolean } | null>(null);
  const ask = useCallback((question: Question) => new Promise<boolean>((answer) => setRequest({ question, answer, open: true })), []);
  const close = (yes: boolean) => {
    request?.answer(yes);
    setRequest((current) => current && { ...current, open: false });
  };
  const dialog = request && (
    <ConfirmDialog
      open={request.open}
      title={request.question.title}
      action={request.question.action}
      keep={request.question.keep}
      destroys={request.question.destroys}
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      {request.question.body}
    </ConfirmDialog>
  );
  return { ask, dialog };
}

import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { mayLeave } from '../ui/leave-guard.ts';
import { CountForm, type CountFormProps } from './count-form.tsx';

interface CountDialogProps extends CountFormProps {
  title: string;
  /** The label of the button that closes it. */
  back?: string;
  onClose: () => void;
  /** Where the shelf is, above the count. */
  children?: ReactNode;
}

/** Counts one SKU. A count that is not recorded is never lost without a question, whether by Escape, the cross or the button. */
export function CountDialog({ title, back = 'Close', onClose, children, ...form }: CountDialogProps) {
  const leave = (): void => void mayLeave().then((leaves) => leaves && onClose());
  return (
    <Dialog open onClose={leave} title={title} actions={<Button onClick={leave}>{back}</Button>}>
      <div className="flow">
        {children}
        <CountForm {...form} />
      </div>
    </Dialog>
  );
}

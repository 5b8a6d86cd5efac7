import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  label: string;
  name: string;
  action: string;
  busy: boolean;
  error?: string;
  onGive: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason before an action that other people will want explained. */
export function ReasonDialog({ title, description, label, name, action, busy, error, onGive, onClose }: ReasonDialogProps) {
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      title={title}
      description={description}
      onSubmit={() => !isEmpty && onGive(text.trim())}
      actions={
        <>
          {isEmpty && <span className="note dialog-why">Say why first.</span>}
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button type="submit" look="primary" disabled={isEmpty} busy={busy} busyText="One moment">
            {action}
          </Button>
        </>
      }
    >
      <TextArea
        label={label}
        name={name}
        maxLength={500}
        counted
        required
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

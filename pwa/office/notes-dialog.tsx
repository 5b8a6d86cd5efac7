import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import type { Line } from './client.ts';
import { lineName } from './office-words.ts';
import type { Change } from './use-change.ts';

const kinds = {
  notes: {
    title: 'Line notes',
    label: 'Notes',
    most: limits.notes,
    success: 'Notes Updated',
    hint: 'Shown to the people who pick, prepare and dispatch it.',
  },
  decoration: {
    title: 'Decoration',
    label: 'Decoration instruction',
    most: limits.decoration,
    success: 'Line Updated',
    hint: 'What is stitched or printed, and where.',
  },
} as const;

/** A text about a line: notes, or the decoration instruction. */
export function NotesDialog({
  of,
  line,
  change,
  canEdit,
  onClose,
}: {
  of: keyof typeof kinds;
  line: Line;
  change: Change;
  canEdit: boolean;
  onClose: () => void;
}) {
  const [base] = useState(line);
  const [text, setText] = useState(line[of] ?? '');
  const kind = kinds[of];
  const save = async () => {
    if (text.trim() === (base[of] ?? '') || (await change.changeLine({ [of]: text.trim() }, base, kind.success))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!change.busy}
      title={kind.title}
      description={`${lineName(line)}, for ${line.employee.name}`}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{canEdit ? 'Cancel' : 'Close'}</Button>
          {canEdit && (
            <Button type="submit" look="primary" busy={change.busy} busyText="Saving">
              Save
            </Button>
          )}
        </>
      }
    >
      <TextArea
        label={kind.label}
        name={of}
        hint={kind.hint}
        rows={4}
        counted
        maxLength={kind.most}
        readOnly={!canEdit}
        value={text}
        error={change.lineErrors[of]}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void save()}
      />
    </Dialog>
  );
}

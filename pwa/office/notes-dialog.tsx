import { useState } from 'react';
import { officeLineChange } from '../../shared/ordering/order-input.ts';
import { lineName } from '../api/line-name.ts';
import { useForm } from '../api/use-form.ts';
import { TextArea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Line } from './client.ts';
import type { Change } from './use-change.ts';

const kinds = {
  notes: { title: 'Line notes', label: 'Notes', success: 'Notes Updated', hint: 'Shown to the people who pick, prepare and dispatch it.' },
  decoration: {
    title: 'Decoration',
    label: 'Decoration instruction',
    success: 'Line Updated',
    hint: 'What is stitched or printed, and where.',
  },
} as const;

interface NotesDialogProps {
  of: keyof typeof kinds;
  line: Line;
  change: Change;
  canEdit: boolean;
  onClose: () => void;
}

/** Edits one text of a line: the notes or the decoration instruction. */
export function NotesDialog({ of, line, change, canEdit, onClose }: NotesDialogProps) {
  const [base] = useState(line);
  const kind = kinds[of];
  const form = useForm({
    schema: officeLineChange.pick({ notes: true, decoration: true }),
    values: { notes: line.notes ?? '', decoration: line.decoration ?? '' },
    input: (values) => ({ [of]: values[of].trim() }),
    write: async (fields) => (fields[of] === (base[of] ?? '') ? base : change.changeLine(fields, base, kind.success)),
    errors: change.lineErrors,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={kind.title}
      description={`${lineName(line)}, for ${line.employee.name}`}
      action={canEdit ? 'Save' : null}
      cancel={canEdit ? 'Cancel' : 'Close'}
    >
      <TextArea
        label={kind.label}
        hint={kind.hint}
        rows={4}
        counted
        readOnly={!canEdit}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.currentTarget.form?.requestSubmit()}
        {...form.field(of)}
      />
    </FormDialog>
  );
}

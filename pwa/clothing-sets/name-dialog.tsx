import { clothingSetChange, type OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { useForm } from '../api/use-form.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { saveSet } from './client.ts';
import { refreshAccount } from './refresh.ts';

interface NameDialogProps {
  accountId: string;
  /** The set that is renamed; undefined for a new one. */
  stored: OfficeSet | undefined;
  onSaved: (set: OfficeSet) => void;
  onClose: () => void;
}

const valuesOf = (of: Partial<OfficeSet>) => ({ name: of.name ?? '', version: of.version });

/** Creates a clothing set, or renames a stored one. */
export function NameDialog({ accountId, stored, onSaved, onClose }: NameDialogProps) {
  const form = useForm({
    schema: clothingSetChange.required({ name: true }),
    record: stored ?? {},
    valuesOf,
    send: saveSet(accountId, stored?.id),
    success: 'Clothing set has been saved',
    refresh: refreshAccount,
    onSaved: (set) => {
      onSaved(set);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={stored ? `Rename ${stored.name}` : 'New clothing set'}
      action={stored ? 'Rename' : 'Create set'}
      busyText="Saving"
    >
      <TextField label="Name" required {...form.field('name')} />
    </FormDialog>
  );
}

import { newSavedView, type SavedView, type SavedViewList } from '../../shared/saved-views/saved-view.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { changeView, createView } from './saved-view-client.ts';
import { useForm } from './use-form.ts';

interface SaveViewDialogProps {
  list: SavedViewList;
  /** What the list shows, as its address has it. */
  view: string;
  /** The view that is renamed; undefined for a new one. */
  stored: SavedView | undefined;
  onClose: () => void;
}

/** Saves what a list shows under a name, or renames a saved view. */
export default function SaveViewDialog({ list, view, stored, onClose }: SaveViewDialogProps) {
  const form = useForm({
    schema: newSavedView.pick({ name: true }),
    values: { name: stored?.name ?? '' },
    send: stored ? changeView(stored.id) : createView(list, view),
    success: 'View has been saved',
    refresh: [['saved-views']],
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={stored ? `Rename ${stored.name}` : 'Save as a new view'}
      description={stored ? undefined : 'It keeps the search, filters, sort order and columns of the list, for you alone.'}
      action={stored ? 'Rename' : 'Save view'}
      busyText="Saving"
    >
      <TextField label="Name" required {...form.field('name')} />
    </FormDialog>
  );
}

import { type AccountDetails, accountCopy, type CopiedAccount } from '../../shared/accounts/account.ts';
import { listText } from '../../shared/list-text.ts';
import { useForm } from '../api/use-form.ts';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { copyAccount } from './client.ts';

interface CopyDialogProps {
  account: AccountDetails;
  onClose: () => void;
  onCopied: (id: number) => void;
}

/** Says what a new account has from the other one, and what stayed behind. */
function copiedText({ name, copied, left_out }: CopiedAccount): string {
  const stayed = [
    left_out.products > 0 && countText(left_out.products, 'custom product'),
    left_out.pictures > 0 && countText(left_out.pictures, 'picture'),
  ].filter((words) => words !== false);
  const has = listText([
    countText(copied.clothing_sets, 'clothing set'),
    countText(copied.products, 'product'),
    countText(copied.employee_roles, 'employee role'),
  ]);
  return `${name} has been added with ${has}.${stayed.length > 0 ? ` Not copied: ${listText(stayed)}.` : ''}`;
}

/** Adds an account with the settings, clothing sets and employee roles of another one. */
export function CopyDialog({ account, onClose, onCopied }: CopyDialogProps) {
  const form = useForm({
    schema: accountCopy,
    values: { name: '', reference: '' },
    input: ({ name, reference }) => ({ name, ...(reference.trim() && { reference }) }),
    send: copyAccount(account.id),
    success: copiedText,
    refresh: [['accounts']],
    onSaved: ({ id }) => onCopied(id),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Another account like ${account.name}`}
      action="Create account"
      busyText="Creating"
      waits={form.isDirty ? null : 'Enter its name.'}
    >
      <div className="flow">
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="Reference" {...form.field('reference')} />
        <p className="note">
          It gets the settings, the clothing sets with their prices and decorations, and the employee roles. People, sites, budgets, orders, custom
          products and pictures are not copied.
        </p>
      </div>
    </FormDialog>
  );
}

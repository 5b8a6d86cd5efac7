import { reopenInput } from '../../shared/allocation/reopen-order.ts';
import { useForm } from '../api/use-form.ts';
import { TextArea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  action: string;
  /** Performs the action. Returns undefined if the server refused it; `error` is then the message about the typed reason. */
  write: (reason: string) => Promise<object | undefined>;
  error: string | undefined;
  onClose: () => void;
}

/** Asks for a reason before an action that other people will want to understand. */
export function ReasonDialog({ title, description, action, write, error, onClose }: ReasonDialogProps) {
  const form = useForm({
    schema: reopenInput,
    values: { reason: '' },
    write: ({ reason }) => write(reason),
    errors: error === undefined ? {} : { reason: error },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      description={description}
      waits={form.values.reason.trim() === '' ? 'Say why first.' : null}
      action={action}
      busyText="One moment"
      cancel="Leave it as it is"
    >
      <TextArea label="Reason" counted required {...form.field('reason')} />
    </FormDialog>
  );
}

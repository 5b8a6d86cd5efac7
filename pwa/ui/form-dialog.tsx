import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { FormMessages, type FormState, Submit, type SubmitProps } from './form.tsx';

interface FormDialogProps extends Omit<DialogProps, 'open' | 'onSubmit' | 'actions' | 'formId'>, Pick<SubmitProps, 'waits' | 'look'> {
  form: FormState;
  open?: boolean;
  /** The text of the submit button; null for a dialog without a submit button. */
  action: string | null;
  busyText?: string;
  /** The text of the button that closes the dialog. */
  cancel?: string;
  /** Another action on the record, such as *Delete*, before the other buttons. */
  other?: ReactNode;
}

/** A form in front of the page. Escape does not lose typed text, and nothing closes the dialog while the form is sent. */
export function FormDialog({ form, open = true, action, busyText, look, waits, cancel = 'Cancel', other, children, ...dialog }: FormDialogProps) {
  const close = (
    <Button onClick={dialog.onClose} disabled={form.busy}>
      {cancel}
    </Button>
  );
  return (
    <Dialog
      closable={!form.busy}
      {...dialog}
      open={open}
      formId={form.id}
      onSubmit={form.submit}
      actions={
        action === null ? (
          close
        ) : (
          <Submit
            form={form}
            look={look}
            waits={waits}
            busyText={busyText}
            before={
              <>
                {other}
                {close}
              </>
            }
          >
            {action}
          </Submit>
        )
      }
    >
      <FormMessages form={form} />
      {children}
    </Dialog>
  );
}

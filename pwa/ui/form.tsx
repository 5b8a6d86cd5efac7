import type { FormEvent, FormHTMLAttributes, ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button, type ButtonProps } from './button.tsx';
import { fieldLabel, focusField, isOnScreen } from './field-name.ts';
import { Icon } from './icon.tsx';
import { Why } from './why.tsx';

/** A field's name and the message about the field. The screen may not have the field. */
export interface Fault {
  name: string;
  message: string;
}

/** Another person's changes to the record, as sentences, and the two ways to resolve the conflict. */
interface Stale {
  message: string;
  changes: readonly string[];
  /** Takes the other person's values of the fields that both people have changed; null if there are no such fields. */
  takeTheirs: (() => void) | null;
  keepMine: () => void;
}

/** The part of a form that its elements need: what `useForm` returns. */
export interface FormState {
  /** The id of the form element: a button outside the form submits it. */
  id: string;
  busy: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** The faults that are listed at the top of the form. */
  faults: readonly Fault[];
  /** True if the last attempt could not be sent. Until the form is sent or given up, a mark beside the button says so. */
  isUnsent?: boolean;
  /** Another person's changes since the form was filled. */
  stale: Stale | null;
}

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  form: FormState;
  /** Replaces the messages about the form as a whole. */
  messages?: ReactNode;
}

/** A form in a page. Its submit button may be anywhere on the screen. */
export function Form({ form, messages = <FormMessages form={form} />, children, ...rest }: FormProps) {
  return (
    <form {...rest} id={form.id} noValidate onSubmit={form.submit}>
      {messages}
      {children}
    </form>
  );
}

/** The messages about the form as a whole: what somebody else has changed meanwhile, and the errors of fields that the form does not have. */
export function FormMessages({ form }: { form: FormState }) {
  const { stale } = form;
  return (
    <>
      {stale && (
        <Banner
          tone="warn"
          action={
            <span className="line">
              {stale.takeTheirs && (
                <Button size="sm" onClick={stale.takeTheirs}>
                  Keep theirs
                </Button>
              )}
              <Button size="sm" look="primary" onClick={stale.keepMine}>
                Keep mine
              </Button>
            </span>
          }
        >
          <strong>{stale.message}</strong> {stale.changes.join(' ')} What you changed here is kept, and not saved yet.
        </Banner>
      )}
      <FormFaults form={form} />
    </>
  );
}

/** The faults of several fields, or the fault of one field that is not on the form. */
function FormFaults({ form: { faults } }: { form: FormState }) {
  return (
    faults.length > 0 && (
      <Banner tone="wrong">
        <p className="strong">Invalid data submitted</p>
        <ul>
          {faults.map(({ name, message }) => (
            <li key={name}>
              {isOnScreen(name) ? (
                <button type="button" className="link" onClick={() => focusField(name)}>
                  {fieldLabel(name)}
                </button>
              ) : (
                fieldLabel(name)
              )}
              : {message}
            </li>
          ))}
        </ul>
      </Banner>
    )
  );
}

/** `disabled` is for a button whose own text says what is missing. */
export interface SubmitProps extends Omit<ButtonProps, 'type' | 'form' | 'busy'> {
  form: FormState;
  /** Why the button cannot be pressed yet; shown beside it. */
  waits?: string | null;
  /** Shown between the reason and the button, such as *Cancel*. */
  before?: ReactNode;
}

/** The mark beside a button whose last attempt could not be sent. */
export const UnsentMark = () => (
  <span className="t-wrong not-sent" role="status">
    <Icon name="alert" /> Not sent
  </span>
);

/** The button that sends a form. While the button cannot be pressed, the reason is beside it. */
export function Submit({ form, waits = null, look = 'primary', before, disabled = false, ...button }: SubmitProps) {
  const reason = `${form.id}-waits`;
  return (
    <>
      {form.isUnsent && !form.busy && <UnsentMark />}
      <Why id={reason}>{waits}</Why>
      {before}
      <Button
        {...button}
        type="submit"
        form={form.id}
        look={look}
        busy={form.busy}
        disabled={disabled || waits !== null}
        aria-describedby={waits === null ? undefined : reason}
      />
    </>
  );
}

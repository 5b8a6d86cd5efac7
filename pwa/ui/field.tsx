import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';
import { useHeldDuringPress } from './use-held-during-press.ts';

/** The attributes by which a control inside a field gets its name and description. */
export interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  'aria-required'?: true;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The first message about this field; it does not replace the hint, which stays readable. */
  error?: string | null;
  /** The number of typed characters and the maximum. */
  counter?: { used: number; max: number };
  required?: boolean;
  className?: string;
  /** Needed if other elements, such as a list of invalid fields, have to find the field by this name. */
  id?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A label, its control, its hint and its message. */
export function Field({ label, hint, error: message, counter, required, className, id: ownId, children }: FieldProps) {
  const error = useHeldDuringPress(message);
  const madeId = useId();
  const id = ownId ?? madeId;
  const described = [error && `${id}-error`, (hint || counter) && `${id}-hint`].filter(Boolean).join(' ');
  const control: ControlProps = { id };
  if (error) control['aria-invalid'] = true;
  if (described) control['aria-describedby'] = described;
  if (required) control['aria-required'] = true;
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id}>{label}</label>
      {children(control)}
      {error && (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      )}
      {(hint || counter) && (
        <p className="hint" id={`${id}-hint`}>
          <span>{hint}</span>
          {counter && (
            <span className={counter.used > counter.max ? 't-wrong' : undefined}>
              <span className="sr">Characters: </span>
              {counter.used} / {counter.max}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

type FieldText = Pick<FieldProps, 'label' | 'hint' | 'error' | 'className'>;

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'>, FieldText {
  /** The maximum length. A counter is shown, and nothing longer can be typed. */
  maxLength?: number;
  counted?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A text input, because in an input of the type `email` browsers rewrite or refuse addresses with letters of other scripts. */
const emailInput = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

/** One line of text. Pass `value` to have it counted. */
export function TextField({ label, hint, error, className, counted, id, ...input }: TextFieldProps) {
  const used = typeof input.value === 'string' ? input.value.length : 0;
  const counter = counted && input.maxLength ? { used, max: input.maxLength } : undefined;
  const { type, inputMode } = input;
  const isNumber = type === 'number' || (type !== 'password' && (inputMode === 'decimal' || inputMode === 'numeric'));
  return (
    <Field label={label} hint={hint} error={error} className={className} counter={counter} required={input.required} id={id}>
      {(control) => <input className={classNames('in', isNumber && 'num')} {...input} {...(type === 'email' && emailInput)} {...control} />}
    </Field>
  );
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldText {
  counted?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea({ label, hint, error, className, counted, id, rows = 3, ...area }: TextAreaProps) {
  const used = typeof area.value === 'string' ? area.value.length : 0;
  const counter = counted && area.maxLength ? { used, max: area.maxLength } : undefined;
  return (
    <Field label={label} hint={hint} error={error} className={className} counter={counter} required={area.required} id={id}>
      {(control) => <textarea className="in" rows={rows} {...area} {...control} />}
    </Field>
  );
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldText {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** The first, empty choice: it names what is to be chosen. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A choice of one among a few: the device's own list, which every phone, keyboard and screen reader supports. */
export function Select({ label, hint, error, className, options, placeholder, id, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className} required={select.required} id={id}>
      {(control) => (
        <select className="in" {...select} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

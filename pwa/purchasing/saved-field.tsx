import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dateFault } from '../../shared/parse-typed-date.ts';
import { DateField } from '../ui/date-field.tsx';
import { TextArea, TextField, type TextFieldProps } from '../ui/field.tsx';

interface SavedFieldProps<Base> extends Pick<TextFieldProps, 'hint' | 'className' | 'type' | 'inputMode' | 'placeholder' | 'maxLength' | 'id'> {
  label: ReactNode;
  name: string;
  /** The stored value as text. */
  stored: string;
  /** The record that is on the screen. */
  base: Base;
  /** Saves the text. Resolves to null once the text is stored, else to the reason why it is not. `base` is the record that the person saw. */
  onSave: (text: string, base: Base) => Promise<string | null>;
  onUnsaved: (field: string, isUnsaved: boolean) => void;
  /** What is wrong with the stored value. */
  error?: string | undefined;
  /** Several lines of text. */
  rows?: number;
  /** A calendar day, `YYYY-MM-DD`. */
  isDay?: boolean;
  /** Called on Enter, once the text is being saved. */
  onEnter?: (input: HTMLElement) => void;
}

/** A field that is saved as soon as it is left, or on Enter; Escape restores it. */
export function SavedField<Base>(props: SavedFieldProps<Base>) {
  const { stored, base, onSave, onUnsaved, error, rows, isDay, onEnter, ...field } = props;
  const key = useId();
  const [draft, setDraft] = useState<{ text: string; base: Base } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isUnsaved = draft !== null && draft.text.trim() !== stored;
  useEffect(() => {
    onUnsaved(key, isUnsaved);
    return () => onUnsaved(key, false);
  }, [onUnsaved, key, isUnsaved]);
  // The text is stored after all: another attempt has succeeded.
  useEffect(() => {
    if (isUnsaved) return;
    setDraft((now) => (now?.text.trim() === stored ? null : now));
    setFault(null);
  }, [isUnsaved, stored]);

  const sent = useRef<typeof draft>(null);
  const save = async (): Promise<void> => {
    if (!draft || sent.current === draft) return;
    if (!isUnsaved) {
      setDraft(null);
      setFault(null);
      return;
    }
    if (isDay && dateFault(draft.text)) return;
    sent.current = draft;
    const reason = await onSave(draft.text.trim(), draft.base);
    if (reason !== null) {
      sent.current = null;
      setFault(reason);
    } else setDraft((now) => (now === draft ? null : now));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && draft) {
      event.stopPropagation();
      setDraft(null);
      setFault(null);
    }
    if (event.key !== 'Enter' || rows !== undefined) return;
    event.preventDefault();
    void save();
    onEnter?.(event.currentTarget);
  };
  const shared = {
    value: draft?.text ?? stored,
    error: fault ?? error,
    onChange: ({ target }: { target: { value: string } }) => {
      setFault(null);
      setDraft({ text: target.value, base: draft?.base ?? base });
    },
    onBlur: () => void save(),
    onKeyDown,
  };
  if (isDay) return <DateField name={field.name} label={field.label} hint={field.hint} className={field.className} {...shared} />;
  return rows === undefined ? (
    <TextField autoComplete="off" {...field} {...shared} />
  ) : (
    <TextArea name={field.name} label={field.label} hint={field.hint} maxLength={field.maxLength} rows={rows} {...shared} />
  );
}

import { useEffect, useRef, useState } from 'react';
import { dateFault } from '../../shared/parse-typed-date.ts';
import { NotSent } from '../api/not-sent.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import type { Order } from './client.ts';
import { usePending } from './pending-saves.ts';

interface HeadFieldProps {
  label: string;
  name: string;
  order: Order;
  value: string | null;
  maxLength: number;
  disabled: boolean;
  code?: boolean;
  isDay?: true;
  rows?: number;
  required?: boolean;
  error?: string;
  /** A typed value that could not be stored. */
  kept: { value: unknown; again: (() => unknown) | null; giveUp: () => void } | undefined;
  /** Saves the value. Resolves with true if it is stored. */
  onSave: (value: string, base: Order) => Promise<boolean>;
}

/** One field of the order's head. Enter saves it, and so does leaving the field. A typed text stays until it is stored; Escape discards it. */
export function HeadField({ label, name, order, value, maxLength, disabled, code, isDay, rows, required, error, kept, onSave }: HeadFieldProps) {
  const [draft, setDraft] = useState<{ text: string; base: Order } | null>(null);
  const storedValue = value ?? '';
  const isChanged = draft !== null && draft.text.trim() !== storedValue;
  useUnsavedGuard(isChanged);
  const keptText = kept && String(kept.value ?? '');
  // The page stores the value that could not be saved, so the field deletes its own copy.
  useEffect(() => {
    if (keptText !== undefined) setDraft((now) => (now?.text.trim() === keptText ? null : now));
  }, [keptText]);
  const giveUp = (): void => {
    setDraft(null);
    kept?.giveUp();
  };
  // The text that was sent last. It is not sent again when the field loses the focus.
  const triedText = useRef<string | null>(null);
  // The save in progress. Pressing a button leaves the field and calls `save` a second time, but the text is sent once.
  const saving = useRef<{ text: string; result: Promise<boolean> } | null>(null);
  const save = async (isLeaving?: true): Promise<boolean> => {
    if (!draft) return true;
    const { text, base } = draft;
    if (!isChanged) giveUp();
    else if (isDay && dateFault(text)) return false;
    else if (saving.current?.text === text) return saving.current.result;
    else if (!isLeaving || triedText.current !== text) {
      triedText.current = text;
      const result = onSave(text.trim(), base);
      saving.current = { text, result };
      const isStored = await result;
      saving.current = null;
      // Text that was typed during the save is another change, so it stays.
      if (isStored) setDraft((now) => (now?.text === text ? null : now));
      return isStored;
    }
    return false;
  };
  usePending(isChanged ? save : null);
  const shared = {
    label,
    name,
    maxLength,
    disabled,
    required,
    error,
    value: draft?.text ?? keptText ?? storedValue,
    hint: kept && (kept.again ? <NotSent what={label} again={kept.again} giveUp={giveUp} /> : `Stored now: ${storedValue || 'nothing'}`),
    className: 'head-field',
    onBlur: () => void save(true),
  };
  if (rows) {
    return (
      <TextArea
        {...shared}
        rows={rows}
        onChange={(event) => setDraft({ text: event.target.value, base: isChanged && draft ? draft.base : order })}
        onKeyDown={(event) => event.key === 'Escape' && giveUp()}
      />
    );
  }
  const line = {
    ...shared,
    onChange: (event: { target: { value: string } }) => setDraft({ text: event.target.value, base: isChanged && draft ? draft.base : order }),
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Enter') void save();
      if (event.key === 'Escape') giveUp();
    },
  };
  return isDay ? <DateField {...line} /> : <TextField {...line} placeholder={required ? 'Needed' : 'None'} data-code={code ? '' : undefined} />;
}

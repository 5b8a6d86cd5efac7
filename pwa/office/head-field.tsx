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
  /** What was typed and could not be stored. */
  kept: { value: unknown; again: (() => unknown) | null; giveUp: () => void } | undefined;
  /** Saves; true when it is stored. */
  onSave: (value: string, base: Order) => Promise<boolean>;
}

/** One field of the head, saved when it is left or on Enter. What was typed stays until it is stored; Escape restores the stored value. */
export function HeadField({ label, name, order, value, maxLength, disabled, code, isDay, rows, required, error, kept, onSave }: HeadFieldProps) {
  const [draft, setDraft] = useState<{ text: string; base: Order } | null>(null);
  const storedValue = value ?? '';
  const isChanged = draft !== null && draft.text.trim() !== storedValue;
  useUnsavedGuard(isChanged);
  const keptText = kept && String(kept.value ?? '');
  // The page keeps the value that could not be stored, so the field drops its own copy.
  useEffect(() => {
    if (keptText !== undefined) setDraft((now) => (now?.text.trim() === keptText ? null : now));
  }, [keptText]);
  const giveUp = (): void => {
    setDraft(null);
    kept?.giveUp();
  };
  // A value that was refused is not sent again when the field is merely left.
  const triedText = useRef<string | null>(null);
  // Leaving the field by pressing a button saves it once.
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
      // Text that was typed meanwhile is another change, and stays.
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
  return isDay ? <DateField {...line} /> : <TextField {...line} placeholder="None" data-code={code ? '' : undefined} />;
}

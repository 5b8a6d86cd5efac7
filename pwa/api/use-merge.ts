import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { messages } from '../../shared/messages.ts';
import { fieldLabel } from '../ui/field-name.ts';
import type { FormState } from '../ui/form.tsx';
import { nowIs } from '../ui/now-is.ts';

/** The record that a form is filled from. */
export interface MergeSource<Values, Of extends object> {
  record: Of;
  /** The values of a record. If they include `version`, the server can report that the record was changed meanwhile. */
  valuesOf: (record: Of) => Values;
  /** Returns the differences between `before` and `now` as sentences. Needed only if the labels and values of the fields do not suffice. */
  changes?: (before: Of, now: Of) => string[];
}

/** What somebody else has changed. */
interface Difference {
  message: string;
  /** The other person's changes, as sentences. */
  changes: readonly string[];
  /** The fields that both people edited. */
  clashes: readonly string[];
  /** Sends the form again, if the person keeps their own values. */
  onKeep?: (() => void) | undefined;
}

interface MergeOptions<Values extends FieldValues, Of extends object> {
  hook: UseFormReturn<Values, unknown, never>;
  /** Null if no record fills the form: then nothing is merged. */
  source: MergeSource<Values, Of> | null;
  /** The values of the current record, or the initial ones of an empty form. */
  initial: Values;
  /** `initial` as text. When this text changes, the record has changed. */
  initialKey: string;
  /** The names of the fields that are on the screen. */
  names: RefObject<ReadonlySet<string>>;
}

interface Merge<Values, Of> {
  stale: FormState['stale'];
  /** Merges the server's record after a write was refused as out of date. If the person keeps their own values, `onKeep` sends them again. */
  takeCurrent: (current: Of, message: string, onKeep?: () => void) => void;
  /** Records that the form's current values are stored. */
  markSaved: () => void;
  /** Resets the form to these values. */
  restart: (values: Values) => void;
  clear: () => void;
}

/**
 * Merges another person's saved changes into an open form. Fields that were not edited get the other person's values, edited fields keep
 * the typed values, and `stale` says what is different.
 */
export function useMerge<Values extends FieldValues, Of extends object>({
  hook,
  source,
  initial,
  initialKey,
  names,
}: MergeOptions<Values, Of>): Merge<Values, Of> {
  const [stale, setStale] = useState<Difference | null>(null);
  /** The server's record and its values. A field that differs from these values was edited here. */
  const base = useRef({ record: source?.record, values: initial });
  const { isDirty } = hook.formState;

  /** Merges another person's values into the form and returns that person's changes. */
  const merge = (theirs: Values, record: Of | undefined): Pick<Difference, 'changes' | 'clashes'> => {
    const before = base.current;
    const mine = hook.getValues();
    const differing = (one: Values, other: Values): string[] =>
      [...names.current].filter((name) => JSON.stringify(get(one, name)) !== JSON.stringify(get(other, name)));
    const edited = differing(mine, before.values);
    const changed = differing(theirs, before.values);
    base.current = { record, values: theirs };
    hook.reset(theirs);
    for (const name of edited) hook.setValue(name as FieldPath<Values>, get(mine, name), { shouldDirty: true });
    const changes =
      source?.changes && before.record && record
        ? source.changes(before.record, record)
        : changed.map((name) => nowIs([fieldLabel(name), textOf(get(theirs, name))]));
    return { changes, clashes: changed.filter((name) => edited.includes(name)) };
  };

  // When the record is read again and has changed, it is merged into the form.
  const lastKey = useRef(initialKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the record itself differs
  useEffect(() => {
    if (lastKey.current === initialKey) return;
    lastKey.current = initialKey;
    if (!source || JSON.stringify(base.current.values) === initialKey) return;
    const difference = merge(initial, source.record);
    if (isDirty && difference.changes.length > 0) setStale({ message: messages.changed_meanwhile, ...difference });
  }, [initialKey]);

  const takeTheirs = (): void => {
    for (const name of stale?.clashes ?? []) hook.setValue(name as FieldPath<Values>, get(base.current.values, name), { shouldDirty: true });
    setStale(null);
  };
  const keepMine = (): void => {
    setStale(null);
    stale?.onKeep?.();
  };
  return {
    stale: stale && { ...stale, takeTheirs: stale.clashes.length > 0 ? takeTheirs : null, keepMine },
    takeCurrent: (current, message, onKeep) => source && setStale({ message, onKeep, ...merge(source.valuesOf(current), current) }),
    markSaved: () => {
      base.current = { ...base.current, values: hook.getValues() };
      hook.reset(base.current.values, { keepValues: true });
    },
    restart: (values) => {
      base.current = { ...base.current, values };
      hook.reset(values);
      setStale(null);
    },
    clear: () => setStale(null),
  };
}

/** A value as a person reads it. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && value !== null) return String((value as { name?: unknown }).name ?? '');
  return String(value ?? '');
}

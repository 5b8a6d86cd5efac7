import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type RefCallback, useEffect, useId, useRef, useState } from 'react';
import {
  type ChangeHandler,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import '../../shared/plain-words.ts';
import { fieldLabel } from '../ui/field-name.ts';
import type { Fault, FormState } from '../ui/form.tsx';
import { nowIs } from '../ui/now-is.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { useWrite, type WriteOptions } from './use-write.ts';

/** The names of the fields: the keys of the values, and below an address its lines. */
type Names<Values> = {
  [Key in keyof Values & string]: Values[Key] extends Record<string, string> ? `${Key}.${keyof Values[Key] & string}` : Key;
}[keyof Values & string];

interface Checks<Values, Schema extends z.ZodType> {
  /** The schema by which the server checks the body of the request. */
  schema: Schema;
  /** The body of the request; by default the values as they are. A field has the name of its part of the body. */
  input?: (values: Values) => unknown;
  /** Rules beyond the schema: the message of each field that breaks one. */
  check?: (values: Values) => Record<string, string | null | undefined>;
  /** False where typed text may be left behind without a question. */
  isGuarded?: boolean;
  /** `onTouched` checks a field when it is left, too; by default a form is checked when it is sent. */
  mode?: 'onSubmit' | 'onTouched';
}

/** An empty form, or one that is filled from a record. Somebody else's changes of the record are merged into it and shown. */
type Begins<Values, Of extends object> =
  | { values: Values }
  | {
      record: Of;
      /** The values of a record; with `version` among them the server reports a record that was changed meanwhile. */
      valuesOf: (record: Of) => Values;
      /** The differences as sentences, where the labels and values of the fields do not suffice. */
      changes?: (before: Of, now: Of) => string[];
    };

/** The request itself, or a write that other parts of the screen share: it returns undefined where nothing was saved, and `errors` has the reasons. */
type Sends<Input, Answer> =
  | (WriteOptions<Input, Answer> & { write?: undefined })
  | {
      write: (input: Input) => Promise<Answer | undefined>;
      errors?: Record<string, string>;
      onSaved?: (answer: Answer, input: Input) => void;
    };

export type FormOptions<Values extends FieldValues, Schema extends z.ZodType, Answer, Of extends object> = Checks<Values, Schema> &
  Begins<Values, Of> &
  Sends<z.output<Schema>, Answer>;

interface Control<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

interface Registered {
  name: string;
  onChange: ChangeHandler;
  onBlur: ChangeHandler;
  ref: RefCallback<HTMLElement>;
  error: string | undefined;
}

export interface Form<Values extends FieldValues, Input> extends FormState {
  values: Values;
  isDirty: boolean;
  /** For a `TextField`, a `TextArea` or a `Select`. Its `maxLength` is that of the schema. */
  field: (name: Names<Values>) => Registered & { value: string; maxLength?: number };
  /** For a `Tick`. */
  tick: (name: Names<Values>) => Registered & { checked: boolean };
  /** For a control that calls `onChange` with its value, such as a `Combobox` or a `QtyStepper`. */
  control: <Name extends keyof Values & string>(name: Name) => Control<Values[Name]>;
  /** Sets some of the values. */
  fill: (values: Partial<Values>) => void;
  /** Starts again, with these values or the first ones. */
  reset: (values?: Values) => void;
  /** React Hook Form itself, for what is rarely needed. */
  hook: UseFormReturn<Values, unknown, Input>;
}

/**
 * A form as one action of a person. The server's schema checks it here first; a fault, also one that the server finds, is shown on
 * its field, and the first has the focus. A second press sends nothing, typed text is not left behind without a question, and what
 * somebody else has saved meanwhile is merged into the form and shown.
 */
export function useForm<Values extends FieldValues, Schema extends z.ZodType, Answer = unknown, Of extends object = object>(
  options: FormOptions<Values, Schema, Answer, Of>,
): Form<Values, z.output<Schema>> {
  type Input = z.output<Schema>;
  const { schema, input, check } = options;
  const of = 'valuesOf' in options ? options : null;
  const initial = 'valuesOf' in options ? options.valuesOf(options.record) : options.values;

  const id = useId();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [stale, setStale] = useState<{ message: string; changes: readonly string[] } | null>(null);
  /** The fields that are rendered; a fault of any other one is listed at the top. */
  const fields = useRef(new Set<string>());
  fields.current = new Set();
  const element = useRef<HTMLFormElement | null>(null);
  const isSending = useRef(false);
  /** The screen has shown the last refusal itself. */
  const isHandled = useRef(false);
  /** The record as the server has it, and its values: what differs from them was changed here. */
  const base = useRef({ record: of?.record, values: initial });

  const checkSchema = zodResolver(schema as never) as unknown as Resolver<FieldValues, unknown, Input>;
  const resolver: Resolver<Values, unknown, Input> = async (values, context, rest) => {
    const checked = await checkSchema(input ? (input(values) as FieldValues) : values, context, rest as never);
    const broken = Object.entries(check?.(values) ?? {}).filter(([, message]) => message);
    if (broken.length === 0) return checked as never;
    const errors = { ...checked.errors };
    for (const [name, message] of broken) set(errors, name, { type: 'check', message });
    return { values: {}, errors } as never;
  };
  const hook = useHookForm<Values, unknown, Input>({
    resolver,
    mode: options.mode ?? 'onSubmit',
    defaultValues: initial as DefaultValues<Values>,
    shouldFocusError: false,
  });
  const { errors, isDirty } = hook.formState;
  const values = hook.watch();
  const letGo = useUnsavedGuard(isDirty && options.isGuarded !== false);

  const isListed = (names: readonly string[]): boolean => names.length > 1 || names.some((name) => !fields.current.has(name));
  /** Puts each message on its field; where that is not enough, they are also listed. */
  const place = (found: Record<string, string>): void => {
    const names = Object.keys(found);
    for (const name of names) if (fields.current.has(name)) hook.setError(name as FieldPath<Values>, { type: 'server', message: found[name] });
    setFaults(isListed(names) ? names.map((name) => ({ name, message: found[name] ?? '' })) : []);
    focusFirst(names);
  };
  const focusFirst = (names: readonly string[]): void => {
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    controls.find(({ name }) => names.includes(name))?.focus();
  };

  /** Takes over what somebody else has saved, except in fields that were changed here. Returns what is different, as sentences. */
  const merge = (now: Values, nowRecord: Of | undefined): string[] => {
    const before = base.current;
    const mine = hook.getValues();
    const isSame = (name: string, one: unknown, other: unknown): boolean => JSON.stringify(get(one, name)) === JSON.stringify(get(other, name));
    const names = [...fields.current];
    const kept = names.filter((name) => !isSame(name, mine, before.values));
    const changed = names.filter((name) => !isSame(name, now, before.values));
    base.current = { record: nowRecord, values: now };
    hook.reset(now);
    for (const name of kept) hook.setValue(name as FieldPath<Values>, get(mine, name), { shouldDirty: true });
    return of?.changes && before.record && nowRecord
      ? of.changes(before.record, nowRecord)
      : changed.map((name) => nowIs([fieldLabel(name), textOf(get(now, name))]));
  };

  const saved = (answer: Answer, sent: Input): void => {
    letGo();
    base.current = { ...base.current, values: hook.getValues() };
    hook.reset(base.current.values, { keepValues: true });
    options.onSaved?.(answer, sent);
  };
  const own = useWrite<Input, Answer>({
    ...(options.write === undefined ? options : { send: () => Promise.reject(new Error('This form has a write of its own.')) }),
    onSaved: saved,
    onRefused: (error, sent) => {
      isHandled.current = options.write === undefined && options.onRefused?.(error, sent) === true;
      if (isHandled.current) return true;
      if (error.code === 'stale_version' && error.current && of) {
        const current = error.current as Of;
        setStale({ message: error.message, changes: merge(of.valuesOf(current), current) });
        return true;
      }
      // One fault on a field of the form needs no dialog; several, or one without a field, are listed in it too.
      const names = Object.keys(error.first_messages);
      return names.length === 1 && !isListed(names);
    },
  });

  // Faults that the server has found.
  const refused = options.write === undefined ? own.errors : (options.errors ?? {});
  const refusedKey = JSON.stringify(refused);
  const placed = useRef(refusedKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed once for each answer of the server
  useEffect(() => {
    if (placed.current === refusedKey) return;
    placed.current = refusedKey;
    if (Object.keys(refused).length > 0 && !isHandled.current) place(refused);
  }, [refusedKey]);

  // The record was read again.
  const initialKey = JSON.stringify(initial);
  const seen = useRef(initialKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the record itself differs
  useEffect(() => {
    if (seen.current === initialKey) return;
    seen.current = initialKey;
    if (!of || JSON.stringify(base.current.values) === initialKey) return;
    const changes = merge(initial, of.record);
    if (isDirty && changes.length > 0) setStale({ message: messages.changed_meanwhile, changes });
  }, [initialKey]);

  const send = async (sent: Input): Promise<void> => {
    if (options.write === undefined) return void (await own.write(sent));
    const answer = await options.write(sent);
    if (answer !== undefined) saved(answer, sent);
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    element.current = event.currentTarget;
    if (isSending.current) return;
    isSending.current = true;
    isHandled.current = false;
    setFaults([]);
    setStale(null);
    const showFaults = (found: object): void => {
      const all = flat(found);
      setFaults(Object.entries(all).flatMap(([name, message]) => (fields.current.has(name) ? [] : [{ name, message }])));
      focusFirst(Object.keys(all));
    };
    try {
      await hook.handleSubmit(send, showFaults)();
    } finally {
      isSending.current = false;
    }
  };

  const { isSubmitted } = hook.formState;
  const setValue = (name: string, value: unknown): void =>
    hook.setValue(name as never, value as never, { shouldDirty: true, shouldValidate: isSubmitted });
  const registered = (name: string): Registered => {
    fields.current.add(name);
    const { onChange, onBlur, ref } = hook.register(name as FieldPath<Values>);
    return { name, onChange, onBlur, ref, error: messageIn(errors, name) };
  };
  return {
    id,
    busy: own.busy || hook.formState.isSubmitting,
    submit: (event) => void submit(event),
    faults,
    stale: stale && {
      ...stale,
      takeTheirs: () => {
        hook.reset(base.current.values);
        setStale(null);
      },
    },
    values,
    isDirty,
    field: (name) => ({ ...registered(name), value: String(get(values, name) ?? ''), maxLength: maxLengthOf(schema, name) }),
    tick: (name) => ({ ...registered(name), checked: get(values, name) === true }),
    control: (name) => {
      fields.current.add(name);
      return {
        name,
        value: values[name],
        error: messageIn(errors, name),
        onChange: (value) => setValue(name, value),
      };
    },
    fill: (some) => {
      for (const [name, value] of Object.entries(some)) setValue(name, value);
    },
    reset: (to) => {
      setFaults([]);
      setStale(null);
      base.current = { ...base.current, values: to ?? initial };
      hook.reset(base.current.values);
    },
    hook,
  };
}

const messageIn = (errors: object, name: string): string | undefined => (get(errors, name) as { message?: string } | undefined)?.message;

/** The message of each field, by its dotted name. */
function flat(errors: object, path = ''): Record<string, string> {
  const entries = Object.entries(errors).map(([key, value]) => [path ? `${path}.${key}` : key, value as unknown] as const);
  return Object.assign(
    {},
    ...entries.map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return {};
      return 'message' in value && typeof value.message === 'string' ? { [name]: value.message } : flat(value, name);
    }),
  );
}

/** A value as a person reads it. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && value !== null) return String((value as { name?: unknown }).name ?? '');
  return String(value ?? '');
}

/** The parts of a zod schema that are needed here. */
interface Part {
  shape?: Record<string, Part>;
  unwrap?: () => Part;
  maxLength?: number | null;
}
const inside = (part: Part | undefined): Part | undefined => (part?.unwrap ? inside(part.unwrap()) : part);

/** How many characters the schema allows in a field. */
function maxLengthOf(schema: z.ZodType, name: string): number | undefined {
  const part = name.split('.').reduce<Part | undefined>((at, key) => inside(at)?.shape?.[key], schema as Part);
  return inside(part)?.maxLength ?? undefined;
}

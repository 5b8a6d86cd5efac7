import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type RefCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
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
import '../../shared/plain-words.ts';
import type { Fault, FormState } from '../ui/form.tsx';
import type { Step } from '../ui/leave-guard.ts';
import { reveal, revealMessage } from '../ui/reveal.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { reachable } from './reachable.ts';
import { type MergeSource, useMerge } from './use-merge.ts';
import { useWrite, type WriteOptions } from './use-write.ts';
import { withNewLines } from './with-new-lines.ts';

/** The parts of a zod schema that are needed here. */
interface Part {
  shape?: Record<string, Part>;
  unwrap?: () => Part;
  maxLength?: number | null;
}
const inside = (part: Part | undefined): Part | undefined => (part?.unwrap ? inside(part.unwrap()) : part);

/** How many characters a schema allows in the field with this dotted name; undefined if the field has no limit. */
function maxLengthOf(schema: z.ZodType, name: string): number | undefined {
  const part = name.split('.').reduce<Part | undefined>((at, key) => inside(at)?.shape?.[key], schema as Part);
  return inside(part)?.maxLength ?? undefined;
}

/**
 * The names of the fields: the keys of the values. An address has a dotted name for each of its parts. A list of lines by id, such as an order's
 * lines, has a dotted name for each part of each line.
 */
type Names<Values> = {
  [Key in keyof Values & string]: Values[Key] extends Record<string, string>
    ? `${Key}.${keyof Values[Key] & string}`
    : Values[Key] extends Record<number, infer Line extends object>
      ? Key | `${Key}.${number}` | `${Key}.${number}.${keyof Line & string}`
      : Key;
}[keyof Values & string];

/** The type of the value of the field with this dotted name. */
type ValueOf<Values, Name extends string> = Name extends keyof Values
  ? Values[Name]
  : Name extends `${infer Key}.${infer Rest}`
    ? ValueOf<Key extends keyof Values ? Values[Key] : Values[number & keyof Values], Rest>
    : Values[number & keyof Values];

interface Checks<Values, Schema extends z.ZodType> {
  /** The schema by which the server checks the body of the request. */
  schema: Schema;
  /** The body of the request; by default the values as they are. A field has the same name as the part of the body that it fills. */
  input?: (values: Values) => unknown;
  /** Checks rules beyond the schema. Returns a message for each field that breaks a rule. */
  check?: (values: Values) => Record<string, string | null | undefined>;
  /** Maps the name of an invalid part of the body to the name of its field, if the two differ. */
  fieldOf?: (name: string, values: Values) => string;
  /** Asks the person before the form is sent. Without a yes nothing is sent. */
  confirm?: (input: z.output<Schema>) => Promise<boolean>;
  /** False if the person may leave typed text without a question. */
  isGuarded?: boolean;
  /** Which step makes the form ask before typed text is lost: leaving the screen, or already opening another view of the screen. */
  guardedStep?: Step;
  /** `onTouched` also checks a field when it loses the focus; by default a form is checked only when it is sent. */
  mode?: 'onSubmit' | 'onTouched';
}

/** The values of an empty form, or the record that fills the form. Other people's changes of that record are merged into the form and shown. */
type Begins<Values, Of extends object> = { values: Values } | MergeSource<Values, Of>;

/**
 * The request itself, or a write that other parts of the screen share. If nothing was saved, a shared write returns undefined and `errors` says why.
 */
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

export interface FormApi<Values extends FieldValues, Input, Of extends object = object> extends FormState {
  values: Values;
  isDirty: boolean;
  /** For a `TextField`, a `TextArea` or a `Select`. The schema sets `maxLength`. */
  field: (name: Names<Values>) => Registered & { value: string; maxLength?: number };
  /** For a `Tick`. */
  tick: (name: Names<Values>) => Registered & { checked: boolean };
  /** For a control that calls `onChange` with its value, such as a `Combobox` or a `QtyStepper`. */
  control: <Name extends Names<Values>>(name: Name) => Control<ValueOf<Values, Name>>;
  /** Sets some of the values. */
  fill: (values: Partial<Values>) => void;
  /** Resets the form to these values, or else to its initial ones. */
  reset: (values?: Values) => void;
  /** Merges the server's current record into the form. A shared `write` calls this if the server refuses the write as out of date. */
  takeCurrent: (current: Of, message: string) => void;
  /** Discards typed text, so that the person can leave the form without a question. */
  giveUp: () => void;
  /** The React Hook Form object, for functions that are rarely needed. */
  hook: UseFormReturn<Values, unknown, Input>;
}

/**
 * A form that is sent as one action. The server's schema checks the form here first. Each fault, found here or by the server, is shown on
 * its field, and the first faulty field gets the focus. While the form is being sent, another press sends nothing. Before typed text is
 * lost, the form asks the person. Changes that somebody else saves meanwhile are merged into the form and shown.
 */
export function useForm<Values extends FieldValues, Schema extends z.ZodType, Answer = unknown, Of extends object = object>(
  options: FormOptions<Values, Schema, Answer, Of>,
): FormApi<Values, z.output<Schema>, Of> {
  type Input = z.output<Schema>;
  const { schema, input, check, fieldOf = (name: string) => name } = options;
  const source = 'valuesOf' in options ? options : null;
  const initial = 'valuesOf' in options ? options.valuesOf(options.record) : options.values;

  const id = useId();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  /** The fields on the screen; a fault of any other field is listed at the top. */
  const fields = useRef(new Set<string>());
  /** The fields of this render. It becomes the screen only once its parts are rendered, too: an answer can arrive between the two. */
  const rendered = new Set<string>();
  useLayoutEffect(() => {
    fields.current = rendered;
  });
  const [isUnsent, setIsUnsent] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const element = useRef<HTMLFormElement | null>(null);
  const isSending = useRef(false);
  /** True once the record that filled the form has been read again with other values. New lines of the record then get their initial values. */
  const isReadAgain = useRef(false);
  const initialKey = JSON.stringify(initial);
  const firstKey = useRef(initialKey);
  isReadAgain.current ||= initialKey !== firstKey.current;
  const whole = (entered: Values): Values => (isReadAgain.current ? withNewLines(entered, initial) : entered);
  /** True if the screen has shown the last refusal itself. */
  const isHandled = useRef(false);

  const checkSchema = zodResolver(schema as never) as unknown as Resolver<FieldValues, unknown, Input>;
  const resolver: Resolver<Values, unknown, Input> = async (entered, context, rest) => {
    const values = whole(entered);
    const checked = await checkSchema(input ? (input(values) as FieldValues) : values, context, rest as never);
    const failedChecks = Object.entries(check?.(values) ?? {}).filter(([, message]) => message);
    const messages = Object.entries(flat(checked.errors)).map(([name, message]) => [fieldOf(name, values), message] as const);
    if (messages.length + failedChecks.length === 0) return checked as never;
    const errors = {};
    for (const [name, message] of [...messages, ...failedChecks]) set(errors, name, { type: 'check', message });
    return { values: {}, errors } as never;
  };
  const hook = useHookForm<Values, unknown, Input>({
    resolver,
    mode: options.mode ?? 'onSubmit',
    defaultValues: initial as DefaultValues<Values>,
    shouldFocusError: false,
  });
  const { errors, isDirty } = hook.formState;
  const values = whole(hook.watch());
  const letGo = useUnsavedGuard(isDirty && options.isGuarded !== false, options.guardedStep);
  const merge = useMerge<Values, Of>({ hook: hook as never, source, initial, initialKey, names: fields });

  const isListed = (names: readonly string[]): boolean => names.length > 1 || names.some((name) => !fields.current.has(name));
  /** Puts each message on its field. Also lists the messages if there are several, or if a field is not rendered. */
  const place = (refusals: Record<string, string>): void => {
    const entries = Object.entries(refusals).map(([name, message]) => [fieldOf(name, whole(hook.getValues())), message] as const);
    const messages: Record<string, string> = Object.fromEntries(entries);
    const names = Object.keys(messages);
    for (const name of names) if (fields.current.has(name)) hook.setError(name as FieldPath<Values>, { type: 'server', message: messages[name] });
    setFaults(isListed(names) ? names.map((name) => ({ name, message: messages[name] ?? '' })) : []);
    focusFirst(names);
  };
  const focusFirst = (names: readonly string[]): void => {
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    const control = controls.find(({ name }) => names.includes(name));
    if (control) reveal(control);
    else revealMessage(element.current);
  };

  const takeCurrent = (current: Of, message: string, onKeep?: () => void): void => {
    merge.takeCurrent(current, message, onKeep);
    revealMessage(element.current);
  };

  const handleSaved = (answer: Answer, sentInput: Input): void => {
    letGo();
    setIsUnsent(false);
    merge.markSaved();
    options.onSaved?.(answer, sentInput);
  };
  const own = useWrite<Input, Answer>({
    ...(options.write === undefined ? options : { send: () => Promise.reject(new Error('This form has a write of its own.')) }),
    onSaved: handleSaved,
    onRefused: (error, sentInput) => {
      isHandled.current = options.write === undefined && options.onRefused?.(error, sentInput) === true;
      if (isHandled.current) return true;
      if (error.code === 'stale_version' && error.current && source) {
        takeCurrent(error.current as Of, error.message, () => element.current?.requestSubmit());
        return true;
      }
      // One fault on a rendered field needs no dialog. Several faults, or a fault without a rendered field, do.
      const names = Object.keys(error.first_messages).map((name) => fieldOf(name, whole(hook.getValues())));
      return names.length === 1 && !isListed(names);
    },
  });

  // The faults that the server found.
  const serverErrors = options.write === undefined ? own.errors : (options.errors ?? {});
  const refusedKey = JSON.stringify(serverErrors);
  const placedKey = useRef(refusedKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed once for each answer of the server
  useEffect(() => {
    if (placedKey.current === refusedKey) return;
    placedKey.current = refusedKey;
    if (Object.keys(serverErrors).length > 0 && !isHandled.current) place(serverErrors);
  }, [refusedKey]);

  const send = async (validInput: Input): Promise<void> => {
    if (options.confirm) {
      setIsConfirming(true);
      const isConfirmed = await options.confirm(validInput);
      setIsConfirming(false);
      if (!isConfirmed) return;
    }
    const answer = await (options.write === undefined ? own.write(validInput) : options.write(validInput));
    setIsUnsent(answer === undefined && !reachable.get());
    if (answer !== undefined && options.write !== undefined) handleSaved(answer, validInput);
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    element.current = event.currentTarget;
    if (isSending.current) return;
    isSending.current = true;
    isHandled.current = false;
    setFaults([]);
    merge.clear();
    const showFaults = (fieldErrors: object): void => {
      const byField = flat(fieldErrors);
      setFaults(Object.entries(byField).flatMap(([name, message]) => (fields.current.has(name) ? [] : [{ name, message }])));
      focusFirst(Object.keys(byField));
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
    rendered.add(name);
    const { onChange, onBlur, ref } = hook.register(name as FieldPath<Values>);
    return { name, onChange, onBlur, ref, error: messageIn(errors, name) };
  };
  return {
    id,
    busy: own.busy || (hook.formState.isSubmitting && !isConfirming),
    submit: (event) => void submit(event),
    faults,
    isUnsent,
    stale: merge.stale,
    values,
    isDirty,
    field: (name) => ({ ...registered(name), value: String(get(values, name) ?? ''), maxLength: maxLengthOf(schema, name) }),
    tick: (name) => ({ ...registered(name), checked: get(values, name) === true }),
    control: (name) => {
      rendered.add(name);
      return {
        name,
        value: get(values, name),
        error: messageIn(errors, name),
        onChange: (value) => setValue(name, value),
      };
    },
    fill: (some) => {
      for (const [name, value] of Object.entries(some)) setValue(name, value);
    },
    reset: (to) => {
      setFaults([]);
      setIsUnsent(false);
      merge.restart(to ?? initial);
    },
    takeCurrent: (current, message) => takeCurrent(current, message),
    giveUp: letGo,
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

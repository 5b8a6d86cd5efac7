import { useState } from 'react';

/** A typed value that is not stored. `field` identifies the field on the screen. */
interface KeptValue<Value> {
  field: string;
  value: Value;
}

/** A value that could not be sent. */
interface Unsent<Value> extends KeptValue<Value> {
  again: () => Promise<unknown>;
}

const withValue = <Kept extends { field: string }>(values: readonly Kept[], kept: Kept): Kept[] => [
  ...values.filter(({ field }) => field !== kept.field),
  kept,
];

/**
 * The typed values of a screen that are not stored: values that could not be sent, and values whose field somebody else changed (`Stale`). A field
 * has at most one of each.
 */
export function useKeptValues<Value, Stale extends KeptValue<Value>>() {
  const [stales, setStales] = useState<readonly Stale[]>([]);
  const [unsents, setUnsents] = useState<readonly Unsent<Value>[]>([]);
  const forget = (field: string): void => {
    setStales((before) => before.filter((one) => one.field !== field));
    setUnsents((before) => before.filter((one) => one.field !== field));
  };
  return {
    unsents,
    /** The first conflict that is not resolved. */
    stale: stales[0] ?? null,
    addUnsent: (unsent: Unsent<Value>) => setUnsents((before) => withValue(before, unsent)),
    addStale: (stale: Stale) => setStales((before) => withValue(before, stale)),
    settle: () => setStales((before) => before.slice(1)),
    forget,
    /** The typed value of a field that is not stored. If the value could not be sent, `again` sends it once more; otherwise `again` is null. */
    keptIn: (field: string) => {
      const unsent = unsents.find((one) => one.field === field);
      const unstored = unsent ?? stales.find((one) => one.field === field);
      return unstored && { value: unstored.value, again: unsent?.again ?? null, giveUp: () => forget(field) };
    },
  };
}

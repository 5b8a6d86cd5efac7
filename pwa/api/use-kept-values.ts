import { useState } from 'react';

/** A typed value that is not stored. `field` tells the fields of a screen apart. */
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
 * The typed values of a screen that are not stored: those that could not be sent, and those whose field was changed meanwhile (`Stale`). A field has
 * at most one of each.
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
    /** The first conflict that is not settled. */
    stale: stales[0] ?? null,
    addUnsent: (unsent: Unsent<Value>) => setUnsents((before) => withValue(before, unsent)),
    addStale: (stale: Stale) => setStales((before) => withValue(before, stale)),
    settle: () => setStales((before) => before.slice(1)),
    forget,
    /** The value that a field keeps. `again` sends it once more where it could not be sent. */
    keptIn: (field: string) => {
      const unsent = unsents.find((one) => one.field === field);
      const kept = unsent ?? stales.find((one) => one.field === field);
      return kept && { value: kept.value, again: unsent?.again ?? null, giveUp: () => forget(field) };
    },
  };
}

import { useState } from 'react';
import { useWrite, type WriteOptions } from './use-write.ts';

/**
 * The write of a field that saves by itself. A value that could not be sent is `unsent` until it is sent or discarded. Until then the field shows
 * that value, with `NotSent` beside it.
 */
export function useFieldWrite<Input, Answer = unknown>(options: WriteOptions<Input, Answer>) {
  const [unsent, setUnsent] = useState<{ input: Input } | null>(null);
  const save = useWrite<Input, Answer>({
    ...options,
    onSaved: (answer, input) => {
      setUnsent(null);
      options.onSaved?.(answer, input);
    },
    onRefused: (error, input) => {
      setUnsent(error.status === 0 ? { input } : null);
      return error.status === 0 || options.onRefused?.(error, input);
    },
  });
  return {
    ...save,
    unsent: unsent && { input: unsent.input, again: () => save.write(unsent.input), giveUp: () => setUnsent(null) },
  };
}

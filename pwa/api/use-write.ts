import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { showFailure } from '../ui/failure.ts';
import { toast } from '../ui/toast.ts';
import { type ApiError, asApiError } from './api-error.ts';
import { newKey, type Once, once } from './transport.ts';

export interface WriteOptions<Input, Answer> {
  /** Sends it. `options` goes into the client call as its second argument: every try carries the same Idempotency-Key. */
  send: (input: Input, options: Once) => Promise<Answer>;
  /** The message when it is done. */
  success?: string | ((answer: Answer, input: Input) => string | undefined);
  /** The queries that are out of date afterwards. */
  refresh?: readonly QueryKey[];
  onSaved?: (answer: Answer, input: Input) => void;
  /** Handles a refusal in place; returning true prevents the dialog. */
  onRefused?: (error: ApiError, input: Input) => boolean | undefined;
}

interface Attempt<Input> {
  input: Input;
  key: string;
}

/**
 * A write as one action of a person: one Idempotency-Key for all its tries, the error dialogs when it is refused. `write` never
 * throws: it returns the response, or undefined. A caller that sends the same again later passes the key of the earlier try.
 */
export function useWrite<Input = void, Answer = unknown>(options: WriteOptions<Input, Answer>) {
  const queries = useQueryClient();
  const refresh = (): void => {
    for (const queryKey of options.refresh ?? []) void queries.invalidateQueries({ queryKey });
  };
  const mutation = useMutation<Answer, unknown, Attempt<Input>>({
    mutationFn: ({ input, key }) => options.send(input, once(key)),
    retry: (tries, error) => tries < 2 && asApiError(error).is_transient,
    retryDelay: (tries, error) => (asApiError(error).retry_after ?? 0) * 1000 || 500 * 2 ** tries,
    onSuccess: (answer, { input }) => {
      refresh();
      const text = typeof options.success === 'function' ? options.success(answer, input) : options.success;
      if (text) toast(text);
      options.onSaved?.(answer, input);
    },
    onError: (cause, attempt) => {
      const error = asApiError(cause);
      if (options.onRefused?.(error, attempt.input)) return;
      const again = () => mutation.mutate(attempt);
      // The data on the screen is out of date, whoever's change came first.
      if (error.status === 409) refresh();
      if (error.status === 401) return;
      if (error.status === 0) toast('Not sent: the server cannot be reached.', { tone: 'wrong', action: { label: 'Try again', run: again } });
      else showFailure(error, error.status >= 500 || error.status === 429 ? again : undefined);
    },
  });
  const { mutateAsync } = mutation;
  const write = useCallback(
    async (input: Input, key: string = newKey()): Promise<Answer | undefined> => {
      try {
        return await mutateAsync({ input, key });
      } catch {
        return undefined;
      }
    },
    [mutateAsync],
  );
  const error = mutation.error ? asApiError(mutation.error) : null;
  return {
    write,
    busy: mutation.isPending,
    error,
    /** The first message about each field of the last try. */
    errors: error?.first_messages ?? {},
    clear: mutation.reset,
  };
}

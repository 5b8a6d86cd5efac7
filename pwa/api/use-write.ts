import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { showFailure } from '../ui/failure.ts';
import { RepeatGuard } from '../ui/repeat-guard.ts';
import { toast } from '../ui/toast.ts';
import { type ApiError, asApiError } from './api-error.ts';
import { isSameInput } from './is-same-input.ts';
import { newKey, type Once, once } from './transport.ts';

export interface WriteOptions<Input, Answer> {
  /** Sends the input. Pass `options` to the client call as its second argument, so that every try carries the same Idempotency-Key. */
  send: (input: Input, options: Once) => Promise<Answer>;
  /** The message after a success. */
  success?: string | ((answer: Answer, input: Input) => string | undefined);
  /** The queries that are out of date after a success. */
  refresh?: readonly QueryKey[];
  onSaved?: (answer: Answer, input: Input) => void;
  /** Handles a refusal in place; returning true prevents the dialog. */
  onRefused?: (error: ApiError, input: Input) => boolean | undefined;
}

interface Attempt<Input> {
  input: Input;
  key: string;
  act?: ReturnType<RepeatGuard<Input, unknown>['keep']>;
}

/**
 * A write as one action of a person: all its tries have one Idempotency-Key, and a refusal opens an error dialog. `busy` is true until the screen
 * shows the new state. If the same input is sent again before that, or by a double click, the second call gets the result of the first. `write`
 * never throws: it returns the response, or undefined. A caller that sends the same input again later passes the key of the earlier try.
 */
export function useWrite<Input = void, Answer = unknown>(options: WriteOptions<Input, Answer>) {
  const queries = useQueryClient();
  const refresh = () => Promise.all((options.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })));
  const [guard] = useState(() => new RepeatGuard<Input, Promise<Answer | undefined>>(isSameInput));
  const [readingCount, setReadingCount] = useState(0);
  /** Reads the changed data again. The timeout waits for the render that follows the response. */
  const showNewState = ({ act }: Attempt<Input>): void => {
    setReadingCount((count) => count + 1);
    void refresh().finally(() =>
      setTimeout(() => {
        act?.markShown();
        setReadingCount((count) => count - 1);
      }),
    );
  };
  const mutation = useMutation<Answer, unknown, Attempt<Input>>({
    mutationFn: ({ input, key }) => options.send(input, once(key)),
    retry: (tries, error) => tries < 2 && asApiError(error).is_transient,
    retryDelay: (tries, error) => (asApiError(error).retry_after ?? 0) * 1000 || 500 * 2 ** tries,
    onSuccess: (answer, attempt) => {
      const { input } = attempt;
      showNewState(attempt);
      const text = typeof options.success === 'function' ? options.success(answer, input) : options.success;
      if (text) toast(text);
      options.onSaved?.(answer, input);
    },
    onError: (cause, attempt) => {
      attempt.act?.markFailed();
      const error = asApiError(cause);
      if (options.onRefused?.(error, attempt.input)) return;
      const again = () => mutation.mutate(attempt);
      // After a conflict the data on the screen is out of date, even if the person made the conflicting change themself.
      if (error.status === 409) void refresh();
      if (error.status === 401) return;
      if (error.status === 0) toast('Not sent: the server cannot be reached.', { tone: 'wrong', action: { label: 'Try again', run: again } });
      else showFailure(error, error.status >= 500 || error.status === 429 ? again : undefined);
    },
  });
  const { mutateAsync } = mutation;
  const write = useCallback(
    (input: Input, key?: string): Promise<Answer | undefined> => {
      const repeated = key === undefined && guard.findRepeated(input);
      if (repeated) return repeated.result;
      const attempt: Attempt<Input> = { input, key: key ?? newKey() };
      const result = mutateAsync(attempt).catch(() => undefined);
      attempt.act = guard.keep(input, result);
      return result;
    },
    [mutateAsync, guard],
  );
  const error = mutation.error ? asApiError(mutation.error) : null;
  return {
    write,
    busy: mutation.isPending || readingCount > 0,
    error,
    /** The first message about each field of the last try. */
    errors: error?.first_messages ?? {},
    clear: mutation.reset,
  };
}

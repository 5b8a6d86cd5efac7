import { type Query, QueryClient } from '@tanstack/react-query';
import { session } from '../session/store.ts';
import { forgetLists } from '../ui/list-memory.ts';
import { asApiError } from './api-error.ts';
import { reachable } from './reachable.ts';

/**
 * Caches, for a short time, the data that screens have read. A read with a temporary failure (`is_transient`) is tried twice more. A refusal is
 * final.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (tries, error) => tries < 2 && asApiError(error).is_transient,
      retryDelay: (tries, error) => (asApiError(error).retry_after ?? 0) * 1000 || 400 * 2 ** tries,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

let reader = session.get();
session.subscribe(() => {
  const next = session.get();
  const [before, after] = [reader, next];
  reader = next;
  // If another person signs in, the cached data is deleted. If the same person signs in again, the data is only read again.
  if (before?.who.user.id !== after?.who.user.id) {
    queryClient.clear();
    forgetLists();
  } else if (before?.token !== after?.token) void queryClient.invalidateQueries();
});

// Reads that failed while the server was away are repeated once the server responds, as the screens promise.
reachable.subscribe(() => {
  if (!reachable.get()) return;
  const isUnread = ({ state }: Query): boolean => state.status === 'error' && asApiError(state.error).is_transient;
  void queryClient.refetchQueries({ type: 'active', predicate: isUnread }, { cancelRefetch: false });
});

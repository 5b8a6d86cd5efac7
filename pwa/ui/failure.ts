import { createStore } from './store.ts';

/** What the server, or the way to it, said about a call that failed. Status 0 is a network that did not answer. */
export interface Failure {
  status: number;
  message: string;
  code?: string;
  /** The messages of each invalid field, dotted names for nested ones. */
  errors?: Record<string, string[]>;
  request_id?: string;
}

interface ShownFailure {
  failure: Failure;
  retry?: () => void;
}

/** The failure in front of the person, or null. */
export const shownFailure = createStore<ShownFailure | null>(null);

/** Shows *Invalid data submitted* or *Unhandled Error*. Give `retry` only where doing it again is safe. */
export const showFailure = (failure: Failure, retry?: () => void): void => shownFailure.set({ failure, retry });

import { createStore } from './store.ts';

/** The error of a call that failed, from the server or the network. Status 0 means that there was no response. */
export interface Failure {
  status: number;
  message: string;
  code?: string;
  /** The messages of each invalid field; a nested field has a dotted name. */
  errors?: Record<string, string[]>;
  request_id?: string;
}

interface ShownFailure {
  failure: Failure;
  retry?: () => void;
}

/** The failure that is shown to the person, or null. */
export const shownFailure = createStore<ShownFailure | null>(null);

/** Shows *Invalid data submitted* or *Unhandled Error*. Pass `retry` only if repeating is safe. */
export const showFailure = (failure: Failure, retry?: () => void): void => shownFailure.set({ failure, retry });

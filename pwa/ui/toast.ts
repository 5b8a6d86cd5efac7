import { createStore } from './store.ts';

export interface ToastMessage {
  id: number;
  text: string;
  title?: string;
  tone: 'plain' | 'done' | 'wrong';
  action?: { label: string; run: () => void };
  /** Milliseconds after which it disappears, if not after the usual time. */
  duration?: number;
}

let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = createStore<readonly ToastMessage[]>([]);

/**
 * Shows briefly what has happened; the text disappears after 5 seconds, unless another `duration` is passed. It replaces the previous toast of the same kind (good or wrong), so that
 * toasts do not pile up on the screen. A failure that needs an answer must not be a toast.
 */
export function toast(text: string, options: Partial<Pick<ToastMessage, 'title' | 'tone' | 'action' | 'duration'>> = {}): void {
  lastId += 1;
  const tone = options.tone ?? 'done';
  const others = toasts.get().filter((message) => (message.tone === 'wrong') !== (tone === 'wrong'));
  toasts.set([...others, { ...options, id: lastId, text, tone }]);
}

/** Removes a toast. */
export const dismissToast = (id: number): void => toasts.set(toasts.get().filter((message) => message.id !== id));

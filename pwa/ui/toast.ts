import { createStore } from './store.ts';

export interface ToastMessage {
  id: number;
  text: string;
  title?: string;
  tone: 'plain' | 'done' | 'wrong';
  action?: { label: string; run: () => void };
}

let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = createStore<readonly ToastMessage[]>([]);

/**
 * Shows briefly what has happened; the text disappears after 5 seconds. It replaces the previous toast of the same kind (good or wrong), so that
 * toasts do not pile up on the screen. A failure that needs an answer must not be a toast.
 */
export function toast(text: string, options: { title?: string; tone?: ToastMessage['tone']; action?: ToastMessage['action'] } = {}): void {
  lastId += 1;
  const tone = options.tone ?? 'done';
  const others = toasts.get().filter((message) => (message.tone === 'wrong') !== (tone === 'wrong'));
  toasts.set([...others, { id: lastId, text, tone, title: options.title, action: options.action }]);
}

/** Removes a toast. */
export const dismissToast = (id: number): void => toasts.set(toasts.get().filter((message) => message.id !== id));

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

/** Says in passing what has happened; gone after 5 seconds. What is said again takes the place of what was. A failure that needs an answer is no toast. */
export function toast(text: string, options: { title?: string; tone?: ToastMessage['tone']; action?: ToastMessage['action'] } = {}): void {
  lastId += 1;
  const others = toasts.get().filter((message) => message.text !== text || message.title !== options.title);
  toasts.set([...others.slice(-2), { id: lastId, text, tone: options.tone ?? 'done', title: options.title, action: options.action }]);
}

/** Takes a toast away. */
export const dismissToast = (id: number): void => toasts.set(toasts.get().filter((message) => message.id !== id));

import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]') !== null;

const isBehindDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Calls `what` when this key is pressed outside a field or, with `ctrl+`, anywhere on the screen. Never calls it while a dialog is open. */
export function useKey(key: string, what: (() => void) | undefined): void {
  const latest = useRef(what);
  latest.current = what;
  useEffect(() => {
    const withCtrl = key.startsWith('ctrl+');
    const name = key.replace('ctrl+', '');
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== name || (event.ctrlKey || event.metaKey) !== withCtrl || event.altKey || event.repeat || isBehindDialog())
        return;
      if ((!withCtrl && isTyping(event.target)) || !latest.current) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key]);
}

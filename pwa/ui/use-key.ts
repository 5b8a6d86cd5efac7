import { useMemo } from 'react';
import { useScreenKeys } from './screen-keys.ts';
import { isFreeSingleKey } from './single-keys.ts';
import { useKeydown } from './use-keydown.ts';

const isBehindDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/**
 * Calls `what` when this key is pressed outside a field or, with `ctrl+`, anywhere on the screen. Never calls it while a dialog is open. `name` says
 * what the key does, in the list of the screen's keys.
 */
export function useKey(key: string, what: (() => void) | undefined, name: string): void {
  const isOffered = what !== undefined;
  const withCtrl = key.startsWith('ctrl+');
  const letter = key.replace('ctrl+', '');
  useKeydown((event) => {
    if (event.key.toLowerCase() !== letter || event.defaultPrevented || isBehindDialog() || !what) return;
    if (withCtrl ? !(event.ctrlKey || event.metaKey) || event.altKey || event.repeat : !isFreeSingleKey(event)) return;
    event.preventDefault();
    what();
  });
  useScreenKeys(useMemo(() => (isOffered ? [{ keys: [key.replace('ctrl+enter', 'Control+Enter')], name }] : []), [key, name, isOffered]));
}

import { useEffect } from 'react';
import { createStore } from './store.ts';

/** A key that the present screen understands, as `aria-keyshortcuts` writes it, and what it does. Further keys do the same. */
export interface ScreenKey {
  keys: readonly string[];
  name: string;
}

/** The keys of the present screen in the sequence in which its parts were shown. */
export const screenKeys = createStore<readonly ScreenKey[]>([]);

/** The list of a part that has no keys now. */
export const NO_KEYS: readonly ScreenKey[] = [];

/** Lists keys among those of the present screen while the component is shown. `list` stays the same array until the keys change. */
export function useScreenKeys(list: readonly ScreenKey[]): void {
  useEffect(() => {
    screenKeys.set([...screenKeys.get(), ...list]);
    return () => screenKeys.set(screenKeys.get().filter((key) => !list.includes(key)));
  }, [list]);
}

import { createStore } from './store.ts';

const KEY = 'kitroom.single_keys';

function isStoredOff(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

/**
 * Whether keys of a single letter or sign, such as `n` and `/`, do something on this device. Speech input types words, and an unsteady hand hits keys by
 * mistake, so a person can switch them off.
 */
export const singleKeys = createStore(!isStoredOff());

/** Switches keys of a single letter or sign on or off, and stores that on this device. */
export function setSingleKeys(isOn: boolean): void {
  singleKeys.set(isOn);
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // A device without storage loses the setting with the tab.
  }
}

const USES_LETTERS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether a key press is one of a single letter or sign that the screen may use: no field, dialog or menu has the focus, and they are not switched off. */
export const isFreeSingleKey = ({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean =>
  singleKeys.get() && !ctrlKey && !metaKey && !altKey && !repeat && !(target instanceof Element && target.closest(USES_LETTERS));

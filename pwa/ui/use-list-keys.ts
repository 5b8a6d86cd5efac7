import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useScreenKeys } from './screen-keys.ts';
import { isFreeSingleKey } from './single-keys.ts';
import { useKeydown } from './use-keydown.ts';

const LETTERS = ['j', 'k'];
const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'];

/** The elements that use these keys themselves: fields, choices and menus, and everything in a dialog. */
const USES_KEYS =
  'input:not([type=checkbox]), select, textarea, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=radiogroup], [role=slider], [role=dialog], [role=alertdialog], tbody';

/** Whether the focused element leaves these keys to the list; a button, a link and the page's title do so. */
const isFree = (focused: Element | null): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') === null && !focused?.closest(USES_KEYS);

const rowOf = (list: RefObject<HTMLElement | null>): HTMLElement | null => list.current?.querySelector<HTMLElement>('tr[tabindex="0"]') ?? null;

const listKeys = [
  { keys: ['j', 'ArrowDown'], name: 'Next row' },
  { keys: ['k', 'ArrowUp'], name: 'Previous row' },
  { keys: ['Home'], name: 'First row' },
  { keys: ['End'], name: 'Last row' },
];

interface ListKeys {
  /** Whether Enter opens a row. */
  opens?: boolean;
  /** Whether rows can be chosen. */
  chooses?: boolean;
}

/**
 * If the focused element does not use a list key, the key moves the focus to the rows of the list. If the list has no row, because it is being read,
 * the focus moves once the first row arrives, unless another key or the pointer is pressed before. The down arrow also does so in the search field.
 * A filter that was changed with the mouse loses the focus, because the next key would change the filter again.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, { opens = true, chooses = false }: ListKeys = {}): void {
  const keys = useMemo(
    () => [
      ...listKeys,
      ...(opens ? [{ keys: ['Enter'], name: 'Open the row' }] : []),
      ...(chooses
        ? [
            { keys: ['x', 'Space'], name: 'Choose the row, or not' },
            { keys: ['Shift+click'], name: 'Choose the rows from the last chosen one to this' },
          ]
        : []),
    ],
    [opens, chooses],
  );
  useScreenKeys(keys);
  /** Whether the last press was that of a list key while the list had no row. */
  const isAwaited = useRef(false);
  useKeydown((event) => {
    isAwaited.current = false;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const focused = document.activeElement;
    const isMove = KEYS.includes(event.key) || (LETTERS.includes(event.key) && isFreeSingleKey(event));
    const isSearch =
      event.key === 'ArrowDown' && focused instanceof HTMLInputElement && focused.closest('.list-tools .search, .lines-tools .search') !== null;
    if (!isSearch && !(isMove && isFree(focused))) return;
    const row = rowOf(list);
    isAwaited.current = !row;
    if (!row) return;
    event.preventDefault();
    row.focus();
  });
  // Runs after every render of the list's component, because rows arrive with one of them.
  useLayoutEffect(() => {
    if (!isAwaited.current || !isFree(document.activeElement)) return;
    const row = rowOf(list);
    isAwaited.current = !row;
    row?.focus();
  });
  useEffect(() => {
    const forget = (): void => {
      isAwaited.current = false;
    };
    window.addEventListener('pointerdown', forget, { capture: true });
    return () => window.removeEventListener('pointerdown', forget, { capture: true });
  }, []);
  /** The filter in which a key was pressed last. */
  const typedIn = useRef<EventTarget | null>(null);
  useKeydown(
    ({ target }) => {
      typedIn.current = target;
    },
    { capture: true },
  );
  useEffect(() => {
    const leaveFilter = ({ target }: Event): void => {
      if (target instanceof HTMLSelectElement && target !== typedIn.current && target.closest('.list-tools')) target.blur();
      typedIn.current = null;
    };
    window.addEventListener('change', leaveFilter);
    return () => window.removeEventListener('change', leaveFilter);
  }, []);
}

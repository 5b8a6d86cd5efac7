import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { type DayRowName, dayRowNames, dayRowPath, dayRows } from '../../shared/day/day-rows.ts';
import { useScreenKeys } from '../ui/screen-keys.ts';
import { singleKeys } from '../ui/single-keys.ts';
import { useKeydown } from '../ui/use-keydown.ts';

/** The elements that use letters and Enter themselves. A row of the board leaves them to the board. */
const USES_KEYS = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=dialog], [role=alertdialog]';
const OWN_ENTER = 'a:not([data-row]), button, summary';
const isBehindDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

const boardKeys = [
  { keys: ['ArrowDown', 'ArrowUp'], name: 'Choose a row' },
  { keys: ['Enter'], name: 'Press the main button of the row' },
  { keys: dayRowNames.map((name) => dayRows[name].key), name: 'Open the list of a row' },
];

interface BoardKeys {
  /** The board, whose rows have `data-row`. */
  board: RefObject<HTMLElement | null>;
  chosen: DayRowName;
  choose: (name: DayRowName) => void;
  /** Presses the main button of the chosen row. */
  act: () => void;
}

/**
 * The keys of the board: the letter of a row opens its list, arrows choose a row, and Enter presses the main button of the chosen row. They do
 * nothing in a field, in a menu, behind a dialog, or together with Ctrl, Alt or Meta.
 */
export function useBoardKeys({ board, chosen, choose, act }: BoardKeys): void {
  const navigate = useNavigate();
  useScreenKeys(boardKeys);
  useKeydown((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBehindDialog()) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(USES_KEYS)) return;
    const move = (to: number): void => {
      const name = dayRowNames[Math.min(dayRowNames.length - 1, Math.max(0, to))];
      if (!name) return;
      choose(name);
      board.current?.querySelector<HTMLElement>(`[data-row=${name}]`)?.focus();
    };
    const place = dayRowNames.indexOf(chosen);
    const isInBoard = target?.closest('[data-row]') !== null;
    const moves: Record<string, () => void> = {
      // The first arrow goes to the chosen row.
      ArrowDown: () => move(isInBoard ? place + 1 : place),
      ArrowUp: () => move(isInBoard ? place - 1 : place),
      Home: () => move(0),
      End: () => move(dayRowNames.length - 1),
    };
    const opened = event.shiftKey || !singleKeys.get() ? undefined : dayRowNames.find((name) => dayRows[name].key === event.key.toLowerCase());
    const isAct = event.key === 'Enter' && !target?.closest(OWN_ENTER);
    const what = moves[event.key] ?? (isAct ? act : opened && (() => void navigate(dayRowPath(opened))));
    if (!what) return;
    event.preventDefault();
    what();
  });
}

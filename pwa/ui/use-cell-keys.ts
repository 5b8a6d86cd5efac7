import { type KeyboardEvent, useMemo } from 'react';
import { useScreenKeys } from './screen-keys.ts';

/** The name of a column in `data-cell`, which holds the id of the row and the name of the column. */
const columnOf = (cell: HTMLElement): string => cell.dataset.cell?.split(':')[1] ?? '';

const cellsOf = (row: Element | null | undefined): HTMLElement[] => [...(row?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];

/** The next row of a table in this direction that has a cell of this column. */
function cellBeyond(row: Element, isDown: boolean, column: string): HTMLElement | undefined {
  const next = (from: Element): Element | null => (isDown ? from.nextElementSibling : from.previousElementSibling);
  for (let at = next(row); at; at = next(at)) {
    const cell = cellsOf(at).find((one) => columnOf(one) === column);
    if (cell) return cell;
  }
  return undefined;
}

/** Whether a field leaves the left or right arrow to the table: all its text is selected, as it is when the field gets the focus. */
const isAllSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean => selectionStart === 0 && selectionEnd === value.length;

/** The cell to which an arrow leads; undefined if there is none, or if the element uses the arrow itself. */
function cellTo(key: string, target: HTMLElement): HTMLElement | undefined {
  const row = target.closest('tr');
  const isForward = key === 'ArrowRight' || key === 'ArrowDown';
  if (!row) return undefined;
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  // From the row itself the right arrow leads to its first cell, and the left arrow to its last.
  if (target === row) return isAcross ? cellsOf(row).at(isForward ? 0 : -1) : undefined;
  if (target.dataset.cell === undefined) return undefined;
  if (!isAcross) return cellBeyond(row, isForward, columnOf(target));
  if (target instanceof HTMLInputElement && !isAllSelected(target)) return undefined;
  const cells = cellsOf(row);
  return cells[cells.indexOf(target) + (isForward ? 1 : -1)];
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/**
 * The arrow keys of a table with cells that can be changed: they move the focus between the elements that have `data-cell`. Pass the result to
 * `onKeyDownCapture` of an element around the table.
 */
export function useCellKeys(hasCells: boolean): (event: KeyboardEvent<HTMLElement>) => void {
  useScreenKeys(
    useMemo(
      () =>
        hasCells
          ? [
              { keys: ['ArrowRight', 'ArrowLeft'], name: 'Next or previous cell' },
              { keys: ['Enter'], name: 'Edit the cell; save and go down' },
            ]
          : [],
      [hasCells],
    ),
  );
  return (event) => {
    if (!ARROWS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { target } = event;
    const cell = target instanceof HTMLElement && event.currentTarget.contains(target) ? cellTo(event.key, target) : undefined;
    if (!cell) return;
    event.preventDefault();
    event.stopPropagation();
    cell.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  };
}

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
function cellTo(key: string, target: HTMLElement, below: HTMLElement | null): HTMLElement | undefined {
  const row = target.closest('tr');
  const isForward = key === 'ArrowRight' || key === 'ArrowDown';
  if (!row) return undefined;
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  // From the row itself the right arrow leads to its first cell, and the left arrow to its last.
  if (target === row) return isAcross ? cellsOf(row).at(isForward ? 0 : -1) : undefined;
  if (target.dataset.cell === undefined) return undefined;
  if (!isAcross) return cellBeyond(row, isForward, columnOf(target)) ?? (isForward && below ? below : undefined);
  if (target instanceof HTMLInputElement && !isAllSelected(target)) return undefined;
  const cells = cellsOf(row);
  return cells[cells.indexOf(target) + (isForward ? 1 : -1)];
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Whether a field is a cell that is being edited; such a field has `data-edited`. */
const isEdited = (target: HTMLElement): boolean => target.dataset.edited !== undefined;

/** The cell that follows or precedes an edited cell in the table, across the ends of rows. */
function cellInTurn(table: HTMLElement, target: HTMLElement, isForward: boolean): HTMLElement | undefined {
  const cells = [...table.querySelectorAll<HTMLElement>('[data-cell], [data-edited]')];
  return cells[cells.indexOf(target) + (isForward ? 1 : -1)];
}

/** The cell to which Enter or Tab leads from the field of a cell; undefined if the key keeps its usual effect. */
function cellAfter({ key, shiftKey }: KeyboardEvent<HTMLElement>, table: HTMLElement, target: HTMLElement): HTMLElement | undefined {
  const row = target.closest('tr');
  if (!row || !(target instanceof HTMLInputElement)) return undefined;
  // Tab leads from cell to cell only while one is edited, so that the buttons between the cells can be reached.
  if (key === 'Tab') return isEdited(target) ? cellInTurn(table, target, !shiftKey) : undefined;
  return key === 'Enter' && target.dataset.cell !== undefined ? cellBeyond(row, !shiftKey, columnOf(target)) : undefined;
}

/**
 * The keys of a table with cells that can be changed. Arrows move the focus between the elements that have `data-cell`. Enter in a cell's field leads
 * down and Shift+Enter up; Tab leads from a cell that is being edited to the next one, and Shift+Tab to the one before. A field saves as it loses the
 * focus. The down arrow leads from the last row to the field `below` the table. Pass the result to `onKeyDownCapture` of an element around the table.
 */
export function useCellKeys(hasCells: boolean, below: () => HTMLElement | null): (event: KeyboardEvent<HTMLElement>) => void {
  useScreenKeys(
    useMemo(
      () =>
        hasCells
          ? [
              { keys: ['ArrowRight', 'ArrowLeft'], name: 'Next or previous cell' },
              { keys: ['Enter'], name: 'Edit the cell; save and go down' },
              { keys: ['Tab'], name: 'Save the cell and go to the next one' },
              { keys: ['Escape'], name: 'Restore the value of the cell' },
            ]
          : [],
      [hasCells],
    ),
  );
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    const isArrow = ARROWS.includes(event.key) && !event.shiftKey;
    const cell = isArrow ? cellTo(event.key, target, below()) : cellAfter(event, currentTarget, target);
    if (!cell) return;
    event.preventDefault();
    event.stopPropagation();
    cell.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  };
}

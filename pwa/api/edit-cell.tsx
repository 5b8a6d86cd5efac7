import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import '../ui/edit-cell.css';
import { Icon } from '../ui/icon.tsx';
import { type CellEdits, type CellField, type CellNote, cellName, type EditedRow } from './cell-edits.ts';

interface EditCellProps<Row extends EditedRow> {
  edits: CellEdits<Row>;
  field: CellField<Row>;
  row: Row;
  /** The name of the row within a sentence. */
  name: string;
  /** The stored value as the cell shows it, if its format differs from that of typed values. */
  children?: ReactNode;
}

/** Moves the focus to a cell that is not being edited. */
const focusCell = (name: string | null): void => {
  if (name !== null) document.querySelector<HTMLElement>(`[data-cell="${name}"]`)?.focus();
};
/** Changes the cells and renders them at once. Unless a cell is then open, moves the focus to `cell`, so that the next key goes to it. */
function changeAndFocus(edits: { active: () => string | null }, cell: string, change: () => void): void {
  flushSync(change);
  if (edits.active() === null) focusCell(cell);
}

/** A cell that is edited in place. A press or Enter begins the edit; Enter saves and moves down, Tab saves and moves on, Escape cancels. */
export function EditCell<Row extends EditedRow>({ edits, field, row, name, children }: EditCellProps<Row>) {
  const cell = cellName(row.id, field.key);
  const subscribe = useCallback((listener: () => void) => edits.subscribeTo(cell, listener), [edits, cell]);
  const state = useSyncExternalStore(subscribe, () => edits.cell(cell));
  const isActive = useSyncExternalStore(subscribe, () => edits.active() === cell);
  const stored = field.textOf(field.valueOf(row));
  const label = `${field.label} of ${name}`;
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    if (isActive && !/[\n\t]/.test(text.trimEnd())) return;
    event.preventDefault();
    changeAndFocus(edits, cell, () => edits.paste(cell, text));
  };
  if (isActive && state?.is === 'draft')
    return (
      <div className="cell-place">
        <CellInput edits={edits} cell={cell} field={field} label={label} text={state.text} isFaulty={Boolean(state.message)} onPaste={onPaste} />
      </div>
    );

  const isFaulty = state?.is === 'stale' || (state?.is === 'draft' && Boolean(state.message));
  const typedText = state && 'text' in state ? state.text : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyped = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isTyped) edits.open(cell, event.key);
    else if (event.key === 'F2') edits.open(cell);
    else if (event.key === 'ArrowDown') focusCell(edits.beside(cell, 'down'));
    else if (event.key === 'ArrowUp') focusCell(edits.beside(cell, 'up'));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="cell-place">
      <button
        type="button"
        data-cell={cell}
        className={classNames('cell-edit', field.isNumber && 'num', state?.is, isFaulty && 'faulty')}
        aria-label={`${label}: ${typedText ?? (stored || 'none')}`}
        title={typedText ?? stored}
        onClick={() => edits.open(cell)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      >
        {state?.is === 'saved' && <Icon name="check" />}
        <span className={field.isNumber && typedText === null ? undefined : 'cut'}>{typedText ?? children ?? stored}</span>
      </button>
    </div>
  );
}

interface CellInputProps<Row extends EditedRow> {
  edits: CellEdits<Row>;
  cell: string;
  field: CellField<Row>;
  label: string;
  text: string;
  isFaulty: boolean;
  onPaste: (event: ClipboardEvent) => void;
}

function CellInput<Row extends EditedRow>({ edits, cell, field, label, text, isFaulty, onPaste }: CellInputProps<Row>) {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(text);
  useLayoutEffect(() => {
    const { current } = input;
    if (!current) return;
    current.focus();
    // A single letter that began the edit is not selected, so that the next letter does not replace it.
    if (first.current.length > 1) current.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      changeAndFocus(edits, cell, () => edits.cancel(cell));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      changeAndFocus(edits, cell, () => edits.commit(cell, event.shiftKey ? 'up' : 'down'));
    } else if (event.key === 'Tab') {
      // After the last cell the browser moves the focus out of the list.
      if (edits.commit(cell, event.shiftKey ? 'previous' : 'next') !== null) event.preventDefault();
    }
  };
  return (
    <input
      ref={input}
      data-edited=""
      className={classNames('in cell-input', field.isNumber && 'num')}
      inputMode={field.isNumber ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={!field.isNumber}
      aria-label={label}
      aria-invalid={isFaulty || undefined}
      aria-describedby={isFaulty ? `${cell}-fault` : undefined}
      maxLength={field.maxLength}
      value={text}
      onChange={({ target }) => edits.type(cell, target.value)}
      onBlur={() => edits.commit(cell, 'stay')}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

/**
 * Says what is wrong in a row or what somebody else has changed in the row, with buttons that resolve the problem. The buttons disappear with the
 * problem, so the focus goes to its cell.
 */
export function CellNotes<Row extends EditedRow>({ edits, notes }: { edits: CellEdits<Row>; notes: readonly CellNote[] }) {
  return (
    <div className="cell-notes">
      {notes.map(({ cell, label, text, message, question, theirs, by_you }) => (
        <div key={cell} className="line" role="alert">
          {question !== undefined ? (
            <>
              <strong className="t-warn">{question.text}</strong>
              {(question.choices ?? [{ value: undefined, label: `Use ${text}` }]).map(({ value, label: choice }) => (
                <Button key={choice} size="sm" onClick={() => changeAndFocus(edits, cell, () => edits.confirm(cell, value))}>
                  {choice}
                </Button>
              ))}
              <Button size="sm" look="quiet" onClick={() => changeAndFocus(edits, cell, () => edits.cancel(cell))}>
                Take back
              </Button>
            </>
          ) : theirs === undefined ? (
            <>
              <span className="err" id={`${cell}-fault`}>
                {label} “{text}” is not saved. {message}
              </span>
              <Button size="sm" look="quiet" onClick={() => changeAndFocus(edits, cell, () => edits.cancel(cell))}>
                Take back
              </Button>
            </>
          ) : (
            <>
              <span>
                {label} is <strong>{theirs}</strong> now: {by_you ? 'you changed it in another tab' : 'somebody else changed it meanwhile'}. You typed{' '}
                <strong>{text}</strong>.
              </span>
              <Button size="sm" onClick={() => changeAndFocus(edits, cell, () => edits.cancel(cell))}>
                Keep {theirs}
              </Button>
              <Button size="sm" onClick={() => changeAndFocus(edits, cell, () => edits.saveMine(cell))}>
                Save {text}
              </Button>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

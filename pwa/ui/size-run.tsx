import type { ClipboardEvent, InputHTMLAttributes, KeyboardEvent, Ref } from 'react';
import { classNames } from './class-names.ts';
import './size-run.css';

/** The field of a size: what a form registers for it. */
export interface SizeField extends Pick<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onBlur' | 'disabled'> {
  name: string;
  value: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export interface SizeCell {
  id: number;
  /** The size: `34R`. */
  size: string;
  /** The size as it is shown under the name of its row: `34`. */
  heading: string;
  /** Short facts under the quantity, one on each line. */
  notes: readonly string[];
  /** What the typed quantity does not meet. */
  warning?: string | undefined;
}

interface SizeRunProps {
  rows: readonly { name: string | null; cells: readonly SizeCell[] }[];
  /** The style and colour that the quantities are of. */
  label: string;
  field: (id: number) => SizeField;
  /** What an empty field shows: `0` by default. */
  placeholder?: string;
  /** Sets several quantities at once: those of a pasted row. */
  onFill: (quantities: Record<number, string>) => void;
}

const LONGEST = 6;
const digits = (text: string): string => text.replace(/\D/g, '').slice(0, LONGEST);

/** The quantities of a pasted row or column of a spreadsheet; null for a single value, which is typed as usual. */
function pastedRow(event: ClipboardEvent): string[] | null {
  const parts = event.clipboardData
    .getData('text')
    .trim()
    .split(/[\t\r\n]+/);
  return parts.length > 1 ? parts.map(digits) : null;
}

/** Moves the focus by a number of fields; false if there is none. */
function focusField(from: HTMLInputElement, by: number): boolean {
  const fields = [...(from.closest('.size-run')?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])];
  const next = fields[fields.indexOf(from) + by];
  next?.focus();
  return next !== undefined;
}

/**
 * The quantities of the sizes of a style, typed in a row. Tab, Space and the arrows move from size to size, Enter sends the form, and a row that is
 * copied from a spreadsheet fills the sizes from the one in which it is pasted.
 */
export function SizeRun({ rows, label, field, placeholder = '0', onFill }: SizeRunProps) {
  const ids = rows.flatMap(({ cells }) => cells.map(({ id }) => id));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const atStart = isWhole || input.selectionEnd === 0;
    const atEnd = isWhole || input.selectionStart === input.value.length;
    const by = event.key === ' ' || (event.key === 'ArrowRight' && atEnd) ? 1 : event.key === 'ArrowLeft' && atStart ? -1 : 0;
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    focusField(input, by);
  };
  return (
    <div className="size-run">
      {rows.map(({ name, cells }) => (
        <fieldset key={name} className="size-run-row" aria-label={[label, name].filter(Boolean).join(', ')}>
          {name !== null && <legend className="label">{name}</legend>}
          <div className={classNames('size-run-cells', cells.some(({ heading }) => heading.length > LONGEST) && 'wide')}>
            {cells.map(({ id, size, heading, notes, warning }) => {
              const { error, ...input } = field(id);
              const described = `size-run-${id}`;
              return (
                <label key={id} className="size-run-cell">
                  <strong className="cut" title={size}>
                    {heading}
                  </strong>
                  <input
                    className="in num"
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder={placeholder}
                    {...input}
                    maxLength={LONGEST}
                    aria-label={`${size}, ${label}`}
                    aria-describedby={described}
                    aria-invalid={error ? true : undefined}
                    onFocus={(event) => event.target.select()}
                    onKeyDown={onKeyDown}
                    onPaste={(event) => {
                      const row = pastedRow(event);
                      if (!row) return;
                      event.preventDefault();
                      const from = ids.indexOf(id);
                      onFill(Object.fromEntries(ids.slice(from, from + row.length).map((each, place) => [each, row[place] ?? ''])));
                    }}
                  />
                  <span id={described} className="size-run-notes">
                    {error && <span className="t-wrong">{error}</span>}
                    {!error && warning && <span className="t-warn">{warning}</span>}
                    {notes.map((note) => (
                      <span key={note} className="note">
                        {note}
                      </span>
                    ))}
                  </span>
                </label>
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

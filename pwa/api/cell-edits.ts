import type { ApiError } from './api-error.ts';
import type { Once } from './transport.ts';

/** A row of a list whose cells are edited. */
export interface EditedRow {
  id: number;
  version: number;
}

/** The value of a typed text, or a message about what is wrong with the text. */
export type CellInput = { ok: true; value: unknown } | { ok: false; message: string };

/** A column whose cells are edited. */
export interface CellField<Row> {
  /** The name of the field in the API. */
  key: string;
  label: string;
  /** Numbers are aligned to the right and typed with digits. */
  isNumber?: boolean;
  maxLength?: number;
  valueOf: (row: Row) => unknown;
  /** The value as text, as its cell shows it and as it is typed. */
  textOf: (value: unknown) => string;
  /** The value as text within a sentence. */
  wordsOf: (value: unknown) => string;
  read: (text: string) => CellInput;
  /** Whether a row has this cell; by default every row has. */
  isFor?: (row: Row) => boolean;
  /** Stores a value that is not a field of the row’s product. Resolves with the fields of the row that have changed. */
  send?: (row: Row, value: unknown, options: Once) => Promise<Partial<Row>>;
  /** The question before a value is stored; null if there is none. */
  question?: (value: unknown, row: Row) => CellQuestion | null | Promise<CellQuestion | null>;
}

/** A question that the person answers before a value is stored. Without `choices` the only answer is yes. */
export interface CellQuestion {
  text: string;
  choices?: readonly { value: string; label: string }[];
}

/** A change on its way to the server. */
export interface CellChange<Row> {
  number: number;
  field: CellField<Row>;
  /** The row that was on the screen when the edit began. */
  base: Row;
  value: unknown;
  text: string;
  batch: Batch;
  isUndo: boolean;
  /** True if the person has answered the field's question with yes. */
  isConfirmed?: boolean;
  /** The answer to a question with choices. */
  choice?: string | undefined;
  /** What an undo sends in addition to the value. */
  revert?: unknown;
}

interface Done {
  id: number;
  field: string;
  before: unknown;
  revert: unknown;
}

/** Changes that a person made in one step and that an undo reverts together. */
interface Batch {
  done: Done[];
  /** How many of the changes are not settled yet. */
  open: number;
  isUndo: boolean;
  /** The person undid the batch before all its changes were stored. The changes are undone once all are stored. */
  isWithdrawn?: boolean;
}

/** What is shown in a cell in place of the stored value. */
export type CellState<Row> =
  | { is: 'draft'; text: string; base: Row; message?: string; question?: CellQuestion }
  | { is: 'sending'; text: string }
  | { is: 'saved' }
  | { is: 'stale'; text: string; value: unknown; now: Row; by_you: boolean };

/** A note under a row that asks the person to act. */
export interface CellNote {
  cell: string;
  label: string;
  text: string;
  /** What is wrong with the text. */
  message?: string;
  /** The question before the text is stored. */
  question?: CellQuestion;
  /** The value to which somebody else has changed the field. */
  theirs?: string;
  by_you?: boolean;
}

export type Direction = 'down' | 'up' | 'next' | 'previous' | 'stay';

/** How long a saved cell is marked, in milliseconds. */
const MARKED_FOR = 4000;

/** Whether a row has the cell of a column. */
const hasCell = <Row>(row: Row, { isFor }: CellField<Row>): boolean => isFor?.(row) ?? true;

/** The name of a cell, unique within its list. */
export const cellName = (row_id: number, field: string): string => `${row_id}:${field}`;

interface Outside<Row> {
  /** The rows on the screen, in the order in which they are shown. */
  rows: () => readonly Row[];
  /** Sends a change. A call of `saved` or `refused` reports the result. */
  write: (change: CellChange<Row>, version: number) => Promise<unknown>;
  /** Shows a row with the values that are stored now. */
  keep: (row: Row) => void;
  /** Tells the person the effect of `choice`, or else the number of stored changes. After an undo, says only that it is done. */
  tell: (count: number, isUndo: boolean, choice?: string) => void;
  /** Tells the person how many pasted lines were left out, because the page has no more rows. */
  tellLeftOut: (count: number) => void;
}

/**
 * The edited cells of a list, with typing, pasting and undo. They are stored outside React, so that a key press renders two cells and not the list.
 * Changes are sent one after the other. An invalid text stays in its cell, and the rest is saved.
 */
export class CellEdits<Row extends EditedRow> {
  /** Every field that is edited, also of hidden columns. */
  #fields: readonly CellField<Row>[];
  /** The fields whose columns are shown, in the order of the columns. */
  #columns: readonly CellField<Row>[];
  readonly #outside: Outside<Row>;
  readonly #endsAtRow: boolean;
  readonly #cells = new Map<string, CellState<Row>>();
  /** The rows as this screen last saved them. */
  readonly #own = new Map<number, Row>();
  readonly #listeners = new Set<() => void>();
  /** The listeners of each cell by its name: a list has hundreds of cells, of which a key press changes two. */
  readonly #cellListeners = new Map<string, Set<() => void>>();
  /** The state of which the listeners were last notified. */
  #last: { cells: ReadonlyMap<string, CellState<Row>>; active: string | null } = { cells: new Map(), active: null };
  readonly #batches: Batch[] = [];
  #active: string | null = null;
  #notes: ReadonlyMap<number, readonly CellNote[]> = new Map();
  #turn: Promise<unknown> = Promise.resolve();
  /** The numbers of the changes that are not settled. */
  readonly #unsettled = new Set<number>();
  #lastNumber = 0;

  /** `endsAtRow`: after the last cell of a row the next cell is not the first of the row below, but the next element of the page. */
  constructor(fields: readonly CellField<Row>[], outside: Outside<Row>, { endsAtRow = false } = {}) {
    this.#fields = fields;
    this.#columns = fields;
    this.#outside = outside;
    this.#endsAtRow = endsAtRow;
  }

  /**
   * Replaces the columns that are edited, after a person has chosen other columns. Those that are hidden take neither the next cell nor a part of a
   * pasted text; an undo still reverts what was changed in them.
   */
  setFields(fields: readonly CellField<Row>[], hidden: ReadonlySet<string> = new Set()): void {
    this.#fields = fields;
    this.#columns = hidden.size === 0 ? fields : fields.filter(({ key }) => !hidden.has(key));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Calls the listener when this cell changes, opens or closes. */
  subscribeTo(name: string, listener: () => void): () => void {
    const listeners = this.#cellListeners.get(name) ?? new Set();
    this.#cellListeners.set(name, listeners.add(listener));
    return () => {
      if (listeners.delete(listener) && !listeners.size) this.#cellListeners.delete(name);
    };
  }
  cell = (name: string): CellState<Row> | undefined => this.#cells.get(name);
  active = (): string | null => this.#active;
  notes = (): ReadonlyMap<number, readonly CellNote[]> => this.#notes;
  /** Whether any typed text is not saved yet, or conflicts with somebody else's change. */
  isDirty = (): boolean => {
    for (const [name, state] of this.#cells) if (state.is === 'stale' || (state.is === 'draft' && this.#isChanged(name, state))) return true;
    return false;
  };
  /** Whether any change is waiting to be sent or being sent. */
  isSending = (): boolean => this.#unsettled.size > 0;
  /** Whether the text of the open cell differs from the stored value. */
  isTyping = (): boolean => {
    const state = this.#active === null ? undefined : this.#cells.get(this.#active);
    return state?.is === 'draft' && this.#isChanged(this.#active ?? '', state);
  };
  /** How many changes the next undo reverts. */
  undoable = (): number => {
    const last = this.#batches.at(-1);
    return last ? last.done.length + last.open : 0;
  };

  /** Begins to edit a cell: with `text`, else with the text that was already typed there, else with the stored value. */
  open(name: string, text?: string): void {
    const target = this.#find(name);
    if (!target) return;
    const { row, field } = target;
    const state = this.#cells.get(name);
    const stored = field.textOf(field.valueOf(row));
    const typed = state && 'text' in state && state.is !== 'sending' ? state.text : stored;
    this.#cells.set(name, { is: 'draft', text: text ?? typed, base: state?.is === 'stale' ? state.now : row });
    this.#active = name;
    this.#tell();
  }

  type(name: string, text: string): void {
    const state = this.#cells.get(name);
    if (state?.is !== 'draft') return;
    this.#cells.set(name, { is: 'draft', text, base: state.base });
    this.#tell();
  }

  /** Ends the edit of a cell and shows the stored value. */
  cancel(name: string): void {
    this.#cells.delete(name);
    if (this.#active === name) this.#active = null;
    this.#tell();
  }

  /**
   * Saves the typed text of a cell and opens the next cell in this direction. If the text is invalid and the person moves to another cell, the
   * invalid cell stays open. Returns the name of the cell that is open afterwards; null if none is.
   */
  commit(name: string, direction: Direction): string | null {
    const state = this.#cells.get(name);
    const target = this.#find(name);
    if (state?.is !== 'draft' || !target) return null;
    const input = target.field.read(state.text);
    if (!input.ok && this.#isChanged(name, state)) {
      this.#cells.set(name, { ...state, message: input.message });
      if (direction === 'stay') this.#active = null;
      this.#tell();
      return direction === 'stay' ? null : name;
    }
    this.#cells.delete(name);
    if (input.ok && this.#isChanged(name, state)) this.#send([{ name, field: target.field, base: state.base, value: input.value, text: state.text }]);
    const next = this.#neighbour(name, direction);
    this.#active = null;
    if (next) this.open(next);
    else this.#tell();
    return next;
  }

  /** The name of the cell below or above; null if there is none. */
  beside = (name: string, direction: 'down' | 'up'): string | null => this.#neighbour(name, direction);

  /** Fills cells with the pasted text, from this cell downwards, and to the right if the text has several columns. */
  paste(name: string, text: string): void {
    const target = this.#find(name);
    if (!target) return;
    const rows = this.#outside.rows();
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
    const top = rows.findIndex(({ id }) => id === target.row.id);
    const firstColumn = this.#columns.indexOf(target.field);
    const typed: Typed<Row>[] = [];
    let leftOut = 0;
    for (const [place, line] of lines.entries()) {
      const row = rows[top + place];
      if (!row) leftOut += 1;
      for (const [column, part] of line.split('\t').entries()) {
        const field = this.#columns[firstColumn + column];
        if (!row || !field || !hasCell(row, field) || part.trim() === '') continue;
        const cell = cellName(row.id, field.key);
        const input = field.read(part);
        if (!input.ok) this.#cells.set(cell, { is: 'draft', text: part.trim(), base: row, message: input.message });
        else if (input.value === field.valueOf(row)) this.#cells.delete(cell);
        else typed.push({ name: cell, field, base: row, value: input.value, text: field.textOf(input.value) });
      }
    }
    this.#active = null;
    this.#send(typed);
    this.#tell();
    if (leftOut) this.#outside.tellLeftOut(leftOut);
  }

  /** Undoes the last batch of changes once all of them are stored. */
  undo(): void {
    const batch = this.#batches.pop();
    if (!batch) return;
    if (batch.open) batch.isWithdrawn = true;
    else this.#takeBack(batch);
    this.#tell();
  }

  #takeBack(batch: Batch): void {
    const rows = this.#outside.rows();
    const typed = batch.done.flatMap(({ id, field: key, before, revert }) => {
      const field = this.#fields.find((one) => one.key === key);
      const base = this.#own.get(id) ?? rows.find((row) => row.id === id);
      return field && base ? [{ name: cellName(id, key), field, base, value: before, text: field.textOf(before), revert }] : [];
    });
    this.#send(typed, true);
  }

  /** Saves the typed text of a cell after its question was answered. */
  confirm(name: string, choice?: string): void {
    const state = this.#cells.get(name);
    const target = this.#find(name);
    const input = state?.is === 'draft' ? target?.field.read(state.text) : undefined;
    if (state?.is === 'draft' && target && input?.ok)
      this.#send([{ name, field: target.field, base: state.base, value: input.value, text: state.text, isConfirmed: true, choice }]);
    this.#tell();
  }

  /** Saves the typed text after somebody else has changed the field, and so overwrites their value. */
  saveMine(name: string): void {
    const state = this.#cells.get(name);
    const target = this.#find(name);
    if (state?.is === 'stale' && target) this.#send([{ name, field: target.field, base: state.now, value: state.value, text: state.text }]);
    this.#tell();
  }

  /** Reports that the server has stored a change. An undo sends `revert` to restore other values that the change has also changed. */
  saved(change: CellChange<Row>, row: Row, revert?: unknown): void {
    const { field, base, batch, isUndo } = change;
    this.#own.set(row.id, row);
    this.#outside.keep(row);
    if (!isUndo) batch.done.push({ id: row.id, field: field.key, before: field.valueOf(base), revert });
    this.#settle(change, { is: 'saved' });
    const name = cellName(row.id, field.key);
    setTimeout(() => {
      if (this.#cells.get(name)?.is !== 'saved') return;
      this.#cells.delete(name);
      this.#tell();
    }, MARKED_FOR);
  }

  /** Reports that the server has refused a change. Returns true if the cell shows the refusal, so that no dialog is needed. */
  refused(change: CellChange<Row>, error: ApiError): boolean {
    const { field, base, value, text } = change;
    if (error.code === 'stale_version' && error.current) {
      const row = { ...base, ...(error.current as object) } as Row;
      this.#own.set(row.id, row);
      this.#outside.keep(row);
      const current = field.valueOf(row);
      if (current === value) this.#settle(change, { is: 'saved' });
      else if (current === field.valueOf(base)) this.#queue({ ...change, base: row });
      else this.#settle(change, { is: 'stale', text, value, now: row, by_you: error.by_you });
      return true;
    }
    const message = error.first_messages.value ?? error.first_messages[field.key];
    this.#settle(change, { is: 'draft', text, base, message: message ?? error.message });
    return message !== undefined;
  }

  /** Reports that the person gave up a change that was not stored. Its cell shows the stored value again. */
  givenUp(change: CellChange<Row>): void {
    if (!this.#unsettled.has(change.number)) return;
    this.#settle(change, { is: 'saved' });
    this.#cells.delete(cellName(change.base.id, change.field.key));
    this.#tell();
  }

  /** Saves the text of the open cell, and waits until every change is answered. Resolves with false if anything is not stored. */
  async settled(): Promise<boolean> {
    if (this.#active !== null) this.commit(this.#active, 'stay');
    await this.#turn;
    return !this.isDirty();
  }

  #isChanged(name: string, { text, base }: { text: string; base: Row }): boolean {
    const field = this.#find(name)?.field;
    return field !== undefined && text.trim() !== field.textOf(field.valueOf(base));
  }

  #find(name: string): { row: Row; field: CellField<Row> } | null {
    const [id, key] = name.split(':');
    const row = this.#outside.rows().find((one) => one.id === Number(id));
    const field = this.#fields.find((one) => one.key === key);
    return row && field ? { row, field } : null;
  }

  #neighbour(name: string, direction: Direction): string | null {
    const target = this.#find(name);
    if (!target || direction === 'stay') return null;
    const rows = this.#outside.rows();
    const step = direction === 'down' || direction === 'next' ? 1 : -1;
    const isBeside = direction === 'next' || direction === 'previous';
    let place = rows.findIndex(({ id }) => id === target.row.id);
    let column = this.#columns.indexOf(target.field);
    for (;;) {
      if (isBeside && this.#columns[column + step]) column += step;
      else if (isBeside && this.#endsAtRow) return null;
      else {
        place += step;
        if (isBeside) column = step > 0 ? 0 : this.#columns.length - 1;
      }
      const [row, field] = [rows[place], this.#columns[column]];
      if (!row || !field) return null;
      if (hasCell(row, field)) return cellName(row.id, field.key);
    }
  }

  /** A row as it is on the screen now, with what was stored since `row` was read. */
  latest = (row: Row): Row => this.#outside.rows().find(({ id }) => id === row.id) ?? row;

  #send(typed: readonly Typed<Row>[], isUndo = false): void {
    if (!typed.length) return;
    const batch: Batch = { done: [], open: typed.length, isUndo };
    if (!isUndo) this.#batches.push(batch);
    for (const { name, ...change } of typed) {
      this.#cells.set(name, { is: 'sending', text: change.text });
      this.#lastNumber += 1;
      this.#unsettled.add(this.#lastNumber);
      this.#queue({ ...change, number: this.#lastNumber, batch, isUndo });
    }
  }

  #queue(change: CellChange<Row>): void {
    this.#turn = this.#turn.then(async () => {
      const { field, value, text, isUndo, isConfirmed } = change;
      const question = isUndo || isConfirmed ? null : await field.question?.(value, change.base);
      if (question) return this.#settle(change, { is: 'draft', text, base: change.base, question });
      const own = this.#own.get(change.base.id);
      const base = own && own.version > change.base.version && change.field.valueOf(own) === change.field.valueOf(change.base) ? own : change.base;
      return this.#outside.write({ ...change, base }, base.version);
    });
  }

  #settle({ number, field, base, text, batch, choice }: CellChange<Row>, state: CellState<Row>): void {
    const name = cellName(base.id, field.key);
    const cell = this.#cells.get(name);
    // If the person is typing in the cell again, the cell keeps the typed text.
    if (cell?.is === 'sending' || (cell?.is === 'draft' && this.#active !== name && cell.text === text)) this.#cells.set(name, state);
    // A change may be settled twice, because it is sent again after it could not be sent. The change counts once.
    if (this.#unsettled.delete(number)) batch.open -= 1;
    const { done, isUndo } = batch;
    if (batch.open === 0) {
      if (!done.length && this.#batches.includes(batch)) this.#batches.splice(this.#batches.indexOf(batch), 1);
      if (batch.isWithdrawn) this.#takeBack(batch);
      else if (done.length || isUndo) this.#outside.tell(done.length, isUndo, choice);
    }
    this.#tell();
  }

  #tell(): void {
    const notes = new Map<number, CellNote[]>();
    for (const [name, state] of this.#cells) {
      const [id, key] = name.split(':');
      const field = this.#fields.find((one) => one.key === key);
      if (!field) continue;
      const about = { cell: name, label: field.label };
      const note: CellNote | null =
        state.is === 'stale'
          ? { ...about, text: field.wordsOf(state.value), theirs: field.wordsOf(field.valueOf(state.now)), by_you: state.by_you }
          : state.is === 'draft' && state.message
            ? { ...about, text: state.text, message: state.message }
            : state.is === 'draft' && state.question
              ? { ...about, text: state.text, question: state.question }
              : null;
      if (note) notes.set(Number(id), [...(notes.get(Number(id)) ?? []), note]);
    }
    if (notes.size || this.#notes.size) this.#notes = notes;
    for (const listener of [...this.#changedCells().flatMap((name) => [...(this.#cellListeners.get(name) ?? [])]), ...this.#listeners]) listener();
  }

  /** Returns the names of the cells that have changed since the listeners were last notified, and records the present state. */
  #changedCells(): string[] {
    const { cells, active } = this.#last;
    this.#last = { cells: new Map(this.#cells), active: this.#active };
    const names = new Set([...cells.keys(), ...this.#cells.keys()].filter((name) => cells.get(name) !== this.#cells.get(name)));
    if (active !== this.#active) for (const name of [active, this.#active]) if (name !== null) names.add(name);
    return [...names];
  }
}

interface Typed<Row> {
  name: string;
  field: CellField<Row>;
  base: Row;
  value: unknown;
  text: string;
  isConfirmed?: boolean;
  choice?: string | undefined;
  revert?: unknown;
}
